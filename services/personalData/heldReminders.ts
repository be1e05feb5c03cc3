import type { HeldFact, HeldItem } from '@insuremanager/contracts/privacy/held';
import type { CustomerRemindersEvent } from '@insuremanager/contracts/reminders/reminderEvents';
import {
  CHANNEL_LABELS,
  type Channel,
  reminderTypeLabel,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { formatInstant, instantFact, textFact } from './facts.js';
import { detailsAt, type Person } from './person.js';

type Event = RecordedEvent<CustomerRemindersEvent>;

/** What was sent to a person, or was not to be sent: when, by which channel, to where, about what. */
export function heldReminders(person: Person, events: readonly Event[]): HeldItem[] {
  const found = new Map<number, HeldFact[]>();
  const inNotice = new Map<string, number[]>();
  const isErased = events.some(({ type }) => type === 'RemindersErased');

  const begin = ({ data, at, metadata }: Event & { type: 'ReminderNoticeRequested' }) => {
    inNotice.set(
      data.noticeId,
      data.reminders.map(({ reminderId }) => reminderId),
    );
    for (const reminder of data.reminders) {
      found.set(reminder.reminderId, [
        ...aboutReminder(reminder),
        instantFact('requestedAt', 'Asked for', at),
        textFact(
          'requestedBy',
          'By',
          metadata.actor.username,
          data.trigger === 'schedule' ? 'The calendar' : metadata.actor.username,
        ),
      ]);
    }
  };
  const suppress = ({ data, at }: Event & { type: 'RemindersSuppressed' }) => {
    for (const { reason, ...reminder } of data.reminders) {
      found.set(reminder.reminderId, [
        ...(found.get(reminder.reminderId) ?? aboutReminder(reminder)),
        textFact(
          'suppression',
          'Not sent',
          reason,
          `${reason.replaceAll('-', ' ')}, ${formatInstant(at)}`,
        ),
      ]);
    }
  };
  const attempt = ({ data, at }: Event & { type: 'ReminderNoticeAttempted' }) => {
    const facts = data.outcomes.flatMap(({ channel, outcome, problem }): HeldFact[] => {
      if (outcome === 'deferred') return [];
      const to = addressOf(person, channel, at);
      const when = formatInstant(at);
      return [
        outcome === 'delivered'
          ? textFact(
              `sentBy_${channel}`,
              `Sent by ${CHANNEL_LABELS[channel]}`,
              at.toISOString(),
              `${when}${to ? `, to ${to}` : ''}${data.isEmailKept && channel === 'email' ? ' (kept in a folder, not delivered)' : ''}`,
            )
          : textFact(
              `failed_${channel}`,
              `${CHANNEL_LABELS[channel]} failed`,
              problem ?? 'failed',
              `${when}${problem ? `: ${problem.replaceAll('-', ' ')}` : ''}`,
            ),
        ...(to ? [textFact(`to_${channel}`, `${CHANNEL_LABELS[channel]} address`, to, to)] : []),
      ];
    });
    for (const id of inNotice.get(data.noticeId) ?? []) found.get(id)?.push(...facts);
  };

  for (const event of events) {
    if (event.type === 'ReminderNoticeRequested') begin(event as never);
    if (event.type === 'RemindersSuppressed') suppress(event as never);
    if (event.type === 'ReminderNoticeAttempted') attempt(event as never);
  }
  return [...found].map(([id, facts]) => ({
    ...{ id, title: `Reminder ${id}`, facts, state: isErased ? 'erased' : 'existing' },
  }));
}

const aboutReminder = ({
  termId,
  reminderType,
  dueDate,
}: {
  termId: number;
  reminderType: string;
  dueDate: string;
}): HeldFact[] => [
  textFact('policyId', 'Policy no. here', termId),
  textFact('dueDate', 'Cover ends', dueDate, formatDay(dueDate)),
  textFact('reminderType', 'Kind', reminderType, reminderTypeLabel(reminderType)),
];

/** Where a message went: to the address that was known when it was sent. */
function addressOf(person: Person, channel: Channel, at: Date): string | null {
  const details = detailsAt(person, at);
  return (channel === 'email' ? details?.email : details?.phone) ?? null;
}
