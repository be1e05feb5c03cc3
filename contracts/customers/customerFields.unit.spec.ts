import { describe, expect, it } from 'vitest';
import { limitsOf } from '../fields/fields.js';
import { CustomerInput } from './consentFields.js';
import { CustomerPatch, customerFields } from './customerFields.js';
import { customerWarnings } from './customerWarnings.js';

const least = { name: 'Anil Kumar', phone: '9876543210' };
const messages = (input: unknown): string[] => {
  const result = CustomerInput.safeParse(input);
  return result.success ? [] : result.error.issues.map((issue) => issue.message);
};

describe('what is refused of a customer', () => {
  it('no name, no phone', () => {
    expect(messages({})).toEqual(['Name is required', 'Phone is required']);
    expect(messages({ name: ' ', phone: '' })).toEqual(['Name is required', 'Phone is required']);
    expect(messages({ name: null, phone: null })).toEqual([
      'Name is required',
      'Phone is required',
    ]);
  });

  it.each(limitsOf(customerFields).filter(([field]) => field !== 'email'))(
    '%s longer than %i characters',
    (field, limit) => {
      expect(messages({ ...least, [field]: '7'.repeat(limit) })).toEqual([]);
      expect(messages({ ...least, [field]: '7'.repeat(limit + 1) })[0]).toMatch(/at most/);
    },
  );

  it('an email that is no address, a date that does not exist, an unknown KYC status', () => {
    expect(messages({ ...least, email: 'not-an-email' })).toHaveLength(1);
    expect(messages({ ...least, dateOfBirth: '31/02/1980' })).toHaveLength(1);
    expect(messages({ ...least, kycStatus: 'perhaps' })).toHaveLength(1);
  });

  it('a value of another type, naming the field', () => {
    expect(messages({ name: 5, phone: ['1'], city: {} })).toEqual([
      'Name must be text',
      'Phone must be text',
      'City must be text',
    ]);
  });
});

describe('what is accepted', () => {
  it('drops what it does not know', () =>
    expect(CustomerInput.parse({ ...least, id: 9, isAdmin: true })).toEqual({
      name: 'Anil Kumar',
      phone: '+919876543210',
    }));

  it('a patch distinguishes absent from cleared', () =>
    expect(CustomerPatch.parse({ city: '', email: null })).toEqual({ city: null, email: null }));

  it('a choice that is left open stays as it was, and a day in which nothing can be seen is none', () =>
    expect(CustomerPatch.parse({ kycStatus: null, dateOfBirth: ' \u200b ' })).toEqual({
      kycStatus: null,
      dateOfBirth: null,
    }));

  it.each(['', ' ', '\u200b'])('a KYC status of %j is none of them, and refused', (kycStatus) => {
    expect(CustomerPatch.safeParse({ kycStatus }).success).toBe(false);
    expect(CustomerInput.safeParse({ ...least, kycStatus }).success).toBe(false);
  });

  it('takes the digits of any script, and keeps them as those of keyboards', () =>
    expect(
      CustomerInput.parse({
        name: 'Asha',
        phone: '+९१ ९८४७०–१२३४५',
        pincode: '൬൮൨൦൨൪',
        aadhaarNumber: '２３４１ ２３４１ ２３４６',
        panNumber: 'ＡＢＣＰＥ१२३४Ｆ',
      }),
    ).toMatchObject({
      phone: '+919847012345',
      pincode: '682024',
      aadhaarNumber: '234123412346',
      panNumber: 'ABCPE1234F',
    }));

  it('a patch cannot clear the name', () =>
    expect(CustomerPatch.safeParse({ name: '' }).success).toBe(false));

  it('HTML and SQL are text like any other', () => {
    const name = `<script>alert(1)</script>'; drop table customers; --`;
    expect(CustomerInput.parse({ ...least, name }).name).toBe(name);
  });
});

describe('what is warned about', () => {
  it('names every field that looks wrong', () => {
    const doubtful = {
      name: 'Anil Kumar',
      phone: '0484 2345678',
      aadhaarNumber: '234123412347',
      panNumber: 'ABC',
      dateOfBirth: '2030-01-01',
      pincode: '012345',
    };
    expect(customerWarnings(doubtful, '2026-04-01').map(({ field }) => field)).toEqual([
      'phone',
      'aadhaarNumber',
      'panNumber',
      'dateOfBirth',
      'pincode',
    ]);
  });

  it('is silent about a sound customer', () =>
    expect(customerWarnings({ name: 'Anil', phone: '+919876543210' }, '2026-04-01')).toEqual([]));
});
