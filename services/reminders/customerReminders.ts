import type { EventOf } from '@insuremanager/contracts/events/eventDefinition';
import {
  type CustomerRemindersEvent,
  type Reminder,
  ReminderNoticeAttempted,
  ReminderNoticeRequested,
  ReminderNoticeStarted,
  RemindersErased,
  RemindersSuppressed,
} from '@insuremanager/contracts/reminders/reminderEvents';
import {
  type Channel,
  type DeliveryProblem,
  daysOfReminder,
  MANUAL_REMINDER,
  type ReminderTrigger,
  type SuppressionReason,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { daysBetween } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { conflict } from '../platform/errors.js';
import { unreachable } from '../platform/unreachable.js';

/** One message to the customer. */
export interface Notice {
  readonly id: string;
  readonly trigger: ReminderTrigger;
  readonly bulkId: number | null;
  readonly requestedAt: Date;
  /** Username; null: the calendar. */
  readonly requestedBy: string | null;
  /** The span that asked for it, as W3C's header names it; undefined where nothing was traced. */
  readonly traceparent: string | undefined;
  /** What it was asked for. */
  readonly asked: readonly Reminder[];
  /** Without those that were suppressed since. */
  readonly reminders: readonly Reminder[];
  /** Of the last start; 0 before the first. */
  readonly attempt: number;
  /** Since when an attempt is under way whose outcome is not known; null: none is. */
  readonly underWaySince: Date | null;
  /** Nobody knows what became of an attempt. */
  readonly mayHaveGoneOut: boolean;
  /** It was sent again after such an attempt. */
  readonly mayBeDoubled: boolean;
  /** What each channel said last. */
  readonly outcomes: ReadonlyMap<Channel, RecordedOutcome>;
  /** Its email reached a folder, as there was no mail server. */
  readonly isEmailKept: boolean;
  /** When deferred channels are tried again. */
  readonly nextAttemptAt: Date | null;
  /** Nothing more is to be done about it. */
  readonly isDone: boolean;
}

export interface ChannelOutcome {
  readonly outcome: 'delivered' | 'deferred' | 'failed';
  readonly problem: DeliveryProblem | null;
  /** The server's own words; null when there were none or the customer has been erased. */
  readonly reply: string | null;
  /** It was handed over, and nobody knows what became of it. Absent: no. */
  readonly mayHaveArrived?: boolean;
}

export interface RecordedOutcome extends ChannelOutcome {
  readonly at: Date;
}

export interface SuppressedReminder extends Reminder {
  readonly reason: SuppressionReason;
}

/** Whether a channel has taken it. */
export const isDelivered = ({ outcomes }: Notice): boolean =>
  [...outcomes.values()].some(({ outcome }) => outcome === 'delivered');

/** The reminders of one customer, folded from their stream. */
export interface CustomerReminders {
  /** The oldest first. */
  readonly notices: readonly Notice[];
  /** What was decided last about each end, by `endKey`. */
  readonly decided: ReadonlyMap<string, Decision>;
}

export interface Decision {
  readonly what: 'requested' | SuppressionReason;
  /** The Kolkata day. */
  readonly day: Day;
}

export type CustomerRemindersCommand =
  | {
      type: 'RequestNotice';
      customerId: number;
      noticeId: string;
      trigger: ReminderTrigger;
      bulkId: number | null;
      reminders: readonly Reminder[];
      suppressed: readonly SuppressedReminder[];
      today: Day;
    }
  | {
      type: 'StartNotice';
      customerId: number;
      noticeId: string;
      channels: readonly Channel[];
      /** Of these, the ones to which it is handed now. */
      handedTo: readonly Channel[];
      /** What was asked for and is not to be sent any more. */
      suppressed: readonly SuppressedReminder[];
      now: Date;
    }
  | {
      type: 'RecordAttempt';
      customerId: number;
      noticeId: string;
      attempt: number;
      outcomes: readonly ({ readonly channel: Channel } & ChannelOutcome)[];
      /** There is no mail server: an email that was delivered reached a folder. Absent: there is one. */
      isEmailKept?: boolean;
      nextAttemptAt: Date | null;
    }
  | { type: 'EraseReminders'; customerId: number };

type CommandOf<Type extends CustomerRemindersCommand['type']> = Extract<
  CustomerRemindersCommand,
  { type: Type }
>;

/** An end of a term as it then was. What an agent asks for changes nothing of what is due. */
const endKey = ({ termId, cover, reminderType, dueDate }: Omit<Reminder, 'reminderId'>): string =>
  [termId, cover, dueDate, ...(reminderType === MANUAL_REMINDER ? [MANUAL_REMINDER] : [])].join(
    ' ',
  );

/**
 * Whether something was decided about an end since the day on which this reminder of it became due.
 * By days, not by the kind of reminder: other settings do not ask again for what went out just now.
 */
const isOfSameWindow = (
  { day }: Decision,
  { reminderType, dueDate }: Omit<Reminder, 'reminderId'>,
): boolean =>
  reminderType === MANUAL_REMINDER || daysBetween(day, dueDate) <= daysOfReminder(reminderType);

const evolve = (
  state: CustomerReminders,
  event: RecordedEvent<CustomerRemindersEvent>,
): CustomerReminders => {
  const { at } = event;
  switch (event.type) {
    case 'ReminderNoticeRequested': {
      const { noticeId: id, trigger, bulkId, reminders } = event.data;
      const { actor, traceparent } = event.metadata;
      const requestedBy = trigger === 'schedule' ? null : actor.username;
      const asked = reminders;
      const request = { id, trigger, bulkId, requestedAt: at, requestedBy, traceparent };
      const notice: Notice = { ...NEW_NOTICE, ...request, asked, reminders };
      const day = kolkataDay(at);
      return {
        notices: [...state.notices, notice],
        decided: withEntries(
          state.decided,
          reminders.map((reminder) => [endKey(reminder), { what: 'requested', day }]),
        ),
      };
    }
    case 'RemindersSuppressed': {
      const { noticeId, reminders, hadGoneOut } = event.data;
      const gone = new Set(reminders.map(({ reminderId }) => reminderId));
      const day = kolkataDay(at);
      const changed = reminders.filter(({ reason }) => isDecidedBy(reason, hadGoneOut));
      const suppressed: CustomerReminders = {
        ...state,
        decided: withEntries(
          state.decided,
          changed.map((reminder) => [endKey(reminder), { what: reminder.reason, day }]),
        ),
      };
      return noticeId === null
        ? suppressed
        : withoutReminders(suppressed, { noticeId, gone, hadGoneOut });
    }
    case 'ReminderNoticeStarted':
      return withNotice(state, event.data.noticeId, (notice) => ({
        attempt: event.data.attempt,
        underWaySince: at,
        mayHaveGoneOut: notice.mayHaveGoneOut || notice.underWaySince !== null,
        mayBeDoubled: notice.mayBeDoubled || event.data.mayBeDoubled,
        nextAttemptAt: null,
      }));
    case 'ReminderNoticeAttempted': {
      const { noticeId, outcomes, nextAttemptAt, personal } = event.data;
      const replies = new Map(personal?.replies.map(({ channel, reply }) => [channel, reply]));
      return withNotice(state, noticeId, (notice) => ({
        underWaySince: null,
        mayHaveGoneOut:
          notice.mayHaveGoneOut || outcomes.some(({ mayHaveArrived }) => mayHaveArrived),
        outcomes: withEntries(
          notice.outcomes,
          outcomes.map(({ channel, ...outcome }) => [
            channel,
            { ...outcome, reply: replies.get(channel) ?? null, at },
          ]),
        ),
        isEmailKept: notice.isEmailKept || event.data.isEmailKept === true,
        nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt),
        isDone: nextAttemptAt === null,
      }));
    }
    case 'RemindersErased':
      return {
        ...state,
        notices: state.notices.map((notice) => ({
          ...notice,
          ...{ isDone: true, underWaySince: null, nextAttemptAt: null, outcomes: new Map() },
        })),
      };
    default:
      return unreachable(event);
  }
};

