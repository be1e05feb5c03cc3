import {
  PolicyCancelled,
  PolicyDetailsChanged,
  PolicyReinstated,
} from '@insuremanager/contracts/policies/policyEvents';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { type PolicyCommand, policyDecider } from './policy.js';
import {
  cancelled,
  corrected,
  deleted,
  expired,
  health,
  issued,
  issuedCar,
  issuedToNobody,
  NEXT_TERM,
  POLICY,
  POLICYHOLDER,
  renewalDeleted,
  renewed,
} from './testing/samplePolicy.js';

const { given } = scenario(policyDecider);

const cancel = (cancelledOn?: string | null, today = '2026-06-01'): PolicyCommand => ({
  type: 'CancelPolicy',
  ref: health,
  input: { reason: 'customer_request', ...(cancelledOn !== undefined && { cancelledOn }) },
  today,
});
const reinstate: PolicyCommand = { type: 'ReinstatePolicy', ref: health, input: {} };
const expire = (today: string): PolicyCommand => ({ type: 'ExpirePolicy', ref: health, today });
const remove = (
  id = POLICY,
  isPolicyholderDeleted = false,
  evenIfRenewed = false,
): PolicyCommand => ({
  type: 'DeleteTerm',
  ref: { kind: 'health', id },
  isPolicyholderDeleted,
  evenIfRenewed,
});

describe('cancelling a policy', () => {
  const cancelledFrom = (cancelledOn: string) =>
    PolicyCancelled({
      policyId: POLICY,
      termId: POLICY,
      customerId: POLICYHOLDER,
      cancelledOn,
      reason: 'customer_request',
      personal: { note: null },
    });

  it.each([
    ['the day that is asked for', '2026-09-15', '2026-06-01', '2026-09-15'],
    ['today, when none is', undefined, '2026-06-01', '2026-06-01'],
    ['today, when it is left empty', null, '2026-06-01', '2026-06-01'],
    ['the first day of a term that is still to come', undefined, '2026-03-01', '2026-04-01'],
    ['the last day of a term that is over', undefined, '2027-05-01', '2027-03-31'],
  ])('ends the cover on %s', (_, requested, today, day) =>
    given(issued()).when(cancel(requested, today)).then(cancelledFrom(day)),
  );

  it('keeps a note', () =>
    given(issued())
      .when({
        type: 'CancelPolicy',
        ref: health,
        input: { reason: 'customer_request', cancelledOn: '2026-09-15', note: 'Moves abroad' },
        today: '2026-06-01',
      })
      .then(cancelled));

  it.each(['2026-03-31', '2027-04-01'])('refuses %s, a day outside the term', (day) =>
    given(issued()).when(cancel(day)).thenRefused('invalid-input'),
  );

  it('refuses a second time', () =>
    given(issued(), cancelled).when(cancel()).thenRefused('already-cancelled'));

  it('refuses a term that has been renewed', () =>
    given(issued(), renewed()).when(cancel()).thenRefused('already-renewed'));
});

describe('reinstating a policy', () => {
  const reinstated = (from: 'cancelled' | 'expired') =>
    PolicyReinstated({
      policyId: POLICY,
      termId: POLICY,
      customerId: POLICYHOLDER,
      from,
      personal: { note: null },
    });

  it('undoes a cancellation', () =>
    given(issued(), cancelled).when(reinstate).then(reinstated('cancelled')));

  it('undoes a lapse', () => given(issued(), expired).when(reinstate).then(reinstated('expired')));

  it('refuses what is in force', () =>
    given(issued()).when(reinstate).thenRefused('nothing-to-reinstate'));

  it('refuses a term that has been renewed, whatever its status was set to', () =>
    given(issued(), renewed(), corrected('renewed', 'expired'))
      .when(reinstate)
      .thenRefused('already-renewed'));
});

