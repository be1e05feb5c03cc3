import type { Backend } from '../start/backend.js';
import { firstMessage, forkChild } from '../start/childProcess.js';
import { type Figure, figuresOf } from './figures.js';
import { withProcessorTimes } from './processes.js';

/** What the rebuild's process reports. */
export interface RebuildReport {
  readonly events: number;
  /** Until the last event was projected; indexes come after, up to `millis`. */
  readonly projectedMillis: number;
  readonly millis: number;
  /** Processor time of the rebuild's own process. */
  readonly cpuMillis: number;
  /** Resident memory on the way. */
  readonly memory: { events: number; mebibytes: number }[];
}

/** Builds the read models anew beside those that serve. */
export async function measureRebuild(backend: Backend): Promise<Figure[]> {
  const { databaseUrl, eventStoreUrl, masterKey } = backend;
  const child = forkChild({ entry: 'bench/rebuildProcess.js', stopPatience: 5_000 });
  try {
    const { result, used } = await withProcessorTimes(() => {
      child.process.send({ databaseUrl, eventStoreUrl, masterKey });
      return firstMessage(child, 'The rebuild');
    });
    const report = result as RebuildReport;
    const processors = new Map([...used, ['rebuild', report.cpuMillis]]);
    processors.delete('load generator');
    return rebuildFigures(report, processors);
  } finally {
    await child.stop();
  }
}

function rebuildFigures(
  { events, projectedMillis, millis, memory }: RebuildReport,
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
      e(`processor time per 1,000 events, ${kind}`, (used / events) * 1000, 'ms'),
    ),
  ];
}
