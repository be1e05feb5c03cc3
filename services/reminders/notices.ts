import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import {
  REMINDER_SETTINGS_STREAM,
  type Reminder,
  type ReminderSettings,
  remindersStream,
} from '@insuremanager/contracts/reminders/reminderEvents';
import {
  CHANNEL_LABELS,
  CHANNELS,
  type Channel,
  daysOfCover,
  type ReminderCover,
  type SuppressionReason,
} from '@insuremanager/contracts/reminders/reminderKinds';
import type { ChannelPreview } from '@insuremanager/contracts/reminders/reminderViews';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Agency } from '../agency/index.js';
import type { Customers } from '../customers/index.js';
import type { CommandContext, Initiator } from '../platform/commands/command.js';
import { Refusal } from '../platform/errors.js';
import { createLocalLocks } from '../platform/locks/localLocks.js';
import { namedUuid } from '../platform/namedUuid.js';
import { createBackoff, pause } from '../platform/pauses.js';
import type { Platform } from '../platform/platform.js';
import { contextOf, inSpan } from '../platform/telemetry/tracing.js';
import type { Policies } from '../policies/index.js';
import { attemptOutcome, isTooOld } from './attempts.js';
import {
  type CustomerRemindersCommand,
  customerRemindersDecider,
  isDelivered,
  isInHand,
  type Notice,
  requireNotice,
  type SuppressedReminder,
} from './customerReminders.js';
import type { Delivery, NoticeChannel } from './noticeChannels.js';
import { type ChannelState, createChannelStates } from './noticeChannels.js';
import {
  isTimeToRemind,
  isWindowPassed,
  nextTimeToRemind,
  reminderSettingsDecider,
} from './reminderSettings.js';
import type { EndingCover, LetterInput } from './renewalLetter.js';
import {
  availableChannels,
  endingOf,
  hasAddress,
  recipient,
  suppressionOf,
} from './suppression.js';

/** Sends what reminders say. */
export interface Notices {
  /** Channels that this installation can send by. */
  readonly configured: readonly Channel[];
  /** Those of them that can say what a reminder is about. */
  channelsFor(cover: ReminderCover): readonly Channel[];
  /** True: emails are stored as files and reach nobody, as there is no mail server. */
  readonly isEmailKept: boolean;
  /**
   * Sends what is open of a notice, unless it is done, is not to be tried yet, or somebody else has
   * it in hand; resolves with how it stands then.
   */
  deliver(customerId: number, noticeId: string, initiator: Initiator): Promise<Notice>;
  /** The messages as they would go out. */
  compose(input: {
    customer: CustomerView;
    terms: readonly PolicyView[];
    today: Day;
  }): Promise<readonly ChannelPreview[]>;
  /** Of whom messages are. */
  letterhead(): Promise<Letterhead>;
}

export const NO_CHANNELS = 'No channel is set up for sending reminders.';

/** @throws unavailable `reminder-channels-missing`. */
export function requireChannels({ configured }: Pick<Notices, 'configured'>): void {
  if (configured.length > 0) return;
  throw new Refusal('unavailable', { code: 'reminder-channels-missing', message: NO_CHANNELS });
}

export interface NoticeDependencies {
  readonly customers: Pick<Customers, 'current'>;
  readonly policies: Pick<Policies, 'current'>;
  /** Those that this installation can send by. */
  readonly channels: readonly NoticeChannel[];
  readonly agency: Pick<Agency, 'letterhead'>;
  /** How long what was sent is tried to be recorded, in milliseconds. */
  readonly recordingPatienceMs?: number;
}

/** Notices as the process that sends them has them. */
export interface NoticeSender extends Notices {
  /** How the configured channels are, as far as this process knows. */
  channels(): readonly ChannelState[];
}

type Parts = Pick<Platform, 'commands' | 'clock' | 'logger' | 'metrics'>;

/** An outcome that is not recorded means that the message goes out again. */
const RECORDING_TIMEOUT_MS = 60_000;
/** With a send and its recording after that, far less than a notice is in hand. */
const BEGUN_WITHIN_MS = 30_000;

