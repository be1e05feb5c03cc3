import {
  type BoundedCount,
  COUNT_LIMIT,
  type Page,
} from '@insuremanager/contracts/customers/customerViews';
import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import type {
  DocumentCards,
  DocumentFilter,
  DocumentListRequest,
  DocumentSort,
  DocumentView,
} from '@insuremanager/contracts/documents/documentViews';
import type { CursorValue, ListCursors } from '../platform/readModels/listCursors.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { foundParts, narrowed, searchOf } from './documentFilter.js';
import { matchDocuments } from './documentMatches.js';
import { documentPage, SORT_COLUMNS } from './documentPage.js';
import { type DocumentRow, viewOfRow } from './documentRow.js';
import { DOCUMENTS_BY_TYPE, documentsTable } from './documentTables.js';

/** Rows to views. */
export const documentQueries = (tables: ReadTables, cursors: ListCursors) => ({
  async list(request: DocumentListRequest): Promise<Page<DocumentView>> {
    const { sort, limit } = request;
    const after = request.cursor ? await cursors.open(listName(sort), request.cursor) : null;
    const rows = await documentPage(tables, request, after);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const nextCursor =
      rows.length > limit && last
        ? await cursors.seal(listName(sort), [sortValue(last, sort), last.id])
        : null;
    return { items: items.map(viewOfRow), nextCursor };
  },

  async count(filter: DocumentFilter): Promise<BoundedCount> {
    const search = searchOf(filter);
    const most = COUNT_LIMIT + 1;
    const all = () => narrowed(tables, filter).select('id');
    const parts = search ? foundParts(tables, search, all) : [all()];
    const some = tables.knex.unionAll(
      parts.map((part) => part.limit(most)),
      true,
    );
    const [row] = await tables.knex.from(some.as('some')).count<{ n: string }[]>({ n: '*' });
    const found = Number(row?.n ?? 0);
    return { count: Math.min(found, COUNT_LIMIT), exact: found <= COUNT_LIMIT };
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

const listName = (sort: DocumentSort): string => `documents:${sort}`;

const sortValue = (row: DocumentRow, sort: DocumentSort): CursorValue => {
  const value = row[SORT_COLUMNS[sort]];
  return value instanceof Date ? value.toISOString() : value;
};
