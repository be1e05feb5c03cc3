import {
  type PolicyCover,
  PolicyDetailsChanged,
  type PolicyEvent,
  PolicyholderChanged,
  PolicyRenewed,
  TERMS_PER_POLICY,
} from '@insuremanager/contracts/policies/policyEvents';
import type { RenewalInput } from '@insuremanager/contracts/policies/policyInputs';
import { financialYearOf } from '@insuremanager/contracts/rules/calendar';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { nextTerm, type PolicyCommand, policyDecider, policyholderNeeded } from './policy.js';
import {
  cancelled,
  carCover,
  carIdentity,
  corrected,
  deleted,
  expired,
  health,
  identity,
  issued,
  issuedCar,
  issuedToNobody,
  NEXT_TERM,
  POLICY,
  POLICYHOLDER,
  renewalDeleted,
  renewed,
  term,
  vehicle,
} from './testing/samplePolicy.js';

const { given } = scenario(policyDecider);

const renew = (input: RenewalInput = {}, id = POLICY): PolicyCommand => ({
  type: 'RenewPolicy',
  ref: { kind: 'health', id },
  input,
});
const carKind = { kind: 'vehicle', personal: carIdentity } as const;

describe('renewing a policy', () => {
  it('has all of the next term: the same, for the next year', () =>
    given(issued()).when(renew()).then(renewed()));

  it('leads on from the last term, for whoever holds that one', () =>
    given(issued(), renewed({}, { customerId: 4 }))
      .when(renew({}, NEXT_TERM))
      .then(
        renewed(
          { startDate: '2028-04-01', endDate: '2029-03-31' },
          { termId: NEXT_TERM, nextTermId: NEXT_TERM + 1, customerId: 4 },
        ),
      ));

  const split = { ownDamagePremium: 7_000_00, thirdPartyPremium: 3_000_00, premiumGst: 2_500_50 };
  const parts = { ...carCover, premiumAmount: 12_500_50, ...split };
  const renewCar = (input: RenewalInput): PolicyCommand => ({
    ...{ type: 'RenewPolicy', ref: vehicle, input },
  });
  const car = issued(parts, carKind);
  const nextCar = (change: Partial<PolicyCover>) =>
    renewed({ ...parts, startDate: '2027-04-01', endDate: '2028-03-31', ...change }, carKind);
  const UNKNOWN = { ownDamagePremium: null, thirdPartyPremium: null, premiumGst: null };

  it('takes the parts of the premium over with the same premium only', () => {
    given(car).when(renewCar({})).then(nextCar({}));
    given(car)
      .when(renewCar({ premiumAmount: 13_000_00 }))
      .then(nextCar({ premiumAmount: 13_000_00, ...UNKNOWN }));
    given(car)
      .when(renewCar({ premiumAmount: 13_000_00, ownDamagePremium: 7_500_00 }))
      .then(nextCar({ premiumAmount: 13_000_00, ...UNKNOWN, ownDamagePremium: 7_500_00 }));
    given(car)
      .when(renewCar({ ownDamagePremium: 13_000_00 }))
      .thenRefused('invalid-input');
  });

  it('may bring another number, cover and premium', () =>
    given(issued())
      .when(renew({ policyNumber: 'P/2', sumAssured: 1_000_000_00, endDate: '2027-09-30' }))
      .then(
        renewed(
          { sumAssured: 1_000_000_00, endDate: '2027-09-30' },
          { personal: { ...identity, policyNumber: 'P/2' } },
        ),
      ));

  it.each(['p/1', 'P / 1', ' P/1 '])('knows its own number in another spelling: %j', (spelling) =>
    given(issued())
      .when(renew({ policyNumber: spelling }))
      .then(renewed({}, { personal: { ...identity, policyNumber: spelling } })),
  );

  it.each([
    ['2029-03-31', '2029-03-31'],
    ['2027-04-01', '2027-04-01'],
    ['2027-03-31', null],
    [null, null],
  ])('carries a vehicle on; third-party cover until %s then ends on %s', (ended, ends) =>
    given(issued({ ...carCover, thirdPartyEndDate: ended }, carKind))
      .when({
        type: 'RenewPolicy',
        ref: vehicle,
        input: {},
      })
      .then(
        PolicyRenewed({
          policyId: POLICY,
          kind: 'vehicle',
          termId: POLICY,
          nextTermId: NEXT_TERM,
          customerId: POLICYHOLDER,
          cover: {
            ...carCover,
            startDate: '2027-04-01',
            endDate: '2028-03-31',
            thirdPartyEndDate: ends,
          },
          personal: carIdentity,
        }),
      ),
  );

  it('is possible after the term has lapsed, with days uncovered in between', () =>
    given(issued(), expired)
      .when(renew({ startDate: '2027-06-01' }))
      .then(renewed({ startDate: '2027-06-01', endDate: '2028-05-31' })));

  it('refuses a second successor, whatever the status was set to', () => {
    given(issued(), renewed()).when(renew()).thenRefused('already-renewed');
    given(issued(), renewed(), corrected('renewed', 'active'))
      .when(renew())
      .thenRefused('already-renewed');
  });

  it('refuses the hundred-and-first term, deleted ones counted', () => {
    const past: PolicyEvent[] = [issued()];
    for (let n = 1; n < TERMS_PER_POLICY; n += 1) {
      past.push(renewed({}, { nextTermId: POLICY + n }), renewalDeleted('active', POLICY + n));
    }
    given(...past.slice(0, -2))
      .when(renew())
      .then(renewed({}, { nextTermId: POLICY + 99 }));
    given(...past)
      .when(renew())
      .thenRefused('policy-terms-exhausted');
  });

  it('refuses what is cancelled', () =>
    given(issued(), cancelled).when(renew()).thenRefused('policy-cancelled'));

  it('refuses a term that begins before this one has ended', () =>
    given(issued())
      .when(renew({ startDate: '2027-03-31' }))
      .thenRefused('invalid-input'));

  it('refuses an end before the start', () =>
    given(issued())
      .when(renew({ endDate: '2027-03-31' }))
      .thenRefused('invalid-input'));

  it('refuses once the policyholder has been erased', () =>
    given(issuedToNobody).when(renew()).thenRefused('customer-erased'));

  it('refuses an unknown, a deleted and another kind of policy', () => {
    given().when(renew()).thenRefused('policy-not-found');
    given(issued(), deleted).when(renew()).thenRefused('policy-not-found');
    given(issuedCar).when(renew()).thenRefused('policy-not-found');
  });
});