export function createNotices(platform: Parts, dependencies: NoticeDependencies): NoticeSender {
  const { commands, clock, metrics } = platform;
  const { customers, policies, channels, agency } = dependencies;
  const { recordingPatienceMs = RECORDING_TIMEOUT_MS } = dependencies;
  const logger = platform.logger.child({ part: 'notifier' });
  const configured = CHANNELS.filter((channel) =>
    channels.some((port) => port.channel === channel),
  );
  const channelsFor = (cover: ReminderCover): readonly Channel[] =>
    configured.filter((name) =>
      channels.some(({ channel, covers }) => channel === name && covers.includes(cover)),
    );
  const isEmailKept = channels.some(({ channel, isFolder }) => channel === 'email' && isFolder);
  const states = createChannelStates(configured, { clock, logger });
  const withSendLock = createLocalLocks();

  const load = async (customerId: number, noticeId: string): Promise<Notice> => {
    const stream = remindersStream(customerId);
    const { state } = await commands.load(customerRemindersDecider, stream);
    return requireNotice(state, noticeId);
  };

  /** Of what the calendar asked for: nobody else is bound to its hours. */
  const hoursOf = async ({ trigger }: Notice): Promise<ReminderSettings | null> =>
    trigger === 'schedule'
      ? (await commands.load(reminderSettingsDecider, REMINDER_SETTINGS_STREAM)).state
      : null;

  const run = async (command: StepCommand, context: CommandContext) => {
    const { type, customerId, noticeId } = command;
    const stream = remindersStream(customerId);
    // What was looked up for it may differ when it is tried again.
    const request = { type, customerId, noticeId };
    const result = await commands.run(customerRemindersDecider, {
      ...{ stream, command, context, request },
    });
    return { notice: requireNotice(result.state, noticeId), result };
  };

  const look = async (
    customerId: number,
    notice: Notice,
    hours: ReminderSettings | null,
  ): Promise<Deliverable> => {
    const [customer, ...terms] = await Promise.all([
      recipient(customers, customerId),
      ...notice.reminders.map(({ termId }) => policies.current(termId)),
    ]);
    const [first] = notice.asked;
    const able = first ? channelsFor(first.cover) : configured;
    const available = customer ? availableChannels(customer, able) : [];
    const open = notice.outcomes.size === 0 ? available : deferredIn(notice);
    const now = clock.now();
    const today = kolkataDay(now);
    const late = (reminder: Reminder): SuppressionReason | null => {
      const days = hours && daysOfCover(reminder.cover, hours);
      if (days) return isWindowPassed({ days }, reminder, today) ? 'window-passed' : null;
      return notice.attempt === 0 && isTooOld(notice.requestedAt, now) ? 'too-late' : null;
    };
    // What other channels refused, and this one may not be used for any more, was not sent.
    const isWithdrawn = !isDelivered(notice) && open.every((one) => !available.includes(one));
    const withdrawn = (): SuppressionReason | null => {
      if (!customer || !isWithdrawn) return null;
      return open.some((one) => hasAddress(customer, one)) ? 'consent-withdrawn' : 'no-contact';
    };
    const suppressed: SuppressedReminder[] = [];
    const ending: EndingCover[] = [];
    for (const [index, reminder] of notice.reminders.entries()) {
      const term = terms[index] ?? null;
      const reason =
        suppressionOf(reminder, { customer, term }, able) ?? late(reminder) ?? withdrawn();
      if (reason !== null) suppressed.push({ ...reminder, reason });
      else if (term) ending.push({ term, cover: reminder.cover, dueDate: reminder.dueDate });
    }
    if (!customer || ending.length === 0)
      return { hours, suppressed, letter: null, open, available };
    const letter = { customer, ending, today, letterhead: await agency.letterhead() };
    return { hours, suppressed, letter, open, available };
  };

  /** What can be sent by now, and what would be deferred without being tried. */
  const usableOf = async ({ open, available }: Deliverable): Promise<NoticeChannel[]> => {
    const ports = channels.filter(
      ({ channel }) => open.includes(channel) && available.includes(channel),
    );
    const usable = await Promise.all(ports.map((port) => states.isUsable(port)));
    return ports.filter((_, index) => usable[index]);
  };

  const sendBy = async (
    port: NoticeChannel,
    noticeId: string,
    letter: LetterInput,
  ): Promise<Delivery> => {
    const delivery = await port.send(noticeId, letter);
    states.learn(port.channel, noticeId, delivery);
    const { outcome } = delivery;
    metrics.count('insuremanager_reminder_deliveries_total', { channel: port.channel, outcome });
    if (delivery.outcome !== 'delivered') {
      const { problem } = delivery;
      logger.warn({ noticeId, channel: port.channel, outcome, problem }, 'A reminder was not sent');
    }
    return delivery;
  };

  /** By all channels that are open, side by side. */
  const sendAll = async (
    noticeId: string,
    { open, available }: Deliverable,
    letter: LetterInput,
    usable: readonly NoticeChannel[],
  ): Promise<Map<Channel, Delivery>> => {
    const deliveries = open.map(async (channel): Promise<[Channel, Delivery]> => {
      const port = usable.find((candidate) => candidate.channel === channel);
      if (port) return [channel, await sendBy(port, noticeId, letter)];
      return [channel, available.includes(channel) ? awayNow(channel) : WITHDRAWN];
    });
    return new Map(await Promise.all(deliveries));
  };

  const awayNow = (channel: Channel): Delivery => {
    const problem = states.problemOf(channel) ?? 'unreachable';
    return { outcome: 'deferred', problem, reply: null, isOfAll: false };
  };

  /**
   * Tries again while the event store is away, or others write to the customer's stream: what was
   * sent is not to be sent once more.
   */
  const record = async (command: StepCommand, context: CommandContext): Promise<Notice> => {
    const backoff = createBackoff();
    const deadline = AbortSignal.timeout(recordingPatienceMs);
    for (;;) {
      try {
        return (await run(command, context)).notice;
      } catch (error) {
        const isPassing =
          error instanceof Refusal &&
          (error.kind === 'unavailable' || error.code === 'record-contested');
        if (!isPassing || deadline.aborted) throw error;
        await pause(backoff.next(), deadline);
      }
    }
  };

  /** Its commands have ids that follow from it: of two processes one begins an attempt. */
  const attempt = async (
    customerId: number,
    notice: Notice,
    deliverable: Deliverable,
    by: Initiator,
  ): Promise<Notice> => {
    const { id: noticeId, requestedAt } = notice;
    const { suppressed, letter, open, available, hours } = deliverable;
    const usable = letter ? await usableOf(deliverable) : [];
    const now = clock.now();
    const isAway = letter !== null && usable.length === 0 && suppressed.length === 0;
    const hasDeferral = notice.nextAttemptAt !== null && !isTooOld(requestedAt, now);
    const couldBeSent = open.some((channel) => available.includes(channel));
    if (isAway && hasDeferral && couldBeSent) return notice;

    const handedTo = usable.map(({ channel }) => channel);
    const channelsNow = letter ? open : [];
    const { notice: started, result } = await run(
      {
        ...({ type: 'StartNotice', customerId, noticeId, channels: channelsNow } as const),
        ...{ handedTo, suppressed, now },
      },
      { ...by, commandId: namedUuid('notice-start', noticeId, notice.attempt + 1) },
    );
    const isBegun = result.events.some(({ type }) => type === 'ReminderNoticeStarted');
    // Frozen since it has begun: somebody else may have it in hand, or will.
    const isLate = clock.now().getTime() - now.getTime() > BEGUN_WITHIN_MS;
    if (!letter || !isBegun || result.repeated || isLate) return started;
    const deliveries = await sendAll(noticeId, deliverable, letter, usable);
    const outcome = attemptOutcome({
      ...{ attempt: started.attempt, requestedAt, now: clock.now(), deliveries },
      allowedFrom: (moment) => (hours ? nextTimeToRemind(hours, moment) : moment),
    });
    return record(
      {
        type: 'RecordAttempt',
        customerId,
        noticeId,
        attempt: started.attempt,
        isEmailKept,
        ...outcome,
      },
      { ...by, commandId: namedUuid('notice-attempt', noticeId, started.attempt) },
    );
  };

  return {
    configured,
    channelsFor,
    isEmailKept,

    async deliver(customerId, noticeId, initiator) {
      const notice = await load(customerId, noticeId);
      const now = clock.now();
      const isLater = isInHand(notice, now) || isBefore(now, notice.nextAttemptAt);
      if (notice.isDone || isLater) return notice;
      const hours = await hoursOf(notice);
      if (hours && !isTimeToRemind(hours, now)) return notice;
      return inSpan('send notice', { parent: contextOf(notice.traceparent) }, async () => {
        const deliverable = await look(customerId, notice, hours);
        // From its start until its outcome is recorded, one notice at a time: when this process is
        // killed, one message at most goes out twice.
        return withSendLock('send', () => attempt(customerId, notice, deliverable, initiator));
      });
    },

    async compose({ customer, terms, today }) {
      const ending = terms.map((term) => endingOf(term, today));
      const input = { customer, ending, today, letterhead: await agency.letterhead() };
      const available = availableChannels(customer, configured);
      return CHANNELS.map((channel): ChannelPreview => {
        const port = channels.find((candidate) => candidate.channel === channel);
        if (port && available.includes(channel))
          return { channel, ...port.compose(input), unavailable: null };
        const nothing = { to: null, subject: null, text: null, html: null };
        return { channel, ...nothing, unavailable: whyUnavailable(channel, input, Boolean(port)) };
      });
    },

    letterhead: agency.letterhead,
    channels: () => states.all(),
  };
}

