import type { Backend } from '../start/backend.js';
import { firstMessage, forkChild } from '../start/childProcess.js';
import { catchUp, catchUpFigures } from './catchUpMeasure.js';
import { type Figure, figuresOf } from './figures.js';
import { withProcessorTimes } from './processes.js';

export interface RebuildInput extends Pick<Backend, 'databaseUrl' | 'eventStoreUrl' | 'masterKey'> {
  /** In the log. */
  readonly events: number;
}

/** What the rebuild's process says once the last event is projected; indexes come after. */
export interface Projected {
  readonly projectedMillis: number;
  /** Processor time of its own until then. */
  readonly cpuMillis: number;
}

/** What it says at its end. */
export interface RebuildReport {
  readonly millis: number;
  /** Resident memory on the way. */
  readonly memory: { events: number; mebibytes: number }[];
}

/** Reads the whole log, then builds the read models anew beside those that serve. */
export async function measureRebuild(backend: Backend): Promise<Figure[]> {
  const caughtUp = await catchUp(backend);
  const { databaseUrl, eventStoreUrl, masterKey } = backend;
  const { events } = caughtUp;
  const child = forkChild({ entry: 'bench/rebuildProcess.js', stopTimeoutMs: 5_000 });
  try {
    const { result, used } = await withProcessorTimes(() => {
      const input: RebuildInput = { databaseUrl, eventStoreUrl, masterKey, events };
      child.process.send(input);
      return firstMessage(child, 'The rebuild');
    });
    const projected = result as Projected;
    const report = (await firstMessage(child, 'The rebuild')) as RebuildReport;
    const processors = new Map([...used, ['rebuild', projected.cpuMillis]]);
    processors.delete('load generator');
    return [
      ...catchUpFigures(caughtUp),
      ...rebuildFigures({ events, ...projected, ...report }, processors),
    ];
  } finally {
    await child.stop();
  }
}

function rebuildFigures(
  { events, projectedMillis, millis, memory }: { events: number } & Projected & RebuildReport,
  processors: ReadonlyMap<string, number>,
): Figure[] {
  const peakUpTo = (part: number): number =>
    Math.max(...memory.filter((at) => at.events <= events * part).map((at) => at.mebibytes));
  const perSecond = (events / projectedMillis) * 1000;
  const e = figuresOf('e');
  return [
    e('rebuild, events in the log', events, ''),
    e('rebuild, projecting', perSecond, '/s', { atLeast: 15_000 }),
    e('rebuild, indexes and swap', millis - projectedMillis, 'ms'),
    e('rebuild, peak memory at half of the log', peakUpTo(0.5), 'MiB'),
    e('rebuild, peak memory', peakUpTo(1), 'MiB', { atMost: 512 }),
    ...[...processors].map(([kind, used]) =>
      e(`projecting, processor time per 1,000 events, ${kind}`, (used / events) * 1000, 'ms'),
    ),
  ];
}
