import { Refusal } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { ensureSchema } from '../platform/postgres/ensureSchema.js';
import { createAccessLog } from './accessLog.js';
import { createAccountMails } from './accountMails.js';
import { completeSignIn } from './completeSignIn.js';
import { createCredentials } from './credentials.js';
import { ensureFirstAdmin } from './firstAdmin.js';
import { createGuessLimits } from './guessLimits.js';
import type { Identity } from './identity.js';
import { identitySteps } from './identityTables.js';
import { createKnownDevices } from './knownDevices.js';
import { createLinks } from './links.js';
import { createNewPasswords } from './newPassword.js';
import { ownAccount } from './ownAccount.js';
import { createPasskeys } from './passkeys.js';
import { passwordLinks } from './passwordLinks.js';
import { createPasswords } from './passwords.js';
import { createProofs } from './proofs.js';
import { createSecondFactors } from './secondFactors.js';
import { createSessions } from './sessions.js';
import { signInAndOut } from './signIn.js';
import { userCommands } from './userCommands.js';
import { createUserList } from './userList.js';
import { userOperations } from './userOperations.js';
import { createUsers } from './users.js';

type Parts = Pick<
  Platform,
  'pool' | 'commands' | 'ids' | 'clock' | 'logger' | 'mailer' | 'vault' | 'withLock'
>;

export interface IdentityOptions {
  /** Where people reach the site, without a slash at its end: links of emails begin with it. */
  readonly publicUrl: string;
  /** The name of the agency, that signs emails. */
  agencyName(): Promise<string>;
}

/** The capability "identity" over a platform. Makes its schema where it is missing. */
export async function createIdentity(platform: Parts, options: IdentityOptions): Promise<Identity> {
  const { pool, clock, logger } = platform;
  await ensureSchema(pool, 'identity', identitySteps);
  const credentials = createCredentials(pool);
  const sessions = createSessions(pool, clock);
  const accessLog = createAccessLog(platform);
  const mails = createAccountMails({ ...platform, ...options });
  const links = createLinks(pool, clock, options.publicUrl);
  const commands = userCommands({ ...platform, credentials });
  const users = createUsers({
    pool,
    logger,
    commands,
    credentials,
    sessions,
    links,
    mails,
    accessLog,
    userList: createUserList(pool, clock),
  });
  await recoverUsers();

  const { agencyName } = options;
  const stores = { credentials, sessions, links, accessLog, mails };
  const account = {
    ...stores,
    agencyName,
    limits: createGuessLimits(pool),
    passwords: await createPasswords(),
    secondFactors: createSecondFactors(platform),
    passkeys: createPasskeys({ pool, clock, publicUrl: options.publicUrl }),
  };
  const newPasswords = createNewPasswords({ ...account, pool, clock });
  const proofs = createProofs(account);
  const complete = completeSignIn({ ...stores, clock, devices: createKnownDevices(platform) });
  const byLink = passwordLinks({
    ...account,
    newPasswords,
    logger,
    acceptInvitation: commands.acceptInvitation,
  });

  return {
    ensureFirstAdmin: (first) => ensureFirstAdmin(first, { credentials, commands }),
    ...signInAndOut({ ...account, complete }),
    ...ownAccount({ ...account, newPasswords, proofs }),
    requestPasswordReset: byLink.requestPasswordReset,
    setPasswordByLink: byLink.setPasswordByLink,
    userOfSession: (token) => sessions.user(token),
    isSessionOpen: (token) => sessions.isOpen(token),
    activeUsers: () => credentials.listActive(),
    users,
    operations: userOperations({ ...account, commands, users, newPasswords }),
    hashesWaiting: account.passwords.waiting,
    async close() {
      await byLink.settled();
      await mails.settled();
      await accessLog.settled();
    },
  };

  /** Without the event store it is left to the next start. */
  async function recoverUsers(): Promise<void> {
    try {
      await users.recover();
    } catch (error) {
      if (!(error instanceof Refusal) || error.kind !== 'unavailable') throw error;
      logger.warn({}, 'Whether all users are as their events say could not be looked at', error);
    }
  }
}
