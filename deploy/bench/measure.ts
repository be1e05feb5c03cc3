import { cpus, loadavg, release, totalmem, type } from 'node:os';
import { measureAppendStorm, measureCommands } from './appendMeasures.js';
import type { BenchOptions } from './benchOptions.js';
import { type Figure, figureTable, PARTS, type PartName } from './figures.js';
import { measureFiles } from './fileMeasures.js';
import type { GraphqlClient } from './graphqlClient.js';
import { type PeakMemory, watchMemory } from './memory.js';
import { CLIENTS, measureReadable, measureSustained } from './mutationMeasures.js';
import { populate } from './population.js';
import {
  listFigures,
  measureLists,
  measureScreens,
  type QuestionFigures,
  screenFigures,
} from './questionMeasures.js';
import { measureRebuild } from './rebuildMeasure.js';
import type { Stage } from './stage.js';
import { createVersions } from './versions.js';

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

type Tell = (line: string) => void;

const MiB = 1024 * 1024;
/** How long the read models may take to catch up, in milliseconds. */
const PATIENCE_MS = 10 * 60_000;

/** Fills the stage, then measures part after part; nothing else is at work meanwhile. */
export async function measure(stage: Stage, options: BenchOptions, tell: Tell): Promise<Report> {
  const { services } = stage;
  const at = new Date().toISOString();
  const loadBefore = loadavg()[0] ?? 0;
  const memory = watchMemory();
  const versions = createVersions(options.customers);
  const figures: Figure[] = [];
  const questions: QuestionFigures[] = [];
  const wants = (part: PartName) => options.parts.includes(part);
  const note = async (measured: Figure[]) => {
    figures.push(...measured);
    tell(figureTable(measured));
    await memory.look();
  };
  const begin = (part: PartName) => tell(`\n${part}: ${PARTS[part]} …`);

  tell(`Writing ${options.customers} customers, their policies, documents and quotations …`);
  await note(await populateFigures(stage, options.customers, tell));

  if (wants('a') || wants('b')) {
    begin('b');
    await note(await measureCommands({ services, versions }));
    begin('a');
    await note(await measureAppendStorm({ services, versions }));
  }

  const needsApp = (['c', 'd', 'e', 'f', 'g', 'h'] as const).some(wants);
  if (needsApp) {
    tell('\nStarting the app …');
    const client: GraphqlClient = await stage.startApp(CLIENTS);
    await caughtUp(stage);
    if (wants('f')) {
      begin('f');
      const lists = await measureLists({ services, client }, (what) => tell(`  ${what}`));
      questions.push(...lists);
      await note(listFigures(lists));
    }
    if (wants('g')) {
      begin('g');
      const screens = await measureScreens({ services, client }, (what) => tell(`  ${what}`));
      questions.push(...screens);
      await note(screenFigures(screens));
    }
    if (wants('c')) {
      begin('c');
      await note(await measureReadable({ client, versions }));
    }
    if (wants('d')) {
      begin('d');
      await note(await measureSustained({ client, versions }, options.seconds));
    }
    if (wants('h')) {
      begin('h');
      await note(await measureFiles({ client, dataDir: stage.dataDir }));
    }
    if (wants('e')) {
      begin('e');
      await note(await measureRebuild(stage.backend));
    }
  }
  const { customers } = options;
  const peakMemory = memory.peaks();
  const loadAfter = loadavg()[0] ?? 0;
  return {
    at,
    machine: machine(),
    loadBefore,
    loadAfter,
    customers,
    figures,
    questions,
    peakMemory,
  };
}

async function populateFigures(stage: Stage, customers: number, tell: Tell): Promise<Figure[]> {
  const { platform } = stage.services;
  const step = Math.max(1000, Math.round(customers / 10_000) * 1000);
  const { events, policies, documents, quotations, millis } = await populate(
    platform,
    customers,
    (done) => {
      if (done % step === 0) tell(`  ${done}`);
    },
  );
  const perSecond = (events / millis) * 1000;
  return [
    { part: 'population', what: 'customers', value: customers, unit: '' },
    { part: 'population', what: 'policies', value: policies, unit: '' },
    { part: 'population', what: 'documents', value: documents, unit: '' },
    { part: 'population', what: 'quotations', value: quotations, unit: '' },
    { part: 'population', what: 'events', value: events, unit: '' },
    { part: 'population', what: 'events sealed and appended', value: perSecond, unit: '/s' },
  ];
}

async function caughtUp({ services: { platform, readModels } }: Stage): Promise<void> {
  const head = await platform.eventLog.head();
  if (head && !(await readModels.waitFor(head, PATIENCE_MS))) {
    throw new Error('The read models did not catch up.');
  }
  // Indexes come after the last event of a build.
  const end = Date.now() + PATIENCE_MS;
  while ((await readModels.status()).state !== 'live') {
    if (Date.now() > end) throw new Error('The read models did not become live.');
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
}

function machine(): string {
  const processors = cpus();
  const memory = Math.round(totalmem() / MiB / 1024);
  const model = processors[0]?.model.trim() ?? 'unknown';
  return `${processors.length} × ${model}, ${memory} GiB, ${type()} ${release()}, Node ${process.version}`;
}
