import { randomUUID } from 'node:crypto';
import { type Figure, figuresOf, timingsOf } from '../harness/figures.js';
import { fork } from '../harness/forked.js';
import { residentMemory } from '../harness/processes.js';
import { MOST_STREAMS } from '../harness/stage.js';
import { until } from '../harness/waiting.js';
import { type Sustained, sustain } from './mutationMeasures.js';
import { type Bench, CLIENTS } from './part.js';

export interface ReadersTask {
  readonly url: string;
  readonly cookie: string;
  readonly query: string;
  /** How many to open. */
  readonly streams: number;
}

/** What arrived on all streams together. */
export interface Heard {
  readonly reports: number;
  readonly bytes: number;
  /** How many streams have told of the customer that is asked for. */
  readonly told: number;
}

const TURNS = 3;
/** Longest that a change may take to all of them, milliseconds. */
const TIMEOUT_MS = 30_000;

const CREATE = `mutation Create($input: NewCustomerInput!, $commandId: ID!) {
  createCustomer(input: $input, commandId: $commandId) { customer { id } }
}`;

/**
 * Clients that save without a pause, by turns alone and beside many open windows, which are read by a
 * process of their own. At the end of each turn a customer is created, of whom every stream must tell.
 */
export async function measureWritesBesideStreams(bench: Bench): Promise<Figure[]> {
  const client = await bench.client();
  const editor = { ...bench, client };
  const { Changes: query = '' } = bench.documents;
  const alone: Sustained[] = [];
  const beside: Sustained[] = [];
  const heard: Heard[] = [];
  const lags: number[] = [];
  let mebibytes = 0;
  for (let turn = 0; turn < TURNS; turn += 1) {
    alone.push(await sustain(editor, bench));
    const before = await residentMemory('app');
    const { url, cookie } = client;
    const task: ReadersTask = { url, cookie, query, streams: MOST_STREAMS };
    const readers = fork('bench/streamReaders.js', task);
    try {
      await readers.answer();
      mebibytes = Math.max(mebibytes, (await residentMemory('app')) - before);
      beside.push(await sustain(editor, bench));
      const began = performance.now();
      const input = { name: 'Leela Pillai', phone: '9876543210' };
      const { data } = await client.ask<{ createCustomer: { customer: { id: number } } }>(CREATE, {
        ...{ input, commandId: randomUUID() },
      });
      const customer = data.createCustomer.customer.id;
      const listen = async () => {
        readers.send({ customer });
        return readers.answer<Heard>();
      };
      const all = async () => (await listen()).told >= MOST_STREAMS;
      await until(all, 'all streams to tell of a customer', TIMEOUT_MS);
      lags.push(performance.now() - began);
      heard.push(await listen());
    } finally {
      await readers.stop();
    }
  }
  return figuresFrom({ alone, beside, heard, lags, mebibytes, seconds: bench.seconds });
}

interface Measured {
  readonly alone: readonly Sustained[];
  readonly beside: readonly Sustained[];
  readonly heard: readonly Heard[];
  /** From asking for a new customer until all streams have told of them, milliseconds. */
  readonly lags: readonly number[];
  readonly mebibytes: number;
  readonly seconds: number;
}

function figuresFrom({ alone, beside, heard, lags, mebibytes, seconds }: Measured): Figure[] {
  const s = figuresOf('s');
  const total = (of: readonly Sustained[], what: 'saves' | 'errors') =>
    of.reduce((sum, one) => sum + one[what], 0);
  const rateOf = (of: readonly Sustained[]) =>
    of.reduce((sum, { durations }) => sum + durations.length, 0) / (of.length * seconds);
  const of = (name: string, turns: readonly Sustained[]): Figure[] => {
    const { p50, p95, p99 } = timingsOf(turns.flatMap(({ durations }) => durations));
    const kinds = [...new Set(turns.flatMap(({ used }) => [...used.keys()]))];
    return [
      s(`writes by ${CLIENTS} clients, ${name}`, rateOf(turns), '/s'),
      s(`writes by ${CLIENTS} clients, ${name}, p50`, p50, 'ms'),
      s(`writes by ${CLIENTS} clients, ${name}, p95`, p95, 'ms'),
      s(`writes by ${CLIENTS} clients, ${name}, p99`, p99, 'ms'),
      ...kinds.map((kind) => {
        const millis = turns.reduce((sum, { used }) => sum + (used.get(kind) ?? 0), 0);
        return s(
          `processor time per write, ${name}, ${kind}`,
          millis / total(turns, 'saves'),
          'ms',
        );
      }),
    ];
  };
  const streams = `beside ${MOST_STREAMS} streams`;
  const reports = heard.reduce((sum, one) => sum + one.reports, 0) / MOST_STREAMS;
  return [
    ...of('alone', alone),
    ...of(streams, beside),
    s(`writes, alone against ${streams}`, rateOf(alone) / rateOf(beside), '×', { atMost: 1.5 }),
    s(`writes ${streams}, errors`, total([...alone, ...beside], 'errors'), '', { atMost: 0 }),
    s(`writes for each report of a stream`, total(beside, 'saves') / reports, ''),
    s(`a new customer’s way to ${MOST_STREAMS} streams, the slowest`, Math.max(...lags), 'ms', {
      atMost: 2_000,
    }),
    s(`memory of the app for ${MOST_STREAMS} streams`, mebibytes, 'MiB'),
  ];
}
