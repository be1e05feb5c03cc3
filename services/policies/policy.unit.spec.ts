import { endorsementOf } from '@insuremanager/contracts/policies/policyChanges';
import {
  PolicyDetailsChanged,
  PolicyEndorsed,
  PolicyHolderChanged,
  PolicyIssued,
} from '@insuremanager/contracts/policies/policyEvents';
import { policyInputOf, policyPatchOf } from '@insuremanager/contracts/policies/policyInputs';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, it } from 'vitest';
import { type PolicyCommand, policyDecider } from './policy.js';
import {
  cancelled,
  corrected,
  deleted,
  HOLDER,
  health,
  identity,
  issued,
  issuedToNobody,
  POLICY,
  renewed,
  SUCCESSOR,
} from './testing/samplePolicy.js';

const { given } = scenario(policyDecider);
const ids = { policyId: POLICY, customerId: HOLDER };
const begun = issued();

const issue = (fields: object = {}): PolicyCommand => ({
  type: 'IssuePolicy',
  ref: health,
  input: policyInputOf('health').parse({
    customerId: HOLDER,
    policyNumber: ' P/1 ',
    insuranceCompany: 'Star  Health',
    policyType: 'Family',
    sumAssured: '5,00,000',
    premiumAmount: '12500.50',
    premiumFrequency: 'Yearly',
    startDate: '01/04/2026',
    endDate: '31/03/2027',
    ...fields,
  }),
  renews: null,
});
const update = (fields: object, numberSeen: string | null = 'P/1'): PolicyCommand => ({
  type: 'UpdatePolicy',
  ref: health,
  patch: policyPatchOf('health').parse(fields),
  numberSeen,
});
const endorse = (changes: object, effectiveFrom: Day = '2026-07-01'): PolicyCommand => ({
  type: 'EndorsePolicy',
  ref: health,
  input: endorsementOf('health').parse({ effectiveFrom, reason: 'A child was born', changes }),
});

describe('issuing a policy', () => {
  it('keeps its fields in their normal form, and begins a chain', () =>
    given().when(issue()).then(begun));

  it('takes the status that was chosen', () =>
    given()
      .when(issue({ status: 'Expired' }))
      .then(PolicyIssued({ ...begun.data, status: 'expired' })));

  it('tells which term it renews', () => {
    const renews = { predecessorId: POLICY, chainId: 5, numberKept: true };
    const command = { ...issue(), ref: { kind: 'health', id: SUCCESSOR }, renews } as PolicyCommand;
    given()
      .when(command)
      .then(PolicyIssued({ ...begun.data, ...renews, policyId: SUCCESSOR }));
  });

  it('takes a term of one day, and refuses one that ends before it starts', () => {
    given()
      .when(issue({ startDate: '29/02/2028', endDate: '29/02/2028' }))
      .then(issued({ startDate: '2028-02-29', endDate: '2028-02-29' }));
    given()
      .when(issue({ startDate: '29/02/2028', endDate: '28/02/2028' }))
      .thenRefused('invalid-input');
  });

  it('happens once', () => {
    given(begun).when(issue()).thenRefused('policy-exists');
    given(begun, deleted).when(issue()).thenRefused('policy-exists');
  });

  it('of a next term is done already when somebody else finished the renewal', () => {
    const renews = { predecessorId: 20, chainId: 20, numberKept: true };
    const next = PolicyIssued({ ...begun.data, ...renews });
    given(next)
      .when({ ...issue(), renews } as PolicyCommand)
      .thenNothing();
    given(next, deleted)
      .when({ ...issue(), renews } as PolicyCommand)
      .thenNothing();
  });
});

