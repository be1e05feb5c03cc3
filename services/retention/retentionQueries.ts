import { retainedUntil } from '@insuremanager/contracts/erasures/erasures';
import type { BoundedCount, Page } from '@insuremanager/contracts/lists';
import {
  type EndedRetention,
  type KeptBack,
  RETENTION_PAGE,
  type RetentionList,
} from '@insuremanager/contracts/privacy/retention';
import type { OwnedCounts } from '@insuremanager/contracts/records/ownedCounts';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Knex } from 'knex';
import type { Customers } from '../customers/index.js';
import { LAST_TRANSACTIONS } from '../erasures/index.js';
import type { OwnedRecordKind } from '../platform/ownedRecords.js';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import { boundedCount } from '../platform/readModels/listPages.js';
import type { Table } from '../platform/readModels/projector.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { policiesTable } from '../policies/index.js';
import { keptCustomersTable } from './retentionProjector.js';

interface EndedRow {
  readonly customer_id: number;
  readonly last_on: Day;
  readonly is_deleted: boolean;
  readonly is_held: boolean;
}

/** As the cursor of a page names the list. */
const cursorName = (list: RetentionList): string => `retention:${list}`;

export const retentionQueries = (
  tables: ReadTables,
  cursors: ListCursors,
  customers: Pick<Customers, 'namesOf' | 'summaries'>,
  owned: readonly OwnedRecordKind[],
) => {
  // Looked for by each customer: hardly anybody has one, and a join would read those of all others.
  const hasActivePolicy = `EXISTS (SELECT FROM ${tables.relation(policiesTable.name)} AS policy
    WHERE policy.customer_id = last.customer_id AND policy.status = 'active' OFFSET 0)`;
  const OF_LIST: Readonly<Record<RetentionList, string>> = {
    waiting: `kept.holds = 0 AND NOT ${hasActivePolicy}`,
    kept_back: `(kept.holds > 0 OR ${hasActivePolicy})`,
  };

  /** The index on the last transactions is walked from its old end. */
  const ended = (list: RetentionList, until: Day): Knex.QueryBuilder =>
    tables.knex
      .from(tables.knex.raw(`${tables.relation(LAST_TRANSACTIONS)} AS last`))
      .joinRaw(`JOIN ${tables.relation(keptCustomersTable.name)} AS kept USING (customer_id)`)
      .where('last.last_on', '<=', until)
      .whereRaw(OF_LIST[list]);

  const inOrder = (query: Knex.QueryBuilder): Knex.QueryBuilder =>
    query.orderBy(['last.last_on', 'last.customer_id']);

  const countsIn = async (table: Table, ids: readonly number[]): Promise<Map<number, number>> => {
    const rows: { customer_id: number; count: number }[] = await tables
      .from(table.name)
      .select('customer_id')
      .count({ count: '*' })
      .whereIn('customer_id', ids)
      .groupBy('customer_id');
    return new Map(rows.map(({ customer_id, count }) => [customer_id, Number(count)]));
  };

  const names = async (rows: readonly EndedRow[]): Promise<Map<number, string>> => {
    const idsOf = (isDeleted: boolean) =>
      rows.flatMap(({ customer_id, is_deleted }) =>
        is_deleted === isDeleted ? [customer_id] : [],
      );
    const [existing, deleted] = await Promise.all([
      customers.summaries(idsOf(false)),
      customers.namesOf(idsOf(true)),
    ]);
    return new Map([...[...existing].map(([id, { name }]) => [id, name] as const), ...deleted]);
  };

  return {
    /** @param until the last day of business of those that are found */
    async page(
      list: RetentionList,
      { until, years, cursor }: { until: Day; years: number; cursor?: string | null },
    ): Promise<Page<EndedRetention>> {
      const after = cursor ? await cursors.open(cursorName(list), cursor) : null;
      const query = inOrder(ended(list, until)).select(
        'last.customer_id',
        'last.last_on',
        'kept.is_deleted',
        tables.knex.raw('kept.holds > 0 AS is_held'),
      );
      if (after) query.whereRaw('(last.last_on, last.customer_id) > (?, ?)', [...after]);
      const rows: EndedRow[] = await query.limit(RETENTION_PAGE + 1);
      const shown = rows.slice(0, RETENTION_PAGE);
      const ids = shown.map(({ customer_id }) => customer_id);
      const [called, ...counted] = await Promise.all([
        names(shown),
        ...owned.map(async ({ declared, table }) => ({
          many: declared.many,
          counts: await countsIn(table, ids),
        })),
      ] as const);
      const last = rows.length > RETENTION_PAGE ? shown.at(-1) : undefined;
      const keptBackBy = (isHeld: boolean): KeptBack | null => {
        if (list === 'waiting') return null;
        return isHeld ? 'legal-hold' : 'active-policies';
      };
      return {
        items: shown.map(({ customer_id: id, last_on, is_deleted, is_held }) => ({
          customerId: id,
          name: called.get(id) ?? 'Deleted customer',
          isDeleted: is_deleted,
          lastTransaction: last_on,
          retainedUntil: retainedUntil(last_on, years),
          ...(Object.fromEntries(
            counted.map(({ many, counts }) => [many, counts.get(id) ?? 0]),
          ) as OwnedCounts),
          keptBack: keptBackBy(is_held),
        })),
        nextCursor: last
          ? await cursors.seal(cursorName(list), [last.last_on, last.customer_id])
          : null,
      };
    },

    count: (list: RetentionList, until: Day, most?: number): Promise<BoundedCount> =>
      boundedCount(tables.knex, ended(list, until).select('last.customer_id'), most),

    /** The first so many that can be erased, in the order of the list. */
    async idsWaiting(until: Day, most: number): Promise<number[]> {
      const rows: Pick<EndedRow, 'customer_id'>[] = await inOrder(ended('waiting', until))
        .select('last.customer_id')
        .limit(most);
      return rows.map(({ customer_id }) => customer_id);
    },
  };
};
