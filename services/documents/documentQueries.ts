import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import type {
  DocumentCards,
  DocumentFilter,
  DocumentListRequest,
  DocumentView,
} from '@insuremanager/contracts/documents/documentViews';
import type { BoundedCount, Page } from '@insuremanager/contracts/lists';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import { boundedCount, listPage, MOST_COUNTED } from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { foundParts, narrowed, searchOf } from './documentFilter.js';
import { matchDocuments } from './documentMatches.js';
import { documentPage, SORT_COLUMNS } from './documentPage.js';
import { type DocumentRow, viewOfRow } from './documentRow.js';
import { DOCUMENTS_BY_TYPE, documentsTable } from './documentTables.js';

/** Rows to views. */
export const documentQueries = (tables: ReadTables, cursors: ListCursors) => ({
  async list(request: DocumentListRequest): Promise<Page<DocumentView>> {
    const { sort } = request;
    return listPage(
      cursors,
      { name: `documents:${sort}`, column: SORT_COLUMNS[sort] },
      request,
      (after) => documentPage(tables, request, after),
      viewOfRow,
    );
  },

  async count(filter: DocumentFilter): Promise<BoundedCount> {
    const { knex } = tables;
    const search = searchOf(filter);
    const all = () => narrowed(tables, filter).select('id');
    if (!search) return boundedCount(knex, all());
    const parts = foundParts(tables, search, all).map((part) => part.limit(MOST_COUNTED));
    const found = knex.union(parts, true);
    return boundedCount(knex, knex.select('id').from(found.as('found')));
  },

  async find(id: number): Promise<DocumentView | null> {
    const row: DocumentRow | undefined = await tables
      .from(documentsTable.name)
      .select('*')
      .where({ id })
      .first();
    return row ? viewOfRow(row) : null;
  },

  match: (query: string) => matchDocuments(tables, query),

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
