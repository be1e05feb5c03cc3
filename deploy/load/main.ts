/** `npm run load`: the mixed day of an agency, see docs/scaling.md. */
import { randomUUID } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { loadavg } from 'node:os';
import { dirname, join } from 'node:path';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { GraphqlClient } from '../bench/graphqlClient.js';
import { machine } from '../bench/measure.js';
import { populate } from '../bench/population.js';
import { productProcesses } from '../bench/processes.js';
import { caughtUp, type Stage, setStage } from '../bench/stage.js';
import { PROCESS_ROLES } from '../roles/roles.js';
import { endWith } from '../start/command.js';
import { lostAmong } from './acknowledged.js';
import { makeUsers, signIn } from './agents.js';
import { sizesOf, watchConnections } from './database.js';
import { clientDocuments } from './documents.js';
import { requireK6, runDay } from './k6.js';
import { type LoadOptions, loadOptions, USAGE } from './loadOptions.js';
import { readLog } from './log.js';
import { recordMemory } from './memory.js';
import { figuresOfDay, type LoadReport, textOf } from './report.js';
import { type StoredFile, storeFiles } from './storedFiles.js';

const say = (line: string) => void process.stderr.write(`${line}\n`);

const CHANGES = 'subscription { changes { everything records { kind ids } } }';
const DOWNLOADED = 20;

interface Installation {
  /** Of the gateways. */
  readonly urls: readonly string[];
  /** Of the processes that were started, by their number. */
  readonly names: ReadonlyMap<number, string>;
}

/** One gateway: everything in one process. More: each role in a process of its own. */
async function start(stage: Stage, gateways: number): Promise<Installation> {
  if (gateways === 1) {
    const { url } = await stage.startApp(1);
    return { urls: [url], names: new Map() };
  }
  const others = PROCESS_ROLES.filter((role) => role !== 'gateway');
  const wanted = [...others, ...Array.from({ length: gateways }, () => 'gateway' as const)];
  const names = new Map<number, string>();
  const urls: string[] = [];
  for (const role of wanted) {
    const { pid, url } = await stage.startProcess([role]);
    if (url) urls.push(url);
    if (pid) names.set(pid, role === 'gateway' ? `gateway ${urls.length}` : role);
  }
  return { urls, names };
}

/** Processor time of each process, or of all of Postgres, milliseconds. */
async function processorTimes(names: ReadonlyMap<number, string>): Promise<Map<string, number>> {
  const times = new Map<string, number>();
  for (const { pid, kind, cpuMillis } of await productProcesses()) {
    const name = names.get(pid) ?? kind;
    times.set(name, (times.get(name) ?? 0) + cpuMillis);
  }
  return times;
}

interface Day {
  readonly stage: Stage;
  readonly options: LoadOptions;
  readonly installation: Installation;
  readonly clients: readonly GraphqlClient[];
  readonly files: readonly StoredFile[];
  readonly documents: Readonly<Record<string, string>>;
  readonly stopped: AbortSignal;
}

/** One client looks whether everything is there; it must be signed in. */
async function liveThrough(day: Day): Promise<Omit<LoadReport, 'at' | 'machine' | 'loadBefore'>> {
  const { stage, options, installation, clients, files, documents, stopped } = day;
  const { urls, names } = installation;
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
  const seconds = options.minutes * 60;
  const plan = join(stage.dataDir, 'plan.json');
  const log = join(stage.dataDir, 'day.log');
  await writeFile(
    plan,
    JSON.stringify({
      ...{ gateways: urls, documents, files, seconds, run: randomUUID().slice(0, 8) },
      ...{ think: options.think, watching: options.watching, today: kolkataDay(new Date()) },
      agents: clients.map(({ cookie }) => cookie),
    }),
    { mode: 0o600 },
  );
  say(`${options.agents} agents at work for ${options.minutes} minutes …`);
  const before = await processorTimes(names);
  const everyMs = Math.max(1_000, (seconds * 1000) / 100);
  const memory = recordMemory(names, everyMs);
  const watched = watchConnections(stage, everyMs);
  const began = performance.now();
  await runDay(plan, log, stopped);
  const took = performance.now() - began;
  const after = await processorTimes(names);
  const memoryFigures = await memory.stop();
  const connections = await watched.stop();
  for (const close of windows) close();
  const loadAfter = loadavg()[0] ?? 0;

  say('Looking for what was acknowledged …');
  await caughtUp(stage);
  const lines = await readLog(log);
  const lost = await lostAmong(lines.acknowledged, first, documents);
  const processor = [...after].map(
    ([name, millis]) => [name, (millis - (before.get(name) ?? 0)) / took] as const,
  );
  return {
    ...figuresOfDay(lines, took / 1000),
    ...(await sizesOf(stage)),
    ...{ options, lost, reported, connections, loadAfter, memory: memoryFigures },
    processor: Object.fromEntries(processor),
  };
}

async function load(options: LoadOptions): Promise<number> {
  say(await requireK6());
  const documents = await clientDocuments();
  const stopping = new AbortController();
  const staging = setStage();
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.once(signal, async () => {
      say('Stopping …');
      stopping.abort();
      await (await staging.catch(() => undefined))?.clear();
      process.exit(130);
    });
  }
  const stage = await staging;
  const at = new Date().toISOString();
  const loadBefore = loadavg()[0] ?? 0;
  let clients: GraphqlClient[] = [];
  try {
    say(`Writing ${options.customers} customers, their policies, documents and quotations …`);
    await populate(
      { ...stage.backend, ...stage.services.platform },
      options.customers,
      () => undefined,
    );
    const accounts = await makeUsers(stage, options.agents);
    const installation = await start(stage, options.gateways);
    await caughtUp(stage);
    say('Signing in …');
    clients = await signIn(accounts, options.agents, installation.urls);
    const files = await storeFiles(clients, DOWNLOADED);
    const { signal: stopped } = stopping;
    const parts = { stage, options, installation, clients, files, documents, stopped };
    const report = { at, machine: machine(), loadBefore, ...(await liveThrough(parts)) };
    await publish(report);
    return Object.keys(report.errors).length === 0 && report.lost.length === 0 ? 0 : 1;
  } finally {
    for (const client of clients) client.close();
    await stage.clear();
  }
}

async function publish(report: LoadReport): Promise<void> {
  const name = `load-${report.at.replaceAll(':', '-')}.json`;
  const file = report.options.out ?? join('data-bench', name);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, `${JSON.stringify(report, null, 2)}\n`);
  process.stdout.write(`\n${textOf(report)}\nAs JSON: ${file}\n`);
}

async function main(words: readonly string[]): Promise<number> {
  if (words.includes('--help')) {
    process.stdout.write(`${USAGE}\n`);
    return 0;
  }
  let options: LoadOptions;
  try {
    options = loadOptions(words);
  } catch (error) {
    throw new Error(`${error instanceof Error ? error.message : error}\n\n${USAGE}`);
  }
  return load(options);
}

endWith(main(process.argv.slice(2)));
