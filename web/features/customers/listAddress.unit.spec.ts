import { describe, expect, it } from 'vitest';
import { addressOfSorting } from '../../ui/list/sorting';
import {
  addressOfNarrowing,
  CUSTOMER_SORTING,
  filterOf,
  isNarrowed,
  listViewIn,
  NO_NARROWING,
} from './listAddress';

const viewIn = (search: string) => listViewIn(new URLSearchParams(search));

describe('the list’s address', () => {
  it('means the newest customers when it says nothing', () => {
    expect(viewIn('')).toEqual({ search: '', ...NO_NARROWING, sort: 'added', direction: 'desc' });
    expect(isNarrowed(viewIn(''))).toBe(false);
  });

  it('brings back what it was given', () => {
    const narrowing = {
      kycStatuses: ['pending' as const, 'rejected' as const],
      city: 'Kochi',
      addedFrom: '2026-01-01',
      addedTo: '2026-03-31',
    };
    const params = new URLSearchParams();
    const parts = {
      ...addressOfNarrowing(narrowing),
      ...addressOfSorting({ sort: 'name', direction: 'desc' }, CUSTOMER_SORTING),
    };
    for (const [name, value] of Object.entries(parts)) if (value !== null) params.set(name, value);
    expect(listViewIn(params)).toEqual({
      search: '',
      ...narrowing,
      sort: 'name',
      direction: 'desc',
    });
  });

  it('passes over what it cannot understand', () => {
    const view = viewIn('kyc=verified,happy&from=2026-02-30&sort=shoe&dir=up');
    expect(view.kycStatuses).toEqual(['verified']);
    expect(view.addedFrom).toBeNull();
    expect([view.sort, view.direction]).toEqual(['added', 'desc']);
  });

  it('asks only for what narrows', () => {
    expect(filterOf(viewIn('q=%20anil%20&city=Kochi'))).toEqual({ search: 'anil', city: 'Kochi' });
  });
});
