import type { BoundedCount, Page } from '@insuremanager/contracts/lists';
import { GRACE_DAYS, type UnpaidState } from '@insuremanager/contracts/policies/instalments';
import { policyIdOf } from '@insuremanager/contracts/policies/policyEvents';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { EXPIRING_SOON_DAYS } from '@insuremanager/contracts/policies/policyTerm';
import {
  type PolicyCards,
  type PolicyFilter,
  type PolicyHoldings,
  type PolicyListRequest,
  type PolicySort,
  type PolicyView,
  policyList,
} from '@insuremanager/contracts/policies/policyViews';
import { LOSS_REASONS, type RenewalOutcome } from '@insuremanager/contracts/renewals/renewalKinds';
import { addDays, daysBetween } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import { monthsOf } from '@insuremanager/contracts/rules/premiumFrequency';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Knex } from 'knex';
import { byOwner, customersTable } from '../customers/index.js';
import type { Clock } from '../platform/clock.js';
import { keyedRows } from '../platform/readModels/keyedRows.js';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import { applyFilter } from '../platform/readModels/listFilter.js';
import {
  afterCursor,
  boundedCountOfAll,
  firstIds,
  firstNarrowed,
  foundThenSorted,
  inOrder,
  listPage,
  type PageOrder,
  rowsById,
  searchedIds,
} from '../platform/readModels/listPages.js';
import type { Narrowing, ReadTables } from '../platform/readModels/readTables.js';
import { ownedSearch } from '../platform/search/ownedSearch.js';
import { ownerPatterns } from '../platform/search/searchPatterns.js';
import type { DueTerm } from './policyExpiry.js';
import { matchHealth, matchVehicle, searchPatterns } from './policySearch.js';
import {
  POLICY_SUMMARIES,
  type PolicyRow,
  PREMIUMS_A_YEAR,
  policiesTable,
  SEARCH_COLUMNS,
  UNDECIDED,
  viewOfRow,
} from './policyTables.js';

const INSURERS = 20;
const MOST_COVERS = 100;

