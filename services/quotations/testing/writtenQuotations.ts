import { randomUUID } from 'node:crypto';
import {
  CustomerRegistered,
  customerEventDefinitions,
} from '@insuremanager/contracts/customers/customerEvents';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import {
  PolicyIssued,
  policyEventDefinitions,
} from '@insuremanager/contracts/policies/policyEvents';
import {
  QuotationCreated,
  type QuotationOffer,
  type QuotationParticulars,
  quotationEventDefinitions,
} from '@insuremanager/contracts/quotations/quotationEvents';
import type { QuotationStatus } from '@insuremanager/contracts/quotations/quotationKinds';
import { customerProjector } from '../../customers/index.js';
import { systemActor } from '../../platform/codec/recordedEvent.js';
import { createListCursors } from '../../platform/readModels/listCursors.js';
import { openReadModels } from '../../platform/readModels/readModels.js';
import { openTrialWorld } from '../../platform/readModels/testing/trialWorld.js';
import { cover, identity } from '../../policies/testing/samplePolicy.js';
import { quotationProjector } from '../quotationProjector.js';
import { quotationQueries } from '../quotationQueries.js';

/* Quotations as they are read, of events that a test writes itself. */

const SHOWN_WITHIN_MS = 10_000;

export const offer: QuotationOffer = {
  insuranceType: 'health',
  policyType: 'family',
  vehicleType: null,
  insuranceCompany: 'Star Health',
  sumAssured: 500_000_00,
  premiumAmount: 11_800_00,
  serviceCharges: 500_50,
  validityDays: 30,
  gstRate: 0,
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
    personal: {
      name,
      phone: `+9198765${String(customerId).padStart(5, '0')}`,
      email,
      aadhaarNumber: null,
      panNumber: null,
      dateOfBirth: null,
      address: null,
      city: null,
      state: null,
      pincode: null,
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
export async function openWrittenQuotations(servers: {
  databaseUrl: string;
  eventStoreUrl: string;
}) {
  let now = new Date('2026-04-01T06:00:00Z');
  const world = await openTrialWorld({
    ...servers,
    projectors: [customerProjector, quotationProjector],
    definitions: [
      ...customerEventDefinitions,
      ...policyEventDefinitions,
      ...quotationEventDefinitions,
    ],
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
    /** Writes events to their streams, and waits until they are shown. */
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
      const head = await eventLog.head();
      if (head && !(await readModels.waitFor(head, SHOWN_WITHIN_MS))) {
        throw new Error('The lists do not show it in time');
      }
    },
    async close() {
      await readModels.stop();
      await world.close();
    },
  };
}

export type WrittenQuotations = Awaited<ReturnType<typeof openWrittenQuotations>>;

/** An event of a quotation, a policy or a customer is of the stream that it names first. */
function streamOf({ data }: DomainEvent): string {
  const [[name = '', id] = []] = Object.entries(data as object);
  return `${name.replace(/Id$/, '')}-${id}`;
}
