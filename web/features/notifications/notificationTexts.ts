import { daysBetween } from '@insuremanager/contracts/rules/calendar';
import { type Day, formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { NotificationsShownFragment } from '../../data/operations.generated';
import { formatInstant } from '../../ui/format';

export type Notification = NotificationsShownFragment['items'][number];

const inDays = (day: Day, today: Day): string => {
  const days = daysBetween(today, day);
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
};

/** What there is to do, and when; `today` in Kolkata. */
export function describeNotification(
  { kind, number, day, at }: Pick<Notification, 'kind' | 'number' | 'day' | 'at'>,
  today: Day,
  now = new Date(),
): string {
  const what = number ?? 'A policy';
  switch (kind) {
    case 'renewal_due':
      return `${what} ends ${day === null ? 'soon' : inDays(day, today)}`;
    case 'follow_up_due':
      return day === null || day === today
        ? `Follow up on ${what} today`
        : `Follow up on ${what}, since ${formatDay(day)}`;
    case 'reminder_failed':
      return `Reminder for ${what} failed${at === null ? '' : `, ${formatDay(kolkataDay(new Date(at)))}`}`;
    case 'quotation_ending':
      return `${what} is valid until ${day === null ? 'soon' : lastDay(day, today)}`;
    case 'breach_due':
      return `${what}: ${at !== null && new Date(at) > now ? `until ${formatInstant(at)}` : 'now'}`;
    case 'import_ended':
      return at === null ? what : `${what}, ${formatInstant(at)}`;
    case 'request_due':
      return day !== null && day < today
        ? `${what}: overdue since ${formatDay(day)}`
        : `${what}: answer ${day === null ? 'soon' : lastDay(day, today)}`;
  }
}

const lastDay = (day: Day, today: Day): string =>
  daysBetween(today, day) <= 1 ? inDays(day, today) : formatDay(day);
