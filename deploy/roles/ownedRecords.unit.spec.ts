import { ALL_DECLARED_RECORDS } from '@insuremanager/contracts/records/declaredRecords';
import { ownedAmong } from '@insuremanager/services/platform/ownedRecords';
import { expect, it } from 'vitest';
import { SLICES } from './slices.js';

const owned = ownedAmong(Object.values(SLICES));

it('every kind of record that belongs to customers is declared as theirs by its slice', () => {
  const theirs = ALL_DECLARED_RECORDS.filter(({ view }) => 'customerId' in view.shape);
  // Reminders of a customer are one stream, which is erased and told of as a whole.
  const kinds = theirs.map(({ one }) => one).filter((one) => one !== 'reminder');
  expect(owned.map(({ kind }) => kind).sort()).toEqual(kinds.sort());
});

it.each(owned.map((one) => [one.kind, one] as const))(
  'events say by which a %s begins and ends',
  (kind, { events }) => {
    const named = events.flatMap(({ begins, moves, deletes }) => [begins, moves, deletes]);
    expect(new Set(named.flatMap((one) => one?.kind ?? []))).toEqual(new Set([kind]));
    expect(events.some(({ begins }) => begins)).toBe(true);
    expect(events.some(({ deletes }) => deletes)).toBe(true);
  },
);
