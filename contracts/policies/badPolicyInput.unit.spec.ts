import { describe, expect, it } from 'vitest';
import { limitsOf } from '../fields/fields.js';
import { fieldsAtFault } from '../testing/fieldsAtFault.js';
import { policyFieldNames, policyFieldsOf } from './policyFields.js';
import {
  CancellationInput,
  endorsementOf,
  policyInputOf,
  policyPatchOf,
  ReinstatementInput,
  renewalOf,
} from './policyInputs.js';
import { POLICY_KINDS } from './policyKinds.js';

const common = {
  customerId: 12,
  policyNumber: 'NEW-1',
  insuranceCompany: 'Star Health',
  sumAssured: '500000',
  premiumAmount: '12000.50',
  premiumFrequency: 'yearly',
  startDate: '2025-07-01',
  endDate: '2026-06-30',
};
const VALID = {
  health: { ...common, policyType: 'family' },
  vehicle: { ...common, vehicleNumber: 'KL 07 AB 1234', vehicleType: 'car', vehicleYear: '2021' },
};

describe.each(POLICY_KINDS)('a %s policy', (kind) => {
  const expectRefused = (field: string, value: unknown): void => {
    const fields = { [field]: value };
    expect(fieldsAtFault(policyInputOf(kind), { ...VALID[kind], ...fields })).toEqual([field]);
    expect(fieldsAtFault(policyPatchOf(kind), fields)).toEqual([field]);
  };

  it('is taken as it should be', () => {
    expect(fieldsAtFault(policyInputOf(kind), VALID[kind])).toEqual([]);
    expect(fieldsAtFault(policyPatchOf(kind), VALID[kind])).toEqual([]);
  });

  it.each(
    ['sumAssured', 'premiumAmount'].flatMap((field) =>
      ['-1', -0.01, 1234567890123, '1234567890123', '12.345', 12.345, 'abc', '1e3', '', null].map(
        (value) => ({ field, value }),
      ),
    ),
  )('$field may not be $value', ({ field, value }) => expectRefused(field, value));

  it.each(
    policyFieldNames(kind).flatMap((field) =>
      [true, {}, { $gt: '' }, ['x'], [[]]].map((value) => ({ field, value })),
    ),
  )('$field may not be $value', ({ field, value }) => expectRefused(field, value));

  const wrong: [string, unknown][] = [
    ['customerId', 'abc'],
    ['customerId', 0],
    ['customerId', -1],
    ['customerId', 1.5],
    ['customerId', '2147483648'],
    ['premiumFrequency', 'weekly'],
    ['premiumFrequency', 'constructor'],
    ['status', 'lapsed'],
    ['startDate', '2026-02-30'],
    ['startDate', '13/13/2026'],
    ['endDate', 'tomorrow'],
    ['endDate', '0000-01-01'],
    ['policyNumber', ' \u200B '],
    ...(kind === 'health'
      ? ([['policyType', 'solo']] satisfies [string, unknown][])
      : ([
          ['vehicleType', 'boat'],
          ['coverType', 'full'],
          ['ncbPercent', 33],
          ['vehicleYear', 'twenty'],
          ['vehicleNumber', '  '],
          ['thirdPartyEndDate', '31/02/2027'],
        ] satisfies [string, unknown][])),
  ];
  it.each(wrong)('%s may not be "%s"', (field, value) => expectRefused(field, value));

  it.each(limitsOf(policyFieldsOf(kind)))('%s may not be longer than %i', (field, limit) => {
    expectRefused(field, 'X'.repeat(limit + 1));
    expectRefused(field, 'X'.repeat(90_000));
  });

  const verbs = {
    cancel: CancellationInput,
    reinstate: ReinstatementInput,
    endorse: endorsementOf(kind),
    renew: renewalOf(kind),
  };
  const endorsement = { effectiveFrom: '2026-06-01', reason: 'x', changes: { premiumAmount: '1' } };
  it.each([
    ['cancel', {}, 'reason'],
    ['cancel', { reason: 'bored' }, 'reason'],
    ['cancel', { reason: ['other'] }, 'reason'],
    ['cancel', { reason: 'other', cancelledOn: '2026-02-30' }, 'cancelledOn'],
    ['cancel', { reason: 'other', note: 'x'.repeat(501) }, 'note'],
    ['reinstate', { note: {} }, 'note'],
    ['endorse', { ...endorsement, effectiveFrom: undefined }, 'effectiveFrom'],
    ['endorse', { ...endorsement, reason: undefined }, 'reason'],
    ['endorse', { ...endorsement, changes: undefined }, 'changes'],
    ['endorse', { ...endorsement, changes: [] }, 'changes'],
    ['endorse', { ...endorsement, changes: { premiumAmount: '12.345' } }, 'changes.premiumAmount'],
    ['renew', { premiumAmount: '-5' }, 'premiumAmount'],
    ['renew', { startDate: 'soon' }, 'startDate'],
    ['renew', { sumAssured: {} }, 'sumAssured'],
  ] as const)('is not %sed by %j', (verb, input, field) => {
    expect(fieldsAtFault(verbs[verb], input)).toEqual([field]);
  });
});
