import type {
  DocumentListRequest,
  DocumentSort,
} from '@insuremanager/contracts/documents/documentViews';
import type { Knex } from 'knex';
import type { After } from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { type DocumentSearch, foundParts, leftOf, narrowed, searchOf } from './documentFilter.js';
import type { DocumentRow } from './documentRow.js';
import { documentsTable } from './documentTables.js';

/** The column that each sort walks; ties are broken by id. */
export const SORT_COLUMNS = {
  uploaded: 'uploaded_at',
  name: 'name_key',
  size: 'file_size',
} as const satisfies Record<DocumentSort, keyof DocumentRow>;

/** The same orders, in which no index is: what is ordered by them is found first, and then sorted. */
const SORTED_BY = {
  uploaded: `uploaded_at + interval '0'`,
  name: `name_key || ''`,
  size: 'file_size + 0',
} as const satisfies Record<DocumentSort, string>;

/** The rows of a page, and one more when there is one. */
export function documentPage(
  tables: ReadTables,
  request: DocumentListRequest,
  after: After,
): Promise<DocumentRow[]> {
  const { filter, sort, direction } = request;
  const column = SORT_COLUMNS[sort];
  const rest = (): Knex.QueryBuilder => {
    const query = narrowed(tables, filter);
    return after
      ? query.whereRaw(`(??, id) ${direction === 'asc' ? '>' : '<'} (?, ?)`, [column, ...after])
      : query;
  };
  const search = searchOf(filter);
  if (!search) return inOrder(rest().select('*'), request, column);
  const ids = searchedIds(tables, request, search, rest);
  return inOrder(
    tables.knex
      .select('documents.*')
      .from(ids.as('page'))
      .joinRaw('JOIN ??.?? AS documents USING (id)', [tables.schema, documentsTable.name]),
    request,
    `page.${column}`,
  );
}

/** Rows that are looked at in order for each one wanted, before a search asks its indexes. */
const WALKED_FOR_EACH = 60;

/**
 * What many documents have in common fills a page from the next rows in order; what few have is
 * found by its trigrams and sorted.
 */
function searchedIds(
  tables: ReadTables,
  request: DocumentListRequest,
  search: DocumentSearch,
  rest: () => Knex.QueryBuilder,
): Knex.QueryBuilder {
  const { knex } = tables;
  const { sort, limit } = request;
  const column = SORT_COLUMNS[sort];
  const next = inOrder(
    rest().select('id', column, 'customer_id', 'search_text'),
    request,
    column,
  ).limit(WALKED_FOR_EACH * limit);
  const walked = leftOf(tables, search, next).select('next.id', `next.${column}`);
  const fillsPage = '(SELECT count(*) FROM walked) > ?';
  const found = foundParts(tables, search, () => rest().select('id', column)).map((query) =>
    inOrder(query.whereRaw(`NOT ${fillsPage}`, [limit]), request, SORTED_BY[sort]),
  );
  const either = [knex.select('*').from('walked').whereRaw(fillsPage, [limit]), ...found];
  return inOrder(
    knex
      .with('walked', inOrder(walked, request, `next.${column}`, 'next.id'))
      .select('*')
      .from(knex.union(either, true).as('either')),
    request,
    column,
  );
}

const inOrder = (
  query: Knex.QueryBuilder,
  { direction, limit }: DocumentListRequest,
  column: string,
  id = 'id',
): Knex.QueryBuilder =>
  query.orderByRaw(`${column} ${direction}, ${id} ${direction}`).limit(limit + 1);
