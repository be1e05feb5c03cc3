import type { ReminderSettings } from '@insuremanager/contracts/reminders/reminderEvents';
import {
  CUSTOMER_REASONS,
  daysOfCover,
  PREMIUM_REMINDER_DAYS,
  REMINDER_COVERS,
  TERM_REASONS,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Knex } from 'knex';
import type { Customers } from '../customers/index.js';
import type { Clock } from '../platform/clock.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import { Refusal } from '../platform/errors.js';
import type { EventLog } from '../platform/eventLog/eventLog.js';
import { forEachLimit } from '../platform/forEachLimit.js';
import type { Logger } from '../platform/logger.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { ReadTables } from '../platform/readModels/readTables.js';
import { type CoverEnd, coverEnds, type Policies, premiumEnds } from '../policies/index.js';
import { isDecidedByCalendar } from './customerReminders.js';
import {
  type NoticeRequest,
  type NoticeRequests,
  nameOf,
  type WantedReminder,
} from './noticeRequests.js';
import type { Notices } from './notices.js';
import { dueReminderType, isTimeToRemind } from './reminderSettings.js';
import type { Reminders } from './reminders.js';
import { decisionsTable } from './reminderTables.js';
import { endOfCover, recipient, suppressionOf } from './suppression.js';

interface Parts {
  readonly requests: NoticeRequests;
  readonly candidates: Pick<ReturnType<typeof dueCandidates>, 'due'>;
  readonly customers: Pick<Customers, 'current' | 'remainingOf'>;
  readonly policies: Pick<Policies, 'current'>;
  readonly notices: Pick<Notices, 'configured' | 'channelsFor'>;
  readonly clock: Clock;
  readonly logger: Logger;
  readonly eventLog: Pick<EventLog, 'head'>;
  readonly readModels: Pick<ReadModels, 'waitFor'>;
  loadSettings(): Promise<ReminderSettings>;
}

/** Customers found at once, and under way at once. */
const PAGE = 1000;
const AT_ONCE = 8;
/** How long the lists may take to show what was written before, in milliseconds. */
const TIMEOUT_MS = 5000;

