import type { KycStatus } from '@insuremanager/contracts/customers/customerFields';
import type {
  CustomerFilter,
  CustomerListRequest,
  CustomerSort,
  CustomerView,
} from '@insuremanager/contracts/customers/customerViews';
import type { BoundedCount, Page } from '@insuremanager/contracts/lists';
import { aadhaarMask } from '@insuremanager/contracts/rules/aadhaar';
import { endOfKolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { searchKey } from '@insuremanager/contracts/rules/text';
import type { Knex } from 'knex';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import { type After, boundedCount, listPage } from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { matchCustomers } from './customerMatches.js';
import { searchPatterns } from './customerSearch.js';
import type { CustomerSummary } from './customers.js';
import { CUSTOMERS_TOTAL, customersTable } from './customerTables.js';

const CITIES = 20;

/** The column that each sort walks; ties are broken by id. */
const SORT_COLUMNS = {
  name: 'name_key',
  added: 'created_at',
  kyc: 'kyc_status',
} as const satisfies Record<CustomerSort, keyof CustomerRow>;

export interface CustomerRow {
  id: number;
  version: number;
  name: string;
  phone: string;
  email: string | null;
  aadhaar_last4: string | null;
  pan: string | null;
  date_of_birth: string | null;
  address: string | null;
  city: string | null;
  state: string | null;
  pincode: string | null;
  kyc_status: KycStatus;
  kyc_document_id: number | null;
  created_at: Date;
  updated_at: Date;
  name_key: string;
}

/** Rows to views. */
export const customerQueries = (tables: ReadTables, cursors: ListCursors) => ({
  async list(request: CustomerListRequest): Promise<Page<CustomerView>> {
    const { sort } = request;
    return listPage(
      cursors,
      { name: `customers:${sort}`, column: SORT_COLUMNS[sort] },
      request,
      (after) => customerPage(tables, request, after),
      viewOf,
    );
  },

  count: (filter: CustomerFilter): Promise<BoundedCount> =>
    boundedCount(tables.knex, filtered(customers(tables), filter).select('id')),

  async find(id: number): Promise<CustomerView | null> {
    const row: CustomerRow | undefined = await customers(tables).select('*').where({ id }).first();
    return row ? viewOf(row) : null;
  },

  async summaries(ids: readonly number[]): Promise<Map<number, CustomerSummary>> {
    const rows: Pick<CustomerRow, 'id' | 'name' | 'phone' | 'kyc_status'>[] =
      ids.length === 0
        ? []
        : await customers(tables)
            .select('id', 'name', 'phone', 'kyc_status')
            .whereIn('id', [...new Set(ids)]);
    return new Map(
      rows.map(({ id, name, phone, kyc_status }) => [
        id,
        { id, name, phone, kycStatus: kyc_status },
      ]),
    );
  },

  async recent(limit: number): Promise<CustomerView[]> {
    const rows: CustomerRow[] = await customers(tables)
      .select('*')
      .orderBy([
        { column: 'created_at', order: 'desc' },
        { column: 'id', order: 'desc' },
      ])
      .limit(limit);
    return rows.map(viewOf);
  },

  async total(): Promise<number> {
    const row: { count: number } | undefined = await tables
      .from(CUSTOMERS_TOTAL)
      .select('count')
      .first();
    return row?.count ?? 0;
  },

  match: (query: string) => matchCustomers(tables, query),

  /** Walks the index from city to city: the cost grows with the answer, not with the customers. */
  async cities(prefix: string): Promise<string[]> {
    const table = `${tables.schema}.${customersTable.name}`;
    const { rows } = await tables.knex.raw<{ rows: { city: string }[] }>(CITIES_FROM, {
      table,
      prefix: searchKey(prefix),
      limit: CITIES,
    });
    return rows.map(({ city }) => city);
  },
});

const CITIES_FROM = `
  with recursive walk as (
    (select city_key, city from :table: where city_key >= :prefix order by city_key limit 1)
    union all
    select following.* from walk cross join lateral (
      select city_key, city from :table: c where c.city_key > walk.city_key
      order by c.city_key limit 1
    ) following
    where starts_with(walk.city_key, :prefix)
  )
  select city from walk where starts_with(city_key, :prefix) limit :limit`;

const customers = (tables: ReadTables) => tables.from(customersTable.name);

async function customerPage(
  tables: ReadTables,
  { filter, sort, direction, limit }: CustomerListRequest,
  after: After,
): Promise<CustomerRow[]> {
  const column = SORT_COLUMNS[sort];
  const query = filtered(customers(tables), filter)
    .select('*')
    .orderBy([
      { column, order: direction },
      { column: 'id', order: direction },
    ])
    .limit(limit + 1);
  if (after)
    query.whereRaw(`(??, id) ${direction === 'asc' ? '>' : '<'} (?, ?)`, [column, ...after]);
  return query;
}

function filtered(query: Knex.QueryBuilder, filter: CustomerFilter): Knex.QueryBuilder {
  for (const pattern of searchPatterns(filter.search ?? '')) {
    query.whereLike('search_text', pattern);
  }
  if (filter.kycStatuses?.length) query.whereIn('kyc_status', filter.kycStatuses);
  if (filter.city) query.where('city_key', searchKey(filter.city));
  if (filter.addedFrom) query.where('created_at', '>=', startOfKolkataDay(filter.addedFrom));
  if (filter.addedTo) query.where('created_at', '<', endOfKolkataDay(filter.addedTo));
  return query;
}

const viewOf = (row: CustomerRow): CustomerView => ({
  id: row.id,
  name: row.name,
  phone: row.phone,
  email: row.email,
  aadhaarNumber: row.aadhaar_last4 === null ? null : aadhaarMask(row.aadhaar_last4),
  panNumber: row.pan,
  dateOfBirth: row.date_of_birth,
  address: row.address,
  city: row.city,
  state: row.state,
  pincode: row.pincode,
  kycStatus: row.kyc_status,
  kycDocumentId: row.kyc_document_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
});
