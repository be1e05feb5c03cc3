import type { Table } from '../platform/readModels/projector.js';
import { searchableSql } from '../platform/search/searchPatterns.js';

/** Totals over the list that the database keeps. */
export const QUOTATION_TALLIES = { byStatus: 'quotations_by_status' } as const;

/** What a sort's index goes on with: by it, rows that a filter leaves out are passed unread. */
const NARROWING = 'status, insurance_type, insurer_key';

/**
 * One row per quotation that is kept. Amounts are whole paise. `*_key` columns are the forms in
 * which values are compared and sorted. Nothing of the customer is here but their number.
 */
export const quotationsTable: Table = {
  name: 'quotations',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    customer_id: { type: 'integer' },
    quotation_number: { type: 'text' },
    insurance_type: { type: 'text' },
    policy_type: { type: 'text', nullable: true },
    vehicle_type: { type: 'text', nullable: true },
    vehicle_number: { type: 'text', nullable: true },
    insurance_company: { type: 'text', nullable: true },
    sum_assured: { type: 'bigint' },
    premium_amount: { type: 'bigint' },
    service_charges: { type: 'bigint' },
    total_amount: { type: 'bigint', generatedAs: 'premium_amount + service_charges' },
    gst_rate: { type: 'integer' },
    /** The Kolkata day on which it was made. */
    created_day: { type: 'date' },
    validity_days: { type: 'integer' },
    /** The last day of validity. */
    valid_until: { type: 'date', generatedAs: 'created_day + validity_days' },
    status: { type: 'text' },
    notes: { type: 'text', nullable: true },
    /** Of the policy that it becomes; `converted` only once the quotation itself says so. */
    policy_id: { type: 'integer', nullable: true },
    policy_kind: { type: 'text', nullable: true },
    converted: { type: 'boolean' },
    emailed_at: { type: 'timestamptz', nullable: true },
    version: { type: 'integer' },
    created_at: { type: 'timestamptz' },
    updated_at: { type: 'timestamptz' },
    number_key: { type: 'text' },
    /** Empty when no insurer is named. */
    insurer_key: { type: 'text' },
    // Begins with a space, so that "a word starts with" is a substring, too.
    search_text: {
      type: 'text',
      generatedAs: searchableSql(
        `' ' || lower(quotation_number) || ' ' || insurer_key
        || ' ' || lower(coalesce(vehicle_number, ''))`,
      ),
      statistics: 300,
    },
  },
  indexes: [
    `(created_at, id, ${NARROWING}, valid_until, total_amount)`,
    `(valid_until, id, ${NARROWING}, created_at, total_amount)`,
    `(total_amount, id, ${NARROWING}, created_at, valid_until)`,
    `(number_key, id, ${NARROWING}, created_at, valid_until, total_amount)`,
    '(status, created_at, id)',
    '(status, valid_until, id)',
    '(insurer_key, insurance_type, status)',
    '(customer_id, status)',
    '(id) WHERE policy_id IS NOT NULL AND NOT converted',
    'USING gin (search_text gin_trgm_ops)',
  ],
  tallies: [{ name: QUOTATION_TALLIES.byStatus, by: ['status'], sums: ['total_amount'] }],
};

/** One row per email that was to be sent, also of quotations that were deleted since. */
export const quotationEmailsTable: Table = {
  name: 'quotation_emails',
  key: 'email_id',
  columns: {
    email_id: { type: 'text' },
    quotation_id: { type: 'integer' },
    /** The stored PDF that it carries. */
    file_key: { type: 'text' },
    requested_at: { type: 'timestamptz' },
    /** `open`, `sent` or `failed`. */
    state: { type: 'text' },
  },
  indexes: ['(file_key)', `(requested_at, email_id) WHERE state = 'open'`],
};