const NEW_NOTICE = {
  attempt: 0,
  underWaySince: null,
  mayHaveGoneOut: false,
  mayBeDoubled: false,
  isEmailKept: false,
  outcomes: new Map(),
  nextAttemptAt: null,
  isDone: false,
} as const;

const withEntries = <Key, Value>(
  map: ReadonlyMap<Key, Value>,
  entries: readonly (readonly [Key, Value])[],
): ReadonlyMap<Key, Value> => new Map([...map, ...entries]);

const withNotice = (
  state: CustomerReminders,
  id: string,
  change: (notice: Notice) => Partial<Notice>,
): CustomerReminders => ({
  ...state,
  notices: state.notices.map((notice) =>
    notice.id === id ? { ...notice, ...change(notice) } : notice,
  ),
});

interface Suppressed extends Pick<SuppressionData, 'hadGoneOut'> {
  readonly noticeId: string;
  readonly gone: ReadonlySet<number>;
}

const withoutReminders = (
  state: CustomerReminders,
  { noticeId, gone, hadGoneOut }: Suppressed,
): CustomerReminders =>
  withNotice(state, noticeId, (notice) => {
    const left = notice.reminders.filter(({ reminderId }) => !gone.has(reminderId));
    const isDone = left.length === 0;
    return {
      reminders: left,
      mayHaveGoneOut: notice.mayHaveGoneOut || hadGoneOut === 'perhaps',
      ...(isDone && { isDone, underWaySince: null, nextAttemptAt: null }),
    };
  });

