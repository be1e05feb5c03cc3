import { setTimeout as pause } from 'node:timers/promises';

/** One server that the supervisor keeps running. */
export interface Part<Facts> {
  /** As it is called in messages: "the app". */
  readonly name: string;
  start(): Promise<StartedPart<Facts>>;
}

export interface StartedPart<Facts> {
  /** What others need to know of it, such as its address. Stays the same over restarts. */
  readonly facts: Facts;
  /** Resolves with the reason once it has ended, whoever ended it. */
  readonly ended: Promise<string>;
  stop(): Promise<void>;
}

export interface KeptPart<Facts> {
  readonly facts: Facts;
  stop(): Promise<void>;
}

export type Say = (line: string) => void;

/** Milliseconds. */
const firstPause = 200;
const longestPause = 10_000;
const goodLife = 30_000;

/**
 * Starts a part, and again whenever it ends: after a pause that doubles as long as it dies young.
 * @throws what the first start throws; later failures are reported and tried again.
 */
export async function keepRunning<Facts>(part: Part<Facts>, say: Say): Promise<KeptPart<Facts>> {
  const stopping = new AbortController();
  let current: StartedPart<Facts> | undefined = await part.start();
  const { facts } = current;

  const watch = async (): Promise<void> => {
    let wait = firstPause;
    let bornAt = performance.now();
    while (!stopping.signal.aborted) {
      const reason = current ? await current.ended : 'it did not start';
      if (stopping.signal.aborted) return;
      if (current && performance.now() - bornAt > goodLife) wait = firstPause;
      say(`${sentence(part.name)} has ended (${reason}). Starting it again in ${wait / 1000} s.`);
      await pause(wait, undefined, { signal: stopping.signal }).catch(() => {});
      if (stopping.signal.aborted) return;
      wait = Math.min(wait * 2, longestPause);
      bornAt = performance.now();
      current = await part.start().catch((error: unknown) => {
        say(error instanceof Error ? error.message : String(error));
        return undefined;
      });
      if (current) say(`${sentence(part.name)} is running again.`);
    }
  };
  const watching = watch();

  return {
    facts,
    stop: async () => {
      stopping.abort();
      await current?.stop();
      await watching;
      // A start that was under way has come up in between.
      await current?.stop();
    },
  };
}

const sentence = (name: string) => name.charAt(0).toUpperCase() + name.slice(1);