describe('the next term, when no dates are asked for', () => {
  const after = (startDate: string, endDate: string) =>
    nextTerm({ ...term, startDate, endDate }, {});

  it.each([
    // [begins, ends, next begins, next ends]
    ['2026-04-01', '2027-03-31', '2027-04-01', '2028-03-31'],
    ['2023-03-01', '2024-02-29', '2024-03-01', '2025-02-28'],
    ['2024-03-01', '2025-02-28', '2025-03-01', '2026-02-28'],
    ['2023-02-28', '2024-02-27', '2024-02-28', '2025-02-27'],
    ['2023-03-01', '2024-02-28', '2024-02-29', '2025-02-28'],
    ['2025-01-01', '2025-12-31', '2026-01-01', '2026-12-31'],
  ])('follows %s to %s from %s to %s', (startDate, endDate, nextStart, nextEnd) =>
    expect(after(startDate, endDate)).toMatchObject({ startDate: nextStart, endDate: nextEnd }),
  );

  it('is of the next financial year when this one ends with its own', () => {
    const next = after('2026-04-01', '2027-03-31');
    expect(financialYearOf('2027-03-31')).toBe('2026-27');
    expect([next.startDate, next.endDate].map(financialYearOf)).toEqual(['2027-28', '2027-28']);
  });
});

