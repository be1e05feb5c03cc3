import {
  InsuredMembersChanged,
  PolicyholderChanged,
} from '@insuremanager/contracts/policies/policyEvents';
import { policyPatchOf } from '@insuremanager/contracts/policies/policyInputs';
import { recorded, scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { type Insured, type PolicyCommand, policyDecider } from './policy.js';
import { termHistory } from './policyHistory.js';
import {
  cancelled,
  health,
  identity,
  issued,
  issuedCar,
  issuedToNobody,
  NEXT_TERM,
  POLICY,
  POLICYHOLDER,
  renewed,
  vehicle,
} from './testing/samplePolicy.js';

const { given } = scenario(policyDecider);

const customer = (customerId: number, relation: Insured['relation']): Insured => ({
  ...{ customerId, relation, name: null, dateOfBirth: null },
});
const SELF = customer(POLICYHOLDER, 'self');
const MEERA = customer(4, 'spouse');
const ANU: Insured = {
  ...{ customerId: null, relation: 'child', name: 'Anu', dateOfBirth: '2015-05-02' },
};
const set = (...members: Insured[]): PolicyCommand => ({
  ...{ type: 'SetInsuredMembers', ref: health, members },
});
const changed = (members: Insured[], of: object = {}) =>
  InsuredMembersChanged({
    ...{ policyId: POLICY, termId: POLICY, customerId: POLICYHOLDER },
    members: members.map(({ customerId, relation }) => ({ customerId, relation })),
    personal: {
      persons: members.map(({ name, dateOfBirth }) => (name ? { name, dateOfBirth } : null)),
    },
    ...of,
  });
const FAMILY = changed([SELF, MEERA, ANU]);

describe('saying whom a health policy covers', () => {
  it('names customers by number alone, and others with their birthday', () =>
    given(issued())
      .when(set(SELF, MEERA, ANU))
      .then(FAMILY));

  it('takes the policyholder for self, whatever is said', () =>
    given(issued())
      .when(set(customer(POLICYHOLDER, 'parent')))
      .then(changed([SELF])));

  it('replaces who was named, and names nobody again', () =>
    given(issued(), FAMILY).when(set()).then(changed([])));

  it('is no news where it was said before', () =>
    given(issued(), FAMILY)
      .when(set(SELF, MEERA, ANU))
      .thenNothing());

  it('is possible of a cancelled policy, which covered somebody', () =>
    given(issued(), cancelled)
      .when(set(SELF))
      .then(changed([SELF])));

  it('refuses somebody else as self', () =>
    given(issued())
      .when(set(customer(4, 'self')))
      .thenRefused('invalid-input'));

  it('refuses the same customer twice', () =>
    given(issued())
      .when(set(MEERA, customer(4, 'child')))
      .thenRefused('invalid-input'));

  it('refuses a vehicle policy, and one of nobody any more', () => {
    given(issuedCar)
      .when({ ...set(SELF), ref: vehicle } as PolicyCommand)
      .thenRefused('not-health');
    given(issuedToNobody).when(set(SELF)).thenRefused('customer-erased');
  });
});

describe('whom the next term covers', () => {
  it('is who was covered before', () =>
    given(issued(), FAMILY)
      .when({ type: 'RenewPolicy', ref: health, input: {} })
      .then(renewed(), changed([SELF, MEERA, ANU], { termId: NEXT_TERM })));
});

describe('a policy that goes to another customer', () => {
  it('covers the same, of whom the new policyholder is self', () =>
    given(issued(), FAMILY)
      .when({
        ...{ type: 'UpdatePolicy', ref: health },
        patch: policyPatchOf('health').parse({ customerId: 4 }),
      })
      .then(
        PolicyholderChanged({
          ...{ policyId: POLICY, termId: POLICY, customerId: 4, formerCustomerId: POLICYHOLDER },
          personal: identity,
        }),
        changed([customer(POLICYHOLDER, 'other'), customer(4, 'self'), ANU], { customerId: 4 }),
      ));
});

describe('the history of a policy', () => {
  it('says who was insured and who is', () => {
    const events = recorded([issued(), changed([SELF]), changed([SELF, ANU])]);
    expect(termHistory(events, health).slice(1)).toMatchObject([
      { summary: 'Insured members recorded', changes: [{ before: null }] },
      {
        changes: [
          {
            before: `Customer ${POLICYHOLDER} (self)`,
            after: `Customer ${POLICYHOLDER} (self), Anu (child, born 02/05/2015)`,
          },
        ],
      },
    ]);
  });
});
