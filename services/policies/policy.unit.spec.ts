import {
  PolicyDetailsChanged,
  PolicyEndorsed,
  PolicyholderChanged,
} from '@insuremanager/contracts/policies/policyEvents';
import { policyInputOf, policyPatchOf } from '@insuremanager/contracts/policies/policyInputs';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, it } from 'vitest';
import { type PolicyCommand, policyDecider } from './policy.js';
import {
  cancelled,
  corrected,
  cover,
  deleted,
  health,
  identity,
  issued,
  issuedCar,
  issuedToNobody,
  POLICY,
  POLICYHOLDER,
  renewed,
  vehicle,
} from './testing/samplePolicy.js';

const { given } = scenario(policyDecider);

/** As the form sends it. */
const typed = {
  customerId: POLICYHOLDER,
  policyNumber: ' P/1 ',
  insuranceCompany: 'Star   Health',
  policyType: 'Family',
  sumAssured: '5,00,000',
  premiumAmount: '₹12,500.50',
  premiumFrequency: 'Yearly',
  startDate: '01/04/2026',
  endDate: '2027-03-31',
};
const issue = (fields: object = {}): PolicyCommand => ({
  type: 'IssuePolicy',
  ref: health,
  input: policyInputOf('health').parse({ ...typed, ...fields }),
  quotationId: null,
});
const update = (fields: object, id = POLICY): PolicyCommand => ({
  type: 'UpdatePolicy',
  ref: { kind: 'health', id },
  patch: policyPatchOf('health').parse(fields),
});
const endorse = (changes: object, effectiveFrom = '2026-05-01'): PolicyCommand => ({
  type: 'EndorsePolicy',
  ref: health,
  input: { effectiveFrom, reason: 'A child was born', changes },
});

describe('issuing a policy', () => {
  it('keeps its fields in their normal form', () => given().when(issue()).then(issued()));

  it('may begin in whatever status was chosen', () =>
    given()
      .when(issue({ status: 'Expired' }))
      .then(issued({}, { status: 'expired' })));

  it('may cover a single day, also a leap day', () =>
    given()
      .when(issue({ startDate: '29/02/2028', endDate: '29/02/2028' }))
      .then(issued({ startDate: '2028-02-29', endDate: '2028-02-29' })));

  it('refuses an end before the start', () =>
    given()
      .when(issue({ endDate: '31/03/2026' }))
      .thenRefused('invalid-input'));

  it('refuses third-party cover that ends before the start', () => {
    const input = { ...cover, ...identity, customerId: POLICYHOLDER, status: 'active' as const };
    given()
      .when({
        type: 'IssuePolicy',
        ref: vehicle,
        input: { ...input, thirdPartyEndDate: '2026-03-31' },
        quotationId: null,
      })
      .thenRefused('invalid-input');
  });

  it('happens once, also when it has been deleted since', () => {
    given(issued()).when(issue()).thenRefused('policy-exists');
    given(issued(), deleted).when(issue()).thenRefused('policy-exists');
  });
});

