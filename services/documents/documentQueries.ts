import {
  type DocumentType,
  FILE_KIND_MIME_TYPES,
} from '@insuremanager/contracts/documents/documentKinds';
import {
  type DocumentCards,
  type DocumentFilter,
  type DocumentSort,
  documentList,
} from '@insuremanager/contracts/documents/documentViews';
import type { OwnedDocumentMatch } from '@insuremanager/contracts/search/searchViews';
import type { Knex } from 'knex';
import { customersTable } from '../customers/index.js';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import { applyFilter } from '../platform/readModels/listFilter.js';
import { listQueries } from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { nameMatches } from '../platform/search/nameMatches.js';
import { ownedSearch } from '../platform/search/ownedSearch.js';
import { personPatterns, wordPatterns } from '../platform/search/searchPatterns.js';
import { DOCUMENTS_BY_TYPE, documentsTable, viewOfRow } from './documentTables.js';

/** Rows to views. */
export const documentQueries = (tables: ReadTables, cursors: ListCursors) => ({
  ...listQueries(
    { tables, cursors, table: documentsTable, sorts: SORT_COLUMNS },
    (filter: DocumentFilter, over) => filtered(over, filter),
    viewOfRow,
    (filter) => searchOf(tables, filter),
  ),

  /** The best matches of any part of the name of a file. */
  match: (query: string) =>
    nameMatches<OwnedDocumentMatch>(tables, query, {
      table: documentsTable.name,
      columns: { fileName: 'file_name', documentType: 'document_type', customerId: 'customer_id' },
      name: 'name_key',
    }),

  async cards(): Promise<DocumentCards> {
    const rows: { document_type: DocumentType; count: number }[] = await tables
      .from(DOCUMENTS_BY_TYPE)
      .select('document_type', 'count');
    const countOf = (type: DocumentType) =>
      rows.find((row) => row.document_type === type)?.count ?? 0;
    return {
      total: rows.reduce((sum, { count }) => sum + count, 0),
      kyc: countOf('kyc'),
      policy: countOf('policy_document'),
      claim: countOf('claim_document'),
    };
  },
});

/** The column that each sort walks; ties are broken by id. */
const SORT_COLUMNS = {
  uploaded: 'uploaded_at',
  name: 'name_key',
  size: 'file_size',
} as const satisfies Record<DocumentSort, string>;

/** The rows that match the filter, its search aside. */
function filtered(tables: Pick<ReadTables, 'from'>, filter: DocumentFilter): Knex.QueryBuilder {
  const { policyType, policyId } = filter;
  const isOfPolicy = !!policyType || typeof policyId === 'number';
  const query = tables.from(documentsTable.name);
  return applyFilter(query, documentsTable, documentList.criteria, filter, {
    // A KYC document belongs to no policy: Postgres would look through all of them to find out.
    documentTypes: (query, types) =>
      query.whereIn(
        'document_type',
        types.filter((type) => type !== 'kyc' || !isOfPolicy),
      ),
    fileKinds: (query, kinds) =>
      query.whereIn(
        'mime_type',
        kinds.map((kind) => FILE_KIND_MIME_TYPES[kind]),
      ),
  });
}

/** Files are called by their customers' names: in that order, who is called alike lies together. */
const MOST_OWNERS = 25_000;

/** What is searched for, in the names of files and in their customers; null when nothing is. */
function searchOf(tables: ReadTables, { search }: DocumentFilter) {
  const byName = wordPatterns(search ?? '');
  if (byName.length === 0) return null;
  return ownedSearch(tables, {
    ...{ text: 'search_text', groups: [byName] },
    ...{ customers: customersTable.name, byCustomer: personPatterns(search ?? '') },
    mostOwners: MOST_OWNERS,
  });
}
