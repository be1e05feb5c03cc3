import type { PolicyKind, PolicyStatus } from '@insuremanager/contracts/policies/policyKinds';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Knex } from 'knex';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { policiesTable } from './policyTables.js';

/** The last day of a cover of a term. */
export interface CoverEnd {
  readonly term_id: number;
  readonly kind: PolicyKind;
  readonly customer_id: number;
  readonly status: PolicyStatus;
  /** `third_party` where that cover ends on a day of its own. */
  readonly cover: 'policy' | 'third_party';
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
