import { describeList } from '@insuremanager/contracts/fields/list';
import { describe, expect, it } from 'vitest';
import { addressOfSorting, sortingAfter, sortingIn } from './sorting';

const rules = describeList({
  criteria: {},
  sorts: ['added', 'name'],
  usualSort: 'added',
  descending: ['added'],
});

describe('the sorting of a list', () => {
  it('is the usual one when the address says nothing it can understand', () => {
    const sorting = sortingIn(new URLSearchParams('sort=shoe&dir=up'), rules);
    expect(sorting).toEqual({ sort: 'added', direction: 'desc' });
  });

  it('leaves out of the address what is so anyway', () => {
    const address = addressOfSorting({ sort: 'added', direction: 'desc' }, rules);
    expect(address).toEqual({ sort: null, dir: null });
    expect(addressOfSorting({ sort: 'name', direction: 'asc' }, rules)).toEqual({
      sort: 'name',
      dir: null,
    });
  });

  it('turns round when its heading is pressed again', () => {
    const byName = sortingAfter('name', { sort: 'added', direction: 'desc' }, rules);
    expect(byName).toEqual({ sort: 'name', direction: 'asc' });
    expect(sortingAfter('name', byName, rules)).toEqual({ sort: 'name', direction: 'desc' });
  });
});
