import { randomUUID } from 'node:crypto';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { Client } from '../harness/client.js';
import {
  type Figure,
  figuresOf,
  processorFigures,
  repeated,
  timed,
  timingsOf,
} from '../harness/figures.js';
import { withProcessorTimes } from '../harness/processes.js';
import { bareAppendsOf, ownStream } from './appendMeasures.js';
import { type Bench, CLIENTS, type Versions } from './part.js';

/** Of a process that has been at work for a while: its code is compiled after some 3,000 rounds. */
const COMMANDS = { most: 4500, millis: 120_000 };
const WARM_UP_SHARE = 2 / 3;
/** The customers from 1 on whom some agents work with all the time. */
const LATELY = 50;
const MUTATIONS = { most: 600, warmUp: 100, millis: 30_000 };
const WARM_UP_MS = 2_000;

/** A change of the address of a customer, as the form sends it. */
function changeOf(id: number, versions: Versions) {
  const commandId = randomUUID();
  const input = { address: `${commandId.slice(0, 8)}, Marine Drive` };
  return { id, commandId, input, expectedVersion: versions.of(id) };
}

async function changeByCommand(
  customerId: number,
  { services, versions }: Pick<Bench, 'services' | 'versions'>,
): Promise<void> {
  const { id, input, commandId, expectedVersion } = changeOf(customerId, versions);
  const context = { commandId, actor: systemActor, correlationId: commandId, expectedVersion };
  const { record: customer } = await services.customers.update(id, input, context);
  versions.record(customer.id, customer.version);
}

/** How long one thing after the other took, and the processor time of this process. Milliseconds. */
const series = () => {
  const millis: number[] = [];
  const cpuMillis: number[] = [];
  return {
    async measure(work: () => Promise<void>, isWarmUp: boolean): Promise<void> {
      const before = process.cpuUsage();
      const done = await timed(work);
      const { user, system } = process.cpuUsage(before);
      if (isWarmUp) return;
      millis.push(done.millis);
      cpuMillis.push((user + system) / 1000);
    },
    timings: () => timingsOf(millis),
    cpuMean: () => cpuMillis.reduce((sum, one) => sum + one, 0) / cpuMillis.length,
  };
};

/**
 * By turns, so that all meet the same machine: a bare append to a stream at its known revision; a
 * whole command on a customer whom this process has changed lately; and one on a customer whose
 * stream is not in memory. Their key is not either when there are more customers than keys that a
 * process holds: it made them all, and relies on them for as long as it hears of destructions.
 */
export async function measureCommands(bench: Bench): Promise<Figure[]> {
  const append = ownStream(bench.services);
  const [appends, lately, others] = [series(), series(), series()];
  const most = Math.min(COMMANDS.most, bench.versions.customers - LATELY);
  await repeated({ workers: 1, ...COMMANDS, most }, async (_, round) => {
    const isWarmUp = round < most * WARM_UP_SHARE;
    await appends.measure(append, isWarmUp);
    await lately.measure(() => changeByCommand(1 + (round % LATELY), bench), isWarmUp);
    await others.measure(() => changeByCommand(1 + LATELY + round, bench), isWarmUp);
  });
  const [bare, known, unknown] = [appends.timings(), lately.timings(), others.timings()];
  const [a, b] = [figuresOf('a'), figuresOf('b')];
  return [
    a('bare append, one client, p50', bare.p50, 'ms'),
    a('bare append, one client, p99', bare.p99, 'ms'),
    a('processor time per bare append, load generator', appends.cpuMean(), 'ms'),
    b('command on a customer lately changed, p50', known.p50, 'ms'),
    b('command on a customer lately changed, p99', known.p99, 'ms'),
    b('processor time per command, lately changed, load generator', lately.cpuMean(), 'ms'),
    b('command on any other customer, p50', unknown.p50, 'ms'),
    b('command on any other customer, p99', unknown.p99, 'ms'),
    b('processor time per command, any other, load generator', others.cpuMean(), 'ms'),
    b('lately changed against bare append, p50', known.p50 / bare.p50, '×', { atMost: 1.5 }),
    // An append to the table costs so much less than one to an event store.
    b('any other against bare append, p50', unknown.p50 / bare.p50, '×', {
      atMost: bench.servers.eventStoreUrl === undefined ? 3 : 2.5,
    }),
  ];
}

/** Who changes customers from outside. */
export interface Editor extends Pick<Bench, 'versions' | 'documents'> {
  readonly client: Client;
}

