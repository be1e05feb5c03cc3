import { randomUUID } from 'node:crypto';
import { TERMS_PER_POLICY } from '@insuremanager/contracts/policies/policyEvents';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { Platform } from '@insuremanager/services/platform/platform';
import { type Figure, figuresOf, together } from './figures.js';
import { recordsOf, type StreamHistory, streamsOf } from './histories.js';

/** Streams written at once. */
const WIDTH = 64;

/**
 * Writes the histories of customers 1 to `customers`, and of what they have, straight into the log,
 * past the deciders and their reads: sealed and encoded as commands do it.
 */
export async function populate(
  { eventLog, codec, ids }: Pick<Platform, 'eventLog' | 'codec' | 'ids'>,
  customers: number,
  say: (line: string) => void,
): Promise<Figure[]> {
  const began = performance.now();
  const now = new Date();
  const step = Math.max(1000, Math.round(customers / 10_000) * 1000);
  let events = 0;

  const write = async ({ stream, history }: StreamHistory): Promise<void> => {
    const encoded = await Promise.all(
      history.map(({ event, at }) => codec.encode(event, randomUUID(), metadataAt(at))),
    );
    await eventLog.append(stream, 'no-stream', encoded);
    events += encoded.length;
  };
  await together(customers, WIDTH, async (at) => {
    for (const stream of streamsOf(at + 1, customers, now)) await write(stream);
    if ((at + 1) % step === 0) say(`  ${at + 1}`);
  });
  const records = recordsOf(customers);
  await ids.lift('customer', customers);
  await ids.lift('policy', records.policies * TERMS_PER_POLICY);
  await ids.lift('document', records.documents);
  await ids.lift('quotation', records.quotations);
  const perSecond = (events / (performance.now() - began)) * 1000;
  const figure = figuresOf('population');
  return [
    ...Object.entries({ customers, ...records, events }).map(([what, count]) =>
      figure(what, count, ''),
    ),
    figure('events sealed and appended', perSecond, '/s'),
  ];
}

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
