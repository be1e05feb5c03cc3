import type { RenewalInput } from '@insuremanager/contracts/policies/policyChanges';
import {
  PolicyDetailsChanged,
  PolicyHolderChanged,
  PolicyIssued,
  PolicyRenewalWithdrawn,
  PolicyRenewed,
} from '@insuremanager/contracts/policies/policyEvents';
import type { PolicyStatus } from '@insuremanager/contracts/policies/policyKinds';
import { financialYearOf } from '@insuremanager/contracts/rules/calendar';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { type PolicyCommand, policyDecider } from './policy.js';
import { nextTerm } from './policyTerms.js';
import {
  cancelled,
  carCover,
  carIdentity,
  corrected,
  cover,
  deleted,
  expired,
  HOLDER,
  health,
  identity,
  issued,
  issuedCar,
  issuedToNobody,
  POLICY,
  renewed,
  SUCCESSOR,
  term,
  vehicle,
} from './testing/samplePolicy.js';

const { given } = scenario(policyDecider);

const renew = (input: RenewalInput = {}, numberSeen: string | null = 'P/1'): PolicyCommand => ({
  type: 'RenewPolicy',
  ref: health,
  successorId: SUCCESSOR,
  input,
  numberSeen,
});
const carKind = { kind: 'vehicle', personal: carIdentity } as const;
const withdraw = (
  successorId = SUCCESSOR,
  numberSeen: string | null = 'P/1',
  isHolderGone = false,
): PolicyCommand => ({
  type: 'WithdrawRenewal',
  ref: health,
  successorId,
  isHolderGone,
  numberSeen,
});