/** Lists of terms, single ones, and those that commands and the calendar ask for. */
export const policyQueries = (tables: ReadTables, cursors: ListCursors, clock: Clock) => {
  const policies = () => tables.from(policiesTable.name);
  const viewsOf = (rows: readonly PolicyRow[]): PolicyView[] => {
    const today = kolkataDay(clock.now());
    return rows.map((row) => viewOfRow(row, today));
  };

  return {
    list(request: PolicyListRequest): Promise<Page<PolicyView>> {
      const today = kolkataDay(clock.now());
      return listPage(
        { tables, cursors, table: policiesTable, sorts: SORT_COLUMNS },
        request,
        (order) => policyPage(request, order, today),
        (row: PolicyRow) => viewOfRow(row, today),
      );
    },

    async count(filter: PolicyFilter, most?: number): Promise<BoundedCount> {
      const today = kolkataDay(clock.now());
      const counted = kindsOf(filter).map((kind) => {
        const { filtered, found } = listOfKind(tables, { kind, filter, today });
        return found(() => filtered().select('id'));
      });
      return boundedCountOfAll(tables.knex, counted.flat(), most);
    },

    async find(id: number, kind?: PolicyKind): Promise<PolicyView | null> {
      const query = policies().select('*').where({ id });
      if (kind) query.where({ kind });
      const [view] = viewsOf(await query);
      return view ?? null;
    },

    async findAll(ids: readonly number[]): Promise<Map<number, PolicyView>> {
      if (ids.length === 0) return new Map();
      const keyed = { column: 'id', keys: ids };
      const rows: PolicyRow[] = await keyedRows(
        tables,
        'policies by id',
        policies().select('*'),
        keyed,
      );
      return new Map(viewsOf(rows).map((view) => [view.id, view]));
    },

    /** Also of a term that was deleted, while others of its policy exist. */
    async termsOf(id: number): Promise<PolicyView[]> {
      const ofPolicy = policies().select('*').where('policy_id', policyIdOf(id));
      return viewsOf(await ofPolicy.orderBy(['start_date', 'id']));
    },

    /** Who has a policy number, in the form in which it is unique: the newest term. */
    async findByNumber(
      numberKey: string,
    ): Promise<{ id: number; kind: PolicyKind; customerId: number } | null> {
      type Row = Pick<PolicyRow, 'id' | 'kind' | 'customer_id'>;
      const ofKind = (kind: PolicyKind) =>
        policies().select('id', 'kind', 'customer_id').where({ kind, number_key: numberKey });
      const both = tables.knex.unionAll(POLICY_KINDS.map(ofKind), true);
      const row: Row | undefined = await tables.knex
        .select('*')
        .from(both.as('numbered'))
        .orderBy('id', 'desc')
        .first();
      return row ? { id: row.id, kind: row.kind, customerId: row.customer_id } : null;
    },

    async premiumsDue(
      from: Day,
      to: Day,
      limit: number,
      only: Narrowing = () => {},
    ): Promise<PolicyView[]> {
      const by = ['due_key', 'id'];
      const { knex } = tables;
      // Of each kind by itself, as these days are indexed.
      const ofKind = (kind: PolicyKind) => {
        const due = policies().select(by).where({ kind });
        due.whereBetween('due_key', [from, to]).where(stillDue(kolkataDay(clock.now())));
        return firstNarrowed(tables, due, { only, by, limit });
      };
      const ids = knex
        .select('*')
        .from(knex.unionAll(POLICY_KINDS.map(ofKind), true).as('kinds'))
        .orderBy(by)
        .limit(limit);
      const rows: PolicyRow[] = await knex
        .select(`${policiesTable.name}.*`)
        .from(ids.as('due'))
        .joinRaw(`JOIN ${tables.relation(policiesTable.name)} AS ${policiesTable.name} USING (id)`)
        .orderBy(['due.due_key', 'due.id']);
      return viewsOf(rows);
    },

    async covering(
      customerIds: readonly number[],
      { isActive = true } = {},
    ): Promise<PolicyView[]> {
      const health = policies().select('*').where({ kind: 'health' });
      const rows: PolicyRow[] = await (isActive ? health.where({ status: 'active' }) : health)
        .where((any) => {
          for (const id of customerIds)
            any.orWhereRaw('insured_customers @> ?::jsonb', [`[${id}]`]);
        })
        .orderBy(['end_date', 'id'])
        .limit(MOST_COVERS);
      return viewsOf(rows);
    },

    /** Active terms whose last day was before `today`, the longest ended first, after another. */
    async dueToExpire(today: Day, after: DueTerm | null, limit: number): Promise<DueTerm[]> {
      const inOrder = (query: Knex.QueryBuilder) => query.orderBy(['end_date', 'id']).limit(limit);
      // Of each kind by itself: the days of a status are indexed within a kind.
      const ofKind = (kind: PolicyKind) => {
        const due = policies()
          .select('id', 'kind', 'version', 'end_date')
          .where({ kind, status: 'active' })
          .where('end_date', '<', today)
          .whereRaw('expired_for IS DISTINCT FROM end_date');
        return inOrder(
          after ? due.whereRaw('(end_date, id) > (?, ?)', [after.endDate, after.id]) : due,
        );
      };
      type Row = Pick<PolicyRow, 'id' | 'kind' | 'version' | 'end_date'>;
      const { knex } = tables;
      const both = knex.unionAll(POLICY_KINDS.map(ofKind), true);
      const rows: Row[] = await inOrder(knex.select('*').from(both.as('due')));
      return rows.map(({ end_date: endDate, ...term }) => ({ ...term, endDate }));
    },

    /** Numbers of customers' active terms, as the list has them now. */
    async activeNumbersOf(customerIds: readonly number[]): Promise<Map<number, string[]>> {
      const rows: Pick<PolicyRow, 'customer_id' | 'policy_number'>[] = await policies()
        .select('customer_id', 'policy_number')
        .whereIn('customer_id', [...new Set(customerIds)])
        .where({ status: 'active' })
        .orderBy('number_key');
      const numbers = new Map<number, string[]>(customerIds.map((id) => [id, []]));
      for (const row of rows) numbers.get(row.customer_id)?.push(row.policy_number);
      return numbers;
    },

    async cards(kind: PolicyKind): Promise<PolicyCards> {
      const today = kolkataDay(clock.now());
      const { knex } = tables;
      const expiringSoon = tables
        .from(POLICY_SUMMARIES.activeByEnd)
        .where({ kind })
        .whereBetween('end_date', [addDays(today, 1), addDays(today, EXPIRING_SOON_DAYS)])
        .select(knex.raw('coalesce(sum(count), 0)'));
      // One statement, so that all four figures are of the same moment.
      const [row] = await tables
        .from(POLICY_SUMMARIES.byStatus)
        .where({ kind })
        .select<{ total: string; active: string; premium: string; soon: string }[]>(
          knex.raw('coalesce(sum(count), 0) AS total'),
          knex.raw(`coalesce(sum(count) FILTER (WHERE status = 'active'), 0) AS active`),
          knex.raw(`coalesce(sum(premium_amount * ${PREMIUMS_A_YEAR}), 0) AS premium`),
          knex.raw('(?) AS soon', [expiringSoon]),
        );
      return {
        total: Number(row?.total ?? 0),
        active: Number(row?.active ?? 0),
        totalPremium: decimalOf(BigInt(row?.premium ?? 0)),
        expiringSoon: Number(row?.soon ?? 0),
      };
    },

    /** The spelling of each insurer is the one that most policies have. */
    async insurers(prefix: string): Promise<string[]> {
      const { knex } = tables;
      const rows: { insurer: string }[] = await tables
        .from(POLICY_SUMMARIES.byInsurer)
        .whereRaw('starts_with(insurer_key, ?)', [searchKey(prefix)])
        .groupBy('insurer_key')
        .select(knex.raw('(array_agg(insurance_company ORDER BY count DESC))[1] AS insurer'))
        .orderByRaw('sum(count) DESC, insurer_key')
        .limit(INSURERS);
      return rows.map(({ insurer }) => insurer);
    },

    async holdings(customerId: number): Promise<PolicyHoldings> {
      type Held = Pick<PolicyRow, 'status' | 'premium_amount' | 'premium_frequency' | 'end_date'>;
      const today = kolkataDay(clock.now());
      const held: Held[] = await tables
        .from(policiesTable.name)
        .where('customer_id', customerId)
        .select('status', 'premium_amount', 'premium_frequency', 'end_date');
      const active = held.filter(({ status }) => status === 'active');
      const yearly = active.reduce(
        (sum, row) => sum + BigInt(row.premium_amount * (12 / monthsOf(row.premium_frequency))),
        0n,
      );
      const ends = active.map(({ end_date }) => end_date).filter((day) => day >= today);
      return {
        policies: held.length,
        active: active.length,
        yearlyPremium: decimalOf(yearly),
        nextExpiry: ends.sort()[0] ?? null,
      };
    },

    matchHealth: (query: string, owners?: readonly number[]) => matchHealth(tables, query, owners),

    matchVehicle: (query: string, owners?: readonly number[]) =>
      matchVehicle(tables, query, owners),
  };
};

