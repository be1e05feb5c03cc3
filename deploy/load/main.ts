/** `npm run load`: the mixed day of an agency, see docs/scaling.md. */
import { randomUUID } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { Command } from 'commander';
import type { Client } from '../harness/client.js';
import { type ClientDocuments, clientDocuments } from '../harness/clientDocuments.js';
import {
  circumstances,
  loadNow,
  runCommand,
  say,
  within,
  writeReport,
} from '../harness/command.js';
import { populate } from '../harness/population.js';
import { type Names, recordHeld, withProcessorTimes } from '../harness/processes.js';
import { onStage, type Stage, untilLive } from '../harness/stage.js';
import { databaseSizes } from '../ops/foundStatus.js';
import { PROCESS_ROLES, type ProcessRole } from '../roles/roles.js';
import { lostAmong } from './acknowledged.js';
import { makeUsers, type StoredFile, signInAll, storeFiles } from './agents.js';
import { requireK6, runDay } from './k6.js';
import { figuresOfDay, type LoadOptions, type LoadReport, readLog, textOf } from './report.js';

const CHANGES = 'subscription { changes { everything records { kind ids } } }';
const DOWNLOADED = 20;
/** How often it is looked what processes hold, at least. */
const LOOK_MS = 10_000;

const command = new Command('npm run load --')
  .option('--agents <n>', 'agents at work at once', within(1, 2_000), 200)
  .option('--minutes <n>', 'how long', within(0.1, 600, { isDecimal: true }), 5)
  .option(
    '--customers <n>',
    'customers in the system, each with three policies',
    within(1_000, 1_000_000),
    20_000,
  )
  .option(
    '--gateways <n>',
    '1: everything in one process, as npm start does; more: and a process for each other role',
    within(1, 8),
    1,
  )
  .option(
    '--think <n>',
    'seconds between two actions of an agent, on average',
    within(0.1, 600, { isDecimal: true }),
    5,
  )
  .option(
    '--watching <n>',
    'windows that stay open on a list and ask for it again whenever others have changed it',
    within(0, 2_000),
    0,
  )
  .option('--out <file>', 'where the JSON goes (default: data-bench/load-<time>.json)')
  .addHelpText('after', '\nNeeds k6: the program that K6 names, or the one on the PATH.');

interface Installation {
  /** Of the gateways. */
  readonly urls: readonly string[];
  /** Of the processes that were started, by their number. */
  readonly names: Names;
}

/** One gateway: everything in one process. More: each role in a process of its own. */
async function start(stage: Stage, gateways: number): Promise<Installation> {
  if (gateways === 1) {
    const { url } = await stage.startApp(1);
    return { urls: [url], names: new Map() };
  }
  const names = new Map<number, string>();
  const urls: string[] = [];
  for (const role of rolesWith(gateways)) {
    const { pid, url } = await stage.startProcess([role]);
    if (url) urls.push(url);
    if (pid) names.set(pid, role === 'gateway' ? `gateway ${urls.length}` : role);
  }
  return { urls, names };
}

/** Of a process each. */
const rolesWith = (gateways: number): readonly ProcessRole[] => [
  ...PROCESS_ROLES.filter((role) => role !== 'gateway'),
  ...Array.from({ length: gateways }, () => 'gateway' as const),
];

interface Day {
  readonly stage: Stage;
  readonly options: LoadOptions;
  readonly installation: Installation;
  readonly clients: readonly Client[];
  readonly files: readonly StoredFile[];
  readonly documents: ClientDocuments;
  readonly stopped: AbortSignal;
}

/** Writes what k6 needs to know; where that is, and where its lines are to go. */
async function makePlan(day: Day): Promise<{ plan: string; log: string }> {
  const { options, clients, files, documents, installation } = day;
  const { dataDir } = day.stage.settings;
  const plan = join(dataDir, 'plan.json');
  const facts = {
    ...{ gateways: installation.urls, documents, files, run: randomUUID().slice(0, 8) },
    ...{ think: options.think, watching: options.watching, today: kolkataDay(new Date()) },
    ...{ seconds: options.minutes * 60, agents: clients.map(({ cookie }) => cookie) },
  };
  await writeFile(plan, JSON.stringify(facts), { mode: 0o600 });
  return { plan, log: join(dataDir, 'day.log') };
}

