import { customerList } from '@insuremanager/contracts/customers/customerViews';
import { describe, expect, it } from 'vitest';
import { addressOfList, opening, shownView } from './listAddress';

const column = (key: string) => ({ key, label: key });
const customers = {
  list: customerList,
  columns: ['name', 'kyc', 'phone'].map(column),
  furtherColumns: ['state'].map(column),
};
const params = (query: string) => new URLSearchParams(query);
const view = (id: number, address: string, isOwn = true) => ({ id, address, isOwn });

describe('the address of a list', () => {
  it('is one text for equal lists, and empty for the list as usual', () => {
    const address = 'kycStatus=pending%2Crejected&sort=name&columns=name%2Cstate';
    for (const query of [
      'columns=name,state&sort=name&kycStatus=rejected,pending',
      'kycStatus=pending,rejected&sort=name&dir=asc&columns=name,state,state&customer=7&q=Anitha',
    ]) {
      expect(addressOfList(customers, params(query))).toBe(address);
    }
    for (const query of ['', 'sort=added&dir=desc', 'columns=name,kyc,phone', 'colour=red']) {
      expect(addressOfList(customers, params(query))).toBe('');
    }
  });

  it('says all of a view when it is opened, and nothing of the list before', () => {
    expect(opening(customers, view(3, 'city=Kochi&columns=name,phone'))).toEqual({
      ...{ kycStatus: null, city: 'Kochi', ownerId: null, withoutOwner: null },
      ...{ addedFrom: null, addedTo: null, sort: null, dir: null, columns: 'name,phone' },
      ...{ saved: '3', q: null, row: null },
    });
    const usual = Object.values(opening(customers, null));
    expect(new Set(usual)).toEqual(new Set([null]));
  });

  it('says nothing that the list does not know any more', () => {
    expect(opening(customers, view(3, 'colour=red&kycStatus=lost&columns=gone'))).toMatchObject({
      ...{ kycStatus: null, columns: 'name' },
    });
  });
});

describe('the view that is shown', () => {
  const views = [view(1, 'city=Kochi'), view(2, 'city=Kochi', false), view(3, 'sort=name')];
  const shown = (query: string) => {
    const found = shownView(customers, params(query), views);
    return found && [found.view.id, found.isChanged];
  };

  it('is the one that was opened, changed or not', () => {
    expect(shown('saved=3&sort=name')).toEqual([3, false]);
    expect(shown('saved=3&sort=name&city=Kochi')).toEqual([3, true]);
    expect(shown('saved=3')).toEqual([3, true]);
  });

  it('is one that says the same, of others only where none is one’s own', () => {
    expect(shown('city=Kochi')).toEqual([1, false]);
    expect(shownView(customers, params('city=Kochi'), views.slice(1))?.view.id).toBe(2);
    // Sent by somebody whose view it is.
    expect(shown('saved=99&city=Kochi')).toEqual([1, false]);
  });

  it('is none for the list as usual, and for what no view says', () => {
    expect(shown('')).toBeNull();
    expect(shown('saved=99&city=Thrissur')).toBeNull();
  });
});