/** The column that each sort walks; ties are broken by id. */
const SORT_COLUMNS = {
  added: 'created_at',
  ends: 'end_date',
  premium: 'premium_amount',
  number: 'number_key',
  due: 'due_key',
} as const satisfies Record<PolicySort, string>;

const kindsOf = ({ kind }: PolicyFilter): readonly PolicyKind[] => (kind ? [kind] : POLICY_KINDS);

/**
 * The rows of a page, and one more when there is one. Indexes are walked in order within one kind:
 * a page of both is merged from a page of each. Which rows they are is read from indexes alone where
 * these hold all that is asked; then the rows themselves are fetched.
 */
function policyPage(
  { filter, sort }: PolicyListRequest,
  order: PageOrder,
  today: Day,
): Knex.QueryBuilder {
  const { tables, column } = order;
  const { knex } = tables;
  const pages = kindsOf(filter).map((kind) => {
    const list = listOfKind(tables, { kind, filter, today });
    if (list.isSearched) return searchedIds(list, order);
    if (sort === 'added' && endsWithinDays(filter)) {
      const ids = list.matching(afterCursor(list.filtered().select('id', column), order));
      return foundThenSorted(ids, order);
    }
    return firstIds((over) => list.matching(list.filtered(over)), order);
  });
  const all = knex.select('*').from(knex.unionAll(pages, true).as('kinds'));
  return rowsById(inOrder(all, order), order);
}

const FEW_DAYS = 45;

/**
 * Policies that end within a few days were added within a few days: a walk in the order in which
 * they were added would pass most of the others first. Postgres does not know that of two columns.
 */
const endsWithinDays = ({ expiringSoon, endsFrom, endsTo }: PolicyFilter): boolean =>
  expiringSoon === true || (!!endsFrom && !!endsTo && daysBetween(endsFrom, endsTo) <= FEW_DAYS);

/** Terms of whose renewal that became, by a day. */
const withOutcome =
  (outcome: RenewalOutcome, today: Day) =>
  (query: Knex.QueryBuilder): unknown => {
    switch (outcome) {
      case 'renewed':
        return query.where('renewal_state', 'renewed');
      case 'lost':
        return query.whereIn('renewal_state', LOSS_REASONS);
      case 'lapsed':
        return query.where('renewal_state', UNDECIDED).where('end_date', '<', today);
      case 'open':
        return query.where('renewal_state', UNDECIDED).where('end_date', '>=', today);
    }
  };

