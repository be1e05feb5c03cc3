import { randomUUID } from 'node:crypto';
import {
  CustomerDetailsChanged,
  CustomerKycStatusChanged,
  CustomerRegistered,
  customerStream,
} from '@insuremanager/contracts/customers/customerEvents';
import {
  CustomerInput,
  DEFAULT_KYC_STATUS,
} from '@insuremanager/contracts/customers/customerFields';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import { policyStream } from '@insuremanager/contracts/policies/policyEvents';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import type { LogPosition } from '@insuremanager/services/platform/eventLog/eventLog';
import type { Platform } from '@insuremanager/services/platform/platform';
import { demoPerson } from '../demo/people.js';
import { POLICIES_PER_CUSTOMER, policyLives } from './policyPopulation.js';

export interface Population {
  readonly customers: number;
  readonly policies: number;
  readonly events: number;
  /** How long writing them took, in milliseconds. */
  readonly millis: number;
  readonly position: LogPosition;
}

/** Streams written at once. */
const WIDTH = 64;

/**
 * Writes the histories of customers 1 to `customers` and of their policies straight into the log,
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
    await write(customerStream(id), historyOf(id, customers));
    for (const { policyId, history } of policyLives(id, now)) {
      await write(policyStream(policyId), history);
    }
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
  const policies = customers * POLICIES_PER_CUSTOMER;
  await ids.lift('customer', customers);
  await ids.lift('policy', policies);
  return { customers, policies, events, millis: performance.now() - began, position };
}

/** The version of a customer before anything was measured. */
export const populatedVersion = (id: number): number => eventsOf(id) - 1;

/** Half of the customers have had something decided or changed. */
const eventsOf = (id: number): number => 1 + (hasDecision(id) ? 1 : 0) + (hasMoved(id) ? 1 : 0);
const hasDecision = (id: number): boolean => id % 3 === 0;
const hasMoved = (id: number): boolean => id % 4 === 0;

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 425;

interface Happening {
  event: DomainEvent;
  at: Date;
}

/** Registered in the order of their ids over fourteen months, changed within the days after. */
function historyOf(customerId: number, customers: number): Happening[] {
  const { kycStatus: wanted, ...person } = CustomerInput.parse(demoPerson(customerId));
  const personal = { ...nobody, ...person };
  const registeredAt = Date.now() - (1 - customerId / customers) * DAYS * DAY_MS - DAY_MS;
  const kycStatus = wanted ?? DEFAULT_KYC_STATUS;
  const other = kycStatus === 'pending' ? 'verified' : 'pending';
  const history: Happening[] = [
    {
      event: CustomerRegistered({
        customerId,
        kycStatus: hasDecision(customerId) ? other : kycStatus,
        personal,
      }),
      at: new Date(registeredAt),
    },
  ];
  if (hasDecision(customerId)) {
    const event = CustomerKycStatusChanged({ customerId, kycStatus, documentId: null });
    history.push({ event, at: new Date(registeredAt + DAY_MS / 4) });
  }
  if (hasMoved(customerId)) {
    const address = `${1 + (customerId % 90)}/12, M. G. Road`;
    history.push({
      event: CustomerDetailsChanged({ customerId, fields: ['address'], personal: { address } }),
      at: new Date(registeredAt + DAY_MS / 2),
    });
  }
  return history;
}

const nobody = {
  email: null,
  aadhaarNumber: null,
  panNumber: null,
  dateOfBirth: null,
  address: null,
  city: null,
  state: null,
  pincode: null,
};

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
