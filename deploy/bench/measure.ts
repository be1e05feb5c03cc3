import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { bareAppendsOf, measureAppends } from './appendMeasures.js';
import type { BenchOptions } from './benchOptions.js';
import { type Figure, figureTable, PARTS, type PartName } from './figures.js';
import { measureFiles } from './fileMeasures.js';
import type { GraphqlClient } from './graphqlClient.js';
import {
  CLIENTS,
  createVersions,
  measureCommands,
  measureReadable,
  measureSustained,
} from './mutationMeasures.js';
import { measurePages } from './pageMeasures.js';
import { populate } from './population.js';
import { type PeakMemory, watchMemory } from './processes.js';
import {
  listFigures,
  measureQuestions,
  type QuestionFigures,
  screenFigures,
} from './questionMeasures.js';
import { listQuestions, screenQuestions } from './questions.js';
import { measureRebuild } from './rebuildMeasure.js';
import { measureRelay } from './relayMeasures.js';
import { measureReminders } from './reminderMeasures.js';
import { caughtUp, type Stage } from './stage.js';
import { measureStreams } from './streamMeasures.js';

export interface Report {
  /** ISO instant. */
  readonly at: string;
  readonly machine: string;
  /** Processes that wanted a processor in the minute before: others at work spoil the figures. */
  readonly loadBefore: number;
  /** The same at the end; what was measured last counts as well. */
  readonly loadAfter: number;
  readonly customers: number;
  readonly figures: readonly Figure[];
  readonly questions: readonly QuestionFigures[];
  /** MiB, by kind of process. */
  readonly peakMemory: PeakMemory;
}

type Say = (line: string) => void;

const MiB = 1024 * 1024;

/** Fills the stage, then measures part after part; nothing else is at work meanwhile. */
export async function measure(stage: Stage, options: BenchOptions, say: Say): Promise<Report> {
  const { services } = stage;
  const at = new Date().toISOString();
  const loadBefore = loadavg()[0] ?? 0;
  const memory = watchMemory();
  const versions = createVersions(options.customers);
  const figures: Figure[] = [];
  const questions: QuestionFigures[] = [];
  const wants = (part: PartName) => options.parts.includes(part);
  const report = async (measured: Figure[]) => {
    figures.push(...measured);
    say(figureTable(measured));
    await memory.look();
  };
  const begin = (part: PartName) => say(`\n${part}: ${PARTS[part]} …`);

  say(`Writing ${options.customers} customers, their policies, documents and quotations …`);
  await report(await populate({ ...stage.backend, ...services.platform }, options.customers, say));

  // Before what is appended bare: of those events nobody has said what their message is.
  if (wants('i')) {
    begin('i');
    await report(await measureRelay({ ...stage, versions }));
  }

  if (wants('a') || wants('b')) {
    begin('b');
    await report(
      await measureCommands({
        services,
        versions,
        isTable: stage.backend.eventStoreUrl === undefined,
      }),
    );
    begin('a');
    await report(await measureAppends({ services }));
  }

  const sustained = () => ({
    seconds: options.seconds,
    bareAppends: figures.find(({ what }) => what === bareAppendsOf(CLIENTS))?.value,
  });

  const needsApp = (['c', 'd', 'e', 'f', 'g', 'h', 'j', 'k', 'web'] as const).some(wants);
  if (needsApp) {
    say('\nStarting the app …');
    const client: GraphqlClient = await stage.startApp(CLIENTS);
    await caughtUp(stage);
    if (wants('f')) {
      begin('f');
      const lists = await measureQuestions({ services, client }, listQuestions(services), say);
      questions.push(...lists);
      await report(listFigures(lists));
    }
    if (wants('g')) {
      begin('g');
      const screens = await measureQuestions({ services, client }, screenQuestions(services), say);
      questions.push(...screens);
      await report(screenFigures(screens));
    }
    const others: readonly [PartName, () => Promise<Figure[]>][] = [
      ['c', () => measureReadable({ client, versions })],
      ['d', () => measureSustained({ client, versions }, sustained())],
      ['h', () => measureFiles({ client, dataDir: stage.dataDir })],
      ['j', () => measureReminders(stage)],
      ['k', () => measureStreams({ client, versions })],
      ['web', () => measurePages(client)],
      ['e', () => measureRebuild(stage.backend)],
    ];
    for (const [part, measured] of others.filter(([part]) => wants(part))) {
      begin(part);
      await report(await measured());
    }
  }
  return {
    ...{ at, machine: machine(), loadBefore, loadAfter: loadavg()[0] ?? 0 },
    ...{ customers: options.customers, figures, questions, peakMemory: memory.peaks() },
  };
}

/** For the reader of the figures. */
export function machine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / MiB / 1024);
  const model = processors[0]?.model.trim() ?? 'unknown';
  return `${processors.length} × ${model}, ${memory} GiB, ${type()} ${release()}, Node ${process.version}`;
}
