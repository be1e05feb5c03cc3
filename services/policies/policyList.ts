import {
  type BoundedCount,
  COUNT_LIMIT,
  type Page,
} from '@insuremanager/contracts/customers/customerViews';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { EXPIRING_SOON_DAYS } from '@insuremanager/contracts/policies/policyTerm';
import type {
  PolicyFilter,
  PolicyListRequest,
  PolicySort,
  PolicyView,
} from '@insuremanager/contracts/policies/policyViews';
import { addDays, daysBetween } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Knex } from 'knex';
import { customersTable } from '../customers/index.js';
import type { Clock } from '../platform/clock.js';
import type { CursorValue, ListCursors } from '../platform/readModels/listCursors.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { matchingAny } from '../platform/search/bestMatches.js';
import { type PolicyRow, viewOfRow } from './policyRow.js';
import { searchPatterns } from './policySearch.js';
import { policiesTable, SEARCH_COLUMNS } from './policyTables.js';

/** The column that each sort walks; ties are broken by id. */
const SORT_COLUMNS = {
  added: 'created_at',
  ends: 'end_date',
  premium: 'premium_amount',
  number: 'number_key',
} as const satisfies Record<PolicySort, keyof PolicyRow>;

/** The list of policies: pages of it, and how long it is. */
export const policyList = (tables: ReadTables, cursors: ListCursors, clock: Clock) => ({
  async list(request: PolicyListRequest): Promise<Page<PolicyView>> {
    const { sort, limit } = request;
    const today = kolkataDay(clock.now());
    const after = request.cursor ? await cursors.open(listName(sort), request.cursor) : null;
    const rows = await page(tables, request, after, today);
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
    const ofKind = (kind: PolicyKind) =>
      filtered(tables, kind, filter, today)
        .select('id')
        .limit(COUNT_LIMIT + 1);
    const some = filter.kind
      ? ofKind(filter.kind)
      : tables.knex.unionAll(POLICY_KINDS.map(ofKind), true).limit(COUNT_LIMIT + 1);
    const [row] = await tables.knex.from(some.as('some')).count<{ n: string }[]>({ n: '*' });
    const found = Number(row?.n ?? 0);
    return { count: Math.min(found, COUNT_LIMIT), exact: found <= COUNT_LIMIT };
  },
});

/**
 * The rows of a page, and one more when there is one. Indexes are walked in order within one kind:
 * a page of both is merged from a page of each. Which rows they are is told by indexes alone where
 * these hold all that is asked; then the rows themselves are fetched.
 */
async function page(
  tables: ReadTables,
  { filter, sort, direction, limit }: PolicyListRequest,
  after: readonly CursorValue[] | null,
  today: Day,
): Promise<PolicyRow[]> {
  const { knex, schema } = tables;
  const column = SORT_COLUMNS[sort];
  const inOrder = (query: Knex.QueryBuilder, expression: string): Knex.QueryBuilder =>
    query.orderByRaw(`${expression} ${direction}, id ${direction}`).limit(limit + 1);
  const ofKind = (kind: PolicyKind): Knex.QueryBuilder => {
    const query = filtered(tables, kind, filter, today).select('id', column);
    if (after) {
      query.whereRaw(`(??, id) ${direction === 'asc' ? '>' : '<'} (?, ?)`, [column, ...after]);
    }
    const isSorted = sort === 'added' && endsSoonOrWithin(filter);
    return inOrder(query, isSorted ? SORTED_BY_ADDED : column);
  };
  const kinds = filter.kind ? [filter.kind] : POLICY_KINDS;
  const ids = inOrder(
    knex.select('*').from(knex.unionAll(kinds.map(ofKind), true).as('kinds')),
    column,
  );
  return inOrder(
    knex
      .select('policies.*')
      .from(ids.as('page'))
      .joinRaw('JOIN ??.?? AS policies USING (id)', [schema, policiesTable.name]),
    `page.${column}`,
  );
}

/** No index is in this order, so none is walked. */
const SORTED_BY_ADDED = `created_at + interval '0'`;
const FEW_DAYS = 45;

/**
 * Policies that end within a few days were added within a few days: a walk in the order in which
 * they were added would pass most of the others first. Postgres does not know that of two columns.
 */
const endsSoonOrWithin = ({ expiringSoon, endsFrom, endsTo }: PolicyFilter): boolean =>
  expiringSoon === true || (!!endsFrom && !!endsTo && daysBetween(endsFrom, endsTo) <= FEW_DAYS);

function filtered(
  tables: ReadTables,
  kind: PolicyKind,
  filter: PolicyFilter,
  today: Day,
): Knex.QueryBuilder {
  const query = tables.from(policiesTable.name).where('kind', kind);
  const groups = searchPatterns(filter.search ?? '');
  if (groups.length > 0) matchingAny(query, { text: SEARCH_COLUMNS[kind], groups });
  if (filter.statuses?.length) query.whereIn('status', filter.statuses);
  if (filter.insurer) query.where('kind_insurer', `${kind} ${searchKey(filter.insurer)}`);
  const [types, typesOfOther] =
    kind === 'health'
      ? [filter.policyTypes, filter.vehicleTypes]
      : [filter.vehicleTypes, filter.policyTypes];
  if (types?.length) query.whereIn('type_key', types);
  else if (typesOfOther?.length) query.whereRaw('false');
  if (filter.endsFrom) query.where('end_date', '>=', filter.endsFrom);
  if (filter.endsTo) query.where('end_date', '<=', filter.endsTo);
  if (typeof filter.premiumFrom === 'number') {
    query.where('premium_amount', '>=', filter.premiumFrom);
  }
  if (typeof filter.premiumTo === 'number') query.where('premium_amount', '<=', filter.premiumTo);
  if (typeof filter.customerId === 'number') query.where('customer_id', filter.customerId);
  if (filter.kycStatuses?.length) {
    const holders = tables.from(customersTable.name).select('id');
    query.whereIn('customer_id', holders.whereIn('kyc_status', filter.kycStatuses));
  }
  if (filter.expiringSoon) {
    query
      .where('status', 'active')
      .whereBetween('end_date', [addDays(today, 1), addDays(today, EXPIRING_SOON_DAYS)]);
  }
  return query;
}

const listName = (sort: PolicySort): string => `policies:${sort}`;

const sortValue = (row: PolicyRow, sort: PolicySort): CursorValue => {
  const value = row[SORT_COLUMNS[sort]];
  return value instanceof Date ? value.toISOString() : value;
};
