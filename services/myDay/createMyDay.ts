import { dayStream } from '@insuremanager/contracts/myDay/dayEvents';
import {
  DAY_KINDS,
  type DayKind,
  FAILURE_DAYS,
  inDayOrder,
  LATE_PREMIUM_DAYS,
  MOST_OF_KIND,
  PREMIUM_DAYS,
  QUOTATION_DAYS,
  RENEWAL_DAYS,
  SET_ASIDE_KINDS,
} from '@insuremanager/contracts/myDay/dayKinds';
import type { DayItem, MyDay as MyDayView } from '@insuremanager/contracts/myDay/dayViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Claims } from '../claims/index.js';
import { customersTable } from '../customers/index.js';
import type { Leads } from '../leads/index.js';
import type { CommandContext, Written } from '../platform/commands/command.js';
import { notFound } from '../platform/errors.js';
import type { Platform } from '../platform/platform.js';
import { keyedRows } from '../platform/readModels/keyedRows.js';
import type { AllTables, Book, Narrowing, ReadTables } from '../platform/readModels/readTables.js';
import type { WithinBooks } from '../platform/records/recordService.js';
import { type Policies, policiesTable } from '../policies/index.js';
import type { Quotations } from '../quotations/index.js';
import type { Reminders } from '../reminders/index.js';
import type { Renewals } from '../renewals/index.js';
import type { Tasks } from '../tasks/index.js';
import { dayItemDecider } from './dayItem.js';
import { dayItemsTable } from './dayTables.js';

export interface DaySources {
  readonly policies: Pick<Policies, 'premiumsDue' | 'within'>;
  readonly quotations: Pick<Quotations, 'endingSoon' | 'within'>;
  readonly reminders: Pick<Reminders, 'recentFailures' | 'within'>;
  readonly renewals: Pick<Renewals, 'unpromised' | 'followUpsDue' | 'within'>;
  readonly claims: Pick<Claims, 'lackingDocuments' | 'within'>;
  readonly tasks: Pick<Tasks, 'due' | 'within'>;
  readonly leads: Pick<Leads, 'due' | 'within'>;
}

/** What is to be done today, of what exists for who asks. */
export interface MyDayOfBook {
  /**
   * Derived when it is asked for, from what lists show; nothing is kept but what was set aside.
   * @param userId whose day; null: everybody’s. Of a book it is always its owner’s.
   * @param first so many items, of all that are counted; absent: all
   */
  list(userId: number | null, first?: number): Promise<MyDayView>;
  /** `until` null: it is done. @throws not-found where it is not in the day of who asks */
  setAside(key: string, until: Day | null, context: CommandContext): Promise<Written>;
  putBack(key: string, context: CommandContext): Promise<Written>;
}
export interface MyDay extends MyDayOfBook, WithinBooks<MyDayOfBook> {}

type Parts = Pick<Platform, 'commands' | 'clock'>;
type Found = Omit<DayItem, 'kind'>;

const NOTHING = { hour: null, amount: null, missing: null, version: null } as const;

/** The capability "my day" over a platform, the read models, and where work comes from. */
export function createMyDay(platform: Parts, tables: AllTables, sources: DaySources): MyDay {
  const ofAll = dayOver(platform, tables, sources, null);
  const within = (book: Book) => {
    const own = {
      policies: sources.policies.within(book),
      quotations: sources.quotations.within(book),
      reminders: sources.reminders.within(book),
      renewals: sources.renewals.within(book),
      claims: sources.claims.within(book),
      tasks: sources.tasks.within(book),
      leads: sources.leads.within(book),
    };
    return dayOver(platform, tables.within(book), own, book.ownerId);
  };
  return {
    ...ofAll,
    list: (userId, first) =>
      (userId === null ? ofAll : within({ ownerId: userId })).list(userId, first),
    within,
  };
}

type AskedSources = { readonly [Name in keyof DaySources]: Omit<DaySources[Name], 'within'> };

