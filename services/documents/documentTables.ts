import type { Table } from '../platform/readModels/projector.js';
import { searchableSql } from '../platform/search/searchPatterns.js';

/** How many documents of each type there are, kept by the database. */
export const DOCUMENTS_BY_TYPE = 'documents_by_type';

/** What lists are narrowed by: behind a sort, so that the index alone passes rows that do not fit. */
const NARROWED_BY = 'document_type, mime_type, policy_kind';

/** One row per document that is kept. `name_key` is the form in which names are searched and sorted. */
export const documentsTable: Table = {
  name: 'documents',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    version: { type: 'integer' },
    customer_id: { type: 'integer' },
    document_type: { type: 'text' },
    policy_kind: { type: 'text', nullable: true },
    policy_id: { type: 'integer', nullable: true },
    file_key: { type: 'text' },
    file_name: { type: 'text' },
    file_size: { type: 'integer' },
    mime_type: { type: 'text' },
    uploaded_at: { type: 'timestamptz' },
    name_key: { type: 'text' },
    // Begins with a space, so that "a word starts with" is a substring, too.
    search_text: {
      type: 'text',
      generatedAs: searchableSql(`' ' || name_key`),
      statistics: 300,
    },
  },
  indexes: [
    'USING gin (search_text gin_trgm_ops)',
    `(uploaded_at, id, ${NARROWED_BY})`,
    `(name_key, id, ${NARROWED_BY})`,
    `(file_size, id, ${NARROWED_BY})`,
    '(document_type, uploaded_at, id)',
    '(document_type, name_key, id)',
    '(document_type, file_size, id)',
    '(mime_type, uploaded_at, id)',
    '(customer_id, uploaded_at, id)',
    '(policy_kind, uploaded_at, id) WHERE policy_kind IS NOT NULL',
    '(policy_id, uploaded_at, id) WHERE policy_id IS NOT NULL',
  ],
  tallies: [{ name: DOCUMENTS_BY_TYPE, by: ['document_type'] }],
};

/** One row per stored file that an event refers to: for ever, as the file of a deleted document stays. */
export const storedDocumentsTable: Table = {
  name: 'stored_documents',
  key: 'file_key',
  columns: {
    file_key: { type: 'text' },
    document_id: { type: 'integer' },
  },
  indexes: [],
};
