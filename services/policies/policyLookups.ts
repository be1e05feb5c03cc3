import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Knex } from 'knex';
import type { Clock } from '../platform/clock.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import type { PolicyRef } from './policy.js';
import { type PolicyRow, viewOfRow } from './policyRow.js';
import { policiesTable, renewalsTable } from './policyTables.js';

/** A policy and who holds it. */
export interface HeldPolicy extends PolicyRef {
  readonly customerId: number;
}

/** A policy that the calendar has overtaken, and the version at which it was found so. */
export interface DuePolicy extends PolicyRef {
  readonly version: number;
  readonly endDate: Day;
}

/** Single policies, and those that commands and the calendar ask for. */
export const policyLookups = (tables: ReadTables, clock: Clock) => {
  const policies = () => tables.from(policiesTable.name);
  const viewsOf = (rows: readonly PolicyRow[]): PolicyView[] => {
    const today = kolkataDay(clock.now());
    return rows.map((row) => viewOfRow(row, today));
  };

  return {
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

    async chain(id: number): Promise<PolicyView[]> {
      const chainId = policies().select('chain_id').where({ id });
      return viewsOf(
        await policies().select('*').where('chain_id', chainId).orderBy(['start_date', 'id']),
      );
    },

    /** Who has a policy number, in the form in which it is unique: the newest term. */
    async findByNumber(numberKey: string): Promise<HeldPolicy | null> {
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

    /** Active policies whose last day was before `today`, the longest ended first, after another. */
    async dueToExpire(today: Day, after: DuePolicy | null, limit: number): Promise<DuePolicy[]> {
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
      const { knex } = tables;
      const both = knex.unionAll(POLICY_KINDS.map(ofKind), true);
      const rows: Pick<PolicyRow, 'id' | 'kind' | 'version' | 'end_date'>[] = await inOrder(
        knex.select('*').from(both.as('due')),
      );
      return rows.map(({ end_date, ...policy }) => ({ ...policy, endDate: end_date }));
    },

    /** Terms that were renewed into one that is not in the list: not yet, or no longer. */
    async brokenChains(): Promise<PolicyRef[]> {
      const rows: { policy_id: number; kind: PolicyKind }[] = await tables
        .from(renewalsTable.name)
        .select('policy_id', 'kind')
        .whereNot('state', 'begun')
        .orderBy('policy_id');
      return rows.map(({ policy_id: id, kind }) => ({ id, kind }));
    },

    /**
     * Numbers of a customer's active policies, as the list has them now, and of those that will have
     * one: a next term is promised and not there yet, or is gone and this one comes back into force.
     */
    async activeNumbersOf(customerId: number): Promise<string[]> {
      const unfinished = tables
        .from(renewalsTable.name)
        .select('policy_id')
        .whereNot('state', 'begun');
      const rows: Pick<PolicyRow, 'policy_number'>[] = await policies()
        .select('policy_number')
        .where({ customer_id: customerId })
        .where((either) => either.where({ status: 'active' }).orWhereIn('id', unfinished))
        .orderBy('number_key');
      return rows.map((row) => row.policy_number);
    },
  };
};