function dayOver(
  { commands, clock }: Parts,
  tables: ReadTables,
  { policies, quotations, reminders, renewals, claims, tasks, leads }: AskedSources,
  ownerId: number | null,
): MyDayOfBook {
  const limit = MOST_OF_KIND + 1;
  const today = (): Day => kolkataDay(clock.now());

  /**
   * Rows of a kind whose item is not set aside on a day: left out where they are found, so that
   * however many are set aside, the next ones come up. Each is looked for by its key alone.
   * @param mark the last part of the key, as SQL of a row
   */
  const notSetAside =
    (kind: DayKind, mark: string, day: Day): Narrowing =>
    (rows) =>
      rows.whereRaw(
        `NOT EXISTS (
          SELECT FROM ${tables.relation(dayItemsTable.name)} AS set_aside
          WHERE set_aside.key = concat('${kind}:', id, ':', ${mark})
            AND (set_aside.until IS NULL OR set_aside.until > ?) OFFSET 0)`,
        [day],
      );

  /** Each kind of work: whoever adds one adds its name to `DAY_KINDS`. */
  const find: Readonly<Record<DayKind, (day: Day) => Promise<Found[]>>> = {
    async follow_up(day) {
      const due = await renewals.followUpsDue(day, ownerId, limit);
      return due.map(({ termId, customerId, policyNumber, kind, followUpOn, premiumAmount }) => ({
        ...NOTHING,
        key: `follow_up:${termId}:${followUpOn}`,
        ...{ customerId, record: kind, recordId: termId, title: policyNumber },
        ...{ day: followUpOn, amount: premiumAmount },
      }));
    },
    async renewal(day) {
      const due = await renewals.unpromised(day, RENEWAL_DAYS, limit);
      return due.map(({ termId, customerId, policyNumber, kind, endDate, premiumAmount }) => ({
        ...NOTHING,
        key: `renewal:${termId}:${endDate}`,
        ...{ customerId, record: kind, recordId: termId, title: policyNumber },
        ...{ day: endDate, amount: premiumAmount },
      }));
    },
    async premium(day) {
      const still = notSetAside('premium', "to_char(due_key, 'YYYY-MM-DD')", day);
      const [from, to] = [addDays(day, -LATE_PREMIUM_DAYS), addDays(day, PREMIUM_DAYS)];
      const due = await policies.premiumsDue(from, to, limit, still);
      return due.map((item) => ({
        ...NOTHING,
        key: `premium:${item.id}:${item.nextDueDate}`,
        ...{ customerId: item.customerId, record: item.kind, recordId: item.id },
        ...{ title: item.policyNumber, day: item.nextDueDate, amount: item.nextDueAmount },
      }));
    },
    async lead() {
      const due = await leads.due(limit);
      return due.map(({ id, name, customerId, nextStepOn, createdAt, version }) => ({
        ...NOTHING,
        key: `lead:${id}:${version}`,
        ...{ customerId, record: 'lead' as const, recordId: id, title: name },
        ...{ day: nextStepOn ?? kolkataDay(new Date(createdAt)), version },
      }));
    },
    async task() {
      const due = await tasks.due(ownerId, limit);
      return due.map(({ id, customerId, text, dueOn, dueAt, version }) => ({
        ...NOTHING,
        key: `task:${id}:${version}`,
        ...{ customerId, record: 'task' as const, recordId: id, title: text },
        ...{ day: dueOn, hour: dueAt, version },
      }));
    },
    async quotation(day) {
      const still = notSetAside('quotation', "to_char(valid_until, 'YYYY-MM-DD')", day);
      const ending = await quotations.endingSoon(QUOTATION_DAYS, limit, still);
      return ending.map(({ id, customerId, quotationNumber, validUntil, premiumAmount }) => ({
        ...NOTHING,
        key: `quotation:${id}:${validUntil}`,
        ...{ customerId, record: 'quotation' as const, recordId: id, title: quotationNumber },
        ...{ day: validUntil, amount: premiumAmount },
      }));
    },
    async failed_message(day) {
      const still = notSetAside('failed_message', "'0'", day);
      const failed = await reminders.recentFailures(FAILURE_DAYS, limit, still);
      const numbers: { id: number; policy_number: string }[] = await keyedRows(
        tables,
        'numbers of policies',
        tables.from(policiesTable.name).select('id', 'policy_number'),
        { column: 'id', keys: failed.map(({ policyId }) => policyId) },
      );
      const numberOf = new Map(numbers.map((row) => [row.id, row.policy_number]));
      return failed.map(({ id, customerId, policyId, policyType, requestedAt }) => ({
        ...NOTHING,
        key: `failed_message:${id}:0`,
        ...{ customerId, record: policyType, recordId: policyId },
        title: numberOf.get(policyId) ?? 'Deleted policy',
        day: kolkataDay(new Date(requestedAt)),
      }));
    },
    async claim_documents(day) {
      const still = notSetAside('claim_documents', 'missing_documents', day);
      const lacking = await claims.lackingDocuments(limit, still);
      return lacking.map(
        ({ id, customerId, claimNumber, stageOn, missingDocuments, ...claim }) => ({
          ...NOTHING,
          key: `claim_documents:${id}:${missingDocuments}`,
          ...{ customerId, record: 'claim' as const, recordId: id, title: claimNumber },
          ...{ day: stageOn, amount: claim.amountClaimed, missing: missingDocuments },
        }),
      );
    },
    async birthday(day) {
      const rows: { id: number; name: string }[] = await tables
        .from(customersTable.name)
        .select('id', 'name')
        .whereRaw(`${BIRTHDAY} = ANY (?)`, [birthdaysOn(day)])
        .modify(notSetAside('birthday', `'${day.slice(0, 4)}'`, day))
        .orderBy('id')
        .limit(limit);
      return rows.map(({ id, name }) => ({
        ...NOTHING,
        key: `birthday:${id}:${day.slice(0, 4)}`,
        ...{ customerId: id, record: 'customer' as const, recordId: id, title: name, day },
      }));
    },
  };

  const list = async (first?: number): Promise<MyDayView> => {
    const day = today();
    const found = await Promise.all(
      DAY_KINDS.map(async (kind) => (await find[kind](day)).map((one) => ({ ...one, kind }))),
    );
    const items = found.flatMap((ofKind) => ofKind.slice(0, MOST_OF_KIND));
    return {
      today: day,
      items: inDayOrder(items, day).slice(0, first),
      counts: DAY_KINDS.map((kind, nth) => ({
        kind,
        count: Math.min(found[nth]?.length ?? 0, MOST_OF_KIND),
        isExact: (found[nth]?.length ?? 0) < limit,
      })).filter(({ count }) => count > 0),
    };
  };

  const write = async (
    key: string,
    command: Parameters<typeof dayItemDecider.decide>[0],
    context: CommandContext,
  ): Promise<Written> => {
    const stream = dayStream(key);
    const request = { type: command.type, key, until: 'until' in command ? command.until : null };
    const { position, repeated } = await commands.run(dayItemDecider, {
      ...{ stream, command, context, request },
    });
    return { position, repeated };
  };

  return {
    list: (_, first) => list(first),

    async setAside(key, until, context) {
      const day = today();
      const { state } = await commands.load(dayItemDecider, dayStream(key));
      // Of all books all that there is exists, also what is not among the first of its kind.
      const isThere =
        ownerId === null || state.has(key) || (await list()).items.some((item) => item.key === key);
      const [kind] = key.split(':');
      if (!isThere || !SET_ASIDE_KINDS.some((one) => one === kind)) throw notFound('item', key);
      return write(key, { type: 'SetAside', key, until, today: day }, context);
    },

    putBack: (key, context) => write(key, { type: 'PutBack', key }, context),
  };
}

/** As the index of customers has it: 1127 is the 27th of November. */
const BIRTHDAY =
  '(extract(month FROM date_of_birth) * 100 + extract(day FROM date_of_birth))::integer';

/** Who was born on 29 February has their birthday on the 28th of other years. */
export const birthdaysOn = (day: Day): number[] => {
  const own = Number(day.slice(5, 7)) * 100 + Number(day.slice(8));
  const year = Number(day.slice(0, 4));
  const isLeap = year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0);
  return own === 228 && !isLeap ? [228, 229] : [own];
};
