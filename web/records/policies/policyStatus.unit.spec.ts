import { describe, expect, it } from 'vitest';
import { currentStatus, type StatusFields, statusNote } from './policyStatus';

const note = (given: Partial<StatusFields>) =>
  statusNote({ status: 'active', daysUntilExpiry: 200, graceUntil: null, ...given })?.text;

describe('what is said of a term beside its status', () => {
  it.each([
    [31, undefined],
    [30, 'Expiring in 30 days'],
    [1, 'Expiring in 1 day'],
    [0, 'Expires today'],
    [-1, undefined],
  ])('%i days before its end: %j', (daysUntilExpiry, text) =>
    expect(note({ daysUntilExpiry })).toBe(text),
  );

  it('is the last day of grace, while there is one', () =>
    expect(note({ status: 'expired', daysUntilExpiry: -3, graceUntil: '2026-12-18' })).toBe(
      'In grace until 18/12/2026',
    ));

  it('is nothing for what is cancelled, renewed, or long over', () => {
    expect(note({ status: 'cancelled', daysUntilExpiry: 5 })).toBeUndefined();
    expect(note({ status: 'renewed', daysUntilExpiry: 5 })).toBeUndefined();
    expect(note({ status: 'expired', daysUntilExpiry: -90 })).toBeUndefined();
  });

  it('is urgent from 15 days on', () => {
    const toneAt = (daysUntilExpiry: number) =>
      statusNote({ status: 'active', daysUntilExpiry, graceUntil: null })?.tone;
    expect([toneAt(16), toneAt(15)]).toEqual(['wait', 'bad']);
  });

  it('has expired once it is over, whatever nobody has set yet', () => {
    const after = (daysUntilExpiry: number) =>
      currentStatus({ status: 'active', daysUntilExpiry, graceUntil: null });
    expect([after(0), after(-1)]).toEqual(['active', 'expired']);
  });
});
