import type { Channel } from '@insuremanager/contracts/reminders/reminderKinds';
import type { ChannelOutcome } from './customerReminders.js';
import type { Delivery } from './noticeChannels.js';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
/** After the first attempt, the second, … */
const PAUSES_MS = [5 * MINUTE_MS, 30 * MINUTE_MS, 2 * HOUR_MS, 6 * HOUR_MS];
/** What an SMS gateway may have taken is not sent more often: each one costs, and is read again. */
const MOST_UNKNOWN = 2;
/** What could not be sent within a day is of no use later. */
const LONGEST_MS = 24 * HOUR_MS;

interface Attempt {
  /** From 1 on. */
  readonly attempt: number;
  readonly requestedAt: Date;
  readonly now: Date;
  readonly deliveries: ReadonlyMap<Channel, Delivery>;
  /** The first moment from one on at which it may go out; absent: any. */
  readonly allowedFrom?: (moment: Date) => Date;
}

/** What is recorded of an attempt. */
export interface AttemptOutcome {
  readonly outcomes: readonly ({ readonly channel: Channel } & ChannelOutcome)[];
  readonly nextAttemptAt: Date | null;
}

/**
 * Deferred channels are tried again together, after growing pauses; a server that says for how long
 * it has had enough is not asked before. In the end they have failed.
 */
export function attemptOutcome(input: Attempt): AttemptOutcome {
  const { attempt, requestedAt, now, deliveries, allowedFrom = (moment) => moment } = input;
  const deferred = [...deliveries].flatMap(([channel, delivery]) =>
    delivery.outcome === 'deferred' ? pauseOf(channel, delivery, attempt) : [],
  );
  const next = new Date(now.getTime() + Math.max(0, ...deferred.map((pause) => pause ?? 0)));
  const isOver = isTooOld(requestedAt, next) || deferred.every((pause) => pause === null);
  return {
    outcomes: [...deliveries].map(([channel, delivery]) =>
      outcomeOf(channel, delivery, isOver || givesUp(channel, delivery, attempt)),
    ),
    // Hours that nothing may go out in do not make it older.
    nextAttemptAt: isOver ? null : allowedFrom(next),
  };
}

/** Whether a day has passed since a notice was asked for. */
export const isTooOld = (requestedAt: Date, now: Date): boolean =>
  now.getTime() - requestedAt.getTime() > LONGEST_MS;

type Deferred = Extract<Delivery, { outcome: 'deferred' }>;

/** Milliseconds; null when it was the last attempt. A limit says nothing against the message. */
function pauseOf(
  channel: Channel,
  { problem, retryAfterMs, mayHaveArrived }: Deferred,
  attempt: number,
): number | null {
  // A mail server that lost the connection is to be asked again, by the rules of SMTP.
  if (mayHaveArrived && channel !== 'email' && attempt >= MOST_UNKNOWN) return null;
  const usual = PAUSES_MS[attempt - 1];
  if (problem !== 'limited') return usual ?? null;
  return retryAfterMs ?? usual ?? PAUSES_MS.at(-1) ?? null;
}

const givesUp = (channel: Channel, delivery: Delivery, attempt: number): boolean =>
  delivery.outcome === 'deferred' && pauseOf(channel, delivery, attempt) === null;

function outcomeOf(channel: Channel, delivery: Delivery, isLast: boolean) {
  if (delivery.outcome === 'delivered')
    return { channel, outcome: delivery.outcome, problem: null, reply: null } as const;
  const mayHaveArrived = delivery.outcome === 'deferred' && delivery.mayHaveArrived === true;
  const { problem, reply } = delivery;
  const outcome = delivery.outcome === 'deferred' && !isLast ? 'deferred' : 'failed';
  return { channel, outcome, problem, reply, mayHaveArrived } as const;
}
