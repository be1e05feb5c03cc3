import { CONSENT_FIELDS, consentFields } from '@insuremanager/contracts/customers/consentFields';
import {
  CUSTOMER_DETAIL_FIELDS,
  type CustomerDetails,
} from '@insuremanager/contracts/customers/customerEvents';
import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import type {
  ComparedConsent,
  ComparedCustomer,
  ComparedField,
} from '@insuremanager/contracts/customers/duplicates';
import { pick } from '@insuremanager/contracts/rules/objects';
import type { CustomerRecord } from './customer.js';
import { remainingConsent } from './duplicate.js';

/** A customer whose person is known still. */
export type ComparableRecord = CustomerRecord & { readonly details: CustomerDetails };

/** What of two customers is compared by their streams alone; what stands beside it others count. */
export const comparedDetails = ({ details: one }: ComparableRecord, other: ComparableRecord) =>
  CUSTOMER_DETAIL_FIELDS.map((field): ComparedField => {
    const { label, format } = customerFields[field];
    const [first, second] = [one[field], other.details[field]].map((value) =>
      value === null ? null : (format as (value: string) => string)(value),
    );
    const isSame = one[field] === other.details[field];
    return { field, label, first: first ?? null, second: second ?? null, isSame };
  });

export const comparedConsents = (one: CustomerRecord, other: CustomerRecord): ComparedConsent[] =>
  CONSENT_FIELDS.map((field) => {
    const [first, second] = [one.consents[field], other.consents[field]];
    return {
      ...pick(consentFields[field], ['purpose', 'channel']),
      ...{ first: first?.choice ?? null, firstGivenOn: first?.givenOn ?? null },
      ...{ second: second?.choice ?? null, secondGivenOn: second?.givenOn ?? null },
      remains: remainingConsent(second, first)?.choice ?? null,
    };
  });

export const comparedCustomer = (record: ComparableRecord, version: number): ComparedCustomer => ({
  ...{ id: record.id, name: record.details.name, kycStatus: record.kycStatus, version },
  registeredAt: record.registeredAt.toISOString(),
  isHeld: record.holds.some(({ lifted }) => lifted === null),
});

/** How many of what a customer's own stream tells. */
export const ownHoldings = ({ consents, nominees }: CustomerRecord) => ({
  consents: CONSENT_FIELDS.filter((field) => consents[field]).length,
  nominees: nominees.named.length,
});
