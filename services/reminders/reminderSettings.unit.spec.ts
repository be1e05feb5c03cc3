import { ReminderSettingsChanged } from '@insuremanager/contracts/reminders/reminderEvents';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import {
  dueReminderType,
  isTimeToRemind,
  isWindowPassed,
  nextTimeToRemind,
  reminderSettingsDecider,
} from './reminderSettings.js';

const usual = reminderSettingsDecider.initial;
const { given } = scenario(reminderSettingsDecider);

describe('settings', () => {
  const weekly = { ...usual, days: [7] };

  it('are changed once', () => {
    given()
      .when({ type: 'ChangeSettings', settings: weekly })
      .then(ReminderSettingsChanged(weekly));
    given(ReminderSettingsChanged(weekly))
      .when({ type: 'ChangeSettings', settings: weekly })
      .thenNothing();
    given().when({ type: 'ChangeSettings', settings: usual }).thenNothing();
  });
});

describe('the calendar asks', () => {
  it('from the hour on by Kolkata’s clock', () => {
    expect(isTimeToRemind(usual, new Date('2026-04-01T08:59:59+05:30'))).toBe(false);
    expect(isTimeToRemind(usual, new Date('2026-04-01T09:00:00+05:30'))).toBe(true);
    expect(isTimeToRemind(usual, new Date('2026-04-01T23:59:59+05:30'))).toBe(true);
    expect(isTimeToRemind(usual, new Date('2026-04-02T00:00:00+05:30'))).toBe(false);
    expect(isTimeToRemind({ ...usual, hour: 0 }, new Date('2026-04-01T00:00:00+05:30'))).toBe(true);
  });

  it('not on quiet days of the week or of the year', () => {
    const quiet = { ...usual, quietWeekdays: [0, 6], quietDays: ['2026-04-03'] };
    const days = ['2026-04-02', '2026-04-03', '2026-04-04', '2026-04-05', '2026-04-06'];
    const open = days.filter((day) => isTimeToRemind(quiet, new Date(`${day}T10:00:00+05:30`)));
    expect(open).toEqual(['2026-04-02', '2026-04-06']);
  });

  it.each([
    ['2026-03-31', null],
    ['2026-04-01', '29_days'],
    ['2026-04-14', '29_days'],
    ['2026-04-15', '15_days'],
    ['2026-04-30', '15_days'],
    ['2026-05-01', null],
  ])('on %s about an end on 30 April: %s', (today, type) =>
    expect(dueReminderType(usual, '2026-04-30', today)).toBe(type),
  );

  it('nothing without days', () =>
    expect(dueReminderType({ days: [] }, '2026-04-30', '2026-04-30')).toBeNull());
});

const settings = { days: [29, 15], hour: 9, quietWeekdays: [0], quietDays: ['2026-04-06'] };
const next = (instant: string, given = settings) =>
  nextTimeToRemind(given, new Date(instant)).toISOString();

describe('the next time to remind', () => {
  it('is now, at an hour of a day that is not quiet', () =>
    expect(next('2026-04-04T23:50:00+05:30')).toBe('2026-04-04T18:20:00.000Z'));
  it('is the hour of the day, before it', () =>
    expect(next('2026-04-04T03:00:00+05:30')).toBe('2026-04-04T03:30:00.000Z'));
  it('is the hour of the first day that is not quiet', () =>
    expect(next('2026-04-05T00:10:00+05:30')).toBe('2026-04-07T03:30:00.000Z'));
  it('is now where all days are quiet', () => {
    const quiet = { ...settings, quietWeekdays: [0, 1, 2, 3, 4, 5, 6] };
    expect(next('2026-04-04T10:00:00+05:30', quiet)).toBe('2026-04-04T04:30:00.000Z');
  });
});

it('a window has passed when the next one has begun', () => {
  const reminder = { reminderType: '29_days', dueDate: '2026-05-01' };
  expect(isWindowPassed(settings, reminder, '2026-04-15')).toBe(false);
  expect(isWindowPassed(settings, reminder, '2026-04-16')).toBe(true);
  const last = { ...reminder, reminderType: '15_days' };
  expect(isWindowPassed(settings, last, '2026-05-01')).toBe(false);
});
