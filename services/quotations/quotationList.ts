import type { BoundedCount, Page } from '@insuremanager/contracts/lists';
import type {
  QuotationFilter,
  QuotationListRequest,
  QuotationView,
} from '@insuremanager/contracts/quotations/quotationViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Clock } from '../platform/clock.js';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import { boundedCount, listPage, MOST_COUNTED } from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { matches, narrowed, searchOf } from './quotationFilter.js';
import { quotationPage, SORT_COLUMNS } from './quotationPage.js';
import { type QuotationRow, viewOfRow } from './quotationRow.js';

/** The list of quotations: pages of it, and how long it is. */
export const quotationList = (tables: ReadTables, cursors: ListCursors, clock: Clock) => ({
  async list(request: QuotationListRequest): Promise<Page<QuotationView>> {
    const { sort } = request;
    const today = kolkataDay(clock.now());
    return listPage<QuotationRow, QuotationView>(
      cursors,
      { name: `quotations:${sort}`, column: SORT_COLUMNS[sort] },
      request,
      (after) => quotationPage(tables, request, after, today),
      (row) => viewOfRow(row, today),
    );
  },

  async count(filter: QuotationFilter): Promise<BoundedCount> {
    const { knex } = tables;
    const narrowing = { filter, today: kolkataDay(clock.now()) };
    const rest = () => narrowed(tables, narrowing).select('id');
    const search = searchOf(filter);
    if (!search) return boundedCount(knex, rest());
    const { own, ofCustomers } = matches(rest, tables, search);
    const found = knex.union([own.limit(MOST_COUNTED), ofCustomers.limit(MOST_COUNTED)], true);
    return boundedCount(knex, knex.select('id').from(found.as('found')));
  },
});
