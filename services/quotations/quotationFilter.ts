import { LONGEST_VALIDITY_DAYS } from '@insuremanager/contracts/quotations/quotationKinds';
import type { QuotationFilter } from '@insuremanager/contracts/quotations/quotationViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import {
  type Day,
  endOfKolkataDay,
  startOfKolkataDay,
} from '@insuremanager/contracts/rules/kolkataDay';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Knex } from 'knex';
import { customerSearchPatterns, customersTable } from '../customers/index.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { matchingAny } from '../platform/search/bestMatches.js';
import { heldByEach } from '../platform/search/heldByEach.js';
import { numbersOfYear, searchPatterns } from './quotationSearch.js';
import { quotationsTable } from './quotationTables.js';

/** What the list is narrowed by. */
export interface Narrowing {
  readonly filter: QuotationFilter;
  /** The Kolkata day from which validity is told. */
  readonly today: Day;
}

/** What the filter leaves by the columns that indexes hold: all but its search. */
export function narrowed(tables: ReadTables, { filter, today }: Narrowing): Knex.QueryBuilder {
  const query = tables.from(quotationsTable.name);
  if (filter.statuses?.length) query.whereIn('status', filter.statuses);
  if (filter.pastValidity) query.where('status', 'pending').where('valid_until', '<', today);
  if (filter.insuranceType) query.where('insurance_type', filter.insuranceType);
  if (filter.insurer) query.where('insurer_key', searchKey(filter.insurer));
  if (typeof filter.customerId === 'number') query.where('customer_id', filter.customerId);
  // Days of validity follow from the day of making: said of both, either index can be walked.
  if (filter.createdFrom) {
    query
      .where('created_at', '>=', startOfKolkataDay(filter.createdFrom))
      .where('valid_until', '>', filter.createdFrom);
  }
  if (filter.createdTo) {
    query
      .where('created_at', '<', endOfKolkataDay(filter.createdTo))
      .where('valid_until', '<=', addDays(filter.createdTo, LONGEST_VALIDITY_DAYS));
  }
  if (typeof filter.totalFrom === 'number') query.where('total_amount', '>=', filter.totalFrom);
  if (typeof filter.totalTo === 'number') query.where('total_amount', '<=', filter.totalTo);
  return query;
}

/** What was typed, as quotations and as customers are searched for it. */
export interface QuotationSearch {
  /** A quotation has all patterns of one of these groups, */
  readonly own: readonly (readonly string[])[];
  /** or its customer has all of these. */
  readonly customer: readonly string[];
  /** The LIKE pattern over `number_key` that says the same as `own`, where a year was typed. */
  readonly numbers: string | null;
}

/** Null when nothing is searched for. */
export function searchOf({ search }: QuotationFilter): QuotationSearch | null {
  const typed = search ?? '';
  const own = searchPatterns(typed);
  if (own.length === 0) return null;
  return { own, customer: customerSearchPatterns(typed), numbers: numbersOfYear(typed) };
}

/** Columns by which `matching` tells. */
export const SEARCHED_COLUMNS = ['search_text', 'customer_id'] as const;

/** Leaves what matches, row by row: for rows that are few already. Their table is called `name`. */
export const matching = (
  query: Knex.QueryBuilder,
  tables: ReadTables,
  { own, customer }: QuotationSearch,
  name: string,
): Knex.QueryBuilder =>
  query.where((either) => {
    const { knex } = tables;
    // A value rather than an `exists`, which may be answered by reading all customers first.
    const all = knex.raw(customer.map(() => 'search_text LIKE ?').join(' AND '), [...customer]);
    const holder = tables
      .from(customersTable.name)
      .where('id', knex.ref(`${name}.customer_id`))
      .select(all);
    matchingAny(either, { text: `${name}.search_text`, groups: own });
    either.orWhereRaw('(?)', [holder]);
  });

/** What matches, each way by the index of its own; a quotation that does both ways is in both. */
export const matches = (
  rest: () => Knex.QueryBuilder,
  tables: ReadTables,
  { own, customer, numbers }: QuotationSearch,
): { own: Knex.QueryBuilder; ofCustomers: Knex.QueryBuilder } => {
  const customers = tables.from(customersTable.name).select('id');
  for (const pattern of customer) customers.whereLike('search_text', pattern);
  return {
    own:
      numbers === null
        ? matchingAny(rest(), { text: 'search_text', groups: own })
        : rest().whereLike('number_key', numbers),
    ofCustomers: heldByEach(tables, customers, rest()),
  };
};
