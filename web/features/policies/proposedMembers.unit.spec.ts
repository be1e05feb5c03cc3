import { describe, expect, it } from 'vitest';
import type { HouseholdShownFragment } from '../../data/operations.generated';
import { aHealthPolicy } from '../../records/policies/testing/policies';
import { proposedMembers, relationTo } from './proposedMembers';

describe('what a member of a household is to the policyholder', () => {
  it.each([
    ['head', 'child', 'child'],
    ['child', 'head', 'parent'],
    ['spouse', 'head', 'spouse'],
    ['spouse', 'child', 'child'],
    ['child', 'child', 'sibling'],
    ['in_law', 'child', undefined],
    [undefined, 'child', undefined],
  ] as const)('of a %s the %s is %s', (holder, member, relation) =>
    expect(relationTo(holder, member)).toBe(relation),
  );
});

describe('who is proposed as insured', () => {
  const member = (id: number | null, relation: 'head' | 'spouse' | 'child') => ({
    ...{ relation, coveredElsewhere: false, coveredBy: [], policies: [] },
    customer: id === null ? null : { id, name: `Customer ${id}` },
  });
  const household: HouseholdShownFragment = {
    ...{ id: 1, yearlyPremium: '0.00' },
    members: [member(3, 'head'), member(7, 'spouse'), member(5, 'child'), member(null, 'child')],
  };
  const insured = (customerId: number) => ({
    ...{ customerId, name: 'Somebody', relation: 'child' as const, dateOfBirth: null },
  });

  it('is the policyholder alone where there is no household', () =>
    expect(proposedMembers(aHealthPolicy(), null, [])).toEqual([
      { customerId: 7, name: 'Anil Kumar', relation: 'self' },
    ]));

  it('is the rest of the household, but for who is insured and who is of another book', () =>
    expect(proposedMembers(aHealthPolicy(), household, [insured(5)])).toEqual([
      { customerId: 7, name: 'Anil Kumar', relation: 'self' },
      { customerId: 3, name: 'Customer 3', relation: 'spouse' },
    ]));
});