type SuppressionData = EventOf<typeof RemindersSuppressed>['data'];

/**
 * Whether a suppression is what was decided about an end. Of what has gone out only further channels
 * are spared: it is not asked for again. A window that has passed was decided about when it began.
 */
export const isDecidedBy = (
  reason: SuppressionReason,
  hadGoneOut: SuppressionData['hadGoneOut'],
): boolean => hadGoneOut === 'no' && reason !== 'window-passed';

const decide = (
  command: CustomerRemindersCommand,
  state: CustomerReminders,
): CustomerRemindersEvent[] => {
  switch (command.type) {
    case 'RequestNotice':
      return request(command, state);
    case 'StartNotice':
      return start(command, state);
    case 'RecordAttempt':
      return recordAttempt(command, state);
    case 'EraseReminders':
      return erase(command, state);
    default:
      return unreachable(command);
  }
};

export const customerRemindersDecider: Decider<
  CustomerReminders,
  CustomerRemindersCommand,
  CustomerRemindersEvent
> = {
  initial: { notices: [], decided: new Map() },
  evolve,
  decide,
};

/**
 * What the calendar asks for is asked for once, and suppressed once for a reason; what was
 * suppressed is asked for when the reason is gone. A bulk leaves out what had a reminder that day,
 * or has one on its way.
 */
const request = (
  command: CommandOf<'RequestNotice'>,
  state: CustomerReminders,
): CustomerRemindersEvent[] => {
  const { customerId, noticeId, trigger, bulkId, today } = command;
  const underWay = termsUnderWay(state);
  const reminded = termsRemindedOn(today, state);
  const isWanted = (reminder: Reminder): boolean => {
    if (trigger === 'schedule') return !isDecidedByCalendar(reminder, null, state);
    if (trigger === 'agent') return true;
    return !reminded.has(reminder.termId) && !underWay.has(reminder.termId);
  };
  const reminders = command.reminders.filter(isWanted);
  if (trigger === 'agent' && reminders.some(({ termId }) => underWay.has(termId))) {
    throw conflict('reminder-under-way', 'A reminder for this policy is already being sent.');
  }
  const suppressed = command.suppressed.filter((reminder) => {
    return trigger === 'schedule'
      ? !isDecidedByCalendar(reminder, reminder.reason, state)
      : !isDecided(reminder, reminder.reason, state);
  });
  return [
    ...(reminders.length > 0
      ? [ReminderNoticeRequested({ customerId, noticeId, trigger, bulkId, reminders })]
      : []),
    ...(suppressed.length > 0
      ? [
          RemindersSuppressed({
            ...{ customerId, noticeId: null, hadGoneOut: 'no', reminders: suppressed },
          }),
        ]
      : []),
  ];
};

/**
 * Whether the calendar has nothing to decide about a reminder any more. @param reason why it is not
 *   to be sent; null: it is.
 */
export const isDecidedByCalendar = (
  reminder: Omit<Reminder, 'reminderId'>,
  reason: SuppressionReason | null,
  state: CustomerReminders,
): boolean =>
  isDecided(reminder, 'requested', state) ||
  (reason !== null && isDecided(reminder, reason, state));

const isDecided = (
  reminder: Omit<Reminder, 'reminderId'>,
  what: Decision['what'],
  { decided }: CustomerReminders,
): boolean => {
  const decision = decided.get(endKey(reminder));
  return decision?.what === what && isOfSameWindow(decision, reminder);
};

/** Terms of which a reminder is about to be sent, or tried again. */
const termsUnderWay = ({ notices }: CustomerReminders): ReadonlySet<number> =>
  new Set(
    notices.flatMap(({ isDone, reminders }) =>
      isDone ? [] : reminders.map(({ termId }) => termId),
    ),
  );

