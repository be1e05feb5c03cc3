import { type Figure, figuresOf, processorFigures } from '../harness/figures.js';
import { fork } from '../harness/forked.js';
import { withProcessorTimes } from '../harness/processes.js';
import type { Backend } from '../start/backend.js';
import type { Bench } from './part.js';

export interface LogTask extends Backend {
  /** How many to build the read models of; undefined: all are read, and that is it. */
  readonly events?: number;
}

/** Until now, milliseconds; the processor's time is that of the process itself. */
export interface Progressed {
  readonly millis: number;
  readonly cpuMillis: number;
}

export interface CaughtUp extends Progressed {
  readonly events: number;
  readonly peakMebibytes: number;
}

/** What is said at the end of a rebuild, after indexes; `Progressed` after the last event. */
export interface Rebuilt {
  readonly millis: number;
  /** Resident memory on the way. */
  readonly memory: { events: number; mebibytes: number }[];
}

/**
 * Reads the whole log as every subscriber does, then builds the read models anew beside those that
 * serve; each in a process of its own.
 */
export async function measureRebuild({ servers, client }: Bench): Promise<Figure[]> {
  await client();
  const begin = (task: Partial<LogTask>) =>
    fork('bench/rebuildProcess.js', { ...servers, ...task });
  /** With the processor time until the first answer, of all but the load generator. */
  const answered = async <Said extends Progressed>(
    child: ReturnType<typeof fork>,
    name: string,
  ) => {
    const { result, used } = await withProcessorTimes(() => child.answer<Said>());
    const { 'load generator': _, rebuild: __, ...others } = Object.fromEntries(used);
    return { ...result, used: new Map(Object.entries({ ...others, [name]: result.cpuMillis })) };
  };
  const reader = begin({});
  const read = await answered<CaughtUp>(reader, 'subscriber').finally(reader.stop);
  const { events } = read;
  const builder = begin({ events });
  try {
    const projected = await answered<Progressed>(builder, 'rebuild');
    const { millis, memory } = await builder.answer<Rebuilt>();
    const peakUpTo = (part: number): number =>
      Math.max(...memory.filter((at) => at.events <= events * part).map((at) => at.mebibytes));
    const e = figuresOf('e');
    const perThousand = { count: events / 1000 };
    const perSecond = (of: Progressed) => (events / of.millis) * 1000;
    const per1000 = 'processor time per 1,000 events';
    return [
      e('catching up', perSecond(read), '/s'),
      e('catching up, peak memory', read.peakMebibytes, 'MiB'),
      ...processorFigures(e, `catching up, ${per1000}`, read.used, perThousand),
      e('rebuild, events in the log', events, ''),
      e('rebuild, projecting', perSecond(projected), '/s', { atLeast: 15_000 }),
      e('rebuild, indexes and swap', millis - projected.millis, 'ms'),
      e('rebuild, peak memory at half of the log', peakUpTo(0.5), 'MiB'),
      e('rebuild, peak memory', peakUpTo(1), 'MiB', { atMost: 512 }),
      ...processorFigures(e, `projecting, ${per1000}`, projected.used, perThousand),
    ];
  } finally {
    await builder.stop();
  }
}
