import { memoryOf, productProcesses } from '../bench/processes.js';

/** What one process, or all of Postgres, held of the machine's memory over the time, MiB. */
export interface MemoryFigures {
  readonly process: string;
  readonly start: number;
  readonly middle: number;
  readonly end: number;
  readonly peak: number;
  /** Growth over the second half, MiB a minute. */
  readonly slope: number;
}

interface Sample {
  readonly seconds: number;
  readonly mebibytes: number;
}

export interface MemoryRecord {
  /** Ends the sampling. */
  stop(): Promise<MemoryFigures[]>;
}

/**
 * Looks at the memory of every process of the product, again and again.
 * @param names of processes by their number; others are called by their kind.
 */
export function recordMemory(names: ReadonlyMap<number, string>, everyMs: number): MemoryRecord {
  const samples = new Map<string, Sample[]>();
  const began = performance.now();
  let looking: Promise<void> = Promise.resolve();
  const look = async (): Promise<void> => {
    const seconds = (performance.now() - began) / 1000;
    const now = new Map<string, number>();
    for (const process of await productProcesses()) {
      const name = names.get(process.pid) ?? process.kind;
      now.set(name, (now.get(name) ?? 0) + (await memoryOf(process)));
    }
    for (const [name, mebibytes] of now) {
      const one = samples.get(name) ?? [];
      one.push({ seconds, mebibytes });
      samples.set(name, one);
    }
  };
  const timer = setInterval(() => {
    looking = looking.then(look);
  }, everyMs);
  return {
    async stop() {
      clearInterval(timer);
      await looking;
      return [...samples].map(([process, of]) => ({ process, ...memoryFigures(of) }));
    },
  };
}

/** A tenth of the time at the start, around the middle and at the end: a moment says little. */
export function memoryFigures(samples: readonly Sample[]): Omit<MemoryFigures, 'process'> {
  const all = samples.map(({ mebibytes }) => mebibytes);
  const tenth = Math.max(1, Math.floor(all.length / 10));
  const middle = Math.floor((all.length - tenth) / 2);
  return {
    start: mean(all.slice(0, tenth)),
    middle: mean(all.slice(middle, middle + tenth)),
    end: mean(all.slice(-tenth)),
    peak: Math.max(...all),
    slope: slopeOf(samples.slice(Math.floor(samples.length / 2))) * 60,
  };
}

const mean = (values: readonly number[]): number =>
  values.reduce((sum, value) => sum + value, 0) / Math.max(1, values.length);

/** Of the line with the least squares, MiB a second. */
function slopeOf(samples: readonly Sample[]): number {
  const at = mean(samples.map(({ seconds }) => seconds));
  const level = mean(samples.map(({ mebibytes }) => mebibytes));
  let up = 0;
  let along = 0;
  for (const { seconds, mebibytes } of samples) {
    up += (seconds - at) * (mebibytes - level);
    along += (seconds - at) ** 2;
  }
  return along === 0 ? 0 : up / along;
}
