import { createCommandRunner } from '../commands/commandRunner.js';
import { createTurns } from '../commands/turns.js';
import type { EventLog } from '../eventLog/eventLog.js';
import type { Platform } from '../platform.js';
import { createReservations } from '../reservations/reservations.js';

/** The same platform, as another process would have it, over a log that behaves as `changes` says. */
export function platformOver(platform: Platform, changes: Partial<EventLog>): Platform {
  const eventLog = { ...platform.eventLog, ...changes };
  const reservations = createReservations({ ...platform, eventLog });
  const inTurn = createTurns();
  const commands = createCommandRunner({ ...platform, eventLog, reservations, inTurn });
  return { ...platform, eventLog, commands, inTurn };
}
