/** What a series of durations comes to. Milliseconds. */
export interface Timings {
  readonly count: number;
  readonly p50: number;
  readonly p95: number;
  readonly p99: number;
  readonly max: number;
}

/** By nearest rank: every figure is one that was measured. NaN when nothing was. */
export function timingsOf(durations: readonly number[]): Timings {
  const sorted = [...durations].sort((a, b) => a - b);
  const at = (part: number): number =>
    sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)] ?? Number.NaN;
  return { count: sorted.length, p50: at(0.5), p95: at(0.95), p99: at(0.99), max: at(1) };
}

/** How long `work` takes, to its result, in milliseconds; and the result. */
export async function timed<Result>(
  work: () => Promise<Result>,
): Promise<{ millis: number; result: Result }> {
  const began = performance.now();
  const result = await work();
  return { millis: performance.now() - began, result };
}

/**
 * Runs `work` for each worker again and again until the time is over or a worker has done `most`
 * rounds; what is under way is finished.
 */
export async function repeated(
  { workers, millis, most = Number.POSITIVE_INFINITY }: Repetition,
  work: (worker: number, round: number) => Promise<void>,
): Promise<void> {
  const end = performance.now() + millis;
  const worker = async (number: number): Promise<void> => {
    for (let round = 0; round < most && performance.now() < end; round += 1) {
      await work(number, round);
    }
  };
  await Promise.all(Array.from({ length: workers }, (_, number) => worker(number)));
}

interface Repetition {
  workers: number;
  millis: number;
  most?: number;
}
