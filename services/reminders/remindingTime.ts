import type { ReminderSettings } from '@insuremanager/contracts/reminders/reminderEvents';
import { daysOfReminder } from '@insuremanager/contracts/reminders/reminderKinds';
import { addDays, daysBetween } from '@insuremanager/contracts/rules/calendar';
import { type Day, kolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { isTimeToRemind } from './reminderSettings.js';

const HOUR_MS = 60 * 60 * 1000;
/** Days that are looked through: longer than any holidays. */
const FARTHEST = 400;

/**
 * The first moment from an instant on at which reminders of the calendar may go out; the instant
 * itself where all days are quiet.
 */
export function nextTimeToRemind(settings: ReminderSettings, from: Date): Date {
  if (isTimeToRemind(settings, from)) return from;
  const first = kolkataDay(from);
  for (let days = 0; days < FARTHEST; days += 1) {
    const start = startOfKolkataDay(addDays(first, days)).getTime();
    const hour = new Date(start + settings.hour * HOUR_MS);
    if (hour > from && isTimeToRemind(settings, hour)) return hour;
  }
  return from;
}

/** Whether a later reminder of the same end is due by now, in the place of this one. */
export function isWindowPassed(
  { days }: Pick<ReminderSettings, 'days'>,
  { reminderType, dueDate }: { readonly reminderType: string; readonly dueDate: Day },
  today: Day,
): boolean {
  const left = daysBetween(today, dueDate);
  return days.some((one) => left <= one && one < daysOfReminder(reminderType));
}
