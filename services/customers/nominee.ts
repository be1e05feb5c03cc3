import {
  type CustomerEvent,
  type NomineeDetails,
  NomineeRecorded,
  NomineeRevoked,
} from '@insuremanager/contracts/customers/customerEvents';
import {
  MOST_NOMINEES,
  type NomineeInput,
  type NomineeView,
} from '@insuremanager/contracts/customers/nominees';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { conflict, invalid, notFound } from '../platform/errors.js';

/** Who is to act for a customer on their death or incapacity. */
export interface Nominee extends NomineeDetails {
  readonly id: number;
  /** The Kolkata day on which the customer said so. */
  readonly recordedOn: Day;
}

/** Those that were not revoked, and how many there ever were. */
export interface Nominees {
  readonly named: readonly Nominee[];
  readonly everNamed: number;
}

export const NO_NOMINEES: Nominees = { named: [], everNamed: 0 };

export interface RecordNominee {
  type: 'RecordNominee';
  customerId: number;
  nominee: NomineeInput;
  today: Day;
}

export interface RevokeNominee {
  type: 'RevokeNominee';
  customerId: number;
  nomineeId: number;
}

export const recordNominee = (
  { customerId, nominee, today }: RecordNominee,
  { named, everNamed }: Nominees,
): CustomerEvent[] => {
  const { recordedOn, name, relation, phone = null, email = null } = nominee;
  if (recordedOn > today) {
    const message = 'The day of the nomination cannot be after today';
    throw invalid([{ field: 'recordedOn', code: 'out-of-range', message }]);
  }
  if (named.length >= MOST_NOMINEES) {
    const message = `At most ${MOST_NOMINEES} persons can be named. Revoke a nomination first.`;
    throw conflict('too-many-nominees', message);
  }
  const personal = { name, relation, phone, email };
  return [NomineeRecorded({ customerId, nomineeId: everNamed + 1, recordedOn, personal })];
};

export const revokeNominee = (
  { customerId, nomineeId }: RevokeNominee,
  { named }: Nominees,
): CustomerEvent[] => {
  if (!named.some(({ id }) => id === nomineeId)) throw notFound('nominee', nomineeId);
  return [NomineeRevoked({ customerId, nomineeId })];
};

export const nomineeView = ({ id, ...nominee }: Nominee): NomineeView => ({ id, ...nominee });