type StepCommand = Extract<
  CustomerRemindersCommand,
  { type: 'StartNotice' } | { type: 'RecordAttempt' }
>;

/** What is to be sent of a notice, as things are now. */
interface Deliverable {
  /** In which it may go out; null: at any time. */
  readonly hours: ReminderSettings | null;
  readonly suppressed: readonly SuppressedReminder[];
  /** Null when nothing is left to be sent. */
  readonly letter: LetterInput | null;
  /** Neither delivered nor failed yet. */
  readonly open: readonly Channel[];
  readonly available: readonly Channel[];
}

/** The customer's address or consent is gone since an attempt by this channel. */
const WITHDRAWN: Delivery = { outcome: 'failed', problem: 'refused', reply: null };

const deferredIn = ({ outcomes }: Notice): Channel[] =>
  CHANNELS.filter((channel) => outcomes.get(channel)?.outcome === 'deferred');

const isBefore = (now: Date, then: Date | null): boolean =>
  then !== null && now.getTime() < then.getTime();

function whyUnavailable(
  channel: Channel,
  { customer }: Pick<LetterInput, 'customer'>,
  isConfigured: boolean,
): string {
  const label = CHANNEL_LABELS[channel];
  if (!isConfigured) return `${label} is not set up for this installation.`;
  if (!hasAddress(customer, channel))
    return channel === 'email'
      ? 'This customer has no email address.'
      : 'This customer has no phone number that can be dialled.';
  return `This customer has withdrawn consent to reminders by ${label}.`;
}
