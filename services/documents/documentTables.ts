import { documentFields } from '@insuremanager/contracts/documents/documentFields';
import {
  type DocumentView,
  documentList,
  documentPath,
  documentSystemFields,
} from '@insuremanager/contracts/documents/documentViews';
import type { Table } from '../platform/readModels/projector.js';
import { type RowOf, recordColumns } from '../platform/readModels/recordColumns.js';
import { searchColumn } from '../platform/search/searchPatterns.js';
import type { DocumentRecord } from './document.js';

/** How many documents of each type there are, kept by the database. */
export const DOCUMENTS_BY_TYPE = 'documents_by_type';

/** What lists are filtered by: behind a sort, so that the index alone passes rows that do not fit. */
const FILTERED_BY = 'document_type, mime_type, policy_type';

export const documentColumns = recordColumns({
  fields: documentFields,
  system: documentSystemFields,
  list: documentList,
});

/** One row per existing document. `name_key` is the form in which names are searched and sorted. */
export const documentsTable: Table = {
  name: 'documents',
  key: 'id',
  columns: {
    ...documentColumns.columns,
    file_key: { type: 'text' },
    name_key: { type: 'text' },
    search_text: searchColumn('name_key'),
  },
  book: 'customer_id',
  indexes: [
    'USING gin (search_text gin_trgm_ops)',
    // With whose they are: of a book, the rows of others are passed by it.
    `(uploaded_at, id, ${FILTERED_BY}) INCLUDE (customer_id)`,
    // With what a search looks at: files are called by their customers' names, so it walks far.
    `(name_key, id, ${FILTERED_BY}) INCLUDE (customer_id, search_text)`,
    `(file_size, id, ${FILTERED_BY}) INCLUDE (customer_id)`,
    '(document_type, uploaded_at, id)',
    '(document_type, name_key, id)',
    '(document_type, file_size, id)',
    '(mime_type, uploaded_at, id)',
    '(customer_id, uploaded_at, id)',
    '(policy_type, uploaded_at, id) WHERE policy_type IS NOT NULL',
    '(policy_id, uploaded_at, id) WHERE policy_id IS NOT NULL',
    '(claim_id, uploaded_at, id) WHERE claim_id IS NOT NULL',
  ],
  summaries: [{ name: DOCUMENTS_BY_TYPE, by: ['document_type'] }],
};

export type DocumentRow = RowOf<typeof documentColumns>;

export const viewOfRow = (row: DocumentRow): DocumentView =>
  Object.assign(documentColumns.fromRow(row), { filePath: documentPath(row.id) });

/** What is shown in the place of an erased person's file name. */
export const ERASED_FILE_NAME = 'Erased document';

/** @param version the revision of the stream that `record` was folded from. */
export function documentView(record: DocumentRecord, version: number): DocumentView {
  const { policyKind: policyType, secrets } = record;
  const fileName = secrets?.fileName ?? ERASED_FILE_NAME;
  return {
    ...documentColumns.toView({ ...record, policyType, fileName, version }),
    filePath: documentPath(record.id),
  };
}

/** One row per stored file that an event refers to: for ever, as the file of a deleted document stays. */
export const storedDocumentsTable: Table = {
  name: 'stored_documents',
  key: 'file_key',
  columns: {
    file_key: { type: 'text' },
    document_id: { type: 'integer' },
  },
  book: 'none',
  indexes: [],
};
