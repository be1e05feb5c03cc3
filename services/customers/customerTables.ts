import { customerFields } from '@insuremanager/contracts/customers/customerFields';
import { type CustomerSort, customerList } from '@insuremanager/contracts/customers/customerViews';
import { omit } from '@insuremanager/contracts/rules/objects';
import { digitsOf, searchKey } from '@insuremanager/contracts/rules/text';
import { listIndexes } from '../platform/readModels/listFilter.js';
import type { Table } from '../platform/readModels/projector.js';
import {
  type RowOf,
  recordColumns,
  STAMP_COLUMNS,
  type StampRow,
} from '../platform/readModels/recordColumns.js';
import { searchColumn } from '../platform/search/searchPatterns.js';

/** The number of all customers, maintained by the database. */
export const CUSTOMERS_TOTAL = 'customers_total';

/** The fields that the list shows as they are. */
const listedFields = omit(customerFields, ['aadhaarNumber']);
export const customerColumns = recordColumns(listedFields, customerList, {
  name_key: ['name', searchKey],
  phone_digits: ['phone', digitsOf],
  email_key: ['email', searchKey],
});

/** The column that each sort walks; ties are broken by id. */
export const SORT_COLUMNS = {
  name: 'name_key',
  added: 'created_at',
  kyc: 'kyc_status',
} as const satisfies Record<CustomerSort, string>;

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
    search_text: searchColumn(
      'name_key',
      'phone_digits',
      'email_key',
      'city_key',
      'lower(pan_number)',
    ),
  },
  book: 'owner_id',
  indexes: [
    'USING gin (search_text gin_trgm_ops)',
    ...listIndexes(customerList, SORT_COLUMNS),
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
}
