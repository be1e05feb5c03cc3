import { describe, expect, it } from 'vitest';
import { limitsOf } from '../fields/fields.js';
import { fieldsAtFault } from '../testing/fieldsAtFault.js';
import { CustomerInput } from './consentFields.js';
import { CUSTOMER_FIELDS, CustomerPatch, customerFields } from './customerFields.js';

const VALID = { name: 'Asha', phone: '9876543210' };

describe('a customer', () => {
  it.each(limitsOf(customerFields))('%s may not be longer than %i characters', (field, limit) => {
    const tooLong = field === 'email' ? `${'a'.repeat(limit)}@example.in` : '7'.repeat(limit + 1);
    const input = { ...VALID, [field]: tooLong };
    expect(fieldsAtFault(CustomerInput, input)).toEqual([field]);
    expect(fieldsAtFault(CustomerPatch, input)).toEqual([field]);
  });

  it.each(
    CUSTOMER_FIELDS.flatMap((field) => [12, true, {}, ['x']].map((value) => ({ field, value }))),
  )('$field may not be $value', ({ field, value }) => {
    expect(fieldsAtFault(CustomerInput, { ...VALID, [field]: value })).toEqual([field]);
  });
});
