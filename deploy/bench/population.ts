import { randomUUID } from 'node:crypto';
import { TERMS_PER_POLICY } from '@insuremanager/contracts/policies/policyEvents';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { EventToLoad } from '@insuremanager/services/platform/eventLog/eventLog';
import type { Platform } from '@insuremanager/services/platform/platform';
import { loadEvents } from '../loadEvents.js';
import { type Figure, figuresOf } from './figures.js';
import { recordsOf, type StreamHistory, streamsOf } from './histories.js';
import { withProcessorTimes } from './processes.js';

/** Customers whose events are encoded together: their keys are made by one statement. */
const CUSTOMERS_AT_ONCE = 200;

type Populated = Pick<Platform, 'eventLog' | 'codec' | 'ids'>;

/**
 * Writes the histories of customers 1 to `customers`, and of what they have, straight into the log,
 * past the deciders and their reads: sealed and encoded as commands do it.
 */
export async function populate(
  { eventLog, codec, ids }: Populated,
  customers: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  const began = performance.now();
  const now = new Date();
  const step = Math.max(1000, Math.round(customers / 10_000) * 1000);
  let events = 0;

  const encoded = ({ stream, history }: StreamHistory): Promise<EventToLoad>[] =>
    history.map(async ({ event, at }, revision) => ({
      ...(await codec.encode(event, randomUUID(), metadataAt(at))),
      stream,
      revision: BigInt(revision),
    }));
  async function* batches(): AsyncGenerator<EventToLoad[]> {
    for (let first = 1; first <= customers; first += CUSTOMERS_AT_ONCE) {
      const last = Math.min(first + CUSTOMERS_AT_ONCE - 1, customers);
      const encoding: Promise<EventToLoad>[] = [];
      for (let id = first; id <= last; id += 1) {
        for (const stream of streamsOf(id, customers, now)) encoding.push(...encoded(stream));
      }
      const batch = await Promise.all(encoding);
      events += batch.length;
      yield batch;
      if (Math.floor(last / step) > Math.floor((first - 1) / step)) say(`  ${last}`);
    }
  }
  const loading = () => loadEvents({ eventLog, ended: NEVER }, batches());
  const { used } = await withProcessorTimes(loading);
  const records = recordsOf(customers);
  await ids.lift('customer', customers);
  await ids.lift('policy', records.policies * TERMS_PER_POLICY);
  await ids.lift('document', records.documents);
  await ids.lift('quotation', records.quotations);
  const perSecond = (events / (performance.now() - began)) * 1000;
  const perEvent = (millis: number) => (millis * 1000) / events;
  const figure = figuresOf('population');
  return [
    ...Object.entries({ customers, ...records, events }).map(([what, count]) =>
      figure(what, count, ''),
    ),
    figure('events sealed and loaded', perSecond, '/s'),
    figure('processor time per event', perEvent(total(used)), 'µs', { atMost: 220 }),
    ...[...used].map(([kind, millis]) =>
      figure(`processor time per event, ${kind}`, perEvent(millis), 'µs'),
    ),
  ];
}

const NEVER = new AbortController().signal;

const total = (used: ReadonlyMap<string, number>): number =>
  [...used.values()].reduce((sum, millis) => sum + millis, 0);

function metadataAt(at: Date) {
  const commandId = randomUUID();
  return {
    commandId,
    commandDigest: 'J4mA9m2pO2b5cQm3bWf0p6w0v2x7m1Qd8r3t5y7u9i0',
    actor: systemActor,
    correlationId: commandId,
    occurredAt: at.toISOString(),
  };
}
