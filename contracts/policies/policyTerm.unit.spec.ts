import { describe, expect, it } from 'vitest';
import { impossibilities } from './impossibilities.js';
import { policyInputOf } from './policyInputs.js';
import { daysUntilExpiry, graceUntil } from './policyTerm.js';
import { breakWarning, kycWarning, policyWarnings } from './policyWarnings.js';

const TERM = policyInputOf('health').parse({
  ...{ customerId: 1, policyNumber: 'H/1', insuranceCompany: 'Star Health' },
  ...{ policyType: 'family', sumAssured: '500000', premiumAmount: '12000' },
  ...{ premiumFrequency: 'yearly', startDate: '2026-04-01', endDate: '2027-03-31' },
});

const policy = {
  kind: 'health',
  status: 'active',
  endDate: '2026-03-31',
  premiumFrequency: 'yearly',
} as const;

describe('the days until a policy expires', () => {
  it.each([
    ['2026-03-31', 0],
    ['2026-03-01', 30],
    ['2026-04-01', -1],
  ])('on %s are %i', (today, days) => {
    expect(daysUntilExpiry(policy, today)).toBe(days);
  });

  it('count the leap day', () => {
    expect(daysUntilExpiry({ endDate: '2028-03-01' }, '2028-02-28')).toBe(2);
    expect(daysUntilExpiry({ endDate: '2027-03-01' }, '2027-02-28')).toBe(1);
  });
});

describe('the grace after a term', () => {
  it('is 30 days for health, 15 when the premium is monthly', () => {
    expect(graceUntil(policy, '2026-04-01')).toBe('2026-04-30');
    expect(graceUntil(policy, '2026-04-30')).toBe('2026-04-30');
    expect(graceUntil(policy, '2026-05-01')).toBeNull();
    expect(graceUntil({ ...policy, premiumFrequency: 'monthly' }, '2026-04-15')).toBe('2026-04-15');
    expect(graceUntil({ ...policy, premiumFrequency: 'monthly' }, '2026-04-16')).toBeNull();
  });

  it('has not begun on the last day, and there is none for vehicles, or once it is renewed', () => {
    expect(graceUntil(policy, '2026-03-31')).toBeNull();
    expect(graceUntil({ ...policy, kind: 'vehicle' }, '2026-04-01')).toBeNull();
    expect(graceUntil({ ...policy, status: 'renewed' }, '2026-04-01')).toBeNull();
    expect(graceUntil({ ...policy, status: 'expired' }, '2026-04-01')).toBe('2026-04-30');
  });
});

describe('what cannot be', () => {
  it('is a term that ends before it starts; one of a single day can be', () => {
    const term = {
      ...{ startDate: '2026-04-01', endDate: '2026-03-31', thirdPartyEndDate: null },
      ...{ premiumAmount: 11_800_00, ownDamagePremium: null, thirdPartyPremium: null },
      premiumGst: null,
    };
    expect(impossibilities(term)).toEqual([
      {
        field: 'endDate',
        code: 'ends-before-start',
        message: 'End date must not be before the start date',
      },
    ]);
    expect(impossibilities({ ...term, endDate: '2026-04-01' })).toEqual([]);
    expect(
      impossibilities({ ...term, endDate: '2027-03-31', thirdPartyEndDate: '2026-03-01' }),
    ).toMatchObject([{ field: 'thirdPartyEndDate' }]);
    const dearer = { ...term, endDate: '2027-03-31', thirdPartyPremium: 11_801_00 };
    expect(impossibilities(dearer)).toMatchObject([
      { field: 'thirdPartyPremium', code: 'parts-differ' },
    ]);
  });
});

describe('warnings about a purchase', () => {
  it('name a KYC that is not verified', () => {
    expect(kycWarning('verified')).toBeNull();
    expect(kycWarning('pending')).toMatchObject({ code: 'kyc-not-verified' });
  });

  it('name days without cover', () => {
    expect(breakWarning('vehicle', '2026-03-31', '2026-04-01')).toBeNull();
    expect(breakWarning('vehicle', '2026-03-31', '2026-04-02')?.message).toBe(
      '1 day without cover: there is no cover and no grace in between.',
    );
    expect(breakWarning('vehicle', '2026-03-31', '2026-07-01')?.message).toContain('91 days');
    expect(breakWarning('vehicle', '2026-03-31', '2026-07-01')?.message).toContain('no-claim');
    expect(breakWarning('health', '2026-03-31', '2026-05-01')?.message).toContain('waiting');
  });
});

describe('a nominee who is a minor', () => {
  const warned = (nomineeBirthDate: string | null, appointeeName: string | null = null) =>
    policyWarnings('health', { ...TERM, nomineeBirthDate, appointeeName }, 'active', '2026-11-28')
      .map(({ code }) => code)
      .filter((code) => code === 'nominee-minor');

  it('needs an appointee until the day before the 18th birthday', () => {
    expect(warned('2008-11-29')).toEqual(['nominee-minor']);
    expect(warned('2008-11-28')).toEqual([]);
    expect(warned('2008-11-29', 'Devaki')).toEqual([]);
    expect(warned(null)).toEqual([]);
  });
});
