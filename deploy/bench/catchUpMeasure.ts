import type { Backend } from '../start/backend.js';
import { firstMessage, forkChild } from '../start/childProcess.js';
import { type Figure, figuresOf } from './figures.js';
import { withProcessorTimes } from './processes.js';

/** What the process that catches up reports. */
export interface CatchUpReport {
  readonly events: number;
  readonly millis: number;
  /** Processor time of its own, from the subscription to the last event. */
  readonly cpuMillis: number;
  readonly peakMebibytes: number;
}

interface CaughtUp extends CatchUpReport {
  /** Processor time of the others meanwhile, milliseconds. */
  readonly used: ReadonlyMap<string, number>;
}

/** Reads the whole log as every subscriber does, and does nothing with it. */
export async function catchUp({
  databaseUrl,
  eventStoreUrl,
  masterKey,
}: Backend): Promise<CaughtUp> {
  const child = forkChild({ entry: 'bench/catchUpProcess.js', stopTimeoutMs: 5_000 });
  try {
    const { result, used } = await withProcessorTimes(() => {
      child.process.send({ databaseUrl, eventStoreUrl, masterKey });
      return firstMessage(child, 'The subscriber');
    });
    return { ...(result as CatchUpReport), used };
  } finally {
    await child.stop();
  }
}

export function catchUpFigures(measured: CaughtUp): Figure[] {
  const { events, millis, cpuMillis, peakMebibytes, used } = measured;
  const processors = new Map([...used, ['subscriber', cpuMillis]]);
  processors.delete('load generator');
  const e = figuresOf('e');
  return [
    e('catching up', (events / millis) * 1000, '/s'),
    e('catching up, peak memory', peakMebibytes, 'MiB'),
    ...[...processors].map(([kind, used]) =>
      e(`catching up, processor time per 1,000 events, ${kind}`, (used / events) * 1000, 'ms'),
    ),
  ];
}