describe('correcting a policy', () => {
  it('records only what changed, the number apart from what is not personal', () =>
    given(issued())
      .when(update({ ...typed, premiumAmount: '13000', policyNumber: 'P/2' }))
      .then(
        PolicyDetailsChanged({
          policyId: POLICY,
          termId: POLICY,
          customerId: POLICYHOLDER,
          fields: ['policyNumber', 'premiumAmount'],
          cover: { premiumAmount: 13_000_00 },
          personal: { policyNumber: 'P/2' },
        }),
      ));

  it('writes nothing when nothing differs', () =>
    given(issued())
      .when(update({ ...typed, status: 'active' }))
      .thenNothing());

  it.each(['expired', 'cancelled', 'renewed'] as const)(
    'records a status that was set to %s by hand as what it is',
    (status) => given(issued()).when(update({ status })).then(corrected('active', status)),
  );

  it('names a new policyholder first, so that all that follows is sealed for them', () =>
    given(issued())
      .when(update({ customerId: 4, policyNumber: 'P/2', status: 'expired' }))
      .then(
        PolicyholderChanged({
          policyId: POLICY,
          termId: POLICY,
          customerId: 4,
          formerCustomerId: POLICYHOLDER,
          personal: identity,
        }),
        PolicyDetailsChanged({
          policyId: POLICY,
          termId: POLICY,
          customerId: 4,
          fields: ['policyNumber'],
          cover: {},
          personal: { policyNumber: 'P/2' },
        }),
        corrected('active', 'expired'),
      ));

  it('refuses dates that do not fit each other, also when only one is corrected', () =>
    given(issued())
      .when(update({ endDate: '31/03/2026' }))
      .thenRefused('invalid-input'));

  it('refuses a policy of the other kind, an unknown and a deleted one', () => {
    given(issuedCar).when(update({})).thenRefused('policy-not-found');
    given().when(update({})).thenRefused('policy-not-found');
    given(issued(), deleted).when(update({})).thenRefused('policy-not-found');
  });

  it('refuses once the policyholder has been erased', () =>
    given(issuedToNobody)
      .when(update({ status: 'expired' }))
      .thenRefused('customer-erased'));
});

describe('endorsing a policy', () => {
  const endorsed = (effectiveFrom: string) =>
    PolicyEndorsed({
      policyId: POLICY,
      termId: POLICY,
      customerId: POLICYHOLDER,
      effectiveFrom,
      fields: ['sumAssured'],
      before: { sumAssured: 500_000_00 },
      after: { sumAssured: 750_000_00 },
      earlierPremiums: null,
      personal: { before: {}, after: {}, reason: 'A child was born' },
    });

  it('keeps what was before beside what is now', () =>
    given(issued())
      .when(endorse({ sumAssured: 750_000_00, endDate: cover.endDate }))
      .then(endorsed('2026-05-01')));

  it.each(['2026-04-01', '2027-03-31'])('may begin on %s, an end of the term', (day) =>
    given(issued())
      .when(endorse({ sumAssured: 750_000_00 }, day))
      .then(endorsed(day)),
  );

  it('keeps both vehicle numbers sealed', () =>
    given(issuedCar)
      .when({
        type: 'EndorsePolicy',
        ref: vehicle,
        input: {
          effectiveFrom: '2026-04-01',
          reason: 'Bharat series',
          changes: { vehicleNumber: '22BH1234AA' },
        },
      })
      .then(
        PolicyEndorsed({
          policyId: POLICY,
          termId: POLICY,
          customerId: POLICYHOLDER,
          effectiveFrom: '2026-04-01',
          fields: ['vehicleNumber'],
          before: {},
          after: {},
          earlierPremiums: null,
          personal: {
            before: { vehicleNumber: 'KL07AB1234' },
            after: { vehicleNumber: '22BH1234AA' },
            reason: 'Bharat series',
          },
        }),
      ));

  it.each(['2026-03-31', '2027-04-01'])('refuses %s, a day outside the term', (day) =>
    given(issued())
      .when(endorse({ sumAssured: 1 }, day))
      .thenRefused('invalid-input'),
  );

  it('refuses what changes nothing', () =>
    given(issued())
      .when(endorse({ sumAssured: cover.sumAssured }))
      .thenRefused('invalid-input'));

  it('refuses an end before the start', () =>
    given(issued())
      .when(endorse({ endDate: '2026-03-30' }, '2026-04-01'))
      .thenRefused('invalid-input'));

  it('refuses what is not in force', () => {
    const more = endorse({ sumAssured: 1 });
    given(issued(), cancelled).when(more).thenRefused('policy-not-in-force');
    given(issued(), renewed()).when(more).thenRefused('policy-not-in-force');
  });

  it('refuses once the policyholder has been erased', () =>
    given(issuedToNobody)
      .when(endorse({ sumAssured: 1 }))
      .thenRefused('customer-erased'));
});
