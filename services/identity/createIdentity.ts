import { Refusal } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { ensureSchema } from '../platform/postgres/ensureSchema.js';
import { createAccessLog } from './accessLog.js';
import { createAccountMails } from './accountMails.js';
import { createCredentials } from './credentials.js';
import { createKnownDevices } from './devices.js';
import { createGuessLimits } from './guessLimits.js';
import type { Identity } from './identity.js';
import { identitySteps } from './identityTables.js';
import { createLinks, createNewPasswords } from './newPasswords.js';
import { ownAccount } from './ownAccount.js';
import { createPasskeys } from './passkeys.js';
import { createSecondFactors } from './secondFactors.js';
import { createPasswords } from './secrets.js';
import { createSessions } from './sessions.js';
import { signInAndOut } from './signIn.js';
import { userCommands } from './userCommands.js';
import { createUsers, userOperations } from './users.js';

type Parts = Pick<
  Platform,
  'pool' | 'commands' | 'ids' | 'clock' | 'logger' | 'mailer' | 'vault' | 'withLock'
>;

export interface IdentityOptions {
  /** The public base URL, without a trailing slash; links in emails begin with it. */
  readonly publicUrl: string;
  /** The name of the agency, which signs the emails. */
  agencyName(): Promise<string>;
}

/** The capability "identity" over a platform. Creates its schema where it is missing. */
export async function createIdentity(platform: Parts, options: IdentityOptions): Promise<Identity> {
  const { pool, clock, logger } = platform;
  await ensureSchema(pool, 'identity', identitySteps);
  const { agencyName, publicUrl } = options;
  const credentials = createCredentials(pool);
  const sessions = createSessions(pool, clock);
  const accessLog = createAccessLog(platform);
  const mails = createAccountMails({ ...platform, agencyName });
  const stores = {
    credentials,
    sessions,
    accessLog,
    mails,
    links: createLinks(pool, clock, publicUrl),
    limits: createGuessLimits(pool),
    passwords: await createPasswords(),
    secondFactors: createSecondFactors({ ...platform, accessLog, mails }),
    passkeys: createPasskeys({ pool, clock, publicUrl }),
    devices: createKnownDevices(platform),
  };
  const commands = userCommands({ ...platform, credentials });
  const { recover, ...users } = createUsers({ ...stores, pool, clock, logger, commands });
  await recoverUsers();

  const newPasswords = createNewPasswords({
    ...stores,
    pool,
    clock,
    logger,
    agencyName,
    acceptInvitation: commands.acceptInvitation,
  });
  const { requestPasswordReset, accountOfLink, setPasswordByLink } = newPasswords;
  const { ensureFirstAdmin, ...operations } = userOperations({
    ...stores,
    commands,
    users,
    newPasswords,
  });

  return {
    ensureFirstAdmin,
    ...signInAndOut({ ...stores, clock }),
    ...ownAccount({ ...stores, newPasswords, agencyName }),
    requestPasswordReset,
    accountOfLink,
    setPasswordByLink,
    userOfSession: sessions.user,
    sessionEndsIn: sessions.endsIn,
    isSessionOpen: async (token) => (await sessions.endsIn(token)) > 0,
    activeUsers: credentials.listActive,
    users,
    operations,
    hashesWaiting: stores.passwords.waiting,
    async close() {
      await newPasswords.settled();
      await mails.settled();
      await accessLog.settled();
    },
  };

  /** Left to the next start when the event store is unavailable. */
  async function recoverUsers(): Promise<void> {
    try {
      await recover();
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'unavailable') throw error;
      logger.warn({}, 'Whether all users are as their events say could not be looked at', error);
    }
  }
}
