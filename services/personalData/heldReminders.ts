import type { HeldFact, HeldItem } from '@insuremanager/contracts/privacy/held';
import type {
  CustomerRemindersEvent,
  Reminder,
} from '@insuremanager/contracts/reminders/reminderEvents';
import {
  CHANNEL_LABELS,
  type Channel,
  reminderTypeLabel,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { formatInstant, instantFact, plainFact, textFact, wordText } from './facts.js';
import { detailsAt, type Person } from './person.js';

/** What was sent to a person, or was not to be sent: when, by which channel, to where, about what. */
export function heldReminders(
  person: Person,
  events: readonly RecordedEvent<CustomerRemindersEvent>[],
  policyNumbers: ReadonlyMap<number, string>,
): HeldItem[] {
  const about = (one: Reminder) => aboutReminder(one, policyNumbers.get(one.termId));
  const found = new Map<number, HeldFact[]>();
  const inNotice = new Map<string, number[]>();
  for (const { type, data, at, metadata } of events) {
    switch (type) {
      case 'ReminderNoticeRequested': {
        const { username } = metadata.actor;
        const by = data.trigger === 'schedule' ? 'The calendar' : username;
        const asked = [
          instantFact('requestedAt', 'Asked for', at),
          textFact('requestedBy', 'By', username, by),
        ];
        for (const one of data.reminders) found.set(one.reminderId, [...about(one), ...asked]);
        inNotice.set(
          data.noticeId,
          data.reminders.map(({ reminderId }) => reminderId),
        );
        break;
      }
      case 'RemindersSuppressed':
        for (const { reason, ...one } of data.reminders) {
          const text = `${wordText(reason)}, ${formatInstant(at)}`;
          const before = found.get(one.reminderId) ?? about(one);
          found.set(one.reminderId, [...before, textFact('suppression', 'Not sent', reason, text)]);
        }
        break;
      case 'ReminderNoticeAttempted': {
        const outcomes = data.outcomes.flatMap((outcome) =>
          outcomeFacts(person, at, { ...outcome, isKept: data.isEmailKept === true }),
        );
        for (const id of inNotice.get(data.noticeId) ?? []) found.get(id)?.push(...outcomes);
        break;
      }
      case 'ReminderNoticeStarted':
      case 'RemindersErased':
        break;
    }
  }
  const isErased = person.state === 'erased' || events.some(isErasure);
  return [...found].map(([id, facts]) => ({
    ...{ id, title: `Reminder ${id}`, facts, state: isErased ? 'erased' : 'existing' },
  }));
}

const isErasure = ({ type }: { readonly type: string }): boolean => type === 'RemindersErased';

const aboutReminder = (
  { termId, reminderType, dueDate }: Reminder,
  policyNumber = `No. ${termId} here`,
): HeldFact[] => [
  textFact('policyId', 'Policy', termId, policyNumber),
  textFact('dueDate', 'Cover ends', dueDate, formatDay(dueDate)),
  textFact('reminderType', 'Kind', reminderType, reminderTypeLabel(reminderType)),
];

interface Outcome {
  readonly channel: Channel;
  readonly outcome: 'delivered' | 'deferred' | 'failed';
  readonly problem: string | null;
  /** Of an email: in a folder, for want of a mail server. */
  readonly isKept: boolean;
}

/** Nothing of what is tried again. */
function outcomeFacts(
  person: Person,
  at: Date,
  { channel, outcome, problem, isKept }: Outcome,
): HeldFact[] {
  if (outcome === 'deferred') return [];
  const [label, when] = [CHANNEL_LABELS[channel], formatInstant(at)];
  const kept = isKept && channel === 'email' ? ' (saved to a folder, not delivered)' : '';
  const why = problem === null ? '' : `: ${problem.replaceAll('-', ' ')}`;
  const to = addressOf(person, channel, at);
  return [
    outcome === 'delivered'
      ? textFact(`sentBy_${channel}`, `Sent by ${label}`, at.toISOString(), `${when}${kept}`)
      : textFact(`failed_${channel}`, `${label} failed`, at.toISOString(), `${when}${why}`),
    ...(to === null ? [] : [plainFact(`to_${channel}`, `${label} to`, to)]),
  ];
}

/** Where a message went: to the address that was known when it was sent. */
function addressOf(person: Person, channel: Channel, at: Date): string | null {
  const details = detailsAt(person, at);
  return (channel === 'email' ? details?.email : details?.phone) ?? null;
}