describe('expiring a policy', () => {
  it('comes the day after its last day, and not on it', () => {
    given(issued()).when(expire('2027-03-31')).thenNothing();
    given(issued()).when(expire('2027-04-01')).then(expired);
  });

  it('comes on 1 March when the last day is a leap day', () => {
    const endDate = '2028-02-29';
    given(issued({ endDate })).when(expire('2028-02-29')).thenNothing();
    given(issued({ endDate }))
      .when(expire('2028-03-01'))
      .then({ ...expired, data: { policyId: POLICY, termId: POLICY, endDate } });
  });

  it('catches up when the system was away', () =>
    given(issued()).when(expire('2031-01-01')).then(expired));

  it('leaves alone what was set back to active by hand, or reinstated', () => {
    const reinstated = PolicyReinstated({
      policyId: POLICY,
      termId: POLICY,
      customerId: POLICYHOLDER,
      from: 'expired',
      personal: { note: null },
    });
    given(issued(), expired, corrected('expired', 'active'))
      .when(expire('2027-05-01'))
      .thenNothing();
    given(issued(), expired, reinstated).when(expire('2027-05-01')).thenNothing();
  });

  it('comes again for another end date', () => {
    const endDate = '2027-06-30';
    const prolonged = PolicyDetailsChanged({
      policyId: POLICY,
      termId: POLICY,
      customerId: POLICYHOLDER,
      fields: ['endDate'],
      cover: { endDate },
      personal: {},
    });
    given(issued(), expired, corrected('expired', 'active'), prolonged)
      .when(expire('2027-07-01'))
      .then({ ...expired, data: { policyId: POLICY, termId: POLICY, endDate } });
  });

  it('is no error for whatever is not due any more', () => {
    const late = expire('2027-05-01');
    given(issued(), cancelled).when(late).thenNothing();
    given(issued(), renewed()).when(late).thenNothing();
    given(issued(), deleted).when(late).thenNothing();
    given().when(late).thenNothing();
  });

  it('needs nobody’s key', () => given(issuedToNobody).when(expire('2027-04-01')).then(expired));
});

describe('deleting a policy', () => {
  it('takes it out and keeps its history', () => {
    given(issued()).when(remove()).then(deleted);
    expect(given(issued(), deleted).state?.terms).toMatchObject([{ id: POLICY, isDeleted: true }]);
  });

  it('refuses a second time, and what is of the other kind', () => {
    given(issued(), deleted).when(remove()).thenRefused('policy-not-found');
    given(issuedCar).when(remove()).thenRefused('policy-not-found');
  });

  it('refuses a term that has been renewed: the new one goes first', () =>
    given(issued(), renewed()).when(remove()).thenRefused('already-renewed'));

  it('is possible for an erasure although it has been renewed; the new one stays', () => {
    given(issued(), renewed())
      .when(remove(POLICY, false, true))
      .then(deleted);
    const after = given(issued(), renewed(), deleted);
    expect(after.state?.terms).toMatchObject([{ isDeleted: true }, { status: 'active' }]);
    after
      .when(remove(NEXT_TERM))
      .then({ ...deleted, data: { ...deleted.data, termId: NEXT_TERM } });
  });

  it('is possible when the policyholder has been erased', () =>
    given(issuedToNobody).when(remove()).then(deleted));
});

describe('deleting a term that renewed another', () => {
  it.each([
    ['active', [issued()]],
    ['expired', [issued(), expired]],
  ] as const)('gives that one its status back: %s', (status, before) => {
    given(...before, renewed())
      .when(remove(NEXT_TERM))
      .then(renewalDeleted(status));
    const { state } = given(...before, renewed(), renewalDeleted(status));
    expect(state?.terms).toMatchObject([
      { id: POLICY, status, statusBeforeRenewal: null },
      { id: NEXT_TERM, isDeleted: true },
    ]);
  });

  it('leaves a status alone that was chosen by hand meanwhile', () =>
    given(issued(), renewed(), corrected('renewed', 'cancelled'))
      .when(remove(NEXT_TERM))
      .then(renewalDeleted('cancelled')));

  it('brings nothing into force for a customer who has been deleted', () => {
    given(issued(), renewed()).when(remove(NEXT_TERM, true)).then(renewalDeleted('expired'));
    given(issued(), corrected('active', 'cancelled'), corrected('cancelled', 'expired'), renewed())
      .when(remove(NEXT_TERM, true))
      .then(renewalDeleted('expired'));
  });

  it('lets it be renewed again, as another term', () => {
    const again = given(issued(), renewed(), renewalDeleted('active'));
    const renewal = { type: 'RenewPolicy', ref: health, input: {} } as const;
    again.when(renewal).then(renewed({}, { nextTermId: NEXT_TERM + 1 }));
    again.when(remove()).then(deleted);
    again.when(remove(NEXT_TERM)).thenRefused('policy-not-found');
  });
});
