/** `npm run bench`: measures the product on this machine, see docs/benchmarks.md. */
import { Command } from 'commander';
import type { Client } from '../harness/client.js';
import { clientDocuments } from '../harness/clientDocuments.js';
import {
  type Circumstances,
  circumstances,
  circumstancesText,
  loadNow,
  runCommand,
  say,
  within,
  writeReport,
} from '../harness/command.js';
import { type Figure, figureTable } from '../harness/figures.js';
import { populateOnce } from '../harness/population.js';
import { type PeakMemory, watchMemory } from '../harness/processes.js';
import { onStage, type Stage, untilLive } from '../harness/stage.js';
import { type Bench, createVersions, MOST_AGENTS, type QuestionFigures } from './part.js';
import { PARTS, partsNamed } from './parts.js';
import { questionTable } from './questionMeasures.js';

const parts = PARTS.map(({ name, what }) => `${name} ${what}`).sort();

interface BenchOptions {
  readonly customers: number;
  /** Names of parts; absent: all. */
  readonly only?: readonly string[];
  readonly seconds: number;
  readonly importRows?: number;
  /** Where the data stays; absent: it is removed. */
  readonly data?: string;
  readonly out?: string;
  readonly json?: boolean;
}

const command = new Command('npm run bench --')
  .option(
    '--customers <n>',
    'customers in the system, each with three policies',
    within(1_000, 1_000_000),
    100_000,
  )
  .option('--only <a,b,…>', `some parts only: ${parts.join(', ')}`, partsNamed)
  .option('--seconds <n>', 'how long the sustained load lasts', within(1, 300), 15)
  .option(
    '--import-rows <n>',
    'part y measures memory only: that of an import of so many rows above that of a tenth',
    within(1_000, 300_000),
  )
  .option('--data <folder>', 'keep the data there, and take it from there the next time')
  .option('--out <file>', 'where the JSON goes (default: data-bench/<time>.json)')
  .option('--json', 'print JSON only, write no file')
  .addHelpText(
    'after',
    '\nEVENTSTORE_URL names an empty EventStoreDB that holds the log, KAFKA_BROKERS what carries messages.',
  );

interface Report extends Circumstances {
  readonly loadAfter: number;
  readonly customers: number;
  readonly figures: readonly Figure[];
  readonly questions: readonly QuestionFigures[];
  /** MiB, by kind of process. */
  readonly peakMemory: PeakMemory;
}

/** Fills the stage, then measures part after part; nothing else is at work meanwhile. */
async function measure(stage: Stage, options: BenchOptions): Promise<Report> {
  const { customers, seconds, only, importRows } = options;
  const where = circumstances();
  const memory = watchMemory();
  const figures: Figure[] = [];
  const questions: QuestionFigures[] = [];
  let starting: Promise<Client> | undefined;
  const start = async (): Promise<Client> => {
    say('Starting the app …');
    const client = await stage.startApp(MOST_AGENTS);
    await untilLive(stage.services);
    return client;
  };
  const client = (): Promise<Client> => {
    starting ??= start();
    return starting;
  };
  const documents = await clientDocuments();
  const bench: Bench = {
    ...{ ...stage, client, documents, versions: createVersions(customers), seconds },
    ...(importRows && { importRows }),
    ...{ figures, questions, say },
  };
  const report = async (measured: readonly Figure[]) => {
    figures.push(...measured);
    if (measured.length > 0) say(figureTable(measured));
    await memory.look();
  };
  const { services, settings } = stage;
  await report(await populateOnce(services.platform, customers, say, settings.dataDir));
  for (const { name, what, together = name, measure } of PARTS) {
    if (only && !only.includes(name) && !only.includes(together)) continue;
    say(`\n${name}: ${what} …`);
    await report(await measure(bench));
  }
  const peakMemory = memory.peaks();
  return { ...where, loadAfter: loadNow(), customers, figures, questions, peakMemory };
}

async function publish(report: Report, { json, out }: BenchOptions): Promise<void> {
  if (json && !out) {
    process.stdout.write(`${JSON.stringify(report, null, 2)}\n`);
    return;
  }
  const { figures, questions, peakMemory } = report;
  const memory = Object.entries(peakMemory)
    .map(([kind, mebibytes]) => `${kind} ${Math.round(mebibytes)} MiB`)
    .join(', ');
  const parts = [
    figureTable(figures),
    questions.length > 0 ? questionTable(questions) : '',
    `Peak memory: ${memory}.`,
    circumstancesText(report),
    `As JSON: ${await writeReport(report, { out })}`,
  ];
  process.stdout.write(`\n${parts.filter(Boolean).join('\n\n')}\n`);
}

runCommand<BenchOptions>(command, async (options) => {
  await publish(await onStage((stage) => measure(stage, options), options.data), options);
  return 0;
});
