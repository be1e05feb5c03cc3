import { randomUUID } from 'node:crypto';
import { customerStream } from '@insuremanager/contracts/customers/customerEvents';
import { documentStream } from '@insuremanager/contracts/documents/documentEvents';
import { policyStream, TERMS_PER_POLICY } from '@insuremanager/contracts/policies/policyEvents';
import { quotationStream } from '@insuremanager/contracts/quotations/quotationEvents';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { LogPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import type { Platform } from '@insuremanager/services/platform/platform';
import { customerHistory, type Happening, registeredAt } from './customerPopulation.js';
import { documentLife, documentsOf } from './documentPopulation.js';
import { POLICIES_PER_CUSTOMER, policyLives } from './policyPopulation.js';
import { quotationLife, quotationsOf } from './quotationPopulation.js';

export interface Population {
  readonly customers: number;
  readonly policies: number;
  readonly documents: number;
  readonly quotations: number;
  readonly events: number;
  /** How long writing them took, in milliseconds. */
  readonly millis: number;
  readonly position: LogPosition;
}

/** Streams written at once. */
const WIDTH = 64;

/**
 * Writes the histories of customers 1 to `customers`, and of what they have, straight into the log,
 * past the deciders and their reads: sealed and encoded as commands do it.
 */
export async function populate(
  { eventLog, codec, ids }: Pick<Platform, 'eventLog' | 'codec' | 'ids'>,
  customers: number,
  onProgress: (done: number) => void,
): Promise<Population> {
  const began = performance.now();
  let next = 1;
  let events = 0;
  let position: LogPosition = { commit: 0n, prepare: 0n };

  const now = new Date();
  const write = async (stream: string, history: readonly Happening[]): Promise<void> => {
    const encoded = await Promise.all(
      history.map(({ event, at }) => codec.encode(event, randomUUID(), metadataAt(at))),
    );
    const appended = await eventLog.append(stream, 'no-stream', encoded);
    events += encoded.length;
    if (appended.position.commit > position.commit) position = appended.position;
  };
  const writeNext = async (id: number): Promise<void> => {
    for (const { stream, history } of streamsOf(id, customers, now)) await write(stream, history);
    if (id % 1000 === 0) onProgress(id);
  };
  const worker = async (): Promise<void> => {
    while (next <= customers) {
      const id = next;
      next += 1;
      await writeNext(id);
    }
  };
  await Promise.all(Array.from({ length: WIDTH }, worker));
  const counts = {
    policies: customers * POLICIES_PER_CUSTOMER,
    documents: documentsOf(customers),
    quotations: quotationsOf(customers),
  };
  await ids.lift('customer', customers);
  await ids.lift('policy', counts.policies * TERMS_PER_POLICY);
  await ids.lift('document', counts.documents);
  await ids.lift('quotation', counts.quotations);
  return { customers, ...counts, events, millis: performance.now() - began, position };
}

interface Stream {
  readonly stream: string;
  readonly history: readonly Happening[];
}

/** Everything of one customer out of so many: the same on every machine, but for the day. */
export function streamsOf(id: number, customers: number, now: Date): Stream[] {
  const registered = registeredAt(id, customers, now);
  const policies = policyLives(id, now);
  const document = documentLife(id, registered, policies[0]);
  const quotation = quotationLife(id, customers, now);
  return [
    { stream: customerStream(id), history: customerHistory(id, registered) },
    ...policies.map(({ policyId, history }) => ({ stream: policyStream(policyId), history })),
    ...(document
      ? [{ stream: documentStream(document.documentId), history: document.history }]
      : []),
    ...(quotation
      ? [{ stream: quotationStream(quotation.quotationId), history: quotation.history }]
      : []),
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
