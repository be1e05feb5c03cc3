import {
  CUSTOMER_DETAIL_FIELDS,
  type CustomerDetails,
  type CustomerEvent,
} from '@insuremanager/contracts/customers/customerEvents';
import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import type { KycStatus } from '@insuremanager/contracts/customers/kycStatuses';
import type { HeldFact, PersonState } from '@insuremanager/contracts/privacy/held';
import type { RecordEver } from '../erasures/index.js';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { instantFact, textFact } from './facts.js';

export type CustomerEvents = readonly RecordedEvent<CustomerEvent>[];

/** Somebody about whom something is held: a customer, one who was deleted, or what is left of one. */
export interface Person {
  readonly customerId: number;
  readonly state: PersonState;
  readonly since: Date;
  readonly endedAt: Date | null;
  /** Whole numbers included; null once they have been erased. */
  readonly details: CustomerDetails | null;
  readonly kycStatus: KycStatus;
  readonly events: CustomerEvents;
  /** All that are or were theirs, whichever of their numbers it stands under. */
  readonly records: readonly RecordEver[];
  /** By which events name them: their own, and those that lead to it. */
  readonly numbers: ReadonlySet<number>;
  /** Of a customer who was merged: the same person, as whom they are known now. */
  readonly into: Person | null;
}

/** As the events of a stream of theirs say; null: there never was one. */
export function personIn(
  customerId: number,
  events: CustomerEvents,
  known: Partial<Pick<Person, 'records' | 'numbers' | 'into'>> = {},
): Person | null {
  const { records = [], numbers = new Set([customerId]), into = null } = known;
  const [first] = events;
  if (!first) return null;
  const erased = events.find(({ type }) => type === 'CustomerErased');
  const deleted = events.find(({ type }) => type === 'CustomerDeleted');
  const statuses = events.flatMap(({ type, data }) =>
    type === 'CustomerRegistered' || type === 'CustomerKycStatusChanged' ? [data.kycStatus] : [],
  );
  const state = erased ? 'erased' : deleted ? 'deleted' : 'existing';
  return {
    ...{ customerId, events, records, numbers, into, since: first.at },
    state: into?.state ?? state,
    endedAt: into ? into.endedAt : ((erased ?? deleted)?.at ?? null),
    details: erased ? null : detailsIn(events),
    kycStatus: statuses.at(-1) ?? 'pending',
  };
}

/** What was known of a person after some events; null where their key is destroyed. */
export function detailsIn(events: CustomerEvents): CustomerDetails | null {
  let details: CustomerDetails | null = null;
  for (const { type, data } of events) {
    if (type === 'CustomerRegistered') details = data.personal;
    if (type === 'CustomerDetailsChanged' && details && data.personal) {
      details = { ...details, ...data.personal };
    }
  }
  return details;
}

/**
 * The versions of a customer by which came, and went again, what is somebody else's: those of merges
 * that were undone since. It is held about that one.
 */
export function mistakenVersions(events: CustomerEvents): ReadonlySet<number> {
  const commands = events.flatMap(({ type, data, metadata }, nth) => {
    if (type !== 'DuplicateSeparated') return [];
    const merge = events
      .slice(0, nth)
      .findLast(
        (event) => event.type === 'DuplicateMerged' && event.data.duplicateId === data.duplicateId,
      );
    return [metadata.commandId, ...(merge ? [merge.metadata.commandId] : [])];
  });
  return new Set(
    events
      .filter(({ metadata }) => commands.includes(metadata.commandId))
      .map(({ revision }) => Number(revision)),
  );
}

/**
 * How a person was reached at a moment: while their number led to another customer, as that one.
 * Null also where that one is somebody else after all.
 */
export function detailsAt({ events, into }: Person, at: Date): CustomerDetails | null {
  const until = events.filter((event) => event.at <= at);
  const led = until.findLast(
    ({ type }) => type === 'CustomerMerged' || type === 'CustomerMergeUndone',
  );
  if (led?.type !== 'CustomerMerged') return detailsIn(until);
  return into?.customerId === led.data.intoId ? detailsAt(into, at) : null;
}

/** As whom they are known now. */
export const remainingPerson = (person: Person): Person =>
  person.into ? remainingPerson(person.into) : person;

type DetailField = (typeof CUSTOMER_DETAIL_FIELDS)[number];

/** A detail whole, also an Aadhaar number: it is theirs. Null where there is none. */
function detailFact(field: DetailField, value: string | null | undefined): HeldFact | null {
  if (value === null || value === undefined) return null;
  const { label, format } = customerFields[field];
  const text =
    field === 'aadhaarNumber'
      ? value.replace(/(\d{4})(?=\d)/g, '$1 ')
      : (format as (value: string) => string)(value);
  return textFact(field, label, value, text);
}

export const detailFacts = (details: Partial<CustomerDetails>): HeldFact[] =>
  CUSTOMER_DETAIL_FIELDS.flatMap((field) => detailFact(field, details[field]) ?? []);

/** Who they are, and since when. */
export const personFacts = ({ details, kycStatus, since, endedAt, state }: Person): HeldFact[] => [
  ...(details ? detailFacts(details) : []),
  textFact('kycStatus', 'KYC status', kycStatus),
  instantFact('since', 'Added', since),
  ...(endedAt ? [instantFact('endedAt', state === 'erased' ? 'Erased' : 'Deleted', endedAt)] : []),
];
