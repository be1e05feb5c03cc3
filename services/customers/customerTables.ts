import { CONSENT_FIELDS } from '@insuremanager/contracts/customers/consentFields';
import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import {
  type CustomerSort,
  type CustomerView,
  customerList,
  customerSystemFields,
} from '@insuremanager/contracts/customers/customerViews';
import {
  type DuplicateReason,
  MOST_SHARING,
  REASON_SCORES,
} from '@insuremanager/contracts/customers/duplicates';
import { aadhaarMask, maskedAadhaar } from '@insuremanager/contracts/rules/aadhaar';
import { omit } from '@insuremanager/contracts/rules/objects';
import { soundKey } from '@insuremanager/contracts/rules/soundKey';
import { digitsOf, searchKey } from '@insuremanager/contracts/rules/text';
import { listIndexes } from '../platform/readModels/listFilter.js';
import type { SharedValue, Table } from '../platform/readModels/projector.js';
import { type RowOf, recordColumns } from '../platform/readModels/recordColumns.js';
import { onlyWhole, searchColumn } from '../platform/search/searchPatterns.js';
import { type CustomerRecord, ERASED_DETAILS } from './customer.js';

/** The number of all customers, maintained by the database. */
export const CUSTOMERS_TOTAL = 'customers_total';
/** By KYC status, whose they are, and the day on which they were added. */
export const CUSTOMERS_BY_KYC = 'customers_by_kyc';

/** Those who seem to be one person, maintained by the database. */
export const CUSTOMER_PAIRS = 'customer_pairs';

export const customerColumns = recordColumns({
  fields: omit(customerFields, ['aadhaarNumber']),
  system: customerSystemFields,
  list: customerList,
  keys: {
    name_key: ['name', searchKey],
    name_sound: ['name', soundKey],
    phone_digits: ['phone', digitsOf],
    email_key: ['email', searchKey],
  },
});

/** The column that each sort walks; ties are broken by id. */
export const SORT_COLUMNS = {
  name: 'name_key',
  added: 'created_at',
  kyc: 'kyc_status',
} as const satisfies Record<CustomerSort, string>;

const shared = (name: DuplicateReason, ...columns: string[]): SharedValue => ({
  ...{ name, columns, score: REASON_SCORES[name] },
});

/**
 * One row per existing customer. `*_key` columns are the forms in which values are compared,
 * searched and sorted (contracts/rules/text). No Aadhaar number: its last four digits for the mask,
 * and a keyed fingerprint by which a duplicate is found.
 */
export const customersTable: Table = {
  name: 'customers',
  key: 'id',
  columns: {
    ...customerColumns.columns,
    /** The Kolkata day on which they were added. */
    created_day: { type: 'date', generatedAs: `(created_at AT TIME ZONE 'Asia/Kolkata')::date` },
    /** 0: nobody's. */
    owner_key: { type: 'integer', generatedAs: 'coalesce(owner_id, 0)' },
    aadhaar_last4: { type: 'text', nullable: true },
    aadhaar_fingerprint: { type: 'text', nullable: true },
    /** By what those are found whose numbers lead here. */
    former_keys: { type: 'text', nullable: true },
    search_text: searchColumn(
      'name_key',
      'phone_digits',
      'email_key',
      'city_key',
      onlyWhole('pan_number'),
      'former_keys',
    ),
  },
  book: 'owner_id',
  indexes: [
    'USING gin (search_text gin_trgm_ops)',
    ...listIndexes(customerList, SORT_COLUMNS),
    // Who is in a book, read from this alone.
    '(owner_key, id)',
    '(phone_digits)',
    '(email_key) WHERE email_key IS NOT NULL',
    '(pan_number) WHERE pan_number IS NOT NULL',
    '(aadhaar_fingerprint) WHERE aadhaar_fingerprint IS NOT NULL',
    '(name_sound, date_of_birth) WHERE date_of_birth IS NOT NULL',
    // The birthdays of a day, as `myDay` asks for them.
    '(((extract(month FROM date_of_birth) * 100 + extract(day FROM date_of_birth))::integer), id)',
  ],
  summaries: [
    { name: CUSTOMERS_TOTAL, by: [] },
    { name: CUSTOMERS_BY_KYC, by: ['kyc_status', 'owner_key', 'created_day'] },
  ],
  pairs: {
    name: CUSTOMER_PAIRS,
    by: [
      shared('aadhaarNumber', 'aadhaar_fingerprint'),
      shared('panNumber', 'pan_number'),
      shared('nameAndBirthday', 'name_sound', 'date_of_birth'),
      shared('phone', 'phone_digits'),
      shared('email', 'email_key'),
    ],
    mostSharing: MOST_SHARING,
    besides: [shared('name', 'name_sound'), shared('birthday', 'date_of_birth')],
  },
};