/** Terms of which a reminder that was asked for on a day went out, or may have. */
const termsRemindedOn = (day: Day, { notices }: CustomerReminders): ReadonlySet<number> =>
  new Set(
    notices
      .filter((notice) => kolkataDay(notice.requestedAt) === day)
      .filter((notice) => isDelivered(notice) || notice.mayHaveGoneOut)
      .flatMap(({ asked }) => asked.map(({ termId }) => termId)),
  );

/**
 * Whoever has started an attempt has the notice in hand for so long, in milliseconds: more than a
 * send and recording it take. Who has died or is frozen by then is followed by another attempt.
 */
export const IN_HAND_MS = 3 * 60 * 1000;

/** Whether somebody may be sending a notice just now. */
export const isInHand = ({ underWaySince }: Notice, now: Date): boolean =>
  underWaySince !== null && now.getTime() - underWaySince.getTime() < IN_HAND_MS;

/** Nothing is started that is done, or that somebody has in hand. */
const start = (
  { customerId, noticeId, channels, handedTo, suppressed, now }: CommandOf<'StartNotice'>,
  state: CustomerReminders,
): CustomerRemindersEvent[] => {
  const notice = requireNotice(state, noticeId);
  if (notice.isDone || isInHand(notice, now)) return [];
  const open = new Set(notice.reminders.map(({ reminderId }) => reminderId));
  const gone = suppressed.filter(({ reminderId }) => open.has(reminderId));
  const isAnyLeft = gone.length < open.size;
  return [
    ...(gone.length > 0
      ? [
          RemindersSuppressed({
            ...{ customerId, noticeId, hadGoneOut: hasGoneOut(notice), reminders: gone },
          }),
        ]
      : []),
    ...(isAnyLeft && channels.length > 0
      ? [
          ReminderNoticeStarted({
            customerId,
            noticeId,
            attempt: notice.attempt + 1,
            channels: [...channels],
            mayBeDoubled:
              notice.underWaySince !== null ||
              handedTo.some((channel) => notice.outcomes.get(channel)?.mayHaveArrived === true),
          }),
        ]
      : []),
  ];
};

const hasGoneOut = (notice: Notice): SuppressionData['hadGoneOut'] => {
  if (isDelivered(notice)) return 'yes';
  return notice.underWaySince !== null || notice.mayHaveGoneOut ? 'perhaps' : 'no';
};

/** Recorded once: an attempt that another one followed says nothing any more. */
const recordAttempt = (
  {
    customerId,
    noticeId,
    attempt,
    outcomes,
    isEmailKept = false,
    nextAttemptAt,
  }: CommandOf<'RecordAttempt'>,
  state: CustomerReminders,
): CustomerRemindersEvent[] => {
  const notice = requireNotice(state, noticeId);
  if (notice.underWaySince === null || notice.attempt !== attempt) return [];
  return [
    ReminderNoticeAttempted({
      customerId,
      noticeId,
      attempt,
      outcomes: outcomes.map(({ channel, outcome, problem, mayHaveArrived = false }) => ({
        ...{ channel, outcome, problem },
        mayHaveArrived:
          outcome !== 'delivered' &&
          (mayHaveArrived || notice.outcomes.get(channel)?.mayHaveArrived === true),
      })),
      isEmailKept:
        isEmailKept &&
        outcomes.some(({ channel, outcome }) => channel === 'email' && outcome === 'delivered'),
      nextAttemptAt: nextAttemptAt?.toISOString() ?? null,
      reminders: notice.reminders.map(({ reminderId, termId }) => ({ reminderId, termId })),
      personal: {
        replies: outcomes.flatMap(({ channel, reply }) =>
          reply === null ? [] : [{ channel, reply }],
        ),
      },
    }),
  ];
};

const erase = (
  { customerId }: CommandOf<'EraseReminders'>,
  { notices }: CustomerReminders,
): CustomerRemindersEvent[] =>
  notices.length === 0
    ? []
    : [
        RemindersErased({
          customerId,
          noticeIds: notices.map(({ id }) => id),
          reminderIds: notices.flatMap(({ asked }) => asked.map(({ reminderId }) => reminderId)),
        }),
      ];

/** @throws when there is no such notice: whoever asks got its number from its request. */
export function requireNotice({ notices }: CustomerReminders, noticeId: string): Notice {
  const notice = notices.find(({ id }) => id === noticeId);
  if (!notice) throw new Error('A customer does not have this notice');
  return notice;
}
