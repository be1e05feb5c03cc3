import { describe, expect, it } from 'vitest';
import { lowestOffers } from './lowestOffers.js';

const offer = (premiumAmount: string, totalAmount = premiumAmount) => ({
  premiumAmount,
  totalAmount,
});

describe('the lowest of offers side by side', () => {
  const [dear, cheap] = [offer('12000.00'), offer('9500.50', '13000.00')];

  it('is found by the amount that is asked for', () => {
    expect(lowestOffers([dear, cheap], 'premiumAmount')).toEqual([cheap]);
    expect(lowestOffers([dear, cheap], 'totalAmount')).toEqual([dear]);
  });

  it('are all that share it', () => {
    const other = { ...cheap };
    expect(lowestOffers([cheap, dear, other], 'premiumAmount')).toEqual([cheap, other]);
    expect(lowestOffers([cheap, other], 'totalAmount')).toEqual([cheap, other]);
  });

  it('is none that has no premium, whatever its charges', () => {
    const unpriced = offer('0.00', '500.00');
    expect(lowestOffers([dear, unpriced, cheap], 'premiumAmount')).toEqual([cheap]);
    expect(lowestOffers([dear, unpriced, cheap], 'totalAmount')).toEqual([dear]);
  });

  it('is none where there is nothing to compare it with', () => {
    expect(lowestOffers([], 'totalAmount')).toEqual([]);
    expect(lowestOffers([dear], 'totalAmount')).toEqual([]);
    expect(lowestOffers([dear, offer('0.00', '500.00')], 'totalAmount')).toEqual([]);
    expect(lowestOffers([offer('0.00'), offer('0.00')], 'premiumAmount')).toEqual([]);
  });
});
