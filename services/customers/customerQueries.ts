import type { NoticeUse } from '@insuremanager/contracts/customers/consentViews';
import {
  type CustomerDuplicate,
  type CustomerFilter,
  type CustomerSummary,
  type CustomerView,
  customerList,
} from '@insuremanager/contracts/customers/customerViews';
import { isMaskedAadhaar, normalizeAadhaar } from '@insuremanager/contracts/rules/aadhaar';
import { normalizePan, searchedPan } from '@insuremanager/contracts/rules/pan';
import { normalizePhone } from '@insuremanager/contracts/rules/phone';
import { cleanText, digitsOf, searchKey } from '@insuremanager/contracts/rules/text';
import { SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchLimits';
import {
  type CustomerMatch,
  MATCHES_SHOWN,
  type Matches,
  OWNERS_SOUGHT,
} from '@insuremanager/contracts/search/searchViews';
import type { Knex } from 'knex';
import { keyedRows } from '../platform/readModels/keyedRows.js';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import { applyFilter } from '../platform/readModels/listFilter.js';
import { listQueries } from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { bestMatches } from '../platform/search/bestMatches.js';
import {
  atWordStart,
  beginning,
  personPatterns,
  searchedPhone,
} from '../platform/search/searchPatterns.js';
import type { Vault } from '../platform/vault/vault.js';
import { AADHAAR_PURPOSE } from './customerProjector.js';
import type { DuplicateProbe } from './customers.js';
import {
  CUSTOMERS_TOTAL,
  type CustomerRow,
  consentsTable,
  customersTable,
  erasuresTable,
  SORT_COLUMNS,
  viewOfRow,
} from './customerTables.js';

const CITIES = 20;

/** Rows to views. */
export const customerQueries = (
  tables: ReadTables,
  cursors: ListCursors,
  vault: Pick<Vault, 'fingerprint'>,
) => ({
  ...listQueries(
    { tables, cursors, table: customersTable, sorts: SORT_COLUMNS },
    (filter: CustomerFilter, over) => filtered(over, filter),
    viewOfRow,
  ),

  async summaries(ids: readonly number[]): Promise<Map<number, CustomerSummary>> {
    const some = customers(tables).select('id', 'name', 'phone', 'kyc_status');
    const keyed = { column: 'id', keys: ids };
    const rows: Pick<CustomerRow, 'id' | 'name' | 'phone' | 'kyc_status'>[] =
      ids.length === 0 ? [] : await keyedRows(tables, 'customer summaries', some, keyed);
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
    return rows.map(viewOfRow);
  },

  async total(): Promise<number> {
    const row: { count: number } | undefined = await tables
      .from(CUSTOMERS_TOTAL)
      .select('count')
      .first();
    return row?.count ?? 0;
  },

  duplicates: (probe: DuplicateProbe, exceptId: number | null): Promise<CustomerDuplicate[]> =>
    findDuplicates(tables, vault.fingerprint.bind(vault), probe, exceptId),

  /** Walks the index of given consents by notice: the cost grows with their number. */
  async noticeUse(): Promise<NoticeUse[]> {
    const rows: { version: number; customers: string }[] = await tables
      .from(consentsTable.name)
      .select({ version: 'notice_version' })
      .countDistinct({ customers: 'customer_id' })
      .where('choice', 'given')
      .whereNotNull('notice_version')
      .groupBy('notice_version')
      .orderBy('notice_version');
    return rows.map(({ version, customers }) => ({ version, customers: Number(customers) }));
  },

  async unfinishedErasures(limit: number): Promise<number[]> {
    const rows: { customer_id: number }[] = await tables
      .from(erasuresTable.name)
      .select('customer_id')
      .where('is_complete', false)
      .orderBy(['erased_at', 'customer_id'])
      .limit(limit);
    return rows.map(({ customer_id }) => customer_id);
  },

  async isErasureComplete(id: number): Promise<boolean | null> {
    const row: { is_complete: boolean } | undefined = await tables
      .from(erasuresTable.name)
      .select('is_complete')
      .where('customer_id', id)
      .first();
    return row?.is_complete ?? null;
  },

  match: (query: string) => matchCustomers(tables, query),

  /** Walks the index from city to city: the cost grows with the answer, not with the customers. */
  async cities(prefix: string): Promise<string[]> {
    const walk = citiesFrom(tables.relation(customersTable.name));
    const { rows } = await tables.knex.raw<{ rows: { city: string }[] }>(walk, {
      prefix: searchKey(prefix),
      limit: CITIES,
    });
    return rows.map(({ city }) => city);
  },
});

const citiesFrom = (table: string): string => `
  with recursive walk as (
    (select city_key, city from ${table} as c where city_key >= :prefix order by city_key limit 1)
    union all
    select following.* from walk cross join lateral (
      select city_key, city from ${table} as c where c.city_key > walk.city_key
      order by c.city_key limit 1
    ) following
    where starts_with(walk.city_key, :prefix)
  )
  select city from walk where starts_with(city_key, :prefix) limit :limit`;

const customers = (tables: Pick<ReadTables, 'from'>) => tables.from(customersTable.name);

function filtered(tables: Pick<ReadTables, 'from'>, filter: CustomerFilter): Knex.QueryBuilder {
  const query = customers(tables);
  for (const pattern of personPatterns(filter.search ?? '')) {
    query.whereLike('search_text', pattern);
  }
  return applyFilter(query, customersTable, customerList.criteria, filter, {
    withoutOwner: (query) => query.whereNull('owner_id'),
  });
}

/** What is filtered by whose the customer is, of a list of what belongs to customers. */
export function byOwner(
  tables: Pick<ReadTables, 'from'>,
  query: Knex.QueryBuilder,
  { ownerId, withoutOwner }: Pick<CustomerFilter, 'ownerId' | 'withoutOwner'>,
): Knex.QueryBuilder {
  if (ownerId) {
    query.whereIn('customer_id', customers(tables).select('id').where('owner_id', ownerId));
  }
  if (withoutOwner) {
    const owned = customers(tables).select('id').whereNotNull('owner_id');
    query.whereNotExists(owned.whereRaw('id = customer_id'));
  }
  return query;
}

const INDIA = '91';

/** The best matches of any part of a name, phone in any format, email or city, or a whole PAN. */
async function matchCustomers(
  tables: ReadTables,
  query: string,
): Promise<Matches<CustomerMatch> & { ids: number[] }> {
  const typed = cleanText(query);
  if (searchKey(typed).length < SHORTEST_SEARCH)
    return { items: [], count: 0, exact: true, ids: [] };
  const key = searchKey(typed);
  const phone = searchedPhone(typed);
  const pan = searchedPan(typed);
  const best = await bestMatches<CustomerMatch>(tables, {
    table: customersTable.name,
    columns: { name: 'name', phone: 'phone' },
    text: 'search_text',
    groups: [personPatterns(typed)],
    // Numbers are kept with the country's code, which nobody types.
    beginnings: (phone === null ? [key] : [phone, INDIA + phone]).map(atWordStart),
    exact:
      phone === null
        ? [
            ['name_key', key],
            ['email_key', key],
            ...(pan === null ? [] : [['pan_number', pan] as const]),
          ]
        : [
            ['phone_digits', phone],
            ['phone_digits', INDIA + phone],
            ['phone_digits', digitsOf(typed)],
          ],
    order: { column: 'name_key', beginning: beginning(key) },
    limit: OWNERS_SOUGHT,
  });
  return {
    ...best,
    items: best.items.slice(0, MATCHES_SHOWN),
    ids: best.items.map(({ id }) => id),
  };
}

const SHOWN = 5;

type Match = CustomerDuplicate['matches'][number];

/** What of a person belongs to one person alone, and the column in which it is compared. */
const COLUMNS = {
  phone: 'phone_digits',
  email: 'email_key',
  panNumber: 'pan_number',
  aadhaarNumber: 'aadhaar_fingerprint',
} as const satisfies Record<Match, string>;

type Fingerprint = (purpose: string, value: string) => string;

/** Others with the same phone, email, PAN or Aadhaar, by their exact and normal forms. */
async function findDuplicates(
  tables: ReadTables,
  fingerprint: Fingerprint,
  probe: DuplicateProbe,
  exceptId: number | null,
): Promise<CustomerDuplicate[]> {
  const wanted = comparable(probe, fingerprint);
  if (wanted.length === 0) return [];
  const lookups = wanted.map(([field, value]) =>
    tables
      .from(customersTable.name)
      .select('id', 'name', tables.knex.raw('?::text as field', [field]))
      .where(COLUMNS[field], value)
      .whereNot('id', exceptId ?? 0)
      .orderBy('id')
      .limit(SHOWN),
  );
  const rows: { id: number; name: string; field: Match }[] = await tables.knex.unionAll(
    lookups,
    true,
  );
  return grouped(rows).slice(0, SHOWN);
}

function comparable(probe: DuplicateProbe, fingerprint: Fingerprint): [Match, string][] {
  const phone = digitsOf(normalizePhone(probe.phone ?? ''));
  const email = searchKey(probe.email ?? '');
  const pan = normalizePan(probe.panNumber ?? '');
  const aadhaar = normalizeAadhaar(probe.aadhaarNumber ?? '');
  const known = aadhaar === '' || isMaskedAadhaar(aadhaar);
  const values: [Match, string][] = [
    ['phone', phone],
    ['email', email],
    ['panNumber', pan],
    ['aadhaarNumber', known ? '' : fingerprint(AADHAAR_PURPOSE, aadhaar)],
  ];
  return values.filter(([, value]) => value !== '');
}

/** One entry per customer, the one with the most in common first. */
function grouped(rows: { id: number; name: string; field: Match }[]): CustomerDuplicate[] {
  const found = new Map<number, CustomerDuplicate>();
  for (const { id, name, field } of rows) {
    const duplicate = found.get(id) ?? { id, name, matches: [] };
    duplicate.matches.push(field);
    found.set(id, duplicate);
  }
  return [...found.values()].sort((a, b) => b.matches.length - a.matches.length || a.id - b.id);
}
