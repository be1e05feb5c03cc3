import type { RoleStates } from '@insuremanager/services/platform/operations/processes';
import { pause } from '@insuremanager/services/platform/pauses';

/**
 * What a process does in each role; `unknown` where that cannot be found out within so many
 * milliseconds. So a process says that it runs also while a server does not answer: who is not heard
 * of is taken for ended, also by a rotation of the master key.
 */
export async function statesWithin(
  milliseconds: number,
  states: Readonly<Record<string, Promise<string>>>,
): Promise<RoleStates> {
  const done = new AbortController();
  const tooLate = pause(milliseconds, done.signal).then(() => 'unknown');
  const known = Object.entries(states).map(async ([role, state]) => {
    return [role, await Promise.race([state.catch(() => 'unknown'), tooLate])] as const;
  });
  try {
    return Object.fromEntries(await Promise.all(known));
  } finally {
    done.abort();
  }
}
