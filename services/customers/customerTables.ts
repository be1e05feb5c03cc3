import type { Table } from '../platform/readModels/projector.js';
import { searchableSql } from '../platform/search/searchPatterns.js';

/** The number of all customers, kept by the database. */
export const CUSTOMERS_TOTAL = 'customers_total';

/**
 * One row per customer that is kept. `*_key` columns are the forms in which values are compared,
 * searched and sorted (contracts/rules/text). No Aadhaar number: its last four digits for the mask,
 * and a keyed fingerprint by which a duplicate is found.
 */
export const customersTable: Table = {
  name: 'customers',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    version: { type: 'integer' },
    name: { type: 'text' },
    phone: { type: 'text' },
    email: { type: 'text', nullable: true },
    aadhaar_last4: { type: 'text', nullable: true },
    aadhaar_fingerprint: { type: 'text', nullable: true },
    pan: { type: 'text', nullable: true },
    date_of_birth: { type: 'date', nullable: true },
    address: { type: 'text', nullable: true },
    city: { type: 'text', nullable: true },
    state: { type: 'text', nullable: true },
    pincode: { type: 'text', nullable: true },
    kyc_status: { type: 'text' },
    kyc_document_id: { type: 'integer', nullable: true },
    created_at: { type: 'timestamptz' },
    updated_at: { type: 'timestamptz' },
    name_key: { type: 'text' },
    phone_digits: { type: 'text' },
    email_key: { type: 'text', nullable: true },
    city_key: { type: 'text', nullable: true },
    // Begins with a space, so that "a word starts with" is a substring, too.
    search_text: {
      type: 'text',
      generatedAs: searchableSql(
        `' ' || name_key || ' ' || phone_digits || ' ' || coalesce(email_key, '')
        || ' ' || coalesce(city_key, '') || ' ' || lower(coalesce(pan, ''))`,
      ),
      statistics: 300,
    },
  },
  indexes: [
    'USING gin (search_text gin_trgm_ops)',
    '(name_key, id)',
    '(created_at, id)',
    '(kyc_status, id)',
    '(kyc_status, name_key, id)',
    '(kyc_status, created_at, id)',
    '(city_key, created_at, id)',
    '(city_key, name_key, id)',
    '(phone_digits)',
    '(email_key) WHERE email_key IS NOT NULL',
    '(pan) WHERE pan IS NOT NULL',
    '(aadhaar_fingerprint) WHERE aadhaar_fingerprint IS NOT NULL',
  ],
  tallies: [{ name: CUSTOMERS_TOTAL, by: [] }],
};
