import { createHash, randomUUID } from 'node:crypto';
import { normalUsername } from '@insuremanager/contracts/identity/username';
import { systemActor } from '../platform/codec/recordedEvent.js';
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
function firstAdminCommand(username: string, email: string): string {
  const words = JSON.stringify(['first admin', normalUsername(username), email.trim()]);
  const hash = createHash('sha256').update(words).digest('hex');
  return `${hash.slice(0, 8)}-${hash.slice(8, 12)}-8${hash.slice(13, 16)}-8${hash.slice(17, 20)}-${hash.slice(20, 32)}`;
}
