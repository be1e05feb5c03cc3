import { randomUUID } from 'node:crypto';
import { normalizeUsername } from '@insuremanager/contracts/identity/username';
import { systemActor } from '../platform/codec/recordedEvent.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Credentials } from './credentials.js';
import type { FirstAdmin } from './identity.js';
import type { UserCommands } from './userCommands.js';

interface Parts {
  readonly credentials: Pick<Credentials, 'hasRole'>;
  readonly commands: UserCommands;
}

/** See `Identity.ensureFirstAdmin`. */
export async function ensureFirstAdmin(
  { username, email, password }: FirstAdmin,
  { credentials, commands }: Parts,
): Promise<{ created: boolean }> {
  if (await credentials.hasRole('admin')) return { created: false };
  return commands.register(
    { username, email, password, role: 'admin' },
    {
      commandId: firstAdminCommand(username, email),
      actor: systemActor,
      correlationId: randomUUID(),
    },
  );
}

/** The same for the same first admin, so that a start after a crash goes on where it was broken. */
const firstAdminCommand = (username: string, email: string): string =>
  namedUuid('first admin', normalizeUsername(username), email.trim());
