import type { BoundedCount, Page } from '@insuremanager/contracts/lists';
import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { EXPIRING_SOON_DAYS, URGENT_DAYS } from '@insuremanager/contracts/policies/policyTerm';
import { CHANNELS } from '@insuremanager/contracts/reminders/reminderKinds';
import {
  type BulkReminders,
  type ReminderCards,
  type ReminderFilter,
  type ReminderListRequest,
  type ReminderSort,
  type ReminderView,
  reminderList,
} from '@insuremanager/contracts/reminders/reminderViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Knex } from 'knex';
import { customersTable } from '../customers/index.js';
import type { Clock } from '../platform/clock.js';
import { FILED_UNDER } from '../platform/readModels/filing.js';
import { keyedRows } from '../platform/readModels/keyedRows.js';
import type { ListCursors } from '../platform/readModels/listCursors.js';
import { applyFilter } from '../platform/readModels/listFilter.js';
import {
  boundedCount,
  boundedCountOfAll,
  firstIds,
  inOrder,
  listPage,
  type PageOrder,
  type RowSearch,
  rowsById,
  searchedIds,
} from '../platform/readModels/listPages.js';
import type { Narrowing, ReadTables } from '../platform/readModels/readTables.js';
import { matchingAny } from '../platform/search/bestMatches.js';
import { ofEach } from '../platform/search/ownedSearch.js';
import { personPatterns } from '../platform/search/searchPatterns.js';
import {
  coverEnds,
  POLICY_SUMMARIES,
  policiesTable,
  policySearchPatterns,
  SEARCH_COLUMNS,
} from '../policies/index.js';
import type { SendingProgress } from './reminders.js';
import {
  type BulkRow,
  bulksTable,
  type NoticeColumns,
  noticesTable,
  REMINDER_SUMMARIES,
  type ReminderRow,
  remindedTermsTable,
  remindersTable,
} from './reminderTables.js';

/** A notice whose time has come, or that was broken off. */
export interface OpenNotice {
  readonly noticeId: string;
  readonly customerId: number;
  readonly resumeAt: Date;
}

/** Absent: any. */
export interface WantedBulk {
  readonly id?: number;
  readonly bookOwnerId?: number;
}

export type ReminderQueries = ReturnType<typeof reminderQueries>;

type ListedRow = ReminderRow & NoticeColumns;

const DAY_MS = 24 * 60 * 60 * 1000;