/**
 * A row for each choice that stands of an existing customer, and which notice it rests on: for
 * counting. What proves it is in the stream, which is what is shown.
 */
export const consentsTable: Table = {
  name: 'customer_consents',
  key: 'id',
  columns: {
    /** The customer, and the field of the choice. */
    id: { type: 'text' },
    customer_id: { type: 'integer' },
    purpose: { type: 'text' },
    channel: { type: 'text' },
    choice: { type: 'text' },
    given_on: { type: 'date' },
    how: { type: 'text' },
    notice_version: { type: 'integer', nullable: true },
    notice_language: { type: 'text', nullable: true },
  },
  book: 'customer_id',
  indexes: [`(notice_version, customer_id) WHERE choice = 'given'`],
};

/** Who leads to whom: a row for each customer who was merged into another one. */
export const mergesTable: Table = {
  name: 'customer_merges',
  key: 'customer_id',
  leadsTo: 'into_id',
  columns: {
    customer_id: { type: 'integer' },
    into_id: { type: 'integer' },
    merged_at: { type: 'timestamptz' },
    merged_by: { type: 'text' },
  },
  book: 'none',
  indexes: ['(into_id)'],
};

/** Merges, and merges undone, of which the stream of the one who remains does not know yet. */
export const unfinishedMergesTable: Table = {
  name: 'unfinished_merges',
  key: 'customer_id',
  columns: { customer_id: { type: 'integer' }, other_id: { type: 'integer' } },
  book: 'none',
  indexes: ['(other_id)'],
};

/**
 * Two whom somebody marked as distinct; the lower number first. Also after that was taken
 * back: both histories tell of it.
 */
export const distinctTable: Table = {
  name: 'distinct_customers',
  key: 'pair',
  columns: {
    pair: { type: 'text' },
    first_id: { type: 'integer' },
    second_id: { type: 'integer' },
    marked_at: { type: 'timestamptz' },
    marked_by: { type: 'text' },
    is_distinct: { type: 'boolean' },
  },
  book: 'none',
  indexes: [
    '(first_id, second_id) WHERE is_distinct',
    '(second_id)',
    '(marked_at DESC, pair) WHERE is_distinct',
  ],
};

/** Who was erased, and whether everything of theirs is gone. */
export const erasuresTable: Table = {
  name: 'customer_erasures',
  key: 'customer_id',
  columns: {
    customer_id: { type: 'integer' },
    erased_at: { type: 'timestamptz' },
    is_complete: { type: 'boolean' },
  },
  book: 'none',
  indexes: ['(erased_at, customer_id) WHERE NOT is_complete'],
};

export type CustomerRow = RowOf<typeof customerColumns> & { readonly aadhaar_last4: string | null };

export const viewOfRow = (row: CustomerRow): CustomerView =>
  Object.assign(customerColumns.fromRow(row), {
    aadhaarNumber: row.aadhaar_last4 && aadhaarMask(row.aadhaar_last4),
  });

/** @param version the revision of the stream that `record` was folded from. */
export function customerView(record: CustomerRecord, version: number): CustomerView {
  const { registeredAt: createdAt, changedAt: updatedAt, consents } = record;
  const details = record.details ?? ERASED_DETAILS;
  const { aadhaarNumber } = details;
  // By name, as a copy of all of a record would cost more than the rest.
  const { id, ownerId, kycStatus, kycDocumentId } = record;
  const choices = Object.fromEntries(
    CONSENT_FIELDS.map((field) => [field, consents[field]?.choice ?? null]),
  );
  return Object.assign(
    customerColumns.toView(details, {
      ...choices,
      ...{ id, ownerId, kycStatus, kycDocumentId, createdAt, updatedAt, version },
    }),
    { aadhaarNumber: aadhaarNumber && maskedAadhaar(aadhaarNumber) },
  );
}
