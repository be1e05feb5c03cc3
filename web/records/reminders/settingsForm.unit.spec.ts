import { expect, it } from 'vitest';
import { formatHour, readSettings, type SettingsValues, valuesOf } from './settingsForm';

const values = (given: Partial<SettingsValues> = {}): SettingsValues => ({
  days: '29, 15',
  hour: 9,
  quietWeekdays: [0],
  quietDays: [],
  ...given,
});

it('reads what is typed, in any order and with any separators', () =>
  expect(readSettings(values({ days: ' 7; 15  29,15 ' })).errors).toBeUndefined());

it('sends the days once each, the most first', () =>
  expect(readSettings(values({ days: '7 15 29 15' }))).toMatchObject({
    input: { days: [29, 15, 7], hour: 9, quietWeekdays: [0] },
  }));

it('sends none by itself where no days are given', () =>
  expect(readSettings(values({ days: '' }))).toMatchObject({ input: { days: [] } }));

it.each([
  ['0', 'Enter whole days from 1 to 90'],
  ['91', 'Enter whole days from 1 to 90'],
  ['2.5', 'Enter whole days from 1 to 90'],
  ['soon', 'Enter whole days from 1 to 90'],
  ['1 2 3 4 5 6', 'At most five reminders'],
])('refuses the days %j', (days, message) =>
  expect(readSettings(values({ days })).errors).toEqual({ days: message }),
);

it('refuses a week without a day', () =>
  expect(readSettings(values({ quietWeekdays: [0, 1, 2, 3, 4, 5, 6] })).errors).toEqual({
    quietWeekdays: 'Leave at least one day of the week',
  }));

it('shows the settings as they are', () =>
  expect(
    valuesOf({
      days: [29, 15],
      hour: 9,
      quietWeekdays: [],
      quietDays: ['2026-12-25'],
      channels: ['email'],
      version: -1,
    }),
  ).toEqual(values({ quietWeekdays: [], quietDays: ['2026-12-25'] })));

it.each([
  [0, '12:00 am'],
  [9, '9:00 am'],
  [12, '12:00 pm'],
  [21, '9:00 pm'],
])('the hour %i is %s', (hour, text) => expect(formatHour(hour)).toBe(text));
