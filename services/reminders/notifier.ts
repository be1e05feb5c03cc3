import type { Clock } from '../platform/clock.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { Initiator } from '../platform/commands/command.js';
import { Refusal } from '../platform/errors.js';
import { forEachLimit } from '../platform/forEachLimit.js';
import type { Logger } from '../platform/logger.js';
import { type Backoff, createBackoff, pause } from '../platform/pauses.js';
import { describeFailure } from '../platform/postgres/failures.js';
import type { ReadModels } from '../platform/readModels/readModels.js';
import type { ChannelState } from './noticeChannels.js';
import type { NoticeSender, Notices } from './notices.js';
import type { OpenNotice, ReminderQueries } from './reminderQueries.js';
import type { Reminders, SendingProgress } from './reminders.js';

/** Who writes down what became of a notice that no person waits for. */
const NOTIFIER: Initiator = { actor: systemActor, correlationId: 'notifier' };

/** Found at once. While one is sent, what the others need is looked up. */
const PAGE = 100;
const AT_ONCE = 12;
/** In one run, without those that rest. */
const MOST_LOOKED_AT = 1000;
/** Between two attempts at a notice that fails for a reason nobody knew of. */
const FAILED_PAUSES = { firstMs: 1_000, capMs: 10 * 60_000 };
/** Between two looks at a notice that is due and could not be tried, as its channels are away. */
const AWAY_REST_MS = 30_000;

interface DueParts extends Pick<ReminderQueries, 'dueNotices'> {
  readonly notices: Pick<Notices, 'configured' | 'deliver'>;
  readonly clock: Clock;
  readonly logger: Logger;
}

/** Sends what the list has due; the streams say whether it is, and who has it in hand. */
export const sendingOfDue = ({
  dueNotices,
  notices,
  clock,
  logger,
}: DueParts): Pick<Reminders, 'sendDue'> => {
  /** Where the last run ended that did not get to the end. */
  let last: OpenNotice | null = null;
  /** Until when, by the clock, which ones are left alone. */
  const resting = new Map<string, number>();
  const failing = new Map<string, Backoff>();
  const nowMs = () => clock.now().getTime();

  const fail = ({ customerId, noticeId }: OpenNotice, error: unknown): void => {
    const backoff = failing.get(noticeId) ?? createBackoff(FAILED_PAUSES);
    failing.set(noticeId, backoff);
    resting.set(noticeId, nowMs() + backoff.next());
    logger.error({ customerId, noticeId }, 'A notice could not be sent; it is tried again', error);
  };

  /** True when it is done. One that fails keeps no other one waiting, now or in the next run. */
  const send = async (notice: OpenNotice): Promise<boolean> => {
    const { customerId, noticeId } = notice;
    try {
      const after = await notices.deliver(customerId, noticeId, NOTIFIER);
      failing.delete(noticeId);
      const isStillDue = after.nextAttemptAt !== null && after.nextAttemptAt <= clock.now();
      if (isStillDue) resting.set(noticeId, nowMs() + AWAY_REST_MS);
      return after.isDone && after.reminders.length > 0;
    } catch (error) {
      if (error instanceof Refusal && error.kind === 'unavailable') throw error;
      fail(notice, error);
      return false;
    }
  };

  return {
    async sendDue(signal) {
      let sent = 0;
      if (notices.configured.length === 0) return { sent, isMore: false };
      for (const [id, until] of resting) if (until <= nowMs()) resting.delete(id);
      for (let looked = 0; looked < MOST_LOOKED_AT && !signal?.aborted; ) {
        const page: OpenNotice[] = await dueNotices(last, PAGE);
        last = page.length < PAGE ? null : (page.at(-1) ?? null);
        const awake = page.filter(({ noticeId }) => !resting.has(noticeId));
        await forEachLimit(rotated(awake), { atOnce: AT_ONCE, signal }, async (notice) => {
          if (await send(notice)) sent += 1;
        });
        looked += awake.length;
        if (!last) break;
      }
      return { sent, isMore: last !== null };
    },
  };
};

/** From anywhere on: processes that share a list meet each other's work when it is done. */
const rotated = <Item>(items: readonly Item[]): readonly Item[] => {
  const from = Math.floor(Math.random() * items.length);
  return [...items.slice(from), ...items.slice(0, from)];
};

export interface NotifierStatus {
  /** Why it does not get on, without anything personal; null while it does. */
  readonly problem: string | null;
  readonly channels: readonly ChannelState[];
  /** Null when the database cannot be asked. */
  readonly progress: SendingProgress | null;
}

export interface Notifier {
  /** Never throws: a server that is away is part of the answer. */
  status(): Promise<NotifierStatus>;
  /** Resolves once the notices under way are sent and recorded. */
  stop(): Promise<void>;
}

interface NotifierInput {
  readonly reminders: Pick<Reminders, 'sendDue' | 'progress'>;
  readonly notices: Pick<NoticeSender, 'channels'>;
  readonly readModels: Pick<ReadModels, 'onChanges'>;
  readonly logger: Logger;
  /** How often it is looked without a change: also time makes notices due. Milliseconds. */
  readonly pollMs?: number;
}

const POLL_MS = 15_000;
const LONGEST_PAUSE_MS = 15_000;

/**
 * Sends what is due, whenever the reminders of a customer change and from time to time. Any number
 * of processes may do so: each notice is sent by the one that begins an attempt first.
 */
export function startNotifier(input: NotifierInput): Notifier {
  const { reminders, notices, readModels, pollMs = POLL_MS } = input;
  const logger = input.logger.child({ part: 'notifier' });
  const stopping = new AbortController();
  const backoff = createBackoff({ capMs: LONGEST_PAUSE_MS });
  let problem: string | null = 'starting';
  let change = new AbortController();
  const stopListening = readModels.onChanges(({ records, everything }) => {
    if (everything || records.has('reminders')) change.abort();
  });

  const keepSending = async (): Promise<void> => {
    const { signal } = stopping;
    while (!signal.aborted) {
      // Before looking: what changes from now on is looked at anew.
      change = new AbortController();
      try {
        const { sent, isMore } = await reminders.sendDue(signal);
        problem = null;
        backoff.reset();
        if (isMore && sent > 0) continue;
        await pause(pollMs, AbortSignal.any([signal, change.signal]));
      } catch (error) {
        const why = describeFailure(error);
        if (why !== problem) logger.warn({ why }, 'The notifier waits', error);
        problem = why;
        await pause(backoff.next(), signal);
      }
    }
  };
  const sending = keepSending();

  return {
    status: async () => ({
      problem,
      channels: notices.channels(),
      progress: await reminders.progress().catch(() => null),
    }),
    async stop() {
      stopping.abort();
      stopListening();
      await sending;
    },
  };
}
