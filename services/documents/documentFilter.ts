import { FILE_KIND_MIME_TYPES } from '@insuremanager/contracts/documents/documentKinds';
import type { DocumentFilter } from '@insuremanager/contracts/documents/documentViews';
import { endOfKolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Knex } from 'knex';
import { customerSearchPatterns, customersTable } from '../customers/index.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { heldByEach } from '../platform/search/heldByEach.js';
import { containing } from '../platform/search/searchPatterns.js';
import { documentsTable } from './documentTables.js';

/** What the filter leaves, its search aside. */
export function narrowed(tables: ReadTables, filter: DocumentFilter): Knex.QueryBuilder {
  const query = tables.from(documentsTable.name);
  const { fileKinds, customerId, policyType, policyId } = filter;
  const isOfPolicy = !!policyType || typeof policyId === 'number';
  // A KYC document belongs to no policy: Postgres would look through all of them to find out.
  const types = filter.documentTypes?.filter((type) => type !== 'kyc' || !isOfPolicy);
  if (filter.documentTypes?.length) query.whereIn('document_type', types ?? []);
  if (fileKinds?.length) {
    query.whereIn(
      'mime_type',
      fileKinds.map((kind) => FILE_KIND_MIME_TYPES[kind]),
    );
  }
  if (typeof customerId === 'number') query.where('customer_id', customerId);
  if (policyType) query.where('policy_kind', policyType);
  if (typeof policyId === 'number') query.where('policy_id', policyId);
  if (filter.uploadedFrom) query.where('uploaded_at', '>=', startOfKolkataDay(filter.uploadedFrom));
  if (filter.uploadedTo) query.where('uploaded_at', '<', endOfKolkataDay(filter.uploadedTo));
  return query;
}

/** LIKE patterns: a document has all of the first, or its customer all of the second. */
export interface DocumentSearch {
  readonly byName: readonly string[];
  readonly byCustomer: readonly string[];
}

/** Null when nothing is searched. */
export function searchOf({ search }: DocumentFilter): DocumentSearch | null {
  const byName = namePatterns(search ?? '');
  return byName.length === 0 ? null : { byName, byCustomer: customerSearchPatterns(search ?? '') };
}

/** LIKE patterns over `search_text`: the name of a file has every word of what was typed. */
export const namePatterns = (search: string): string[] =>
  searchKey(search).split(' ').filter(Boolean).map(containing);

/** A condition on a column that holds the text to be searched. */
const hasAll = (column: string, patterns: readonly string[]) => (query: Knex.QueryBuilder) => {
  for (const pattern of patterns) query.whereLike(column, pattern);
};

/**
 * What a search finds, each way by an index of its own: by the names of files, and by customers. A
 * document that is found both ways is in both. `from` makes a query on documents.
 */
export function foundParts(
  tables: ReadTables,
  { byName, byCustomer }: DocumentSearch,
  from: () => Knex.QueryBuilder,
): Knex.QueryBuilder[] {
  const customers = tables.from(customersTable.name).select('id');
  return [
    from().where(hasAll('search_text', byName)),
    heldByEach(tables, customers.where(hasAll('search_text', byCustomer)), from()),
  ];
}

/** What a search leaves of some rows (`id`, `customer_id`, `search_text`), looked at one by one. */
export function leftOf(
  tables: ReadTables,
  { byName, byCustomer }: DocumentSearch,
  rows: Knex.QueryBuilder,
): Knex.QueryBuilder {
  const { knex } = tables;
  // A value rather than a join, which may be answered by reading all customers first.
  const all = byCustomer.map(() => 'search_text LIKE ?').join(' AND ');
  const customer = tables
    .from(customersTable.name)
    .where('id', knex.ref('next.customer_id'))
    .select(knex.raw(all, [...byCustomer]));
  return knex
    .from(rows.as('next'))
    .where((either) =>
      either.where(hasAll('next.search_text', byName)).orWhereRaw('(?)', [customer]),
    );
}
