import {
  POLICY_KINDS,
  type PolicyKind,
  type PolicyStatus,
} from '@insuremanager/contracts/policies/policyKinds';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Knex } from 'knex';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { policiesTable } from './policyTables.js';

/** The last day of a cover of a term, or the day of its next premium. */
export interface CoverEnd {
  readonly term_id: number;
  readonly kind: PolicyKind;
  readonly customer_id: number;
  readonly status: PolicyStatus;
  /** `third_party` where that cover ends on a day of its own; `instalment`: a premium. */
  readonly cover: 'policy' | 'third_party' | 'instalment';
  readonly due_date: Day;
}

/** Ends of cover within some days, both included, whatever the status: a query to ask further. */
export function coverEnds(tables: ReadTables, from: Day, to: Day): Knex.QueryBuilder {
  const { knex } = tables;
  const endsOf = (cover: CoverEnd['cover'], column: string) =>
    tables
      .from(policiesTable.name)
      .select('id as term_id', 'kind', 'customer_id', 'status', `${column} as due_date`)
      .select(knex.raw('?::text AS cover', [cover]))
      .whereBetween(column, [from, to]);
  return knex.unionAll(
    [
      endsOf('policy', 'end_date'),
      endsOf('third_party', 'third_party_end_date').whereRaw('third_party_end_date <> end_date'),
    ],
    true,
  );
}

/** The next premiums that are due within some days, both included: a query to ask further. */
export const premiumEnds = (tables: ReadTables, from: Day, to: Day): Knex.QueryBuilder =>
  tables.knex.unionAll(
    // Of each kind by itself: the days of premiums are indexed within a kind.
    POLICY_KINDS.map((kind) =>
      tables
        .from(policiesTable.name)
        .select('id as term_id', 'kind', 'customer_id', 'status', 'due_key as due_date')
        .select(tables.knex.raw("'instalment'::text AS cover"))
        .where({ kind })
        .whereBetween('due_key', [from, to]),
    ),
    true,
  );
