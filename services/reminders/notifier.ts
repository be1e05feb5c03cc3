import { topicOf } from '@insuremanager/contracts/messages/messageDefinition';
import { z } from 'zod';
import type { Bus, BusMessage, Consumer } from '../platform/bus/bus.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { Initiator } from '../platform/commands/command.js';
import { Refusal } from '../platform/errors.js';
import type { Logger } from '../platform/logger.js';
import type { ChannelState } from './channelStates.js';
import type { NoticeSender } from './createNotices.js';
import type { Reminders, SendingProgress } from './reminders.js';

export interface NotifierStatus {
  /** Messages that are not handled yet; null when the bus cannot be asked. */
  readonly lag: number | null;
  /** Why it does not get on, without anything personal; null while it does. */
  readonly problem: string | null;
  readonly channels: readonly ChannelState[];
  /** Null when the database cannot be asked. */
  readonly progress: SendingProgress | null;
}

export interface Notifier {
  /** Never throws: a bus that is away is part of the answer. */
  status(): Promise<NotifierStatus>;
  /** Resolves once the notices under way are sent and recorded. */
  stop(): Promise<void>;
}

interface NotifierInput {
  readonly bus: Bus;
  readonly notices: Pick<NoticeSender, 'deliver' | 'channels'>;
  readonly progress: Reminders['progress'];
  readonly logger: Logger;
}

export const NOTIFIER_GROUP = 'notifier';
export const NOTIFIER_TOPICS = [topicOf('reminders')] as const;

/** Who writes down what became of a notice that no person waits for. */
export const NOTIFIER: Initiator = { actor: systemActor, correlationId: 'notifier' };

/** Notices of different customers: while one is sent, what the others need is looked up. */
const AT_ONCE = 12;

/** At one notice, after which it is left to the job that resumes notices. */
const MOST_ATTEMPTS = 5;
/** The same while something that all notices need is away: minutes, with the pauses of the bus. */
const MOST_ATTEMPTS_AWAY = 20;

const REQUESTED_VERSION = 1;
const Requested = z.object({ customerId: z.int().positive(), noticeId: z.string() });

/** Takes a message that was published; those that are none of its business are handled. */
export type Handle = (message: BusMessage) => Promise<void>;

/**
 * Delivers the notices that are asked for. One that cannot be delivered for a reason nobody knew of
 * does not hold up those behind it for ever.
 */
export function noticeHandler({
  notices,
  logger,
}: Pick<NotifierInput, 'notices' | 'logger'>): Handle {
  const attempts = new Map<string, number>();
  return async ({ type, id, schemaVersion, data }) => {
    if (type !== 'ReminderNoticeRequested') return;
    const request = Requested.safeParse(data);
    if (schemaVersion !== REQUESTED_VERSION || !request.success) {
      const what = { messageId: id, schemaVersion };
      logger.error(what, 'A message that is no request of a notice is passed over');
      return;
    }
    const { customerId, noticeId } = request.data;
    try {
      await notices.deliver(customerId, noticeId, NOTIFIER);
      attempts.delete(id);
    } catch (error) {
      const isAway = error instanceof Refusal && error.kind === 'unavailable';
      const attempt = (attempts.get(id) ?? 0) + 1;
      if (attempt < (isAway ? MOST_ATTEMPTS_AWAY : MOST_ATTEMPTS)) {
        attempts.set(id, attempt);
        throw error;
      }
      attempts.delete(id);
      const putAside = 'A notice is put aside; it is tried again later';
      if (isAway) logger.warn({ noticeId }, putAside, error);
      else logger.error({ noticeId }, putAside, error);
    }
  };
}

/** One member of the group that sends reminders: each notice is delivered by one of them. */
export function startNotifier({ bus, notices, progress, logger }: NotifierInput): Notifier {
  const consumer: Consumer = bus.consume({
    group: NOTIFIER_GROUP,
    topics: NOTIFIER_TOPICS,
    atOnce: AT_ONCE,
    handle: noticeHandler({ notices, logger: logger.child({ part: 'notifier' }) }),
  });
  return {
    async status() {
      const [lag, sending] = await Promise.all([
        bus.lagOf(NOTIFIER_GROUP, NOTIFIER_TOPICS).catch(() => null),
        progress().catch(() => null),
      ]);
      return {
        lag,
        problem: consumer.problem(),
        channels: notices.channels(),
        progress: sending,
      };
    },
    stop: () => consumer.stop(),
  };
}
