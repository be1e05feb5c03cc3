import { ALL_DECLARED_RECORDS } from '@insuremanager/contracts/records/declaredRecords';
import { describe, expect, it } from 'vitest';
import { type HeldKind, HOLDINGS } from './holdings.js';

describe('what is held about a person', () => {
  it('has a kind for each record that belongs to customers', () => {
    const theirs = ALL_DECLARED_RECORDS.filter(
      ({ one, view }) => one === 'customer' || 'customerId' in view.shape,
    ).map(({ one }) => one);
    const held = Object.values<HeldKind>(HOLDINGS).flatMap(({ record }) => record ?? []);
    expect(held.toSorted()).toEqual(theirs.toSorted());
  });
});
