import { ReminderSettingsInput } from '@insuremanager/contracts/reminders/reminderInputs';
import type { SettingsFieldsFragment } from '../../data/operations.generated';

/** What stands in the form: the days as they are typed. */
export interface SettingsValues {
  days: string;
  hour: number;
  quietWeekdays: readonly number[];
  quietDays: readonly string[];
}

export type SettingsField = keyof SettingsValues;

export const valuesOf = (settings: SettingsFieldsFragment): SettingsValues => ({
  days: settings.days.join(', '),
  hour: settings.hour,
  quietWeekdays: settings.quietWeekdays,
  quietDays: settings.quietDays,
});

/** What is sent, or what is wrong, by the field. */
export function readSettings(
  values: SettingsValues,
):
  | { input: ReminderSettingsInput; errors?: undefined }
  | { errors: Partial<Record<SettingsField, string>> } {
  const days = values.days.split(/[\s,;]+/).filter(Boolean);
  const result = ReminderSettingsInput.safeParse({ ...values, days: days.map(Number) });
  if (result.success) return { input: result.data };
  const said = result.error.issues.map(({ path: [field], message }) => [field, message] as const);
  // The first of each field.
  return { errors: Object.fromEntries(said.toReversed()) };
}

export const WEEKDAYS = [
  'Sunday',
  'Monday',
  'Tuesday',
  'Wednesday',
  'Thursday',
  'Friday',
  'Saturday',
] as const;

/** `9:00 am`. */
export const formatHour = (hour: number): string =>
  `${hour % 12 === 0 ? 12 : hour % 12}:00 ${hour < 12 ? 'am' : 'pm'}`;
