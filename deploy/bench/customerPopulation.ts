import {
  CustomerDetailsChanged,
  CustomerKycStatusChanged,
  CustomerRegistered,
} from '@insuremanager/contracts/customers/customerEvents';
import {
  CustomerInput,
  DEFAULT_KYC_STATUS,
} from '@insuremanager/contracts/customers/customerFields';
import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import { demoPerson } from '../demo/people.js';

/** Something that has happened, and when. */
export interface Happening<Event extends DomainEvent = DomainEvent> {
  readonly event: Event;
  readonly at: Date;
}

const DAY_MS = 24 * 60 * 60 * 1000;
const DAYS = 425;

/** They come in the order of their ids over fourteen months, the last one a day before `now`. */
export const registeredAt = (customerId: number, customers: number, now: Date): Date =>
  new Date(now.getTime() - (1 - customerId / customers) * DAYS * DAY_MS - DAY_MS);

/** How many of them came before an instant. */
export function registeredBefore(instant: Date, customers: number, now: Date): number {
  const daysSince = (now.getTime() - DAY_MS - instant.getTime()) / DAY_MS;
  const before = Math.ceil((1 - daysSince / DAYS) * customers) - 1;
  return Math.min(Math.max(before, 0), customers);
}

/** The version of a customer before anything was measured. */
export const populatedVersion = (id: number): number => eventsOf(id) - 1;

/** Half of the customers have had something decided or changed. */
const eventsOf = (id: number): number => 1 + (hasDecision(id) ? 1 : 0) + (hasMoved(id) ? 1 : 0);
const hasDecision = (id: number): boolean => id % 3 === 0;
const hasMoved = (id: number): boolean => id % 4 === 0;

/** The stream of one customer, oldest event first: all within a day. */
export function customerHistory(customerId: number, registered: Date): Happening[] {
  const { kycStatus: wanted, ...person } = CustomerInput.parse(demoPerson(customerId));
  const personal = { ...nobody, ...person };
  const kycStatus = wanted ?? DEFAULT_KYC_STATUS;
  const other = kycStatus === 'pending' ? 'verified' : 'pending';
  const later = (days: number) => new Date(registered.getTime() + days * DAY_MS);
  const history: Happening[] = [
    {
      event: CustomerRegistered({
        customerId,
        kycStatus: hasDecision(customerId) ? other : kycStatus,
        personal,
      }),
      at: registered,
    },
  ];
  if (hasDecision(customerId)) {
    const event = CustomerKycStatusChanged({ customerId, kycStatus, documentId: null });
    history.push({ event, at: later(1 / 4) });
  }
  if (hasMoved(customerId)) {
    const address = `${1 + (customerId % 90)}/12, M. G. Road`;
    history.push({
      event: CustomerDetailsChanged({ customerId, fields: ['address'], personal: { address } }),
      at: later(1 / 2),
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