describe('correcting a policy', () => {
  it('tells only what changed', () =>
    given(begun)
      .when(update({ premiumAmount: '13000', insuranceCompany: 'Star Health' }))
      .then(
        PolicyDetailsChanged({
          ...ids,
          fields: ['premiumAmount'],
          cover: { premiumAmount: 13_000_00 },
          personal: {},
        }),
      ));

  it('seals a new number apart from what is not personal', () =>
    given(begun)
      .when(update({ policyNumber: 'P/2' }))
      .then(
        PolicyDetailsChanged({
          ...ids,
          fields: ['policyNumber'],
          cover: {},
          personal: { policyNumber: 'P/2' },
        }),
      ));

  it('of nothing is no error', () =>
    given(begun)
      .when(update({ sumAssured: 500000 }))
      .thenNothing());

  it('tells a new holder first, so that all that follows is sealed for them', () =>
    given(begun)
      .when(update({ customerId: 13, endDate: '30/04/2027', status: 'cancelled' }))
      .then(
        PolicyHolderChanged({
          policyId: POLICY,
          customerId: 13,
          formerCustomerId: HOLDER,
          personal: identity,
        }),
        PolicyDetailsChanged({
          policyId: POLICY,
          customerId: 13,
          fields: ['endDate'],
          cover: { endDate: '2027-04-30' },
          personal: {},
        }),
        corrected('active', 'cancelled'),
      ));

  it('records a status that was chosen by hand as a correction', () => {
    for (const to of ['expired', 'cancelled', 'renewed'] as const) {
      given(begun)
        .when(update({ status: to }))
        .then(corrected('active', to));
    }
    given(begun)
      .when(update({ status: 'active' }))
      .thenNothing();
  });

  it('refuses what cannot be, and what is not there', () => {
    given(begun)
      .when(update({ endDate: '31/03/2026' }))
      .thenRefused('invalid-input');
    given()
      .when(update({ sumAssured: 1 }, null))
      .thenRefused('policy-not-found');
    given(begun, deleted)
      .when(update({ sumAssured: 1 }))
      .thenRefused('policy-not-found');
    const ofOtherKind = { ...update({ sumAssured: 1 }), ref: { kind: 'vehicle', id: POLICY } };
    given(begun)
      .when(ofOtherKind as PolicyCommand)
      .thenRefused('policy-not-found');
  });

  it('is prepared anew when the number has become another one meanwhile', () => {
    given(begun)
      .when(update({ sumAssured: 1 }, 'P/0'))
      .thenRefused('policy-number-moved');
  });

  it('refuses to change what is known no more, and deletes it nevertheless', () => {
    given(issuedToNobody)
      .when(update({ sumAssured: 1 }, null))
      .thenRefused('customer-erased');
    given(issuedToNobody)
      .when({ type: 'DeletePolicy', ref: health, numberSeen: null })
      .then(deleted);
  });
});

describe('endorsing a policy', () => {
  it('keeps what was before', () =>
    given(begun)
      .when(endorse({ sumAssured: '7,50,000', premiumAmount: '15000', policyType: 'family' }))
      .then(
        PolicyEndorsed({
          ...ids,
          effectiveFrom: '2026-07-01',
          fields: ['sumAssured', 'premiumAmount'],
          before: { sumAssured: 500_000_00, premiumAmount: 12_500_50 },
          after: { sumAssured: 750_000_00, premiumAmount: 15_000_00 },
          personal: { before: {}, after: {}, reason: 'A child was born' },
        }),
      ));

  it('may begin on any day of the term, the first and the last included', () => {
    const change = { sumAssured: '600000' };
    for (const effectiveFrom of ['2026-04-01', '2027-03-31']) {
      given(begun)
        .when(endorse(change, effectiveFrom))
        .then(
          PolicyEndorsed({
            ...ids,
            effectiveFrom,
            fields: ['sumAssured'],
            before: { sumAssured: 500_000_00 },
            after: { sumAssured: 600_000_00 },
            personal: { before: {}, after: {}, reason: 'A child was born' },
          }),
        );
    }
    for (const effectiveFrom of ['2026-03-31', '2027-04-01']) {
      given(begun).when(endorse(change, effectiveFrom)).thenRefused('invalid-input');
    }
  });

  it('changes something, and of a policy that is in force', () => {
    given(begun).when(endorse({})).thenRefused('invalid-input');
    given(begun)
      .when(endorse({ endDate: '2026-03-31' }))
      .thenRefused('invalid-input');
    given(begun, cancelled)
      .when(endorse({ sumAssured: 1 }))
      .thenRefused('policy-not-in-force');
    given(begun, renewed())
      .when(endorse({ sumAssured: 1 }))
      .thenRefused('policy-not-in-force');
  });
});
