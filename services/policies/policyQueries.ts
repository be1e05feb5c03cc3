import type { BoundedCount, Page } from '@insuremanager/contracts/lists';
import { policyIdOf } from '@insuremanager/contracts/policies/policyEvents';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type {
  PolicyFilter,
  PolicyListRequest,
  PolicyView,
} from '@insuremanager/contracts/policies/policyViews';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Knex } from 'knex';
import type { Clock } from '../platform/clock.js';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import { boundedCount, listPage, MOST_COUNTED } from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import type { DueTerm } from './policyExpiry.js';
import { left, narrowed } from './policyFilter.js';
import { policyPage, SORT_COLUMNS } from './policyPage.js';
import { policiesTable } from './policyTables.js';
import { type PolicyRow, viewOfRow } from './policyView.js';

/** Lists of terms, single ones, and those that commands and the calendar ask for. */
export const policyQueries = (tables: ReadTables, cursors: ListCursors, clock: Clock) => {
  const policies = () => tables.from(policiesTable.name);
  const viewsOf = (rows: readonly PolicyRow[]): PolicyView[] => {
    const today = kolkataDay(clock.now());
    return rows.map((row) => viewOfRow(row, today));
  };

  return {
    async list(request: PolicyListRequest): Promise<Page<PolicyView>> {
      const { sort } = request;
      const today = kolkataDay(clock.now());
      return listPage<PolicyRow, PolicyView>(
        cursors,
        { name: `policies:${sort}`, column: SORT_COLUMNS[sort] },
        request,
        (after) => policyPage(tables, request, after, today),
        (row) => viewOfRow(row, today),
      );
    },

    async count(filter: PolicyFilter): Promise<BoundedCount> {
      const today = kolkataDay(clock.now());
      const { knex } = tables;
      const ofKind = (kind: PolicyKind) => {
        const narrowing = { kind, filter, today };
        return left(narrowed(tables, narrowing), tables, narrowing)
          .select('id')
          .limit(MOST_COUNTED);
      };
      const kinds = filter.kind ? [filter.kind] : POLICY_KINDS;
      const all = knex.unionAll(kinds.map(ofKind), true);
      return boundedCount(knex, knex.select('id').from(all.as('all')));
    },

    async find(id: number, kind?: PolicyKind): Promise<PolicyView | null> {
      const query = policies().select('*').where({ id });
      if (kind) query.where({ kind });
      const [view] = viewsOf(await query);
      return view ?? null;
    },

    async findAll(ids: readonly number[]): Promise<Map<number, PolicyView>> {
      if (ids.length === 0) return new Map();
      const rows: PolicyRow[] = await policies()
        .select('*')
        .whereIn('id', [...new Set(ids)]);
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

    /** Numbers of a customer's active terms, as the list has them now. */
    async activeNumbersOf(customerId: number): Promise<string[]> {
      const rows: Pick<PolicyRow, 'policy_number'>[] = await policies()
        .select('policy_number')
        .where({ customer_id: customerId, status: 'active' })
        .orderBy('number_key');
      return rows.map((row) => row.policy_number);
    },
  };
};
