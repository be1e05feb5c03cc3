import {
  CUSTOMER_LABELS,
  type CustomerField,
} from '@insuremanager/contracts/customers/customerFields';
import type { CustomerHistoryQuery } from '../../data/operations.generated';
import { statusLook } from '../../ui/statusTones';
import { CUSTOMER_FIELDS, type Customer, type CustomerFormValues, formOf } from './customerForm';

export type HistoryEntry = CustomerHistoryQuery['customerHistory'][number];

/** A field that both have changed, each as people read it. */
export interface Contest {
  field: CustomerField;
  label: string;
  mine: string;
  theirs: string;
}

/** An edit brought onto the customer as others have changed it meanwhile. */
export interface Rebased {
  customer: Customer;
  /** My changes on top of theirs; where both changed a field, mine. */
  values: CustomerFormValues;
  contests: Contest[];
  /** Who changed what and when, since the version that the edit began with. */
  meanwhile: HistoryEntry[];
}

const shown = (field: CustomerField, value: string): string =>
  field === 'kycStatus' ? statusLook(value).label : value || '(empty)';

/** `base` is the customer when the edit began, `now` as it is. */
export function rebased(
  base: Customer,
  now: Customer,
  typed: CustomerFormValues,
  history: readonly HistoryEntry[],
): Rebased {
  const before = formOf(base);
  const theirs = formOf(now);
  const isMine = (field: CustomerField) => typed[field] !== before[field];
  const isTheirs = (field: CustomerField) =>
    field === 'aadhaarNumber'
      ? base.aadhaarNumber !== now.aadhaarNumber
      : theirs[field] !== before[field];
  const mine = Object.fromEntries(
    CUSTOMER_FIELDS.filter(isMine).map((field) => [field, typed[field]]),
  );
  const contested = CUSTOMER_FIELDS.filter(
    (field) => isMine(field) && isTheirs(field) && typed[field] !== theirs[field],
  );
  return {
    customer: now,
    values: { ...theirs, ...mine },
    contests: contested.map((field) => ({
      field,
      label: CUSTOMER_LABELS[field],
      mine: shown(field, typed[field]),
      theirs:
        field === 'aadhaarNumber' ? (now.aadhaarNumber ?? '(empty)') : shown(field, theirs[field]),
    })),
    meanwhile: history.filter((entry) => entry.version > base.version),
  };
}