describe('renewing a policy', () => {
  it('tells all that the next term is to say: the same, for the year that follows', () =>
    given(issued()).when(renew()).then(renewed()));

  it('leads on a chain that began earlier', () => {
    const third = issued();
    const second = { ...third, data: { ...third.data, chainId: 2, predecessorId: 2 } };
    given(second)
      .when(renew())
      .then({ ...renewed(), data: { ...renewed().data, chainId: 2 } });
  });

  it('may bring another number, cover and premium', () =>
    given(issued())
      .when(renew({ policyNumber: 'P/2', sumAssured: 1_000_000_00, endDate: '2027-09-30' }))
      .then(
        renewed(
          { sumAssured: 1_000_000_00, endDate: '2027-09-30' },
          { numberKept: false, personal: { ...identity, policyNumber: 'P/2' } },
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
        successorId: SUCCESSOR,
        input: {},
        numberSeen: 'M/1',
      })
      .then(
        PolicyRenewed({
          policyId: POLICY,
          customerId: HOLDER,
          chainId: POLICY,
          kind: 'vehicle',
          successorId: SUCCESSOR,
          numberKept: true,
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

  it('refuses once the holder has been erased', () =>
    given(issuedToNobody).when(renew({}, null)).thenRefused('customer-erased'));

  it('refuses an unknown, a deleted and another kind of policy', () => {
    given().when(renew()).thenRefused('policy-not-found');
    given(issued(), deleted).when(renew()).thenRefused('policy-not-found');
    given(issuedCar).when(renew()).thenRefused('policy-not-found');
  });

  it('is prepared anew when the number has changed since it was prepared', () =>
    given(issued()).when(renew({}, 'P/2')).thenRefused('policy-number-moved'));
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

describe('a term that a renewal has written down', () => {
  const issueNext = (predecessorId = POLICY): PolicyCommand => ({
    type: 'IssuePolicy',
    ref: { kind: 'health', id: SUCCESSOR },
    input: { ...term, customerId: HOLDER, status: 'active' },
    renews: { predecessorId, chainId: 2, numberKept: true },
  });
  const begun = PolicyIssued({
    policyId: SUCCESSOR,
    kind: 'health',
    customerId: HOLDER,
    chainId: 2,
    predecessorId: POLICY,
    quotationId: null,
    numberKept: true,
    status: 'active',
    cover,
    personal: identity,
  });

  it('is issued with its place in the chain', () => given().when(issueNext()).then(begun));

  it('is issued once, by the agent or by whoever finishes for them', () =>
    given(begun).when(issueNext()).thenNothing());

  it('does not come back when it has been deleted', () =>
    given(begun, { ...deleted, data: { policyId: SUCCESSOR } })
      .when(issueNext())
      .thenNothing());

  it('is nobody else’s', () => given(begun).when(issueNext(99)).thenRefused('policy-exists'));
});

describe('withdrawing a renewal', () => {
  const withdrawn = (status: PolicyStatus) =>
    PolicyRenewalWithdrawn({ policyId: POLICY, successorId: SUCCESSOR, status });

  it.each([
    ['active', [issued()]],
    ['expired', [issued(), expired]],
  ] as const)('goes back to how it stood before: %s', (status, before) => {
    given(...before, renewed())
      .when(withdraw())
      .then(withdrawn(status));
  });

  it('brings nothing into force for a holder who has been deleted since', () => {
    const gone = withdraw(SUCCESSOR, 'P/1', true);
    given(issued(), renewed()).when(gone).then(withdrawn('expired'));
    given(issued(), renewed(), corrected('renewed', 'cancelled'))
      .when(gone)
      .then(withdrawn('cancelled'));
  });

  it('leaves a status alone that was chosen by hand meanwhile', () =>
    given(issued(), renewed(), corrected('renewed', 'cancelled'))
      .when(withdraw())
      .then(withdrawn('cancelled')));

  it('lets it be renewed again', () =>
    given(issued(), renewed(), withdrawn('active')).when(renew()).then(renewed()));

  it('changes nothing for whatever does not fit any more', () => {
    given(issued()).when(withdraw()).thenNothing();
    given(issued(), renewed()).when(withdraw(99)).thenNothing();
    given(issued(), renewed(), withdrawn('active')).when(withdraw()).thenNothing();
    given(issued(), deleted).when(withdraw()).thenNothing();
    given().when(withdraw()).thenNothing();
  });

  it('is prepared anew when the number has changed since it was prepared', () =>
    given(issued(), renewed()).when(withdraw(SUCCESSOR, 'P/2')).thenRefused('policy-number-moved'));
});

describe('what is known of a number and its holder', () => {
  const recordOf = (...events: Parameters<typeof given>) => {
    const { state } = given(...events);
    if (state.phase === 'unknown') throw new Error('Nothing was issued');
    return state.record;
  };
  const renumbered = PolicyDetailsChanged({
    policyId: POLICY,
    customerId: HOLDER,
    fields: ['policyNumber'],
    cover: {},
    personal: { policyNumber: 'P/2' },
  });

  it('says that the number has gone to the next term, until that is withdrawn', () => {
    expect(recordOf(issued(), renewed()).numberPassedOn).toBe(true);
    expect(recordOf(issued(), renewed({}, { numberKept: false })).numberPassedOn).toBe(false);
    const status = 'active';
    const back = PolicyRenewalWithdrawn({ policyId: POLICY, successorId: SUCCESSOR, status });
    expect(recordOf(issued(), renewed(), back).numberPassedOn).toBe(false);
  });

  it('remembers the numbers that it bore before, and holds the new one itself', () => {
    const { formerNumbers, numberPassedOn } = recordOf(issued(), renewed(), renumbered);
    expect({ formerNumbers, numberPassedOn }).toEqual({
      formerNumbers: ['P/1'],
      numberPassedOn: false,
    });
  });

  it('does not take another spelling for another number', () => {
    const respelled = {
      ...renumbered,
      data: { ...renumbered.data, personal: { policyNumber: 'p / 1' } },
    };
    expect(recordOf(issued(), renewed(), respelled)).toMatchObject({
      formerNumbers: [],
      numberPassedOn: true,
    });
  });

  it('is whole again under a new holder, when the former one has been erased', () => {
    const moved = PolicyHolderChanged({
      policyId: POLICY,
      customerId: 4,
      formerCustomerId: HOLDER,
      personal: identity,
    });
    expect(recordOf(issuedToNobody).identity).toBeNull();
    expect(recordOf(issuedToNobody, moved)).toMatchObject({ customerId: 4, identity });
  });

  it('is prepared anew for another number when it has been renewed since', () => {
    const renumber = (successorSeen: number | null): PolicyCommand => ({
      type: 'UpdatePolicy',
      ref: health,
      patch: { policyNumber: 'P/2' },
      numberSeen: 'P/1',
      successorSeen,
    });
    given(issued(), renewed()).when(renumber(null)).thenRefused('policy-number-moved');
    given(issued(), renewed()).when(renumber(SUCCESSOR)).then(renumbered);
  });
});
