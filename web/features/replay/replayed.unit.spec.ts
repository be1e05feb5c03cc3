import { describe, expect, it } from 'vitest';
import {
  afterInWords,
  formatterOf,
  indexBy,
  keyOf,
  kolkataClock,
  type ReplayEvent,
  referenceIn,
} from './replayed';

const at = (instant: string, revision: number): ReplayEvent => ({
  ...{ version: revision, revision, isAccess: false, type: 'CustomerRegistered', at: instant },
  ...{ actor: { username: 'anitha', role: 'agent' }, batchId: null, ofImport: null },
  ...{ summary: '', changes: [] },
  ...{ position: `${revision}/${revision}`, commandId: 'c' },
});
/** 00:30 and 09:00 on 1 April, and 09:00:30 that day, in Kolkata. */
const EVENTS = [
  at('2026-03-31T19:00:00.000Z', 0),
  at('2026-04-01T03:30:00.000Z', 1),
  at('2026-04-01T03:30:30.000Z', 2),
];

describe('a time of Kolkata’s clocks', () => {
  it('is that of an instant', () => {
    expect(kolkataClock('2026-03-31T19:00:00.000Z')).toBe('2026-04-01T00:30:00');
  });

  it.each([
    ['2026-03-31T23:59', 0],
    ['2026-04-01T00:30', 0],
    ['2026-04-01T08:59', 0],
    ['2026-04-01T09:00', 2],
    ['2026-04-01T09:00:10', 1],
    ['2027-01-01T00:00', 2],
  ])('%s comes after event %i', (time, index) => expect(indexBy(EVENTS, time)).toBe(index));
});

it('an event is named by its revision, also one of who looked', () => {
  expect(EVENTS.map(keyOf)).toEqual(['0', '1', '2']);
  expect(keyOf({ isAccess: true, revision: 1 })).toBe('a1');
});

it('a number of another record leads there, and no other value does', () => {
  expect(referenceIn('kycDocumentId', '7')).toEqual({ record: 'document', id: 7 });
  expect(referenceIn('successorId', '801')).toEqual({ record: 'policy', id: 801 });
  expect(referenceIn('vehicleYear', '2021')).toBeNull();
  expect(referenceIn('customerId', '(erased)')).toBeNull();
});

it('values read as everywhere', () => {
  expect(formatterOf('policy')('status', 'active')).toBe('Active');
  expect(formatterOf('policy')('reason', 'sold_vehicle')).toBe('Vehicle sold');
  expect(formatterOf('customer')('kycStatus', 'verified')).toBe('Verified');
  expect(formatterOf('quotation')('premiumAmount', '₹9,000.00')).toBe('₹9,000.00');
});

it.each([
  [null, 'from the beginning'],
  [0, 'the same day'],
  [1, 'after 1 day'],
  [1200, 'after 1,200 days'],
])('%s days after the one before read as "%s"', (days, words) =>
  expect(afterInWords(days)).toBe(words),
);
