import { createCommandRunner } from '../commands/commandRunner.js';
import type { EventLog } from '../eventLog/eventLog.js';
import { createLocalLocks, type WithLock } from '../locks/localLocks.js';
import type { Platform } from '../platform.js';
import { createReservations } from '../reservations/reservations.js';

/**
 * The same platform, as another process would have it, over a log that behaves as `changes` says.
 * Its locks hold between processes where it is given some that do.
 */
export function platformOver(
  platform: Platform,
  changes: Partial<EventLog>,
  withLock: WithLock = createLocalLocks(),
): Platform {
  const eventLog = { ...platform.eventLog, ...changes };
  const reservations = createReservations({ ...platform, eventLog });
  const commands = createCommandRunner({ ...platform, eventLog, reservations });
  return { ...platform, eventLog, commands, withLock };
}
