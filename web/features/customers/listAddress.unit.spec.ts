import { describe, expect, it } from 'vitest';
import {
  addressOfNarrowing,
  addressOfSort,
  filterOf,
  idIn,
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
    const parts = { ...addressOfNarrowing(narrowing), ...addressOfSort('name', 'desc') };
    for (const [name, value] of Object.entries(parts)) if (value !== null) params.set(name, value);
    expect(listViewIn(params)).toEqual({
      search: '',
      ...narrowing,
      sort: 'name',
      direction: 'desc',
    });
  });

  it('leaves out what is so anyway', () => {
    expect(addressOfSort('added', 'desc')).toEqual({ sort: null, dir: null });
    expect(addressOfSort('name', 'asc')).toEqual({ sort: 'name', dir: null });
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

describe('an id in the address', () => {
  it.each([
    ['customer=12', 12],
    ['customer=0', null],
    ['customer=1e3', null],
    ['customer=99999999999', null],
    ['', null],
  ])('%j is %j', (search, id) => {
    expect(idIn(new URLSearchParams(search), 'customer')).toBe(id);
  });
});
