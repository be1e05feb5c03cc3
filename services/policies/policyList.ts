import {
  type BoundedCount,
  COUNT_LIMIT,
  type Page,
} from '@insuremanager/contracts/customers/customerViews';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type {
  PolicyFilter,
  PolicyListRequest,
  PolicySort,
  PolicyView,
} from '@insuremanager/contracts/policies/policyViews';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Clock } from '../platform/clock.js';
import type { CursorValue, ListCursors } from '../platform/readModels/listCursors.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { left, narrowed } from './policyFilter.js';
import { policyPage, SORT_COLUMNS } from './policyPage.js';
import { type PolicyRow, viewOfRow } from './policyRow.js';

/** The list of policies: pages of it, and how long it is. */
export const policyList = (tables: ReadTables, cursors: ListCursors, clock: Clock) => ({
  async list(request: PolicyListRequest): Promise<Page<PolicyView>> {
    const { sort, limit } = request;
    const today = kolkataDay(clock.now());
    const after = request.cursor ? await cursors.open(listName(sort), request.cursor) : null;
    const rows = await policyPage(tables, request, after, today);
    const items = rows.slice(0, limit);
    const last = items.at(-1);
    const nextCursor =
      rows.length > limit && last
        ? await cursors.seal(listName(sort), [sortValue(last, sort), last.id])
        : null;
    return { items: items.map((row) => viewOfRow(row, today)), nextCursor };
  },

  async count(filter: PolicyFilter): Promise<BoundedCount> {
    const today = kolkataDay(clock.now());
    const most = COUNT_LIMIT + 1;
    const ofKind = (kind: PolicyKind) => {
      const narrowing = { kind, filter, today };
      return left(narrowed(tables, narrowing), tables, narrowing).select('id').limit(most);
    };
    const kinds = filter.kind ? [filter.kind] : POLICY_KINDS;
    const all = tables.knex.unionAll(kinds.map(ofKind), true);
    const [row] = await tables.knex.from(all.as('all')).count<{ n: string }[]>({ n: '*' });
    const found = Number(row?.n ?? 0);
    return { count: Math.min(found, COUNT_LIMIT), exact: found <= COUNT_LIMIT };
  },
});

const listName = (sort: PolicySort): string => `policies:${sort}`;

const sortValue = (row: PolicyRow, sort: PolicySort): CursorValue => {
  const value = row[SORT_COLUMNS[sort]];
  return value instanceof Date ? value.toISOString() : value;
};
