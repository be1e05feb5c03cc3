import { EXPIRING_SOON_DAYS } from '@insuremanager/contracts/policies/policyTerm';
import {
  type BulkRemindersEvent,
  BulkRemindersRequested,
  BulkRemindersStarted,
  bulkRemindersStream,
} from '@insuremanager/contracts/reminders/reminderEvents';
import { MANUAL_REMINDER } from '@insuremanager/contracts/reminders/reminderKinds';
import type { BulkReminders } from '@insuremanager/contracts/reminders/reminderViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Customers } from '../customers/index.js';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { CommandContext, Decider, Initiator } from '../platform/commands/command.js';
import { conflict, Refusal, unavailable } from '../platform/errors.js';
import { forEachLimit } from '../platform/forEachLimit.js';
import { namedUuid } from '../platform/namedUuid.js';
import type { Platform } from '../platform/platform.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { Book } from '../platform/readModels/readTables.js';
import { unreachable } from '../platform/unreachable.js';
import type { Policies } from '../policies/index.js';
import type { Candidate, dueCandidates } from './dueReminders.js';
import { countRequested, filedUnder } from './dueReminders.js';
import type { NoticeRequests, WantedReminder } from './noticeRequests.js';
import { type Notices, requireChannels } from './notices.js';
import type { ReminderQueries } from './reminderQueries.js';
import type { StartedBulk } from './reminders.js';
import { recipient, suppressionOf } from './suppression.js';

/** Reminders to everybody whose cover ends soon, as one piece of work. */
interface Bulk {
  readonly startedAt: Date;
  readonly startedBy: RecordedEvent['metadata']['actor'];
  readonly correlationId: string;
  readonly renewals: number;
  /** Null: all books. */
  readonly book: Book | null;
  readonly isFinished: boolean;
}

interface Counts {
  readonly requested: number;
  readonly leftOut: number;
  readonly suppressed: number;
}

type BulkCommand =
  | { type: 'StartBulk'; bulkId: number; renewals: number; book: Book | null }
  | ({ type: 'FinishBulk'; bulkId: number } & Counts);

const bulkDecider: Decider<Bulk | null, BulkCommand, BulkRemindersEvent> = {
  initial: null,
  evolve(bulk, event) {
    switch (event.type) {
      case 'BulkRemindersStarted':
        return {
          startedAt: event.at,
          startedBy: event.metadata.actor,
          correlationId: event.metadata.correlationId,
          renewals: event.data.renewals,
          book: bookOf(event.data.bookOwnerId),
          isFinished: false,
        };
      case 'BulkRemindersRequested':
        return bulk && { ...bulk, isFinished: true };
      default:
        return unreachable(event);
    }
  },
  decide(command, bulk) {
    switch (command.type) {
      case 'StartBulk': {
        const { bulkId, renewals, book } = command;
        const bookOwnerId = book?.ownerId ?? null;
        return bulk ? [] : [BulkRemindersStarted({ bulkId, renewals, bookOwnerId })];
      }
      case 'FinishBulk': {
        const { bulkId, requested, leftOut, suppressed } = command;
        if (bulk?.isFinished !== false) return [];
        return [BulkRemindersRequested({ bulkId, requested, leftOut, suppressed })];
      }
      default:
        return unreachable(command);
    }
  },
};

interface Parts
  extends Pick<Platform, 'commands' | 'ids' | 'clock' | 'withLock' | 'eventLog' | 'logger'>,
    Pick<ReminderQueries, 'openBulks' | 'findBulk'> {
  readonly requests: NoticeRequests;
  /** Of a book, or of all. */
  candidatesIn(book: Book | null): Pick<ReturnType<typeof dueCandidates>, 'renewing'>;
  readonly customers: Pick<Customers, 'current' | 'remainingOf'>;
  readonly policies: Pick<Policies, 'current'>;
  readonly configured: Notices['configured'];
  readonly readModels: Pick<ReadModels, 'waitFor'>;
  /** Active policies of a book, or of all, whose cover ends within 30 days. */
  countRenewals(book: Book | null): Promise<number>;
}

