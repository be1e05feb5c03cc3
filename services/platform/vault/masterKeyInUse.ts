import { type Queryable, query } from '../postgres/postgres.js';
import { masterKeysOf } from './masterKeys.js';

/**
 * Which of the master keys that were given wraps the keys of the vault. Until a rotation begins it is
 * the old one, also where both were given. Schema `vault` must be there.
 * @throws an Error with a sentence for the operator while a rotation goes on, when it would take both
 *   keys, and when it is none of them.
 */
export async function masterKeyInUse(
  on: Queryable,
  given: Parameters<typeof masterKeysOf>[0],
): Promise<Buffer> {
  const [state] = await query<{ current: string; previous: string | null }>(
    on,
    'SELECT current, previous FROM vault.master_key',
  );
  if (state?.previous) {
    throw new Error('A rotation of the master key has not ended. End it first: ops keys rotate.');
  }
  const inUse = masterKeysOf(given).find(({ id }) => id === state?.current);
  if (!inUse)
    throw new Error('The master key was replaced meanwhile. Begin anew, with the new one.');
  return inUse.bytes;
}
