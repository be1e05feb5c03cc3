import { describe, expect, it } from 'vitest';
import { lowestOffers, refusalToCompare } from './lowestOffers.js';

const offer = (premiumAmount: string, totalAmount = premiumAmount) => ({
  premiumAmount,
  totalAmount,
  status: 'pending' as const,
  isPastValidity: false,
  policyId: null,
});

describe('quotations side by side', () => {
  const health = { customerId: 1, insuranceType: 'health' as const };

  it('are of one customer and one type of insurance', () => {
    expect(refusalToCompare([])).toBe(null);
    expect(refusalToCompare([health, { ...health }])).toBe(null);
    expect(refusalToCompare([health, { ...health, customerId: 2 }])).toContain('one customer');
    expect(refusalToCompare([health, { ...health, insuranceType: 'vehicle' }])).toContain(
      'one type of insurance',
    );
  });
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

  it.each([
    ['has expired', { status: 'expired' as const }],
    ['is past its validity', { isPastValidity: true }],
    ['became a policy', { policyId: 7, status: 'accepted' as const }],
  ])('is none that %s', (_, change) => {
    const over = { ...offer('100.00'), ...change };
    expect(lowestOffers([dear, over, cheap], 'premiumAmount')).toEqual([cheap]);
    expect(lowestOffers([dear, over], 'totalAmount')).toEqual([]);
  });

  it('is none where there is nothing to compare it with', () => {
    expect(lowestOffers([], 'totalAmount')).toEqual([]);
    expect(lowestOffers([dear], 'totalAmount')).toEqual([]);
    expect(lowestOffers([dear, offer('0.00', '500.00')], 'totalAmount')).toEqual([]);
    expect(lowestOffers([offer('0.00'), offer('0.00')], 'premiumAmount')).toEqual([]);
  });
});
