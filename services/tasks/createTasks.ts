import type { HistoryEntry, PastMoment, RecordBesideNow } from '@insuremanager/contracts/history';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { TaskEvent } from '@insuremanager/contracts/tasks/taskEvents';
import type { DoneInput, SnoozeInput } from '@insuremanager/contracts/tasks/taskFields';
import type { TaskRecord as RecordKind } from '@insuremanager/contracts/tasks/taskKinds';
import { TaskMatch, type TaskView, taskRecord } from '@insuremanager/contracts/tasks/taskViews';
import type { Claims } from '../claims/index.js';
import { type Customers, customerLock, customersTable } from '../customers/index.js';
import type { Documents } from '../documents/index.js';
import { usernamesOf } from '../identity/index.js';
import type { CommandContext, SavedRecord } from '../platform/commands/command.js';
import type { Platform } from '../platform/platform.js';
import type { AllTables, Book } from '../platform/readModels/readTables.js';
import { createRecords } from '../platform/records/createRecords.js';
import type { RecordService, WithinBooks } from '../platform/records/recordService.js';
import type { Policies } from '../policies/index.js';
import type { Quotations } from '../quotations/index.js';
import { type OwnTaskCommand, type TaskFacts, type TaskState, taskDecider } from './task.js';
import { taskHistory } from './taskHistory.js';
import { TASK_SORTS, taskColumns, tasksTable } from './taskTables.js';

export interface TaskDependencies {
  readonly customers: Pick<Customers, 'findStatus' | 'remainingOf' | 'isWithin'>;
  readonly policies: Pick<Policies, 'current'>;
  readonly quotations: Pick<Quotations, 'besideNow'>;
  readonly claims: Pick<Claims, 'besideNow'>;
  readonly documents: Pick<Documents, 'besideNow'>;
}

type SavedTask = SavedRecord<TaskView>;

/** The capability "tasks" of all that exist for who asks. Every method may raise a Refusal. */
export interface TasksOfBook extends RecordService<typeof taskRecord> {
  /** A repeated one is due again on its next day. Nothing happens to one that is done. */
  finish(id: number, done: DoneInput, context: CommandContext): Promise<SavedTask>;
  reopen(id: number, context: CommandContext): Promise<SavedTask>;
  /** @throws conflict `task-not-open`; invalid `day-past` */
  snooze(id: number, until: SnoozeInput, context: CommandContext): Promise<SavedTask>;
  /** Open ones whose day has come, of a user (null: of all) and of nobody; the oldest day first. */
  due(userId: number | null, limit: number): Promise<TaskView[]>;
  /** What was noted, said and done about a record, in words, oldest first: of the latest 50. */
  notedOn(record: RecordKind, id: number): Promise<HistoryEntry[]>;
  match(query: string): Promise<{ items: { id: number }[]; count: number; exact: boolean }>;
}

export interface Tasks extends TasksOfBook, WithinBooks<TasksOfBook> {
  besideNow(id: number, moment: PastMoment): Promise<RecordBesideNow<TaskView>>;
}

/** Of a record, in its history. */
const MOST_NOTED = 50;

type Parts = Pick<Platform, 'commands' | 'ids' | 'clock' | 'vault' | 'withLock'>;

