import { describe, expect, it } from 'vitest';
import { limitsOf } from '../fields/fields.js';
import { fieldsAtFault } from '../testing/fieldsAtFault.js';
import {
  QUOTATION_FIELDS,
  QuotationEmailInput,
  QuotationInputSchema,
  QuotationPatchSchema,
  quotationEmailFields,
  quotationFields,
} from './quotationFields.js';

const VALID = {
  customerId: 12,
  insuranceType: 'vehicle',
  vehicleType: 'car',
  vehicleNumber: 'KL 07 AB 1234',
  insuranceCompany: 'Star Health',
  sumAssured: '500000',
  premiumAmount: '11800',
  serviceCharges: '500.50',
};

function expectRefused(field: string, value: unknown): void {
  expect(fieldsAtFault(QuotationInputSchema, { ...VALID, [field]: value })).toEqual([field]);
  expect(fieldsAtFault(QuotationPatchSchema, { [field]: value })).toEqual([field]);
}

describe('a quotation', () => {
  it('is taken as it should be', () => {
    expect(fieldsAtFault(QuotationInputSchema, VALID)).toEqual([]);
    expect(fieldsAtFault(QuotationPatchSchema, VALID)).toEqual([]);
  });

  it.each(
    ['sumAssured', 'premiumAmount', 'serviceCharges'].flatMap((field) =>
      ['-1', -0.01, 1234567890123, '1234567890123', '12.345', 12.345, 'abc', '1e3'].map(
        (value) => ({ field, value }),
      ),
    ),
  )('$field may not be $value', ({ field, value }) => expectRefused(field, value));

  it.each(
    QUOTATION_FIELDS.flatMap((field) =>
      [true, {}, { $gt: '' }, ['x'], [[]]].map((value) => ({ field, value })),
    ),
  )('$field may not be $value', ({ field, value }) => expectRefused(field, value));

  it.each([
    ['customerId', 'abc'],
    ['customerId', 0],
    ['customerId', -1],
    ['customerId', 1.5],
    ['customerId', '2147483648'],
    ['customerId', null],
    ['insuranceType', 'life'],
    ['insuranceType', 'constructor'],
    ['policyType', 'solo'],
    ['vehicleType', 'boat'],
    ['status', 'lost'],
    ['validityDays', 0],
    ['validityDays', 366],
    ['validityDays', 1.5],
    ['validityDays', '-3'],
    ['validityDays', 'soon'],
    ['validityDays', '9'.repeat(400)],
  ])('%s may not be "%s"', (field, value) => expectRefused(field, value));

  it.each(limitsOf(quotationFields))('%s may not be longer than %i', (field, limit) => {
    expectRefused(field, 'X'.repeat(limit + 1));
    expectRefused(field, 'X'.repeat(90_000));
  });

  it.each([
    [{}, 'to'],
    [{ to: '' }, 'to'],
    [{ to: 'asha' }, 'to'],
    [{ to: 'a@b.in, c@d.in' }, 'to'],
    [{ to: 'a@b.in\r\nBcc: c@d.in' }, 'to'],
    [{ to: ['a@b.in'] }, 'to'],
    [{ to: { address: 'a@b.in' } }, 'to'],
    [{ to: 'a@b.in', message: 5 }, 'message'],
    [{ to: 'a@b.in', message: ['x'] }, 'message'],
    [{ to: 'a@b.in', message: 'x'.repeat(quotationEmailFields.message.limit + 1) }, 'message'],
  ])('is not sent by %j', (input, field) => {
    expect(fieldsAtFault(QuotationEmailInput, input)).toEqual([field]);
  });
});
