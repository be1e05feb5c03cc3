import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import { omit } from '@insuremanager/contracts/rules/objects';
import type { Table } from '../platform/readModels/projector.js';
import {
  type RowOf,
  recordColumns,
  STAMP_COLUMNS,
  type StampRow,
} from '../platform/readModels/recordColumns.js';
import { searchableSql } from '../platform/search/searchPatterns.js';

/** The number of all customers, maintained by the database. */
export const CUSTOMERS_TOTAL = 'customers_total';

/** The fields that the list shows as they are. */
const listedFields = omit(customerFields, ['aadhaarNumber']);
export const customerColumns = recordColumns(listedFields);

/**
 * One row per existing customer. `*_key` columns are the forms in which values are compared,
 * searched and sorted (contracts/rules/text). No Aadhaar number: its last four digits for the mask,
 * and a keyed fingerprint by which a duplicate is found.
 */
export const customersTable: Table = {
  name: 'customers',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    ...customerColumns.columns,
    aadhaar_last4: { type: 'text', nullable: true },
    aadhaar_fingerprint: { type: 'text', nullable: true },
    kyc_document_id: { type: 'integer', nullable: true },
    owner_id: { type: 'integer', nullable: true },
    ...STAMP_COLUMNS,
    name_key: { type: 'text' },
    phone_digits: { type: 'text' },
    email_key: { type: 'text', nullable: true },
    city_key: { type: 'text', nullable: true },
    // Begins with a space, so that "a word starts with" is a substring, too.
    search_text: {
      type: 'text',
      generatedAs: searchableSql(
        `' ' || name_key || ' ' || phone_digits || ' ' || coalesce(email_key, '')
        || ' ' || coalesce(city_key, '') || ' ' || lower(coalesce(pan_number, ''))`,
      ),
      statistics: 300,
    },
  },
  book: 'owner_id',
  indexes: [
    'USING gin (search_text gin_trgm_ops)',
    '(name_key, id)',
    '(created_at, id)',
    '(kyc_status, id)',
    '(kyc_status, name_key, id)',
    '(kyc_status, created_at, id)',
    '(city_key, created_at, id)',
    '(city_key, name_key, id)',
    '(owner_id, created_at, id)',
    '(owner_id, name_key, id)',
    '(phone_digits)',
    '(email_key) WHERE email_key IS NOT NULL',
    '(pan_number) WHERE pan_number IS NOT NULL',
    '(aadhaar_fingerprint) WHERE aadhaar_fingerprint IS NOT NULL',
  ],
  summaries: [{ name: CUSTOMERS_TOTAL, by: [] }],
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

export interface CustomerRow extends RowOf<typeof listedFields>, StampRow {
  readonly id: number;
  readonly aadhaar_last4: string | null;
  readonly kyc_document_id: number | null;
  readonly owner_id: number | null;
  readonly name_key: string;
}
