import {
  VIEWED_LIST_RULES,
  VIEWED_LISTS,
  type ViewedList,
} from '@insuremanager/contracts/savedViews/savedViews';
import { describe, expect, it } from 'vitest';
import { viewAddress } from './viewAddress.js';

const held = (list: ViewedList, address: string) =>
  viewAddress(VIEWED_LIST_RULES[list].description, address);

describe('what a view holds of an address', () => {
  it('is filters, sort and columns, in one order', () => {
    const address = 'dir=asc&columns=name,phone&city=Kochi&sort=name&kycStatus=pending,rejected';
    expect(held('customers', address)).toBe(
      'kycStatus=pending%2Crejected&city=Kochi&sort=name&dir=asc&columns=name%2Cphone',
    );
    expect(held('customers', '')).toBe('');
  });

  it('is nothing that names a person, a row or what is open beside the list', () => {
    for (const one of ['q=Anitha', 'search=Anitha', 'row=40', 'customer=7', 'edit=7', 'saved=3']) {
      expect(held('customers', `${one}&city=Kochi`)).toBe('city=Kochi');
    }
  });

  it.each([
    ['a criterion of another list', 'status=active'],
    ['a word that is no choice', 'kycStatus=unknown'],
    ['a day that does not exist', 'addedFrom=2026-02-30'],
    ['a number that is none', 'ownerId=me'],
    ['a flag that is neither', 'withoutOwner=perhaps'],
    ['a sort that there is not', 'sort=shoe-size'],
    ['a direction that is none', 'dir=up'],
    ['columns that cannot be keys', 'columns=name,<b>'],
    ['more columns than there can be', `columns=${Array(41).fill('name').join(',')}`],
    ['what is no query at all', '%%%=&&&==?'],
  ])('is without %s', (_what, address) => {
    expect(held('customers', `${address}&city=Kochi`)).toBe('city=Kochi');
  });

  it.each(VIEWED_LISTS)('can be sorted by each sort of %s', (list) => {
    for (const sort of VIEWED_LIST_RULES[list].description.sorts) {
      expect(held(list, `sort=${sort}`)).toBe(`sort=${sort}`);
    }
  });

  it('is amounts as the list takes them', () => {
    const address = 'expiringSoon=true&premiumFrom=12500.50&premiumTo=much';
    expect(held('health_policies', address)).toBe('expiringSoon=true&premiumFrom=12500.50');
    expect(held('health_policies', 'vehicleType=car')).toBe('');
  });
});
