import { describe, expect, it } from 'vitest';
import { formatInstant } from '../../ui/format';
import { formatBadge } from './formatBadge';
import { describeNotification } from './notificationTexts';

const TODAY = '2026-12-01';
const text = (kind: Parameters<typeof describeNotification>[0]['kind'], day: string | null) =>
  describeNotification({ kind, number: 'H/1', day, at: '2026-11-30T20:00:00.000Z' }, TODAY);

describe('a notification says what there is to do, and when', () => {
  it.each([
    ['renewal_due', '2026-12-13', 'H/1 ends in 12 days'],
    ['renewal_due', '2026-12-02', 'H/1 ends tomorrow'],
    ['renewal_due', '2026-12-01', 'H/1 ends today'],
    ['follow_up_due', '2026-12-01', 'Follow up on H/1 today'],
    ['follow_up_due', '2026-11-28', 'Follow up on H/1, since 28/11/2026'],
    ['reminder_failed', null, 'Reminder for H/1 failed, 01/12/2026'],
    ['quotation_ending', '2026-12-01', 'H/1 is valid until today'],
    ['quotation_ending', '2026-12-02', 'H/1 is valid until tomorrow'],
    ['quotation_ending', '2026-12-04', 'H/1 is valid until 04/12/2026'],
  ] as const)('%s of %s: %s', (kind, day, expected) => {
    expect(text(kind, day)).toBe(expected);
  });

  it('what became of an import, and when', () => {
    const at = '2026-11-30T20:00:00.000Z';
    const ended = { kind: 'import_ended', number: '292 added, 8 left out', day: null, at } as const;
    expect(describeNotification(ended, TODAY)).toBe(`292 added, 8 left out, ${formatInstant(at)}`);
  });
});

describe('the badge', () => {
  it.each([
    [0, ''],
    [1, '1'],
    [99, '99'],
    [100, '99+'],
  ])('of %i is "%s"', (count, expected) => {
    expect(formatBadge(count)).toBe(expected);
  });
});
