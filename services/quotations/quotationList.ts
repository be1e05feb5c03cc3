import {
  type BoundedCount,
  COUNT_LIMIT,
  type Page,
} from '@insuremanager/contracts/customers/customerViews';
import type {
  QuotationFilter,
  QuotationListRequest,
  QuotationSort,
  QuotationView,
} from '@insuremanager/contracts/quotations/quotationViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Clock } from '../platform/clock.js';
import type { CursorValue, ListCursors } from '../platform/readModels/listCursors.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { matches, narrowed, searchOf } from './quotationFilter.js';
import { quotationPage, SORT_COLUMNS } from './quotationPage.js';
import { type QuotationRow, viewOfRow } from './quotationRow.js';

/** The list of quotations: pages of it, and how long it is. */
export const quotationList = (tables: ReadTables, cursors: ListCursors, clock: Clock) => ({
  async list(request: QuotationListRequest): Promise<Page<QuotationView>> {
    const { sort, limit } = request;
    const today = kolkataDay(clock.now());
    const after = request.cursor ? await cursors.open(listName(sort), request.cursor) : null;
    const rows = await quotationPage(tables, request, after, today);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const nextCursor =
      rows.length > limit && last
        ? await cursors.seal(listName(sort), [sortValue(last, sort), last.id])
        : null;
    return { items: items.map((row) => viewOfRow(row, today)), nextCursor };
  },

  async count(filter: QuotationFilter): Promise<BoundedCount> {
    const { knex } = tables;
    const narrowing = { filter, today: kolkataDay(clock.now()) };
    const most = COUNT_LIMIT + 1;
    const rest = () => narrowed(tables, narrowing).select('id').limit(most);
    const search = searchOf(filter);
    const some = search
      ? knex.select('id').from(knex.union(matches(rest, tables, search), true).as('found'))
      : rest();
    const [row] = await knex.from(some.limit(most).as('some')).count<{ n: string }[]>({ n: '*' });
    const found = Number(row?.n ?? 0);
    return { count: Math.min(found, COUNT_LIMIT), exact: found <= COUNT_LIMIT };
  },
});

const listName = (sort: QuotationSort): string => `quotations:${sort}`;

const sortValue = (row: QuotationRow, sort: QuotationSort): CursorValue => {
  const value = row[SORT_COLUMNS[sort]];
  return value instanceof Date ? value.toISOString() : value;
};
