import { remindersStream } from '@insuremanager/contracts/reminders/reminderEvents';
import type { Channel } from '@insuremanager/contracts/reminders/reminderKinds';
import type { Customers } from '../../customers/index.js';
import type { Clock } from '../../platform/clock.js';
import type { Initiator } from '../../platform/commands/command.js';
import type { CommandRunner } from '../../platform/commands/commandRunner.js';
import { namedUuid } from '../../platform/namedUuid.js';
import type { Policies } from '../../policies/index.js';
import type { ChannelOutcome, Notice } from '../customerReminders.js';
import {
  type CustomerRemindersCommand,
  customerRemindersDecider,
  isInHand,
  requireNotice,
} from '../customerReminders.js';
import type { Notices } from '../notices.js';
import { availableChannels, suppressionOf } from '../suppression.js';

interface Parts {
  readonly commands: Pick<CommandRunner, 'run' | 'load'>;
  readonly customers: Pick<Customers, 'current'>;
  readonly policies: Pick<Policies, 'current'>;
  readonly clock: Clock;
}

/** What a channel says to an attempt. */
export type Answer = Omit<ChannelOutcome, 'reply'> & { readonly reply?: string };

export const DELIVERED: Answer = { outcome: 'delivered', problem: null };
export const REFUSED: Answer = {
  outcome: 'failed',
  problem: 'refused',
  reply: '550 no such mailbox: someone@example.in',
};
export const AWAY: Answer = { outcome: 'deferred', problem: 'unreachable' };

/** A message as it went out. */
export interface SentMessage {
  readonly customerId: number;
  readonly noticeId: string;
  readonly channel: Channel;
  readonly reminderIds: readonly number[];
}

/** Sends into a list, for tests of which sending itself is not the subject. */
export function createTestNotices({ commands, customers, policies, clock }: Parts) {
  const configured: Channel[] = ['email', 'sms'];
  const sent: SentMessage[] = [];
  let answers: (channel: Channel) => Answer = () => DELIVERED;
  let nextAttemptAt: () => Date = () => new Date('2999-01-01T00:00:00Z');

  const deliver = async (
    customerId: number,
    noticeId: string,
    initiator: Initiator,
  ): Promise<Notice> => {
    const stream = remindersStream(customerId);
    const before = await commands.load(customerRemindersDecider, stream);
    const notice = requireNotice(before.state, noticeId);
    const now = clock.now();
    if (notice.isDone || isInHand(notice, now)) return notice;
    const customer = await customers.current(customerId);
    const judged = await Promise.all(
      notice.reminders.map(async (reminder) => {
        const term = await policies.current(reminder.termId);
        return { reminder, reason: suppressionOf(reminder, { customer, term }, configured) };
      }),
    );
    const channels = customer ? availableChannels(customer, configured) : [];
    const run = (command: CustomerRemindersCommand) => {
      const commandId = namedUuid('test', noticeId, notice.attempt, JSON.stringify(command));
      const context = { ...initiator, commandId };
      return commands.run(customerRemindersDecider, { stream, command, context, request: command });
    };
    const started = await run({
      type: 'StartNotice',
      customerId,
      noticeId,
      channels,
      handedTo: channels,
      suppressed: judged.flatMap(({ reminder, reason }) =>
        reason === null ? [] : [{ ...reminder, reason }],
      ),
      now,
    });
    const { attempt, reminders, underWaySince } = requireNotice(started.state, noticeId);
    if (underWaySince === null) return requireNotice(started.state, noticeId);
    const open = channels.filter((channel) => {
      const earlier = notice.outcomes.get(channel)?.outcome;
      return earlier === undefined || earlier === 'deferred';
    });
    const outcomes = open.map((channel) => {
      const { reply = null, ...answer } = answers(channel);
      if (answer.outcome === 'delivered') {
        const reminderIds = reminders.map(({ reminderId }) => reminderId);
        sent.push({ customerId, noticeId, channel, reminderIds });
      }
      return { channel, ...answer, reply };
    });
    const isDeferred = outcomes.some(({ outcome }) => outcome === 'deferred');
    const recorded = await run({
      type: 'RecordAttempt',
      customerId,
      noticeId,
      attempt,
      outcomes,
      nextAttemptAt: isDeferred ? nextAttemptAt() : null,
    });
    return requireNotice(recorded.state, noticeId);
  };

  const notices: Notices = {
    configured,
    channelsFor: () => configured,
    isEmailKept: false,
    deliver,
    letterhead: async () => ({ name: 'Malabar Brokers' }),
    compose: async ({ customer, terms }) =>
      configured.map((channel) => ({
        channel,
        to: channel === 'email' ? customer.email : customer.phone,
        subject: null,
        text: terms.map(({ policyNumber }) => policyNumber).join(),
        html: null,
        unavailable: null,
      })),
  };

  return {
    notices,
    sent,
    /** What channels say from now on. */
    answer(how: typeof answers, next: typeof nextAttemptAt = nextAttemptAt) {
      answers = how;
      nextAttemptAt = next;
    },
  };
}
