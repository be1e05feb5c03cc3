import { createCommandRunner } from './commands/commandRunner.js';
import { conflict } from './errors.js';
import { logUntil } from './eventLog/logUntil.js';
import type { Platform } from './platform.js';
import { createReservations } from './reservations/reservations.js';

const readOnly = async (): Promise<never> => {
  throw pastIsReadOnly();
};

export const pastIsReadOnly = () =>
  conflict(
    'past-is-read-only',
    'The office of a past day is read-only. Go back to today to change it.',
  );

/**
 * What capabilities stand on, as it was before a moment: the log until then, and a clock that stands
 * at the last instant before it. No command is carried out. Files, and keys of people, are those of
 * today: who was erased since is erased there, too.
 */
export function pastPlatform(platform: Platform, moment: Date): Platform {
  const eventLog = logUntil(platform.eventLog, moment);
  const lastInstant = moment.getTime() - 1;
  const clock = { now: () => new Date(lastInstant) };
  // No stream is kept for commands, so there is nothing to forget of whoever is erased.
  const vault = { ...platform.vault, onDestroyed: () => {} };
  const maxBytesOfStream = 0;
  const parts = { ...platform, eventLog, clock, vault };
  const runner = createCommandRunner({
    ...{ ...parts, maxBytesOfStream },
    reservations: createReservations(parts),
  });
  return { ...parts, commands: { ...runner, run: readOnly, record: readOnly } };
}
