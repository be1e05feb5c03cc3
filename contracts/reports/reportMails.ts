import { z } from 'zod';
import { addDays, financialYearDays } from '../rules/calendar.js';
import type { Day } from '../rules/kolkataDay.js';
import { LONGEST_VIEW_ADDRESS } from '../savedViews/savedViews.js';

/** When a report is sent: each Monday, or on the 1st of each month. */
export const MAILED_EVERY = ['week', 'month'] as const;
export type MailedEvery = (typeof MAILED_EVERY)[number];

/** A report that a user gets by email. */
export const ReportSubscription = z.object({
  id: z.int(),
  address: z.string().describe('The query of the report’s address'),
  every: z.enum(MAILED_EVERY),
});
export type ReportSubscription = z.infer<typeof ReportSubscription>;

export const NewReportSubscription = z.object({
  address: z
    .string('The address must be a text')
    .max(LONGEST_VIEW_ADDRESS, 'This report is filtered by more than a subscription can hold'),
  every: z.enum(MAILED_EVERY, { error: `every is one of: ${MAILED_EVERY.join(', ')}` }),
});
export type NewReportSubscription = z.output<typeof NewReportSubscription>;

/** A user can have so many. */
export const MOST_SUBSCRIPTIONS = 20;

/** Days since Monday: 1 January 1970 was a Thursday. */
const weekday = (day: Day): number => (Date.parse(day) / 86_400_000 + 3) % 7;

/** The day on which the email of a week or a month is sent: its Monday, or its first. */
export const mailedOn = (every: MailedEvery, day: Day): Day =>
  every === 'week' ? addDays(day, -weekday(day)) : `${day.slice(0, 7)}-01`;

/** Where a report names no months, what is sent is of the year up to the day before. */
export const yearBefore = (day: Day): Day => financialYearDays(addDays(day, -1))[0];