const CUSTOMER_VERSION = `query Version($id: Int!) { customer(id: $id) { version } }`;

/** Saves a customer as the form does; the answer comes when lists show it. */
export async function saveCustomer(
  { client, versions, documents: { UpdateCustomer = '' } }: Editor,
  share?: { first: number; of: number },
) {
  const change = changeOf(versions.anyCustomer(share), versions);
  // The client does not ask whether lists were quick enough.
  const query = UpdateCustomer.replace('record:', 'stale record:');
  const { millis, data } = await client.ask<{
    saved: { record: { version: number }; stale: boolean };
  }>(query, change);
  const { record, stale } = data.saved;
  versions.record(change.id, record.version);
  return { id: change.id, millis, stale, version: record.version };
}

/** One client, one change after the other, each read back at once: is it there as promised? */
export async function measureReadable(bench: Bench): Promise<Figure[]> {
  const editor = { ...bench, client: await bench.client() };
  const durations: number[] = [];
  let missing = 0;
  await repeated({ workers: 1, ...MUTATIONS }, async (_, round) => {
    const { id, millis, version } = await saveCustomer(editor);
    const { data } = await editor.client.ask<{ customer: { version: number } | null }>(
      CUSTOMER_VERSION,
      { id },
    );
    if (data.customer?.version !== version) missing += 1;
    if (round >= MUTATIONS.warmUp) durations.push(millis);
  });
  const { p50, p95, p99 } = timingsOf(durations);
  const c = figuresOf('c');
  return [
    c('mutation until readable, idle, p50', p50, 'ms', { atMost: 25 }),
    c('mutation until readable, idle, p95', p95, 'ms'),
    c('mutation until readable, idle, p99', p99, 'ms', { atMost: 100 }),
    c('changes not seen when read back', missing, '', { atMost: 0 }),
  ];
}

/** What clients met that saved without a pause. */
export interface Sustained {
  /** Of each save, milliseconds. */
  readonly durations: readonly number[];
  /** With those of warming up. */
  readonly saves: number;
  readonly errors: number;
  /** Answered before lists showed it. */
  readonly stale: number;
  /** Processor time by kind of process, milliseconds, for all saves. */
  readonly used: ReadonlyMap<string, number>;
}

/** Many clients that save without a pause, each its own customers. */
export async function sustain(
  editor: Editor,
  { seconds, say }: Pick<Bench, 'seconds' | 'say'>,
): Promise<Sustained> {
  const durations: number[] = [];
  let saves = 0;
  let errors = 0;
  let stale = 0;
  const began = performance.now() + WARM_UP_MS;
  const end = began + seconds * 1000;
  const millis = WARM_UP_MS + seconds * 1000;
  const save = async (worker: number): Promise<void> => {
    try {
      const saved = await saveCustomer(editor, { first: worker, of: CLIENTS });
      saves += 1;
      const now = performance.now();
      if (now < began || now > end) return;
      durations.push(saved.millis);
      if (saved.stale) stale += 1;
    } catch (error) {
      errors += 1;
      if (errors === 1) say(`  first error: ${error}`);
    }
  };
  const { used } = await withProcessorTimes(() => repeated({ workers: CLIENTS, millis }, save));
  return { durations, saves, errors, stale, used };
}

export async function measureSustained(bench: Bench): Promise<Figure[]> {
  const editor = { ...bench, client: await bench.client() };
  const { durations, saves, errors, stale, used } = await sustain(editor, bench);
  const { p50, p99 } = timingsOf(durations);
  const what = `sustained mutations, ${CLIENTS} clients`;
  const d = figuresOf('d');
  const rate = durations.length / bench.seconds;
  // By as many clients in the same run; undefined where part a was not asked for.
  const bare = bench.figures.find((figure) => figure.what === bareAppendsOf(CLIENTS))?.value;
  return [
    d(what, rate, '/s', { atLeast: 500 }),
    ...(bare ? [d(`${what}, against bare appends`, rate / bare, '×', { atLeast: 1 / 3 })] : []),
    d(`${what}, p50`, p50, 'ms'),
    d(`${what}, p99`, p99, 'ms', { atMost: 250 }),
    d(`${what}, errors`, errors, '', { atMost: 0 }),
    d(`${what}, answered before readable`, stale, ''),
    ...processorFigures(d, 'processor time per mutation', used, { count: saves }),
  ];
}
