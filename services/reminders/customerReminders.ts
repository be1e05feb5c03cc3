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
import {
  type ChannelOutcome,
  isDelivered,
  type Notice,
  type SuppressedReminder,
} from './notice.js';

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
    }
  | {
      type: 'RecordAttempt';
      customerId: number;
      noticeId: string;
      attempt: number;
      outcomes: readonly ({ readonly channel: Channel } & ChannelOutcome)[];
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
const isOfSameWindow = ({ day }: Decision, { reminderType, dueDate }: Reminder): boolean =>
  reminderType === MANUAL_REMINDER || daysBetween(day, dueDate) <= daysOfReminder(reminderType);

const evolve = (
  state: CustomerReminders,
  event: RecordedEvent<CustomerRemindersEvent>,
): CustomerReminders => {
  const { at } = event;
  switch (event.type) {
    case 'ReminderNoticeRequested': {
      const { noticeId: id, trigger, bulkId, reminders } = event.data;
      const { actor } = event.metadata;
      const requestedBy = trigger === 'schedule' ? null : actor.username;
      const asked = reminders;
      const request = { id, trigger, bulkId, requestedAt: at, requestedBy, asked, reminders };
      const notice: Notice = { ...NEW_NOTICE, ...request };
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
        isUnderWay: true,
        mayHaveGoneOut: notice.mayHaveGoneOut || notice.isUnderWay,
        mayBeDoubled: notice.mayBeDoubled || event.data.mayBeDoubled,
        nextAttemptAt: null,
      }));
    case 'ReminderNoticeAttempted': {
      const { noticeId, outcomes, nextAttemptAt, personal } = event.data;
      const replies = new Map(personal?.replies.map(({ channel, reply }) => [channel, reply]));
      return withNotice(state, noticeId, (notice) => ({
        isUnderWay: false,
        mayHaveGoneOut:
          notice.mayHaveGoneOut || outcomes.some(({ mayHaveArrived }) => mayHaveArrived),
        outcomes: withEntries(
          notice.outcomes,
          outcomes.map(({ channel, ...outcome }) => [
            channel,
            { ...outcome, reply: replies.get(channel) ?? null, at },
          ]),
        ),
        nextAttemptAt: nextAttemptAt === null ? null : new Date(nextAttemptAt),
        isDone: nextAttemptAt === null,
      }));
    }
    case 'RemindersErased':
      return {
        ...state,
        notices: state.notices.map((notice) => ({
          ...notice,
          ...{ isDone: true, isUnderWay: false, nextAttemptAt: null, outcomes: new Map() },
        })),
      };
    default:
      return unreachable(event);
  }
};

const NEW_NOTICE = {
  attempt: 0,
  isUnderWay: false,
  mayHaveGoneOut: false,
  mayBeDoubled: false,
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
      ...(isDone && { isDone, isUnderWay: false, nextAttemptAt: null }),
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
    if (trigger === 'schedule') return !isDecided(reminder, 'requested', state);
    if (trigger === 'agent') return true;
    return !reminded.has(reminder.termId) && !underWay.has(reminder.termId);
  };
  const reminders = command.reminders.filter(isWanted);
  if (trigger === 'agent' && reminders.some(({ termId }) => underWay.has(termId))) {
    throw conflict('reminder-under-way', 'A reminder for this policy is already being sent.');
  }
  const suppressed = command.suppressed.filter((reminder) => {
    const wasAsked = trigger === 'schedule' && isDecided(reminder, 'requested', state);
    return !wasAsked && !isDecided(reminder, reminder.reason, state);
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

const isDecided = (
  reminder: Reminder,
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

/** Nothing is started that is done. Whoever starts holds the lock of the notice. */
const start = (
  { customerId, noticeId, channels, handedTo, suppressed }: CommandOf<'StartNotice'>,
  state: CustomerReminders,
): CustomerRemindersEvent[] => {
  const notice = requireNotice(state, noticeId);
  if (notice.isDone) return [];
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
              notice.isUnderWay ||
              handedTo.some((channel) => notice.outcomes.get(channel)?.mayHaveArrived === true),
          }),
        ]
      : []),
  ];
};

const hasGoneOut = (notice: Notice): SuppressionData['hadGoneOut'] => {
  if (isDelivered(notice)) return 'yes';
  return notice.isUnderWay || notice.mayHaveGoneOut ? 'perhaps' : 'no';
};

/** Recorded once: an attempt that another one followed says nothing any more. */
const recordAttempt = (
  { customerId, noticeId, attempt, outcomes, nextAttemptAt }: CommandOf<'RecordAttempt'>,
  state: CustomerReminders,
): CustomerRemindersEvent[] => {
  const notice = requireNotice(state, noticeId);
  if (!notice.isUnderWay || notice.attempt !== attempt) return [];
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
