import { randomUUID } from 'node:crypto';
import { systemActor } from '../../platform/codec/recordedEvent.js';
import type { Platform } from '../../platform/platform.js';
import { createCredentials } from '../credentials.js';
import { type UserWithPassword, userCommands } from '../userCommands.js';

/** Registers a user who can sign in at once, in a platform whose identity was created. */
export async function addUser(
  platform: Pick<Platform, 'pool' | 'commands' | 'ids' | 'clock' | 'withLock'>,
  user: UserWithPassword,
): Promise<{ userId: number }> {
  const credentials = createCredentials(platform.pool);
  await userCommands({ ...platform, credentials }).register(user, {
    commandId: randomUUID(),
    actor: systemActor,
    correlationId: 'test',
  });
  const credential = await credentials.find(user.username);
  if (!credential) throw new Error('A user was registered without a credential');
  return credential;
}
