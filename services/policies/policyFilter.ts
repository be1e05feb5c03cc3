import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { EXPIRING_SOON_DAYS } from '@insuremanager/contracts/policies/policyTerm';
import type { PolicyFilter } from '@insuremanager/contracts/policies/policyViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Knex } from 'knex';
import { customersTable } from '../customers/index.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { matchingAny } from '../platform/search/bestMatches.js';
import { searchPatterns } from './policySearch.js';
import { policiesTable, SEARCH_COLUMNS } from './policyTables.js';

/** What a list of one kind is narrowed by. */
export interface Narrowing {
  readonly kind: PolicyKind;
  readonly filter: PolicyFilter;
  /** The Kolkata day from which days are counted. */
  readonly today: Day;
}

/** What the filter leaves of a kind by the columns that its indexes hold. */
export function narrowed(
  tables: ReadTables,
  { kind, filter, today }: Narrowing,
): Knex.QueryBuilder {
  const query = tables.from(policiesTable.name).where('kind', kind);
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
  if (filter.expiringSoon) {
    query
      .where('status', 'active')
      .whereBetween('end_date', [addDays(today, 1), addDays(today, EXPIRING_SOON_DAYS)]);
  }
  return query;
}

export const isSearched = ({ filter }: Narrowing): boolean =>
  searchPatterns(filter.search ?? '').length > 0;

/** The columns by which `left` tells what it leaves. */
export const columnsToLeave = (kind: PolicyKind): string[] => [SEARCH_COLUMNS[kind], 'customer_id'];

/** What the rest of the filter leaves of that: by its search, and by who holds a policy. */
export function left(
  query: Knex.QueryBuilder,
  tables: ReadTables,
  { kind, filter }: Narrowing,
): Knex.QueryBuilder {
  const groups = searchPatterns(filter.search ?? '');
  if (groups.length > 0) matchingAny(query, { text: SEARCH_COLUMNS[kind], groups });
  if (filter.kycStatuses?.length) {
    const holders = tables.from(customersTable.name).select('id');
    query.whereIn('customer_id', holders.whereIn('kyc_status', filter.kycStatuses));
  }
  return query;
}
