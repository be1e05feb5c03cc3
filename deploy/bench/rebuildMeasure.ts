import type { Backend } from '../start/backend.js';
import { firstMessage, forkChild } from '../start/childProcess.js';
import type { Figure } from './figures.js';
import { processorTimes } from './processes.js';

/** What the rebuild's process tells. */
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
    const before = await processorTimes();
    child.process.send({ databaseUrl, eventStoreUrl, masterKey });
    const report = (await firstMessage(child, 'The rebuild')) as RebuildReport;
    const after = await processorTimes();
    after.delete('load generator');
    const used = [...after].map(([kind, millis]): [string, number] => [
      kind,
      millis - (before.get(kind) ?? 0),
    ]);
    return [...figuresOf(report), ...processorFigures(report, new Map(used))];
  } finally {
    await child.stop();
  }
}

function figuresOf({ events, projectedMillis, millis, memory }: RebuildReport): Figure[] {
  const peakUpTo = (part: number): number =>
    Math.max(...memory.filter((at) => at.events <= events * part).map((at) => at.mebibytes));
  const perSecond = (events / projectedMillis) * 1000;
  const what = 'rebuild';
  return [
    { part: 'e', what: `${what}, events in the log`, value: events, unit: '' },
    {
      part: 'e',
      what: `${what}, projecting`,
      value: perSecond,
      unit: '/s',
      aim: { atLeast: 15_000 },
    },
    { part: 'e', what: `${what}, indexes and swap`, value: millis - projectedMillis, unit: 'ms' },
    {
      part: 'e',
      what: `${what}, peak memory at half of the log`,
      value: peakUpTo(0.5),
      unit: 'MiB',
    },
    {
      part: 'e',
      what: `${what}, peak memory`,
      value: peakUpTo(1),
      unit: 'MiB',
      aim: { atMost: 512 },
    },
  ];
}

function processorFigures(
  { events, cpuMillis }: RebuildReport,
  used: ReadonlyMap<string, number>,
): Figure[] {
  return [...new Map([...used, ['rebuild', cpuMillis]])].map(([kind, millis]) => ({
    part: 'e',
    what: `processor time per 1,000 events, ${kind}`,
    value: (millis / events) * 1000,
    unit: 'ms',
  }));
}
