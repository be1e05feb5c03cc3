import { z } from 'zod';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import { isDay } from '../rules/kolkataDay.js';
import { MOST_REMINDER_DAYS } from './reminderKinds.js';

const id = (label: string) =>
  z.coerce
    .number({ error: `${label} is required` })
    .int()
    .positive(`${label} is required`);

/** Which policy a customer is to be reminded of by hand. */
export const SendReminderInput = z.object({
  customerId: id('Customer'),
  policyId: id('Policy').describe('The term of the policy'),
  policyType: z.enum(POLICY_KINDS, { error: 'Policy type is health or vehicle' }),
});
export type SendReminderInput = z.output<typeof SendReminderInput>;

const distinct = <Value>(values: readonly Value[]): Value[] => [...new Set(values)];

/** When the calendar asks for reminders. */
export const ReminderSettingsInput = z.object({
  days: z
    .array(
      z
        .int(`Enter whole days from 1 to ${MOST_REMINDER_DAYS}`)
        .min(1, `Enter whole days from 1 to ${MOST_REMINDER_DAYS}`)
        .max(MOST_REMINDER_DAYS, `Enter whole days from 1 to ${MOST_REMINDER_DAYS}`),
    )
    .max(5, 'At most five reminders')
    .transform((days) => distinct(days).sort((a, b) => b - a)),
  hour: z.int().min(0, 'Enter an hour from 0 to 23').max(23, 'Enter an hour from 0 to 23'),
  quietWeekdays: z
    .array(z.int().min(0).max(6))
    .transform((days) => distinct(days).sort())
    .refine((days) => days.length < 7, 'Leave at least one day of the week'),
  quietDays: z
    .array(z.string().refine(isDay, 'Enter a date that exists').meta({ format: 'date' }))
    .max(100, 'At most 100 days')
    .transform((days) => distinct(days).sort()),
});
export type ReminderSettingsInput = z.output<typeof ReminderSettingsInput>;
