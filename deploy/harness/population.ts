import { randomUUID } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import { TERMS_PER_POLICY } from '@insuremanager/contracts/policies/policyEvents';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import type {
  EventToAppend,
  EventToLoad,
} from '@insuremanager/services/platform/eventLog/eventLog';
import type { Platform } from '@insuremanager/services/platform/platform';
import { loadEvents } from '../loadEvents.js';
import { type Figure, figuresOf, processorFigures } from './figures.js';
import { recordsOf, type StreamHistory, streamsOf } from './histories.js';
import { withProcessorTimes } from './processes.js';

/** Customers whose events are encoded together: their keys are made by one statement. */
const CUSTOMERS_AT_ONCE = 200;

/** An event as a command of the system writes it, sealed and encoded. */
export const encodedEvent = (
  { codec }: Pick<Platform, 'codec'>,
  event: DomainEvent,
  at = new Date(),
): Promise<EventToAppend> => {
  const commandId = randomUUID();
  return codec.encode(event, randomUUID(), {
    ...{ commandId, correlationId: commandId, actor: systemActor },
    commandDigest: 'J4mA9m2pO2b5cQm3bWf0p6w0v2x7m1Qd8r3t5y7u9i0',
    occurredAt: at.toISOString(),
  });
};

/** As `populate`, unless the folder holds that many already. @throws when it holds others. */
export async function populateOnce(
  platform: Parameters<typeof populate>[0],
  customers: number,
  say: (line: string) => void,
  folder: string,
): Promise<Figure[]> {
  const file = join(folder, 'populated');
  const held = Number(await readFile(file, 'utf8').catch(() => '0'));
  if (held === customers) return [];
  if (held > 0) throw new Error(`${folder} holds ${held} customers, not ${customers}.`);
  const figures = await populate(platform, customers, say);
  await writeFile(file, `${customers}\n`);
  return figures;
}

/**
 * Writes the histories of customers 1 to `customers`, and of what they have, straight into the log,
 * past the deciders and their reads: sealed and encoded as commands do it.
 */
export async function populate(
  platform: Pick<Platform, 'eventLog' | 'codec' | 'ids'>,
  customers: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  say(`Writing ${customers} customers, their policies, documents and quotations …`);
  const { eventLog, ids } = platform;
  const began = performance.now();
  const now = new Date();
  const step = Math.max(1000, Math.round(customers / 10_000) * 1000);
  let events = 0;

  const encoded = ({ stream, history }: StreamHistory): Promise<EventToLoad>[] =>
    history.map(async ({ event, at }, revision) => ({
      ...(await encodedEvent(platform, event, at)),
      ...{ stream, revision: BigInt(revision) },
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
  const { used } = await withProcessorTimes(() =>
    loadEvents({ eventLog, ended: new AbortController().signal }, batches()),
  );
  const records = recordsOf(customers);
  await ids.lift('customer', customers);
  await ids.lift('policy', records.policies * TERMS_PER_POLICY);
  await ids.lift('document', records.documents);
  await ids.lift('quotation', records.quotations);
  const figure = figuresOf('population');
  const counts = Object.entries({ customers, ...records, events });
  const perSecond = (events / (performance.now() - began)) * 1000;
  const micros = [...used.values()].reduce((sum, millis) => sum + millis, 0) * 1000;
  const perEvent = 'processor time per event';
  return [
    ...counts.map(([what, count]) => figure(what, count, '')),
    figure('events sealed and loaded', perSecond, '/s'),
    figure(perEvent, micros / events, 'µs', { atMost: 220 }),
    ...processorFigures(figure, perEvent, used, { count: events, unit: 'µs' }),
  ];
}
