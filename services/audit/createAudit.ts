import {
  type AuditEntryView,
  type AuditFilter,
  auditList,
  OWN_ACTIVITY_ENTRIES,
} from '@insuremanager/contracts/audit/auditViews';
import type { Knex } from 'knex';
import type { Platform } from '../platform/platform.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import { applyFilter } from '../platform/readModels/listFilter.js';
import {
  afterCursor,
  boundedCountOfAll,
  inOrder,
  listPage,
  merged,
} from '../platform/readModels/listPages.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import type { Audit } from './audit.js';
import type { AuditedByType, NameOf } from './auditedEvents.js';
import { type AuditRow, auditTable, usernamesTable } from './auditTables.js';

/** Whose record it is, and those among whom somebody was looked for by an identity number. */
const aboutCustomer = (part: Knex.QueryBuilder, id: number): Knex.QueryBuilder[] => [
  part.clone().where({ record_kind: 'customer', record_id: id }),
  part
    .clone()
    .where({ type: 'IdentityNumberLookedUp' })
    .whereRaw('details @> ?', [JSON.stringify({ customerIds: [id] })]),
];

/** The capability "audit" over the read models. */
export function createAudit(
  { vault }: Pick<Platform, 'vault'>,
  tables: ReadTables,
  audited: AuditedByType,
): Audit {
  const cursors = createListCursors(vault);
  const { knex } = tables;
  const from = () => tables.from(auditTable.name);
  const aboutUser = (userId: number) => from().where({ record_kind: 'user', record_id: userId });

  /** Each has an index; together they may find an entry twice. */
  const filtered = ({ userId, customerId, ...rest }: AuditFilter): Knex.QueryBuilder[] => {
    const ofUser = userId ? [from().where({ actor_id: userId }), aboutUser(userId)] : [from()];
    const parts = customerId ? ofUser.flatMap((part) => aboutCustomer(part, customerId)) : ofUser;
    const others = { userId: null, customerId: null };
    return parts.map((part) => applyFilter(part, auditTable, auditList.criteria, rest, others));
  };

  /** The users that an entry names by number. */
  const usersIn = ({ type, record_kind, record_id, details }: AuditRow): number[] => {
    const named = audited.get(type)?.users?.(details as never) ?? [];
    return record_kind === 'user' && record_id !== null ? [record_id, ...named] : [...named];
  };

  const namesOf = async (rows: readonly AuditRow[]): Promise<NameOf> => {
    const ids = new Set(rows.flatMap(usersIn));
    const found: { user_id: number; username: string }[] = await tables
      .from(usernamesTable.name)
      .select('user_id', 'username')
      .whereIn('user_id', [...ids]);
    const names = new Map(found.map(({ user_id, username }) => [user_id, username]));
    return (userId) => names.get(userId) ?? 'a former user';
  };

  const withNames = async (rows: readonly AuditRow[]): Promise<AuditEntryView[]> => {
    const nameOf = await namesOf(rows);
    return rows.map((row) => viewOf(row, audited, nameOf));
  };

  return {
    async list(request) {
      const { items, nextCursor } = await listPage(
        { tables, cursors, table: auditTable, sorts: { time: 'at' } as const },
        request,
        (order) => {
          const parts = filtered(request.filter).map((part) =>
            inOrder(afterCursor(part.select('*'), order), order),
          );
          return parts.length > 1 ? merged(parts, order, 'union') : (parts[0] as Knex.QueryBuilder);
        },
        (row: AuditRow) => row,
      );
      return { items: await withNames(items), nextCursor };
    },

    count: (filter, most) =>
      boundedCountOfAll(
        knex,
        filtered(filter).map((part) => part.select('id')),
        most,
      ),

    looksAt: async (records) => {
      const rows: AuditRow[] = await from()
        .select('*')
        .whereRaw(`type IN ('DossierMade', 'RecordReplayed', 'RawEventsRead')`)
        .whereRaw('(record_kind, record_id) IN (SELECT * FROM unnest(?::text[], ?::int[]))', [
          records.map(({ kind }) => kind),
          records.map(({ id }) => id),
        ])
        .orderBy(['at', 'id']);
      return withNames(rows);
    },

    about: async (userId) =>
      withNames(
        await aboutUser(userId)
          .select('*')
          .orderBy([
            { column: 'at', order: 'desc' },
            { column: 'id', order: 'desc' },
          ])
          .limit(OWN_ACTIVITY_ENTRIES),
      ),
  };
}

const viewOf = (row: AuditRow, audited: AuditedByType, nameOf: NameOf): AuditEntryView => {
  const { id, at, kind, type, record_kind, record_id, details } = row;
  return {
    id,
    at: at.toISOString(),
    actor: { userId: row.actor_id, username: row.actor_name, role: row.actor_role },
    batchId: row.batch_id,
    kind,
    type,
    recordKind: record_kind,
    recordId: record_id,
    recordName: record_kind === 'user' && record_id !== null ? nameOf(record_id) : null,
    summary: audited.get(type)?.summary(details as never, nameOf) ?? type,
  };
};
