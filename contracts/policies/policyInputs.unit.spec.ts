import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import {
  CancellationInput,
  endorsementOf,
  policyInputOf,
  policyPatchOf,
  renewalOf,
} from './policyInputs.js';

const health = {
  customerId: 12,
  policyNumber: 'H/1041/2000001',
  insuranceCompany: 'Star Health',
  policyType: 'family',
  sumAssured: '500000',
  premiumAmount: '9029.95',
  premiumFrequency: 'yearly',
  startDate: '30/11/2025',
  endDate: '2026-11-29',
};
const vehicle = {
  ...health,
  policyType: undefined,
  vehicleNumber: 'kl 07-ab 1234',
  vehicleType: 'car',
};

const problems = (schema: z.ZodType, raw: unknown): Record<string, string> => {
  const { error } = schema.safeParse(raw);
  return Object.fromEntries(
    (error?.issues ?? []).map(({ path, message }) => [path.join('.'), message]),
  );
};

describe('a new health policy', () => {
  const input = policyInputOf('health');

  it('is brought to normal form: days, whole paise, and null for what vehicles have', () => {
    expect(input.parse(health)).toEqual({
      customerId: 12,
      policyNumber: 'H/1041/2000001',
      insuranceCompany: 'Star Health',
      policyType: 'family',
      sumAssured: 50_000_000,
      premiumAmount: 902_995,
      premiumFrequency: 'yearly',
      ownDamagePremium: null,
      thirdPartyPremium: null,
      premiumGst: null,
      startDate: '2025-11-30',
      endDate: '2026-11-29',
      status: 'active',
      vehicleNumber: null,
      vehicleType: null,
      vehicleMake: null,
      vehicleModel: null,
      vehicleYear: null,
      engineNumber: null,
      chassisNumber: null,
      coverType: null,
      thirdPartyEndDate: null,
      ncbPercent: null,
      nomineeName: null,
      nomineeRelation: null,
      nomineeBirthDate: null,
      appointeeName: null,
      appointeeRelation: null,
    });
  });

  it('takes amounts as numbers and as they are written here, and words in any case', () => {
    const parsed = input.parse({
      ...health,
      customerId: '12',
      sumAssured: 500000,
      premiumAmount: '₹12,34,567.50',
      premiumFrequency: 'Half-Yearly',
      policyType: 'Family',
      status: 'Expired',
    });
    expect(parsed).toMatchObject({
      customerId: 12,
      sumAssured: 50_000_000,
      premiumAmount: 123_456_750,
      premiumFrequency: 'half-yearly',
      policyType: 'family',
      status: 'expired',
    });
  });

  it('says of every field that is missing that it is required', () => {
    expect(problems(input, {})).toEqual({
      customerId: 'Customer is required',
      policyNumber: 'Policy number is required',
      insuranceCompany: 'Insurance company is required',
      policyType: 'Policy type is required',
      sumAssured: 'Sum assured is required',
      premiumAmount: 'Premium amount is required',
      premiumFrequency: 'Premium frequency is required',
      startDate: 'Start date is required',
      endDate: 'End date is required',
    });
  });

  it.each([
    ['premiumAmount', '-1', 'Premium amount must not be negative'],
    ['premiumAmount', -0.01, 'Premium amount must not be negative'],
    ['premiumAmount', 1234567890123, 'Premium amount can be at most ₹9,99,99,999.99'],
    ['premiumAmount', '100000000', 'Premium amount can be at most ₹9,99,99,999.99'],
    [
      'premiumAmount',
      'plenty',
      'Premium amount must be an amount in rupees, such as 12500.50 or 5 lakh',
    ],
    ['sumAssured', '12.345', 'Sum assured must be an amount in rupees, such as 12500.50 or 5 lakh'],
    ['sumAssured', '99999999999999', 'Sum assured can be at most ₹9,99,99,99,999.99'],
    ['sumAssured', '1000 cr', 'Sum assured can be at most ₹9,99,99,99,999.99'],
    ['sumAssured', '10000000000', 'Sum assured can be at most ₹9,99,99,99,999.99'],
    ['customerId', '', 'Customer is required'],
    ['customerId', 0, 'Customer is required'],
    ['customerId', 1.5, 'Customer is required'],
    ['customerId', '0x1', 'Customer is required'],
    ['customerId', '1e0', 'Customer is required'],
    ['policyNumber', '\u0301', 'Policy number needs a letter or a digit'],
    ['policyNumber', '//-', 'Policy number needs a letter or a digit'],
    ['customerId', 3_000_000_000, 'Customer is required'],
    ['startDate', '31/02/2026', 'Start date must be a date that exists, as DD/MM/YYYY'],
    ['policyType', 'couple', 'Policy type is one of: individual, family, group'],
    ['status', 'gone', 'Status is one of: active, expired, cancelled, renewed'],
    [
      'premiumFrequency',
      'weekly',
      'Premium frequency is one of: monthly, quarterly, half-yearly, yearly',
    ],
  ])('refuses %s %j', (field, value, message) => {
    expect(problems(input, { ...health, [field]: value })).toEqual({ [field]: message });
  });

  it('takes the largest amounts that there are', () => {
    const parsed = input.parse({
      ...health,
      sumAssured: '9999999999.99',
      premiumAmount: 99999999.99,
    });
    expect(parsed).toMatchObject({ sumAssured: 999_999_999_999, premiumAmount: 9_999_999_999 });
  });
});