/** Asks by the calendar for what is due. Rows only find candidates; the streams decide. */
export const dueReminders = (parts: Parts): Pick<Reminders, 'requestDue'> => {
  const { requests, candidates, customers, policies, notices, clock } = parts;
  const { eventLog, readModels, loadSettings, logger } = parts;
  /** A run that found nothing to do, until something is written or the day ends. */
  let lastIdle: string | null = null;
  /** The day on which customers who could not be reached were looked at again. */
  let lookedAgainOn: Day | null = null;

  const wantedOf = async (
    { customerId, termIds }: Candidate,
    settings: ReminderSettings,
    today: Day,
  ): Promise<WantedReminder[]> => {
    const [customer, ...terms] = await Promise.all([
      recipient(customers, customerId),
      ...termIds.map((id) => policies.current(id)),
    ]);
    return terms.flatMap((term) => {
      // The row was out of date: whoever has it now is a candidate themselves.
      if (term?.customerId !== customerId) return [];
      return REMINDER_COVERS.flatMap((cover) => {
        const dueDate = endOfCover(term, cover);
        const days = daysOfCover(cover, settings);
        const reminderType = dueDate && dueReminderType({ days }, dueDate, today);
        if (!dueDate || !reminderType) return [];
        const reason = suppressionOf(
          { cover, dueDate },
          { customer, term },
          notices.channelsFor(cover),
        );
        return [{ termId: term.id, policyType: term.kind, cover, reminderType, dueDate, reason }];
      });
    });
  };

  /** One message for all that ends for a customer, one for their premiums; how many reminders. */
  const requestFor = async (
    candidate: Candidate,
    settings: ReminderSettings,
    today: Day,
  ): Promise<number> => {
    const { customerId } = candidate;
    const base = { customerId, trigger: 'schedule', bulkId: null } as const;
    const [all, { state, version }] = await Promise.all([
      wantedOf(candidate, settings, today),
      requests.load(customerId),
    ]);
    const wanted = all.filter((one) => !isDecidedByCalendar(one, one.reason, state));
    // A premium is a message of its own: it asks for something else, and may go by other channels.
    const premiums = wanted.filter(({ cover }) => cover === 'instalment');
    const ends = wanted.filter(({ cover }) => cover !== 'instalment');
    let requested = 0;
    for (const together of [ends, premiums].filter(({ length }) => length > 0)) {
      const names = together.map(nameOf).sort();
      const request: NoticeRequest = { ...base, wanted: together, request: { customerId, names } };
      // By what was known of earlier ones: what was suppressed may be asked for later.
      const commandId = namedUuid('due-reminders', customerId, version ?? -1, ...names);
      const { events, repeated } = await requests.run(request, { ...BY_CALENDAR, commandId });
      if (!repeated) requested += countRequested(events);
    }
    return requested;
  };

  return {
    async requestDue(signal) {
      const settings = await loadSettings();
      const now = clock.now();
      const today = kolkataDay(now);
      const canRemind = notices.configured.length > 0 && settings.days.length > 0;
      if (!canRemind || !isTimeToRemind(settings, now)) return 0;
      const head = await eventLog.head();
      const moment = `${today} ${head?.commit} ${head?.prepare}`;
      if (moment === lastIdle) return 0;
      const isCurrent = head === null || (await readModels.waitFor(head, TIMEOUT_MS));

      const isSecondLook = lookedAgainOn !== today;
      let requested = 0;
      let found = 0;
      let after = 0;
      while (!signal?.aborted) {
        const page = await candidates.due(
          { today, after, limit: PAGE },
          settings.days,
          isSecondLook,
        );
        const last = page.at(-1);
        if (!last) break;
        after = last.customerId;
        found += page.length;
        await forEachLimit(page, { atOnce: AT_ONCE, signal }, async (candidate) => {
          try {
            for (const filed of await filedUnder(candidate, parts)) {
              const count = await requestFor(filed, settings, today);
              requested += count;
            }
          } catch (error) {
            // Only a server that is away ends all at once.
            if (error instanceof Refusal && error.kind === 'unavailable') throw error;
            // One that fails keeps no other one waiting, now or in the next run.
            const { customerId } = candidate;
            logger.error({ customerId }, 'What is due to a customer could not be asked for', error);
          }
        });
      }
      if (signal?.aborted) return requested;
      lookedAgainOn = today;
      if (isCurrent && found === 0) lastIdle = moment;
      return requested;
    },
  };
};

/**
 * What is due to a customer by the numbers under which it stands: each has a stream of reminders,
 * which knows what was decided. Terms that are somebody else's by now are left out.
 */
export async function filedUnder(
  { customerId, termIds }: Candidate,
  {
    customers,
    policies,
  }: { customers: Pick<Customers, 'remainingOf'>; policies: Pick<Policies, 'current'> },
): Promise<Candidate[]> {
  const groups = new Map<number, number[]>();
  for (const term of await Promise.all(termIds.map((id) => policies.current(id)))) {
    if (!term) continue;
    const number = term.customerId;
    const isTheirs = number === customerId || (await customers.remainingOf(number)) === customerId;
    if (isTheirs) groups.set(number, [...(groups.get(number) ?? []), term.id]);
  }
  return [...groups].map(([number, ids]) => ({ customerId: number, termIds: ids }));
}

const BY_CALENDAR = { actor: systemActor, correlationId: 'request-reminders' } as const;

/** How many reminders a request asked for. */
export const countRequested = (events: Awaited<ReturnType<NoticeRequests['run']>>['events']) =>
  events.reduce(
    (sum, { type, data }) =>
      type === 'ReminderNoticeRequested' && 'reminders' in data ? sum + data.reminders.length : sum,
    0,
  );