/** Rows to views. `clock` says which day it is in Kolkata. */
export const reminderQueries = (tables: ReadTables, cursors: ListCursors, clock: Clock) => {
  const { knex } = tables;
  const reminders = () => tables.from(remindersTable.name);
  const notices = () => tables.from(noticesTable.name);
  const bulks = () => tables.from(bulksTable.name);

  /** Rows with what their notices say. */
  const withNotices = (rows: Knex.QueryBuilder): Knex.QueryBuilder =>
    knex
      .select('found.*', ...NOTICE_COLUMNS.map((column) => `notice.${column}`))
      .from(rows.as('found'))
      .joinRaw(`LEFT JOIN ${tables.relation(noticesTable.name)} AS notice USING (notice_id)`);

  return {
    list: (request: ReminderListRequest): Promise<Page<ReminderView>> =>
      listPage(
        { tables, cursors, table: remindersTable, sorts: SORT_COLUMNS },
        request,
        (order) =>
          inOrder(withNotices(reminderPage(request, order)), order, `found.${order.column}`),
        (row: ListedRow) => viewOfRow(row),
      ),

    count(filter: ReminderFilter): Promise<BoundedCount> {
      const rows = () => filtered(tables, filter).select('id');
      const search = reminderSearch(tables, filter.search ?? '');
      return search ? boundedCountOfAll(knex, search.found(rows)) : boundedCount(knex, rows());
    },

    async find(id: number): Promise<ReminderView | null> {
      const row: ListedRow | undefined = await withNotices(reminders().where({ id })).first();
      return row ? viewOfRow(row) : null;
    },

    async cards(): Promise<ReminderCards> {
      const today = kolkataDay(clock.now());
      type Group = { email_sent: boolean; count: number };
      type Ends = { end_date: Day; count: number };
      const [groups, ends]: [Group[], Ends[]] = await Promise.all([
        tables.from(REMINDER_SUMMARIES.byStatus).select('email_sent', 'count'),
        tables
          .from(POLICY_SUMMARIES.activeByEnd)
          .select('end_date', 'count')
          .whereBetween('end_date', [today, addDays(today, EXPIRING_SOON_DAYS)]),
      ]);
      const urgentUntil = addDays(today, URGENT_DAYS);
      return {
        total: sumOf(groups),
        emailsSent: sumOf(groups.filter(({ email_sent }) => email_sent)),
        upcoming: sumOf(ends),
        urgent: sumOf(ends.filter(({ end_date }) => end_date <= urgentUntil)),
      };
    },

    /**
     * The terms, of active policies that end within 30 days, that have a reminder that was asked for
     * today and went out, or one that waits.
     */
    async remindedToday(): Promise<Set<number>> {
      const day = kolkataDay(clock.now());
      const ends = coverEnds(tables, day, addDays(day, EXPIRING_SOON_DAYS));
      const rows: { term_id: number }[] = await reminders()
        .join(ends.as('ends'), 'ends.term_id', `${remindersTable.name}.term_id`)
        .where({ 'ends.cover': 'policy', 'ends.status': 'active' })
        .whereNotNull('notice_id')
        .where((asked) => {
          asked
            .where((today) => {
              today.where('requested_at', '>=', startOfKolkataDay(day)).where((out) => {
                out
                  .where(`${remindersTable.name}.status`, 'sent')
                  .orWhere('may_have_gone_out', true);
              });
            })
            .orWhere(`${remindersTable.name}.status`, 'waiting');
        })
        .distinct('ends.term_id');
      return new Set(rows.map(({ term_id }) => term_id));
    },

    async lastSent(termIds: readonly number[]): Promise<Map<number, Day>> {
      if (termIds.length === 0) return new Map();
      const last = tables.from(remindedTermsTable.name).select('term_id', 'last_day');
      const keyed = { column: 'term_id', keys: termIds };
      const rows: { term_id: number; last_day: Day }[] = await keyedRows(
        tables,
        'last reminders',
        last,
        keyed,
      );
      return new Map(rows.map(({ term_id, last_day }) => [term_id, last_day]));
    },

    async recentFailures(
      days: number,
      limit: number,
      only: Narrowing = () => {},
    ): Promise<ReminderView[]> {
      const since = new Date(clock.now().getTime() - days * DAY_MS);
      const failed = reminders()
        .whereRaw(`status = 'failed'`)
        .where('attempted_at', '>=', since)
        .modify(only)
        .orderByRaw('attempted_at DESC, id DESC')
        .limit(limit);
      const rows: ListedRow[] = await withNotices(failed).orderByRaw(
        'found.attempted_at DESC, found.id DESC',
      );
      return rows.map(viewOfRow);
    },

    async progress(): Promise<SendingProgress> {
      const since = new Date(clock.now().getTime() - DAY_MS);
      const count = (rows: Knex.QueryBuilder): Promise<{ count: number }[]> =>
        rows.select(knex.raw('count(*) AS count'));
      const ofNotices = () => notices().whereRaw('NOT is_done AND reminders > 0');
      const [open, due, failed, summaries] = await Promise.all([
        count(ofNotices()),
        count(ofNotices().where('resume_at', '<=', clock.now())),
        count(reminders().whereRaw(`status = 'failed'`).where('attempted_at', '>=', since)),
        tables.from(REMINDER_SUMMARIES.byStatus).select('status', 'count'),
      ]);
      const byStatus: Record<string, number> = {};
      for (const { status, count } of summaries as { status: string; count: number }[])
        byStatus[status] = (byStatus[status] ?? 0) + count;
      return { open: sumOf(open), due: sumOf(due), failedInADay: sumOf(failed), byStatus };
    },

    /** Notices to send now, those that have waited longest first, after another. */
    async dueNotices(after: OpenNotice | null, limit: number): Promise<OpenNotice[]> {
      const open = notices()
        // Its stream is that of the number under which it was asked for.
        .select('notice_id', { customer_id: FILED_UNDER }, 'resume_at')
        .whereRaw('NOT is_done AND reminders > 0')
        .where('resume_at', '<=', clock.now())
        .orderBy(['resume_at', 'notice_id'])
        .limit(limit);
      if (after) open.whereRaw('(resume_at, notice_id) > (?, ?)', [after.resumeAt, after.noticeId]);
      const rows: { notice_id: string; customer_id: number; resume_at: Date }[] = await open;
      return rows.map((row) => ({
        noticeId: row.notice_id,
        customerId: row.customer_id,
        resumeAt: row.resume_at,
      }));
    },

    /** Bulks that have not looked at every renewal yet, the oldest first. */
    async openBulks(): Promise<{ id: number; startedAt: Date }[]> {
      const rows: BulkRow[] = await bulks()
        .select('id', 'started_at')
        .whereNull('finished_at')
        .orderBy('id');
      return rows.map(({ id, started_at }) => ({ id, startedAt: started_at }));
    },

    /** The last one of those that are wanted. */
    async findBulk({ id, bookOwnerId }: WantedBulk): Promise<BulkReminders | null> {
      const query = bulks().select('*').orderBy('id', 'desc').first();
      if (id !== undefined) query.where({ id });
      if (bookOwnerId !== undefined) query.where({ book_owner_id: bookOwnerId });
      const bulk: BulkRow | undefined = await query;
      if (!bulk) return null;
      type Group = { status: ReminderRow['status']; count: number };
      const groups: Group[] = await reminders()
        .where('bulk_id', bulk.id)
        .groupBy('status')
        .select('status', knex.raw('count(*) AS count'));
      const countOf = (status: ReminderRow['status']) =>
        sumOf(groups.filter((group) => group.status === status));
      return {
        id: bulk.id,
        startedAt: bulk.started_at.toISOString(),
        startedBy: bulk.started_by,
        state: bulk.finished_at ? 'finished' : 'running',
        renewals: bulk.renewals,
        requested: sumOf(groups),
        sent: countOf('sent'),
        failed: countOf('failed'),
        waiting: countOf('waiting'),
        leftOut: bulk.left_out,
        suppressed: bulk.suppressed + countOf('suppressed'),
      };
    },
  };
};

