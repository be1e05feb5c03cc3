import { randomUUID } from 'node:crypto';
import {
  CustomerRegistered,
  NO_CUSTOMER_DETAILS,
} from '@insuremanager/contracts/customers/customerEvents';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import { PolicyIssued } from '@insuremanager/contracts/policies/policyEvents';
import {
  QuotationCreated,
  type QuotationOffer,
  type QuotationParticulars,
} from '@insuremanager/contracts/quotations/quotationEvents';
import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';
import { customersSlice } from '../../customers/index.js';
import { systemActor } from '../../platform/codec/recordedEvent.js';
import type { EventLogPlace } from '../../platform/eventLog/openEventLog.js';
import { createListCursors } from '../../platform/readModels/listCursors.js';
import { openReadModels } from '../../platform/readModels/readModels.js';
import { openReadModelFixture } from '../../platform/readModels/testing/readModelFixture.js';
import { partsOf } from '../../platform/slice.js';
import { waitForProjection } from '../../platform/testing/serviceFixture.js';
import { policiesSlice } from '../../policies/index.js';
import { cover, identity } from '../../policies/testing/samplePolicy.js';
import { quotationsSlice } from '../index.js';
import { quotationQueries } from '../quotationQueries.js';
import * as sample from './sampleQuotation.js';

/* Quotations as they are read, of events that a test writes itself. */

const offer: QuotationOffer = {
  ...sample.offer,
  premiumAmount: 11_800_00,
  serviceCharges: 500_50,
};

export const quoted = (
  quotationId: number,
  customerId: number,
  change: Partial<QuotationOffer & QuotationParticulars & { status: QuotationStatus }> = {},
) => {
  const { status = 'pending', vehicleNumber = null, notes = null, ...changed } = change;
  return QuotationCreated({
    quotationId,
    customerId,
    quotationNumber: `QT-2026-27-${quotationId}`,
    status,
    offer: { ...offer, ...changed },
    personal: { vehicleNumber, notes },
  });
};

export const registered = (customerId: number, name: string, email: string | null = null) =>
  CustomerRegistered({
    customerId,
    kycStatus: 'pending',
    ownerId: null,
    personal: {
      ...NO_CUSTOMER_DETAILS,
      name,
      phone: `+9198765${String(customerId).padStart(5, '0')}`,
      email,
    },
  });

export const issuedFrom = (quotationId: number | null, policyId: number) =>
  PolicyIssued({
    policyId,
    kind: 'health',
    customerId: 1,
    quotationId,
    status: 'active',
    cover,
    personal: identity,
  });

/** The read side over servers that are there; it is the Kolkata day of `setTime`. */
export async function openWrittenQuotations(servers: EventLogPlace) {
  let now = new Date('2026-04-01T06:00:00Z');
  const world = await openReadModelFixture({
    ...servers,
    ...partsOf([customersSlice, policiesSlice, quotationsSlice]),
  });
  const readModels = await openReadModels(world);
  readModels.start();
  const { codec, eventLog, vault } = world;
  return {
    world,
    readModels,
    quotations: quotationQueries(readModels, createListCursors(vault), { now: () => now }),
    /** Events happen at this instant from now on. */
    setTime: (instant: string) => {
      now = new Date(instant);
    },
    /** Writes events to their streams, and waits until the lists show them. */
    async write(...events: DomainEvent[]): Promise<void> {
      for (const event of events) {
        const encoded = await codec.encode(event, randomUUID(), {
          commandId: randomUUID(),
          commandDigest: '',
          actor: systemActor,
          correlationId: 'test',
          occurredAt: now.toISOString(),
        });
        await eventLog.append(streamOf(event), 'any', [encoded]);
      }
      await waitForProjection(readModels)({ position: await eventLog.head() });
    },
    async close() {
      await readModels.stop();
      await world.close();
    },
  };
}

/** An event of a quotation, a policy or a customer is of the stream that it names first. */
function streamOf({ data }: DomainEvent): string {
  const [[name = '', id] = []] = Object.entries(data as object);
  return `${name.replace(/Id$/, '')}-${id}`;
}