describe('a policy with several terms', () => {
  const termsOf = (...events: Parameters<typeof given>) => given(...events).state?.terms ?? [];
  const renumbered = (policyNumber: string, termId = POLICY) =>
    PolicyDetailsChanged({
      policyId: POLICY,
      termId,
      customerId: POLICYHOLDER,
      fields: ['policyNumber'],
      cover: {},
      personal: { policyNumber },
    });

  it('is edited term by term', () => {
    const update = { type: 'UpdatePolicy', patch: { policyNumber: 'P/2' } } as const;
    const both = given(issued(), renewed());
    both.when({ ...update, ref: health }).then(renumbered('P/2'));
    both.when({ ...update, ref: { ...health, id: NEXT_TERM } }).then(renumbered('P/2', NEXT_TERM));
    const [first, next] = termsOf(issued(), renewed(), renumbered('P/2'));
    expect([first?.identity?.policyNumber, next?.identity?.policyNumber]).toEqual(['P/2', 'P/1']);
  });

  it('has a version for each: of the last event that touched it', () => {
    const versionsOf = (...events: Parameters<typeof given>) =>
      termsOf(...events).map(({ version }) => version);
    const life = [issued(), renewed(), renumbered('P/2'), renumbered('P/3', NEXT_TERM)] as const;
    expect(versionsOf(...life)).toEqual([2, 3]);
    expect(versionsOf(...life, renewalDeleted('active'))).toEqual([4, 4]);
    const { state } = given(...life);
    const versionSeen = (id: number) => policyDecider.versionOf?.(renew({}, id), state);
    expect([POLICY, NEXT_TERM, 99].map(versionSeen)).toEqual([2, 3, null]);
  });

  it('is whole again under a new policyholder, when the former one has been erased', () => {
    const moved = PolicyholderChanged({
      policyId: POLICY,
      termId: POLICY,
      customerId: 4,
      formerCustomerId: POLICYHOLDER,
      personal: identity,
    });
    expect(termsOf(issuedToNobody)).toMatchObject([{ identity: null }]);
    expect(termsOf(issuedToNobody, moved)).toMatchObject([{ customerId: 4, identity }]);
  });

  const numbersOf = (...events: Parameters<typeof given>) =>
    policyDecider.uniqueValues?.(given(...events).state).map(({ value }) => value);

  it('owns the number of every term that exists, in the form in which it is unique', () => {
    expect(numbersOf()).toEqual([]);
    const own = { ...identity, policyNumber: 'p / 2' };
    expect(numbersOf(issued(), renewed({}, { personal: own }))).toEqual(['P/1', 'P/2']);
    expect(numbersOf(issued(), renewed(), renumbered('P/3'))).toEqual(['P/3', 'P/1']);
    expect(numbersOf(issued(), renewed({}, { personal: own }), renewalDeleted('active'))).toEqual([
      'P/1',
    ]);
    expect(numbersOf(issued(), deleted)).toEqual([]);
  });

  it('owns a number that nobody can read any more', () =>
    expect(numbersOf(issuedToNobody)).toEqual([null]));
});

describe('the customer who must exist for a change', () => {
  const neededFor = (before: Parameters<typeof given>, ...events: Parameters<typeof given>) =>
    policyholderNeeded(given(...before).state, given(...before, ...events).state);
  const movedTo4 = PolicyholderChanged({
    policyId: POLICY,
    termId: POLICY,
    customerId: 4,
    formerCustomerId: POLICYHOLDER,
    personal: identity,
  });

  it.each([
    ['a policy is issued for', [], [issued({}, { status: 'cancelled' })], POLICYHOLDER],
    ['a policy is renewed for', [issued()], [renewed()], POLICYHOLDER],
    ['a term is moved to', [issued(), cancelled], [movedTo4], 4],
    [
      'a cancelled term is active again for',
      [issued(), cancelled],
      [corrected('cancelled', 'active')],
      POLICYHOLDER,
    ],
    ['a term stands again for', [issued(), renewed()], [renewalDeleted('active')], POLICYHOLDER],
    ['a term lapsed for, again', [issued(), renewed()], [renewalDeleted('expired')], null],
    ['a policy is cancelled for', [issued()], [cancelled], null],
    ['a policy is deleted for', [issued()], [deleted], null],
  ] as const)('is the one whom %s', (_, before, events, customerId) =>
    expect(neededFor([...before], ...events)).toBe(customerId),
  );
});