const NOTICE_COLUMNS = [
  'reminders',
  'starts',
  'may_be_doubled',
  'next_attempt_at',
] as const satisfies readonly (keyof NoticeColumns)[];

/** The column that each sort walks; ties are broken by id. */
const SORT_COLUMNS = {
  added: 'requested_at',
  due: 'due_date',
} as const satisfies Record<ReminderSort, keyof ReminderRow>;

const sumOf = (groups: readonly { readonly count: number }[]): number =>
  groups.reduce((sum, { count }) => sum + Number(count), 0);

/** The rows of a page, and one more when there is one. */
function reminderPage({ filter }: ReminderListRequest, order: PageOrder): Knex.QueryBuilder {
  const { tables, limit } = order;
  const rows = () => filtered(tables, filter);
  const search = reminderSearch(tables, filter.search ?? '');
  if (!search) return rowsById(firstIds(rows, order), order);
  const walked = Math.min(WALKED_FOR_EACH * limit, MOST_WALKED);
  return rowsById(searchedIds({ ...search, filtered: rows, walked }, order), order);
}

/** Rows that a search looks at in order for each one wanted. */
const WALKED_FOR_EACH = 100;
/** At most so many of them: each asks for its customer and its policy, too. */
const MOST_WALKED = 10_000;

/** The rows that match the filter, its search aside. */
const filtered = (tables: ReadTables, filter: ReminderFilter): Knex.QueryBuilder =>
  applyFilter(tables.from(remindersTable.name), remindersTable, reminderList.criteria, filter, {
    channel: (query, channel) => query.where(`${channel}_sent`, true),
    policyId: 'term_id',
  });

/** What is searched for, in customers and in policies; null when nothing is. */
export function reminderSearch(tables: ReadTables, typed: string): RowSearch | null {
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

function viewOfRow(row: ReminderRow & NoticeColumns): ReminderView {
  return {
    id: row.id,
    customerId: row.customer_id,
    policyId: row.term_id,
    policyType: row.policy_type,
    reminderType: row.reminder_type,
    cover: row.cover,
    dueDate: row.due_date,
    status: row.status,
    trigger: row.trigger,
    requestedAt: row.requested_at.toISOString(),
    requestedBy: row.requested_by,
    sentAt: row.sent_at?.toISOString() ?? null,
    emailSent: row.email_sent,
    emailKept: row.email_kept ?? false,
    smsSent: row.sms_sent,
    whatsappSent: row.whatsapp_sent,
    suppression: row.suppression,
    problems: CHANNELS.flatMap((channel) => {
      const problem = row[`${channel}_problem`];
      return problem ? [{ channel, ...problem }] : [];
    }),
    attempts: row.starts ?? 0,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    mayBeDoubled: row.may_be_doubled ?? false,
    mayHaveGoneOut: row.may_have_gone_out,
    noticeId: row.notice_id,
    remindersInNotice: row.reminders ?? 0,
    bulkId: row.bulk_id,
  };
}
