import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import type { Knex } from 'knex';
import { customersTable } from '../customers/index.js';
import type { RowSearch } from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { matchingAny } from '../platform/search/bestMatches.js';
import { ofEach } from '../platform/search/ofEachCustomer.js';
import { personPatterns } from '../platform/search/searchPatterns.js';
import { policiesTable, policySearchPatterns, SEARCH_COLUMNS } from '../policies/index.js';

/** What is searched for, in customers and in policies; null when nothing is. */
export function reminderSearch(
  tables: ReadTables,
  typed: string,
): Omit<RowSearch, 'filtered' | 'walked'> | null {
  const { knex } = tables;
  const groups = policySearchPatterns(typed);
  const person = personPatterns(typed);
  if (groups.length === 0 || person.length === 0) return null;

  const customers = () => tables.from(customersTable.name);
  const policies = () => tables.from(policiesTable.name);

  return {
    columns: ['customer_id', 'term_id'],

    matching: (next: Knex.QueryBuilder): Knex.QueryBuilder =>
      next.where((either) => {
        // Values rather than an `exists`, which may be answered by reading all of them first.
        const ofPerson = knex.raw(person.map(() => 'search_text LIKE ?').join(' AND '), [
          ...person,
        ]);
        const text = `coalesce(${Object.values(SEARCH_COLUMNS).join(', ')})`;
        const ofPolicy = knex.raw(
          groups
            .map((patterns) => `(${patterns.map(() => `${text} LIKE ?`).join(' AND ')})`)
            .join(' OR '),
          groups.flat(),
        );
        either.whereRaw('(?)', [
          customers().where('id', knex.ref('next.customer_id')).select(ofPerson),
        ]);
        either.orWhereRaw('(?)', [
          policies().where('id', knex.ref('next.term_id')).select(ofPolicy),
        ]);
      }),

    /** A reminder that matches both ways is in both. */
    found(rows: () => Knex.QueryBuilder): Knex.QueryBuilder[] {
      const found = customers().select('id');
      for (const pattern of person) found.whereLike('search_text', pattern);
      const ofKinds = POLICY_KINDS.map((kind) =>
        matchingAny(policies().select('id').where({ kind }), {
          text: SEARCH_COLUMNS[kind],
          groups,
        }),
      );
      return [
        ofEach(tables, found, rows(), 'customer_id'),
        ofEach(tables, knex.unionAll(ofKinds, true), rows(), 'term_id'),
      ];
    },
  };
}