/** Terms of a customer about which something may have to be decided; the streams say what. */
export interface Candidate {
  readonly customerId: number;
  readonly termIds: readonly number[];
}

export interface CandidateRequest {
  readonly today: Day;
  /** Behind this customer. */
  readonly after: number;
  readonly limit: number;
}

/** Finds candidates by rows, in the order of customers. */
export const dueCandidates = (tables: ReadTables) => {
  const { knex } = tables;

  const pageOf = async (
    ends: Knex.QueryBuilder,
    { after, limit }: CandidateRequest,
  ): Promise<Candidate[]> => {
    const rows: { customer_id: number; term_ids: number[] }[] = await ends
      .where('ends.customer_id', '>', after)
      .groupBy('ends.customer_id')
      .orderBy('ends.customer_id')
      .limit(limit)
      .select('ends.customer_id', knex.raw('array_agg(DISTINCT ends.term_id) AS term_ids'));
    return rows.map((row) => ({ customerId: row.customer_id, termIds: row.term_ids }));
  };

  return {
    /**
     * Those with an end that is within some days and of which nothing was decided since it came
     * within them; or what stood in its way of the term itself does not any more.
     * @param days before the end on which the calendar asks.
     * @param isSecondLook also what was in the way of the customer, which rows do not tell.
     */
    due(
      request: CandidateRequest,
      days: readonly number[],
      isSecondLook: boolean,
    ): Promise<Candidate[]> {
      const { today } = request;
      const last = addDays(today, Math.max(...days, ...PREMIUM_REMINDER_DAYS));
      // The day on which the end came within the fewest of the days that it is within.
      const within = (counts: readonly number[]) => {
        const smallestFirst = [...counts].sort((a, b) => a - b);
        return knex.raw(
          `CASE ${smallestFirst.map(() => 'WHEN ends.due_date <= ?::date THEN ?::integer').join(' ')} END`,
          smallestFirst.flatMap((count) => [addDays(today, count), count]),
        );
      };
      const since = knex.raw(
        `ends.due_date - CASE ends.cover WHEN 'instalment' THEN ? ELSE ? END`,
        [within(PREMIUM_REMINDER_DAYS), within(days)],
      );
      const lastPremium = addDays(today, Math.max(...PREMIUM_REMINDER_DAYS));
      const anew = isSecondLook ? [...TERM_REASONS, ...CUSTOMER_REASONS] : TERM_REASONS;
      const ends = knex
        .from(
          knex
            .unionAll(
              [
                coverEnds(tables, today, addDays(today, Math.max(...days))),
                premiumEnds(tables, today, lastPremium),
              ],
              true,
            )
            .as('ends'),
        )
        .joinRaw(
          `LEFT JOIN ${tables.relation(decisionsTable.name)} AS decision ON decision.term_id = ends.term_id
             AND decision.cover = ends.cover AND decision.due_date = ends.due_date
             AND decision.customer_id = ends.customer_id
             AND decision.due_date BETWEEN ? AND ?`,
          [today, last],
        )
        .where((some) => {
          some
            .whereNull('decision.end_key')
            .orWhereRaw('decision.decided_on < ?', [since])
            .orWhere((open) => open.whereIn('decision.suppression', [...anew]).whereRaw(OPEN));
        });
      return pageOf(ends, request);
    },

    /** Those with an active term that ends within some days, today included. */
    renewing: (request: CandidateRequest, within: number): Promise<Candidate[]> =>
      pageOf(
        knex
          .from(coverEnds(tables, request.today, addDays(request.today, within)).as('ends'))
          .where({ cover: 'policy', status: 'active' } satisfies Partial<CoverEnd>),
        request,
      ),
  };
};

/** Third-party cover may go on when the rest has ended. */
const OPEN = `(ends.status = 'active' OR ends.cover = 'instalment' OR (ends.cover = 'third_party' AND ends.status = 'expired'))`;
