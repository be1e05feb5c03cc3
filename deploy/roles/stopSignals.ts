import type { Logger } from '@insuremanager/services/platform/logger';

export interface StopSignals {
  /** Aborted by the first SIGTERM or SIGINT. */
  readonly asked: AbortSignal;
  /** Aborted by the second: whoever sends it wants no grace. */
  readonly hurry: AbortSignal;
}

/** Hears what asks this process to stop, from now on. */
export function stopSignals(): StopSignals {
  const asked = new AbortController();
  const hurry = new AbortController();
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => (asked.signal.aborted ? hurry : asked).abort());
  }
  return { asked: asked.signal, hurry: hurry.signal };
}

/**
 * A defect ends the process, in one line of the log, with code 1: half of a role must not go on
 * looking alive. Whoever runs the process starts it again.
 */
export function endAtDefects(logger: Logger): void {
  const end = (error: unknown): void => {
    logger.error({}, 'The process ends for an unforeseen reason', error);
    process.exit(1);
  };
  process.on('uncaughtException', end);
  process.on('unhandledRejection', end);
}

/** Ends the process with code 1 unless it has ended by itself after so many milliseconds. */
export function endAfter(milliseconds: number, logger: Logger): void {
  setTimeout(() => {
    logger.error({ milliseconds }, 'The process did not stop in time and is ended');
    process.exit(1);
  }, milliseconds).unref();
}
