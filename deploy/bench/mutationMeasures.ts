import { randomUUID } from 'node:crypto';
import type { Figure } from './figures.js';
import type { GraphqlClient } from './graphqlClient.js';
import {
  CUSTOMER_VERSION,
  UPDATE_CUSTOMER,
  type UpdateAnswer,
  type VersionAnswer,
} from './operations.js';
import { processorTimes } from './processes.js';
import { repeated, timingsOf } from './timings.js';
import type { Versions } from './versions.js';

interface Parts {
  client: GraphqlClient;
  versions: Versions;
}

export const CLIENTS = 32;
const IDLE_ROUNDS = 600;
const IDLE_WARM_UP = 100;
const IDLE_LONGEST_MS = 30_000;
const STORM_WARM_UP_MS = 2_000;

interface Share {
  first: number;
  of: number;
}

/** Saves a customer as the form does; the answer comes when lists show it. */
async function save({ client, versions }: Parts, share?: Share) {
  const id = versions.anyCustomer(share);
  const commandId = randomUUID();
  const { millis, data } = await client.ask<UpdateAnswer>(UPDATE_CUSTOMER, {
    id,
    input: { address: `${commandId.slice(0, 8)}, Marine Drive` },
    expectedVersion: versions.of(id),
    commandId,
  });
  const { customer, stale } = data.updateCustomer;
  versions.note(id, customer.version);
  return { id, millis, stale, version: customer.version };
}

/** One client, one change after the other, each read back at once: is it there as promised? */
export async function measureReadable(parts: Parts): Promise<Figure[]> {
  const durations: number[] = [];
  let unseen = 0;
  const rounds = { workers: 1, millis: IDLE_LONGEST_MS, most: IDLE_ROUNDS };
  await repeated(rounds, async (_, round) => {
    const { id, millis, version } = await save(parts);
    const { data } = await parts.client.ask<VersionAnswer>(CUSTOMER_VERSION, { id });
    if (data.customer?.version !== version) unseen += 1;
    if (round >= IDLE_WARM_UP) durations.push(millis);
  });
  const { p50, p99 } = timingsOf(durations);
  return [
    {
      part: 'c',
      what: 'mutation until readable, idle, p50',
      value: p50,
      unit: 'ms',
      aim: { atMost: 25 },
    },
    {
      part: 'c',
      what: 'mutation until readable, idle, p99',
      value: p99,
      unit: 'ms',
      aim: { atMost: 100 },
    },
    {
      part: 'c',
      what: 'changes not seen when read back',
      value: unseen,
      unit: '',
      aim: { atMost: 0 },
    },
  ];
}

/** Many clients that save without a pause, each its own customers. */
export async function measureSustained(parts: Parts, seconds: number): Promise<Figure[]> {
  const durations: number[] = [];
  let errors = 0;
  let stale = 0;
  const began = performance.now() + STORM_WARM_UP_MS;
  const end = began + seconds * 1000;
  const storm = { workers: CLIENTS, millis: STORM_WARM_UP_MS + seconds * 1000 };
  const processorBefore = await processorTimes();
  let saves = 0;
  await repeated(storm, async (worker) => {
    try {
      const saved = await save(parts, { first: worker, of: CLIENTS });
      saves += 1;
      const now = performance.now();
      if (now < began || now > end) return;
      durations.push(saved.millis);
      if (saved.stale) stale += 1;
    } catch (error) {
      errors += 1;
      if (errors === 1) process.stderr.write(`  first error: ${error}\n`);
    }
  });
  const processorAfter = await processorTimes();
  const { p50, p99 } = timingsOf(durations);
  const what = `sustained mutations, ${CLIENTS} clients`;
  return [
    { part: 'd', what, value: durations.length / seconds, unit: '/s', aim: { atLeast: 500 } },
    { part: 'd', what: `${what}, p50`, value: p50, unit: 'ms' },
    { part: 'd', what: `${what}, p99`, value: p99, unit: 'ms', aim: { atMost: 250 } },
    { part: 'd', what: `${what}, errors`, value: errors, unit: '', aim: { atMost: 0 } },
    { part: 'd', what: `${what}, answered before readable`, value: stale, unit: '' },
    ...[...processorAfter].map(([kind, millis]): Figure => {
      const value = (millis - (processorBefore.get(kind) ?? 0)) / saves;
      return { part: 'd', what: `processor time per mutation, ${kind}`, value, unit: 'ms' };
    }),
  ];
}
