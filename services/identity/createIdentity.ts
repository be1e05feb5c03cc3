import type { Platform } from '../platform/platform.js';
import { ensureSchema } from '../platform/postgres/ensureSchema.js';
import { createAccessLog } from './accessLog.js';
import { createAccountMails } from './accountMails.js';
import { createCredentials } from './credentials.js';
import { ensureFirstAdmin } from './firstAdmin.js';
import { createGuessLimits } from './guessLimits.js';
import type { Identity } from './identity.js';
import { identitySteps } from './identityTables.js';
import { nobodysHash } from './passwords.js';
import { createSessions } from './sessions.js';
import { signInAndOut } from './signIn.js';
import { userCommands } from './userCommands.js';

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
  const { pool, clock } = platform;
  await ensureSchema(pool, 'identity', identitySteps);
  const credentials = createCredentials(pool);
  const sessions = createSessions(pool, clock);
  const notes = createAccessLog(platform);
  const mails = createAccountMails({ ...platform, ...options });
  const commands = userCommands({ ...platform, credentials });

  return {
    ensureFirstAdmin: (first) => ensureFirstAdmin(first, { credentials, commands }),
    ...signInAndOut({
      credentials,
      sessions,
      limits: createGuessLimits(pool),
      notes,
      nobodysHash: await nobodysHash(),
    }),
    userOfSession: (token) => sessions.user(token),
    isSessionOpen: (token) => sessions.isOpen(token),
    activeUsers: () => credentials.listActive(),
    async close() {
      await mails.settled();
      await notes.settled();
    },
  };
}