/** The first client looks whether everything is there. */
async function liveThrough(
  day: Day,
): Promise<Omit<LoadReport, keyof ReturnType<typeof circumstances>>> {
  const { options, clients, documents } = day;
  const { platform } = day.stage.services;
  const { names } = day.installation;
  const [first] = clients;
  if (!first) throw new Error('There is no agent.');
  let reported = 0;
  const windows = await Promise.all(
    clients.map((client) =>
      client.stream(CHANGES, (text) => {
        reported += text.split('event: next').length - 1;
      }),
    ),
  );
  const { plan, log } = await makePlan(day);
  say(`${options.agents} agents at work for ${options.minutes} minutes …`);
  const everyMs = Math.min(LOOK_MS, Math.max(1_000, options.minutes * 600));
  // Agents who are through leave one after the other: that is no part of the day.
  const lookedAt = { everyMs, lastSecond: options.minutes * 60 };
  const watch = recordHeld(names, lookedAt, () => connectionsNow(platform.pool));
  const began = performance.now();
  const { used } = await withProcessorTimes(() => runDay(plan, log, day.stopped), names);
  const took = performance.now() - began;
  const held = await watch.stop();
  for (const close of windows) close();
  const loadAfter = loadNow();

  say('Looking for what was acknowledged …');
  await untilLive(day.stage.services);
  const lines = await readLog(log);
  const lost = await lostAmong(lines.acknowledged, first, documents);
  const processor = [...used].map(([name, millis]) => [name, millis / took] as const);
  return {
    ...figuresOfDay(lines, took / 1000),
    ...(await sizesOf(platform.pool)),
    ...{ options, lost, reported, held, loadAfter },
    processor: Object.fromEntries(processor),
  };
}

type Pool = Stage['services']['platform']['pool'];

async function connectionsNow(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `SELECT count(*)::int AS count FROM pg_stat_activity WHERE datname = current_database()`,
  );
  return rows[0]?.count ?? 0;
}

/** What lies in Postgres, by schema, bytes; and how many events its log holds. */
async function sizesOf(pool: Pool) {
  const { schemas: sizes } = await databaseSizes(pool);
  const log = await pool.query<{ events: number }>(
    'SELECT count(*)::float8 AS events FROM log.events',
  );
  return { sizes, events: log.rows[0]?.events ?? 0 };
}

async function load(options: LoadOptions): Promise<LoadReport> {
  say(await requireK6());
  const documents = await clientDocuments();
  const { gateways } = options;
  const live = async (stage: Stage, stopped: AbortSignal): Promise<LoadReport> => {
    const where = circumstances();
    await populate(stage.services.platform, options.customers, say);
    const accounts = await makeUsers(stage, options.agents);
    const installation = await start(stage, options.gateways);
    await untilLive(stage.services);
    say('Signing in …');
    const clients = await signInAll(accounts, options.agents, installation.urls);
    try {
      const files = await storeFiles(clients, DOWNLOADED);
      const day = { stage, options, installation, clients, files, documents, stopped };
      return { ...where, ...(await liveThrough(day)) };
    } finally {
      for (const client of clients) client.close();
    }
  };
  return onStage(live, { processes: gateways === 1 ? 1 : rolesWith(gateways).length });
}

runCommand<LoadOptions>(command, async (options) => {
  const report = await load(options);
  const file = await writeReport(report, { out: options.out, prefix: 'load-' });
  process.stdout.write(`\n${textOf(report)}\nAs JSON: ${file}\n`);
  return Object.keys(report.errors).length === 0 && report.lost.length === 0 ? 0 : 1;
});
