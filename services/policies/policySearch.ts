import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { policyNumberKey } from '@insuremanager/contracts/rules/policyNumber';
import { cleanText, searchKey } from '@insuremanager/contracts/rules/text';
import { plateSearchText } from '@insuremanager/contracts/rules/vehicleNumber';
import { SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchLimits';
import type {
  Matches,
  OwnedHealthPolicyMatch,
  OwnedVehiclePolicyMatch,
} from '@insuremanager/contracts/search/searchViews';
import type { Knex } from 'knex';
import { customersTable } from '../customers/index.js';
import type { RowSearch } from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { bestMatches, matchingAny, type Search } from '../platform/search/bestMatches.js';
import { ofEach } from '../platform/search/ownedSearch.js';
import {
  anywhere,
  atWordStart,
  beginning,
  containing,
  ownerPatterns,
  personPatterns,
  SHORTEST_ANYWHERE,
} from '../platform/search/searchPatterns.js';
import { policiesTable, SEARCH_COLUMNS } from './policyTables.js';

/**
 * LIKE patterns over `search_text`: a policy must match all of one of the groups. The words that
 * were typed, a word of three or more letters anywhere, a shorter one at the start of a word; or,
 * where something with a digit was typed in several pieces, that as one policy number or one plate.
 */
export function searchPatterns(search: string): string[][] {
  const typed = cleanText(search);
  if (typed === '') return [];
  const words = searchKey(typed).split(' ').filter(Boolean);
  if (words.length === 0) return [];
  return [words.map(containing), ...compactForms(typed).map((form) => [anywhere(form)])];
}

/** A number written in pieces as one: without spaces, and as a plate without hyphens and dots. */
export function compactForms(typed: string): string[] {
  const asTyped = searchKey(typed);
  if (!/\d/.test(asTyped)) return [];
  const forms = [asTyped.replaceAll(' ', ''), searchKey(plateSearchText(typed))];
  return [...new Set(forms)].filter((form) => form.length >= SHORTEST_ANYWHERE && form !== asTyped);
}

/**
 * The best matches of any part of a number or an insurer, then the policies of customers.
 * @param owners the customers whom the query found, the best ones first.
 */
export const matchHealth = (
  tables: ReadTables,
  query: string,
  owners?: readonly number[],
): Promise<Matches<OwnedHealthPolicyMatch>> => matches(tables, 'health', query, {}, owners);

/** The same, and by any part of a plate. */
export const matchVehicle = (
  tables: ReadTables,
  query: string,
  owners?: readonly number[],
): Promise<Matches<OwnedVehiclePolicyMatch>> =>
  matches(tables, 'vehicle', query, { vehicleNumber: 'vehicle_number' }, owners);

async function matches<Match extends { id: number }>(
  tables: ReadTables,
  kind: PolicyKind,
  query: string,
  columns: Search['columns'],
  owners: readonly number[] = [],
): Promise<Matches<Match>> {
  const typed = cleanText(query);
  if (searchKey(typed).length < SHORTEST_SEARCH) return { items: [], count: 0, exact: true };
  const numberKey = policyNumberKey(typed);
  return bestMatches<Match>(tables, {
    table: policiesTable.name,
    columns: {
      policyNumber: 'policy_number',
      insuranceCompany: 'insurance_company',
      status: 'status',
      customerId: 'customer_id',
      ...columns,
    },
    where: { kind },
    text: SEARCH_COLUMNS[kind],
    groups: searchPatterns(typed),
    beginnings: [searchKey(typed), ...compactForms(typed)].map(atWordStart),
    exact: [
      ['number_key', numberKey],
      ['kind_insurer', `${kind} ${searchKey(typed)}`],
      ...(kind === 'vehicle' ? [['vehicle_number', plateSearchText(typed)] as const] : []),
    ],
    order: { column: 'number_key', beginning: beginning(numberKey) },
    owners: ownerPatterns(typed).length > 0 ? owners : [],
  });
}

/**
 * How rows are searched that belong to a term, by their `term_id`, and to its customer: in customers,
 * in policies, and in a text of their own; null when nothing is searched for.
 * @param own the column of that text, under a trigram index, where they have one
 */
export function termSearch(tables: ReadTables, typed: string, own?: string): RowSearch | null {
  const { knex } = tables;
  const groups = searchPatterns(typed);
  const person = personPatterns(typed);
  if (groups.length === 0 || person.length === 0) return null;

  const customers = () => tables.from(customersTable.name);
  const policies = () => tables.from(policiesTable.name);

  return {
    columns: ['customer_id', 'term_id', ...(own ? [own] : [])],

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
        if (own) either.orWhere((rows) => matchingAny(rows, { text: `next.${own}`, groups }));
      }),

    /** A row that matches in several ways is in each. */
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
        ...(own ? [matchingAny(rows(), { text: own, groups })] : []),
      ];
    },
  };
}