/** The capability "tasks" over a platform, its read models, and what tasks are about. */
export function createTasks(
  platform: Parts,
  tables: AllTables,
  { customers, policies, quotations, claims, documents }: TaskDependencies,
): Tasks {
  const { clock, withLock } = platform;
  const today = (): Day => kolkataDay(clock.now());
  const usernames = usernamesOf(platform);
  const now = { revision: -1 } as const;

  /** Whose record it is; undefined where there is none for who asks. */
  const customerOf: Readonly<Record<RecordKind, (id: number) => Promise<number | undefined>>> = {
    customer: async (id) => id,
    policy: async (id) => (await policies.current(id))?.customerId,
    quotation: async (id) => (await quotations.besideNow(id, now)).now?.customerId,
    claim: async (id) => (await claims.besideNow(id, now)).now?.customerId,
    document: async (id) => (await documents.besideNow(id, now)).now?.customerId,
  };

  const exists = async (customerId: number, book: Book | null): Promise<boolean> =>
    (await customers.findStatus(customerId)) !== null &&
    (book === null || customers.isWithin(book, customerId));

  const records = createRecords<
    typeof taskRecord,
    TaskState,
    TaskEvent,
    TaskMatch,
    OwnTaskCommand,
    TaskFacts
  >(platform, tables, {
    declared: taskRecord,
    decider: taskDecider,
    table: tasksTable,
    owned: {
      customers: customersTable.name,
      customerOf: ({ customerId }) => customerId,
      isWithin: (book, customerId) => customers.isWithin(book, customerId),
      isGivenTo: ({ ownerId }, { assigneeId, customerId }) =>
        assigneeId === ownerId || (assigneeId === null && customerId === null),
    },
    async carryOut(command, { context, book }, decide) {
      const facts = { today: today(), userId: context.actor.userId };
      const given =
        command.type === 'create' ? command.input : command.type === 'update' ? command.patch : {};
      const { assigneeId } = given;
      const isUser = !assigneeId || (await usernames([assigneeId])).has(assigneeId);
      if (command.type !== 'create') return decide({ ...facts, isUser });
      const { onRecord, onId } = command.input;
      if (!onRecord || !onId) return decide({ ...facts, isUser, customerId: null });
      const named = await customerOf[onRecord](onId);
      if (named === undefined) return decide({ ...facts, isUser });
      const customerId = await customers.remainingOf(named);
      // Nobody is deleted or erased while something is written about them.
      return withLock(customerLock(customerId), async () =>
        decide({
          ...facts,
          isUser,
          ...((await exists(customerId, book)) && { customerId }),
        }),
      );
    },
    historyOf: taskHistory,
    sorts: TASK_SORTS,
    conditions: {
      due: (query) => query.where('status', 'open').where('due_key', '<=', today()),
    },
    columns: taskColumns,
    found: { Match: TaskMatch, name: 'text_key' },
  });

  const own = {
    finish: (id: number, done: DoneInput, context: CommandContext) =>
      records.change(id, { type: 'finish', id, done }, context),
    reopen: (id: number, context: CommandContext) =>
      records.change(id, { type: 'reopen', id }, context),
    snooze: (id: number, snooze: SnoozeInput, context: CommandContext) =>
      records.change(id, { type: 'snooze', id, snooze }, context),
  };

  const dueIn =
    (tablesOf: Pick<AllTables, 'from' | 'knex'>): TasksOfBook['due'] =>
    async (userId, limit) => {
      const of = (whose: (query: ReturnType<AllTables['from']>) => unknown) =>
        tablesOf
          .from(tasksTable.name)
          .select('*')
          .where('status', 'open')
          .where('due_key', '<=', today())
          .modify(whose)
          .orderBy(['due_key', 'id'])
          .limit(limit);
      // Each is a walk of its index.
      const asked =
        userId === null
          ? [of(() => {})]
          : [
              of((query) => query.where('assignee_id', userId)),
              of((query) => query.whereNull('assignee_id')),
            ];
      const rows = (await Promise.all(asked)).flat();
      return rows
        .map((row) => taskColumns.fromRow(row))
        .sort((a, b) => keyOf(a).localeCompare(keyOf(b)) || a.id - b.id)
        .slice(0, limit);
    };

  const notedIn =
    (tablesOf: Pick<AllTables, 'from'>): TasksOfBook['notedOn'] =>
    async (onRecord, onId) => {
      const rows: { id: number }[] = await tablesOf
        .from(tasksTable.name)
        .select('id')
        // What names a customer who was merged is of who remains.
        .where({
          on_record: onRecord,
          ...(onRecord === 'customer' ? { customer_id: onId } : { on_id: onId }),
        })
        .orderBy('id', 'desc')
        .limit(MOST_NOTED);
      const told = await Promise.all(rows.map(({ id }) => records.history(id)));
      return told.flatMap(([first, ...later]) => {
        if (!first) return [];
        const done = later.filter(({ type }) => type === 'TaskDone');
        const words = first.summary.replace(/^\w+: /, '');
        return [first, ...done.map((one) => ({ ...one, summary: `${one.summary}: ${words}` }))].map(
          (entry) => ({ ...entry, changes: [] }),
        );
      });
    };

  return {
    ...records,
    ...own,
    due: dueIn(tables),
    notedOn: notedIn(tables),
    within(book) {
      const { required } = records.limitedTo(book);
      return {
        ...records.within(book),
        finish: required(own.finish),
        reopen: required(own.reopen),
        snooze: required(own.snooze),
        due: dueIn(tables.within(book)),
        notedOn: notedIn(tables.within(book)),
      };
    },
  };
}

const keyOf = ({ dueOn, snoozedUntil }: TaskView): string =>
  [dueOn ?? '9999-12-31', snoozedUntil ?? ''].sort().at(-1) ?? '';