/** What is due of a term that was renewed is no concern any more once it has ended. */
const stillDue = (today: Day) => (query: Knex.QueryBuilder) =>
  query.where('status', 'active').orWhere('end_date', '>=', today);

/** Terms whose next premium stands so on a day: `unpaidState`, in SQL. */
const withPremium =
  (state: UnpaidState, today: Day) =>
  (query: Knex.QueryBuilder): unknown => {
    if (state === 'upcoming') return query.whereBetween('due_key', [today, LAST_DUE]);
    const isInGrace = `kind = 'health' AND instalments_paid > 0 AND due_key >= ?::date -
      CASE premium_frequency WHEN 'monthly' THEN ${GRACE_DAYS.monthly} ELSE ${GRACE_DAYS.other} END`;
    query.where('due_key', '<', today);
    return state === 'in_grace'
      ? query.whereRaw(isInGrace, [today])
      : query.whereRaw(`NOT (${isInGrace})`, [today]);
  };

/** What is due never has a later `due_key`. */
const LAST_DUE: Day = '9999-12-30';

interface KindFilter {
  readonly kind: PolicyKind;
  readonly filter: PolicyFilter;
  /** The Kolkata day from which days are counted. */
  readonly today: Day;
}

/** The list of one kind, filtered in two steps. */
function listOfKind(tables: ReadTables, { kind, filter, today }: KindFilter) {
  const column = SEARCH_COLUMNS[kind];
  const groups = searchPatterns(filter.search ?? '');
  const { kycStatuses } = filter;

  // Types of the other kind leave none, unless types of both are asked for.
  const ownTypes = kind === 'health' ? filter.policyTypes : filter.vehicleTypes;
  const typesOf =
    (ofKind: PolicyKind) =>
    (query: Knex.QueryBuilder, types: readonly string[]): void => {
      if (kind === ofKind) query.whereIn('type_key', types);
      else if (!ownTypes?.length) query.whereRaw('false');
    };

  /** By the columns that the indexes of lists hold. */
  const filtered = (over: Pick<ReadTables, 'from'> = tables): Knex.QueryBuilder => {
    const query = over.from(policiesTable.name);
    return applyFilter(
      query,
      policiesTable,
      policyList.criteria,
      { ...filter, kind },
      {
        insurer: (query, insurer) => query.where('kind_insurer', `${kind} ${searchKey(insurer)}`),
        policyTypes: typesOf('health'),
        vehicleTypes: typesOf('vehicle'),
        kycStatuses: null,
        ownerId: null,
        withoutOwner: null,
        renewals: (query, outcomes) =>
          query.where((any) => {
            for (const outcome of outcomes) any.orWhere(withOutcome(outcome, today));
          }),
        lossReasons: 'renewal_state',
        dueFrom: (query, day) => query.whereBetween('due_key', [day, LAST_DUE]),
        dueTo: (query, day) => query.where('due_key', '<=', day < LAST_DUE ? day : LAST_DUE),
        dues: (query, states) =>
          query.where(stillDue(today)).where((any) => {
            for (const state of states) any.orWhere(withPremium(state, today));
          }),
        expiringSoon: (query) =>
          query
            .where('status', 'active')
            .whereBetween('end_date', [addDays(today, 1), addDays(today, EXPIRING_SOON_DAYS)]),
      },
    );
  };

  /** By the policyholder. */
  const ofCustomers = (query: Knex.QueryBuilder): Knex.QueryBuilder => {
    const ofOwners = byOwner(tables, query, filter);
    return kycStatuses?.length
      ? ofOwners.whereIn(
          'customer_id',
          tables.from(customersTable.name).select('id').whereIn('kyc_status', kycStatuses),
        )
      : ofOwners;
  };

  const search = ownedSearch(tables, {
    ...{ text: column, groups },
    ...{ customers: customersTable.name, byCustomer: ownerPatterns(filter.search ?? '') },
  });
  const isSearched = groups.length > 0;

  return {
    filtered,
    columns: search.columns,
    isSearched,
    /** By the rest: the policyholder, and the search in the policy and in the policyholder. */
    matching: (query: Knex.QueryBuilder, owners?: 'found'): Knex.QueryBuilder =>
      ofCustomers(isSearched ? search.matching(query, owners) : query),
    found: (rows: () => Knex.QueryBuilder, owners?: Knex.QueryBuilder): Knex.QueryBuilder[] => {
      const ofRows = () => ofCustomers(rows());
      return isSearched ? search.found(ofRows, owners) : [ofRows()];
    },
    owners: search.owners,
  };
}
