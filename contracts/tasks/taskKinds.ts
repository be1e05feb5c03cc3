import { addDays, addMonths, daysBetween } from '../rules/calendar.js';
import type { Day } from '../rules/kolkataDay.js';

/** What was written down: something to do, what was noted, what was said on the phone. */
export const TASK_KINDS = ['task', 'note', 'call'] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** A note or a call is only noted, unless it has a day: then something is to be done about it. */
export const TASK_STATUSES = ['open', 'done', 'noted'] as const;
export type TaskStatus = (typeof TASK_STATUSES)[number];

/** The kinds of records that it can be about. */
export const TASK_RECORDS = ['customer', 'policy', 'quotation', 'claim', 'document'] as const;
export type TaskRecord = (typeof TASK_RECORDS)[number];

export const TASK_REPEATS = ['never', 'daily', 'weekly', 'monthly', 'yearly'] as const;
export type TaskRepeats = (typeof TASK_REPEATS)[number];

interface Stands {
  readonly kind: TaskKind;
  readonly dueOn: Day | null;
  readonly isDone: boolean;
}

export function taskStatus({ kind, dueOn, isDone }: Stands): TaskStatus {
  if (kind !== 'task' && dueOn === null) return 'noted';
  return isDone ? 'done' : 'open';
}

const DAYS = { daily: 1, weekly: 7 } as const;
const MONTHS = { monthly: 1, yearly: 12 } as const;

/**
 * The next day after `after` on which a repeated task is due; null: it is not repeated. Months are
 * counted from the first day, so that what is due on the 31st is due on the last day of each month.
 * @param first the day that somebody chose
 */
export function nextDueOn(repeats: TaskRepeats, first: Day, after: Day): Day | null {
  if (repeats === 'never') return null;
  const isCounted = repeats === 'daily' || repeats === 'weekly';
  const step = (nth: number): Day =>
    isCounted ? addDays(first, DAYS[repeats] * nth) : addMonths(first, MONTHS[repeats] * nth);
  const length = isCounted ? DAYS[repeats] : MONTHS[repeats] * 31;
  // No later than the one that is looked for.
  let nth = Math.max(1, Math.floor(daysBetween(first, after) / length));
  while (step(nth) <= after) {
    // The calendar ends there.
    if (step(nth + 1) === step(nth)) return null;
    nth += 1;
  }
  return step(nth);
}
