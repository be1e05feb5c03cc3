import { describe, expect, it } from 'vitest';
import { aQuotation } from '../testing/quotations';
import { comparedIn } from './comparedIn';
import { lowest, toggled } from './comparison';

describe('what an address compares', () => {
  it.each([
    ['', null],
    ['compare=', []],
    ['compare=3,1,3,x,-2,0', [3, 1]],
    ['compare=1,2,3,4,5', [1, 2, 3, 4]],
  ])('%j is %j', (search, ids) => expect(comparedIn(new URLSearchParams(search))).toEqual(ids));
});

describe('quotations side by side', () => {
  it('mark the lowest total, and each of those that share it', () => {
    const [high, low] = [
      aQuotation({ id: 1, totalAmount: '12000.00' }),
      aQuotation({ id: 2, totalAmount: '9500.50' }),
    ];
    expect(lowest([high, low])).toEqual([low]);
    expect(lowest([low, { ...low, id: 3 }, high])).toHaveLength(2);
    expect(lowest([low])).toEqual([]);
  });

  it('mark none that has no premium as the lowest', () => {
    const [priced, dear, unpriced] = [
      aQuotation({ id: 1, totalAmount: '9500.50' }),
      aQuotation({ id: 2, totalAmount: '12000.00' }),
      aQuotation({ id: 3, premiumAmount: '0.00', totalAmount: '500.00' }),
    ];
    expect(lowest([priced, dear, unpriced])).toEqual([priced]);
    expect(lowest([priced, unpriced])).toEqual([]);
  });

  it('come and go', () => {
    expect(toggled([1, 2], 3)).toEqual([1, 2, 3]);
    expect(toggled([1, 2], 1)).toEqual([2]);
  });
});