const PAGE = 500;
const AT_ONCE = 4;
/** How long the lists may take to show what was written before, in milliseconds. */
const TIMEOUT_MS = 5000;
/** After an hour one that keeps failing for somebody is finished without them. */
const GIVEN_UP_MS = 60 * 60 * 1000;

/**
 * Reminds everybody whose cover ends soon. The start is recorded; the work is a command for each
 * customer, under an id that follows from the bulk, so that it can break off anywhere and be done
 * again from the beginning.
 */
export const bulkReminders = (parts: Parts) => {
  const { commands, ids, clock, withLock, eventLog, logger, requests, candidatesIn } = parts;
  const { customers, policies, configured, readModels, openBulks, findBulk, countRenewals } = parts;
  const stopping = new AbortController();
  const atWork = new Map<number, Promise<void>>();

  const run = (command: BulkCommand, context: CommandContext) =>
    commands.run(bulkDecider, {
      stream: bulkRemindersStream(command.bulkId),
      command,
      context,
      request: { type: command.type, bulkId: command.bulkId },
    });

  const load = async (bulkId: number): Promise<Bulk | null> =>
    (await commands.load(bulkDecider, bulkRemindersStream(bulkId))).state;

  /** Only while the lists show all that was written before, could a second one begin unseen. */
  const requireNoOpenBulk = async (): Promise<void> => {
    const head = await eventLog.head();
    if (head !== null && !(await readModels.waitFor(head, TIMEOUT_MS))) {
      throw unavailable('The list of reminders');
    }
    if ((await openBulks()).length > 0) {
      throw conflict('bulk-running', 'Bulk reminders are already being sent.');
    }
  };

  const start = (context: CommandContext, book: Book | null) =>
    withLock('bulk-reminders', async () => {
      const known = await ids.find('bulkReminders', context.commandId);
      const isRetry = known !== null && (await load(known)) !== null;
      const renewals = isRetry ? 0 : await countRenewals(book);
      if (!isRetry) {
        requireChannels({ configured });
        await requireNoOpenBulk();
        if (renewals === 0) {
          const message = 'No upcoming renewals found to send reminders for.';
          throw conflict('no-renewals', message);
        }
      }
      const bulkId = await ids.allocateId('bulkReminders', context.commandId);
      return { bulkId, ...(await run({ type: 'StartBulk', bulkId, renewals, book }, context)) };
    });

  const wantedOf = async (
    { customerId, termIds }: Candidate,
    until: string,
  ): Promise<WantedReminder[]> => {
    const [customer, ...terms] = await Promise.all([
      recipient(customers, customerId),
      ...termIds.map((id) => policies.current(id)),
    ]);
    return terms.flatMap((term) => {
      // The row was out of date.
      if (term?.customerId !== customerId || term.status !== 'active') return [];
      const { id: termId, kind: policyType, endDate: dueDate } = term;
      if (dueDate > until) return [];
      const cover = 'policy' as const;
      const reason = suppressionOf({ cover, dueDate }, { customer, term }, configured);
      return [{ termId, policyType, cover, reminderType: MANUAL_REMINDER, dueDate, reason }];
    });
  };

  const remindOne = async (
    bulkId: number,
    candidate: Candidate,
    by: Initiator,
  ): Promise<Counts> => {
    const { customerId } = candidate;
    const until = addDays(kolkataDay(clock.now()), EXPIRING_SOON_DAYS);
    const wanted = await wantedOf(candidate, until);
    if (wanted.length === 0) return NOTHING;
    const base = { customerId, trigger: 'bulk', bulkId } as const;
    const commandId = namedUuid('bulk-reminders', bulkId, customerId);
    const request = { ...base, wanted, request: { bulkId, customerId } };
    const { events } = await requests.run(request, { ...by, commandId });
    const requested = countRequested(events);
    const suppressed = wanted.filter(({ reason }) => reason !== null).length;
    const leftOut = Math.max(0, wanted.length - suppressed - requested);
    return { requested, suppressed, leftOut };
  };

  const remindAll = async (bulkId: number, signal: AbortSignal): Promise<void> => {
    const bulk = await load(bulkId);
    if (!bulk || bulk.isFinished) return;
    const candidates = candidatesIn(bulk.book);
    const by = { actor: bulk.startedBy, correlationId: bulk.correlationId };
    let counts: Counts = NOTHING;
    const failures: unknown[] = [];
    for (let after = 0; !signal.aborted; ) {
      const today = kolkataDay(clock.now());
      const page = await candidates.renewing({ today, after, limit: PAGE }, EXPIRING_SOON_DAYS);
      const last = page.at(-1);
      if (!last) break;
      after = last.customerId;
      await forEachLimit(page, { atOnce: AT_ONCE, signal }, async (candidate) => {
        try {
          for (const filed of await filedUnder(candidate, { customers, policies })) {
            const one = await remindOne(bulkId, filed, by);
            counts = sumOf(counts, one);
          }
        } catch (error) {
          // One that fails keeps no other one waiting; only a server that is away ends all at once.
          if (error instanceof Refusal && error.kind === 'unavailable') throw error;
          failures.push(error);
        }
      });
    }
    if (signal.aborted) return;
    const age = clock.now().getTime() - bulk.startedAt.getTime();
    if (failures.length > 0 && age < GIVEN_UP_MS) throw failures[0];
    const commandId = namedUuid('bulk-reminders-requested', bulkId);
    await run({ type: 'FinishBulk', bulkId, ...counts }, { ...by, commandId });
  };

  /** In this process once; in another one at the same time it would only be done in vain. */
  const goOn = (bulkId: number, signal?: AbortSignal): Promise<void> => {
    const running = atWork.get(bulkId);
    if (running) return running;
    const ended = signal ? AbortSignal.any([signal, stopping.signal]) : stopping.signal;
    const work = withLock(`bulk-reminders-${bulkId}`, () => remindAll(bulkId, ended));
    const done = work.finally(() => atWork.delete(bulkId));
    atWork.set(bulkId, done);
    return done;
  };

  return {
    async startBulk(context: CommandContext, book: Book | null): Promise<StartedBulk> {
      const { bulkId, state, position, repeated } = await start(context, book);
      if (!state) throw new Error('A bulk that began is there');
      if (!stopping.signal.aborted && !state.isFinished) {
        goOn(bulkId).catch((error) => {
          logger.warn({ bulkId }, 'Bulk reminders were broken off and are taken up again', error);
        });
      }
      const listed = repeated ? await findBulk({ id: bulkId }) : null;
      return { bulk: listed ?? bulkAtStart(bulkId, state), position, repeated };
    },

    /** The last one of a book, or of all. */
    lastBulk: (book: Book | null) => findBulk(book ? { bookOwnerId: book.ownerId } : {}),

    async resumeBulks(signal?: AbortSignal): Promise<void> {
      if (configured.length === 0) return;
      const failures: unknown[] = [];
      for (const { id } of await openBulks()) {
        if (signal?.aborted) return;
        await goOn(id, signal).catch((error) => {
          // Another process is at it.
          const isTaken = error instanceof Refusal && error.code === 'record-locked';
          if (!isTaken) failures.push(error);
        });
      }
      if (failures.length > 0) throw failures[0];
    },

    async stop(): Promise<void> {
      stopping.abort();
      await Promise.allSettled(atWork.values());
    },
  };
};

const bookOf = (ownerId: number | null): Book | null => (ownerId === null ? null : { ownerId });

const NOTHING: Counts = { requested: 0, leftOut: 0, suppressed: 0 };

const sumOf = (some: Counts, more: Counts): Counts => ({
  requested: some.requested + more.requested,
  leftOut: some.leftOut + more.leftOut,
  suppressed: some.suppressed + more.suppressed,
});

const bulkAtStart = (id: number, { startedAt, startedBy, renewals }: Bulk): BulkReminders => ({
  ...NOTHING,
  id,
  startedAt: startedAt.toISOString(),
  startedBy: startedBy.username,
  state: 'running',
  renewals,
  sent: 0,
  failed: 0,
  waiting: 0,
});
