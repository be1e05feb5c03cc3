import { describe, expect, it } from 'vitest';
import { isWindowPassed, nextTimeToRemind } from './remindingTime.js';

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
