import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { LARGEST_PREMIUM } from '../policies/policyFields.js';
import { decimalOf } from '../rules/money.js';
import {
  QuotationEmailInput,
  QuotationInputSchema,
  QuotationPatchSchema,
} from './quotationFields.js';
import {
  gstClassOf,
  isPastValidity,
  totalAmount,
  typedTotal,
  validUntil,
} from './quotationTerm.js';
import { conversionWarnings, quotationWarnings } from './quotationWarnings.js';

const paise = fc.integer({ min: 0, max: LARGEST_PREMIUM });
const codesOf = (warnings: readonly { code: string }[]) => warnings.map(({ code }) => code);
const messagesOf = (schema: { safeParse: (input: unknown) => unknown }, input: object) => {
  const { error } = schema.safeParse(input) as { error?: { issues: { message: string }[] } };
  return error?.issues.map(({ message }) => message) ?? [];
};

describe('the total', () => {
  it('is premium plus charges, the same while it is typed and when it is stored', () =>
    fc.assert(
      fc.property(paise, paise, (premiumAmount, serviceCharges) => {
        const total = totalAmount({ premiumAmount, serviceCharges });
        expect(total).toBe(premiumAmount + serviceCharges);
        expect(typedTotal(decimalOf(premiumAmount), decimalOf(serviceCharges))).toBe(total);
        const input = {
          customerId: 1,
          premiumAmount: decimalOf(premiumAmount),
          serviceCharges: decimalOf(serviceCharges),
        };
        expect(totalAmount(QuotationInputSchema.parse(input))).toBe(total);
      }),
    ));

  it('counts what is no amount, or is negative, as nothing while it is typed', () => {
    expect(typedTotal('', 'x')).toBe(0);
    expect(typedTotal('-5', '7.50')).toBe(7_50);
  });
});

describe('validity', () => {
  it('is counted from the Kolkata day on which it was made', () => {
    expect(validUntil(new Date('2026-11-21T18:29:59Z'), 30)).toBe('2026-12-21');
    expect(validUntil(new Date('2026-11-21T18:30:00Z'), 30)).toBe('2026-12-22');
  });

  it('is past on the day after the last one, of a pending quotation only', () => {
    const until = { status: 'pending', validUntil: '2026-12-21' } as const;
    expect(isPastValidity(until, '2026-12-21')).toBe(false);
    expect(isPastValidity(until, '2026-12-22')).toBe(true);
    expect(isPastValidity({ ...until, status: 'accepted' }, '2026-12-22')).toBe(false);
  });
});

describe('how tax sees an offer', () => {
  it.each([
    ['health', 'individual', 'health-individual'],
    ['health', 'family', 'health-individual'],
    ['health', null, 'health-individual'],
    ['health', 'group', 'health-group'],
    ['vehicle', null, 'motor'],
    ['vehicle', 'group', 'motor'],
  ] as const)('%s, %s is %s', (insuranceType, policyType, gstClass) =>
    expect(gstClassOf({ insuranceType, policyType })).toBe(gstClass),
  );
});

describe('a quotation as it is asked for', () => {
  it('needs no more than a customer', () =>
    expect(QuotationInputSchema.parse({ customerId: '3' })).toEqual({
      customerId: 3,
      insuranceType: 'health',
      policyType: null,
      vehicleType: null,
      vehicleNumber: null,
      insuranceCompany: null,
      sumAssured: 0,
      premiumAmount: 0,
      serviceCharges: 0,
      validityDays: 30,
      status: 'pending',
      notes: null,
    }));

  it.each([
    [{ customerId: '' }, 'Customer is required'],
    [{ insuranceType: 'life' }, 'Insurance type is one of: health, vehicle'],
    [{ serviceCharges: '-1' }, 'Service charges must not be negative'],
    [
      { premiumAmount: '12.345' },
      'Premium amount must be an amount in rupees, such as 12500.50 or 5 lakh',
    ],
    [
      { premiumAmount: true },
      'Premium amount must be an amount in rupees, such as 12500.50 or 5 lakh',
    ],
    [
      { serviceCharges: [5] },
      'Service charges must be an amount in rupees, such as 12500.50 or 5 lakh',
    ],
    [{ validityDays: 0 }, 'Validity must be 1 to 365 whole days'],
    [{ validityDays: '366' }, 'Validity must be 1 to 365 whole days'],
    [{ validityDays: '1.5' }, 'Validity must be 1 to 365 whole days'],
    [{ status: 'converted' }, 'Status is one of: pending, accepted, rejected, expired'],
    [{ notes: 'x'.repeat(501) }, 'Notes can have at most 500 characters'],
  ])('is refused with %j', (fields, message) =>
    expect(messagesOf(QuotationInputSchema, { customerId: 3, ...fields })).toEqual([message]),
  );

  it('leaves in a patch what is absent, and clears what is null', () => {
    expect(QuotationPatchSchema.parse({})).toEqual({});
    expect(QuotationPatchSchema.parse({ notes: null, insuranceType: null, status: null })).toEqual({
      notes: null,
    });
    expect(QuotationPatchSchema.parse({ premiumAmount: '', validityDays: null })).toEqual({
      premiumAmount: 0,
      validityDays: 30,
    });
  });

  it('is warned of what looks wrong', () => {
    const fine = { insuranceCompany: 'X', sumAssured: 2, premiumAmount: 1, vehicleNumber: null };
    expect(quotationWarnings(fine)).toEqual([]);
    expect(codesOf(quotationWarnings({ ...fine, sumAssured: 0, insuranceCompany: null }))).toEqual([
      'insurer-missing',
      'amount-zero',
    ]);
    expect(codesOf(quotationWarnings({ ...fine, premiumAmount: 3 }))).toEqual([
      'premium-above-cover',
    ]);
  });

  it('is compared with the policy that it becomes', () => {
    const quoted = { insuranceCompany: 'Star Health', sumAssured: 5_00_000_00, premiumAmount: 100 };
    const issued = { ...quoted, insuranceCompany: 'STAR HEALTH' };
    expect(conversionWarnings(quoted, issued)).toEqual([]);
    expect(conversionWarnings(quoted, {})).toEqual([]);
    expect(conversionWarnings({ ...quoted, insuranceCompany: null }, issued)).toEqual([]);
    const other = { insuranceCompany: 'Niva Bupa', sumAssured: 0, premiumAmount: 101 };
    expect(conversionWarnings(quoted, other)).toEqual(
      [
        ['insuranceCompany', 'Star Health was quoted.'],
        ['sumAssured', '₹5,00,000.00 was quoted.'],
        ['premiumAmount', '₹1.00 was quoted.'],
      ].map(([field, message]) => ({ field, code: 'quotation-differs', message })),
    );
  });
});

describe('an email', () => {
  it('keeps the lines of its message, and nothing of an empty one', () => {
    const { parse } = QuotationEmailInput;
    expect(parse({ to: ' a@b.in ', message: ' One\r\n\r\nTwo  words ' })).toEqual({
      to: 'a@b.in',
      message: 'One\n\nTwo words',
    });
    expect(parse({ to: 'a@b.in', message: ' \n ' }).message).toBeNull();
  });

  it.each([
    [{}, 'Email is required'],
    [{ to: 'nobody' }, 'Enter an email address like name@example.com'],
    [{ to: 'a@b.in\r\nBcc: c@d.in' }, 'Enter an email address like name@example.com'],
    [{ to: 'a@b.in', message: 'x'.repeat(2001) }, 'Message can have at most 2000 characters'],
  ])('is refused with %j', (input, message) =>
    expect(messagesOf(QuotationEmailInput, input)).toEqual([message]),
  );
});