describe('a new vehicle policy', () => {
  const input = policyInputOf('vehicle');

  it('keeps the number plate in one form and needs no policy type', () => {
    expect(input.parse({ ...vehicle, vehicleYear: '2021', ncbPercent: '20' })).toMatchObject({
      vehicleNumber: 'KL07AB1234',
      vehicleType: 'car',
      vehicleYear: 2021,
      ncbPercent: 20,
      policyType: null,
    });
  });

  it.each([
    ['vehicleNumber', ' ', 'Vehicle number is required'],
    ['vehicleType', '', 'Vehicle type is required'],
    ['vehicleYear', 'new', 'Year must be a year, such as 2021'],
    ['ncbPercent', 30, 'No-claim bonus is 0, 20, 25, 35, 45 or 50 %'],
    ['ncbPercent', '0x14', 'No-claim bonus is 0, 20, 25, 35, 45 or 50 %'],
    ['ncbPercent', true, 'No-claim bonus is 0, 20, 25, 35, 45 or 50 %'],
  ])('refuses %s %j', (field, value, message) => {
    expect(problems(input, { ...vehicle, [field]: value })).toEqual({ [field]: message });
  });
});

describe('changes to a policy', () => {
  it('leave alone what is absent', () => {
    expect(policyPatchOf('health').parse({})).toEqual({});
    expect(policyPatchOf('vehicle').parse({ vehicleMake: '' })).toEqual({ vehicleMake: null });
  });

  it('cannot clear what is required, nor choose no status', () => {
    expect(problems(policyPatchOf('health'), { policyNumber: '', premiumAmount: null })).toEqual({
      policyNumber: 'Policy number is required',
      premiumAmount: 'Premium amount is required',
    });
    expect(policyPatchOf('health').parse({ status: null })).toEqual({});
  });
});

describe('an endorsement, a renewal and a cancellation', () => {
  it('read what they need, and nothing that is not theirs', () => {
    const endorsed = endorsementOf('health').parse({
      effectiveFrom: '01/05/2026',
      reason: ' Cover raised ',
      changes: { sumAssured: '750000', policyNumber: 'OTHER', vehicleNumber: 'KL07AB1234' },
    });
    expect(endorsed).toEqual({
      effectiveFrom: '2026-05-01',
      reason: 'Cover raised',
      changes: { sumAssured: 75_000_000 },
    });
    expect(renewalOf('health').parse({ premiumAmount: '10000', customerId: 3 })).toEqual({
      premiumAmount: 1_000_000,
    });
    expect(CancellationInput.parse({ reason: 'Sold_Vehicle', cancelledOn: '' })).toEqual({
      reason: 'sold_vehicle',
      cancelledOn: null,
    });
  });

  it('say what is missing', () => {
    expect(problems(endorsementOf('vehicle'), { changes: {} })).toEqual({
      effectiveFrom: 'Effective from is required',
      reason: 'Reason is required',
    });
    expect(problems(CancellationInput, {})).toEqual({ reason: 'Reason is required' });
  });
});
