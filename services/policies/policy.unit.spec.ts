import {
  PolicyCancelled,
  PolicyDetailsChanged,
  PolicyEndorsed,
  PolicyHolderChanged,
  PolicyIssued,
  PolicyReinstated,
  PolicyRenewalWithdrawn,
  PolicyRenewed,
  PolicyStatusCorrected,
} from '@insuremanager/contracts/policies/policyEvents';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { type PolicyCommand, policyDecider } from './policy.js';
import {
  cancel,
  cancelled,
  cover,
  deleted,
  endorse,
  expire,
  expired,
  identity,
  ids,
  issue,
  issued,
  issuedWith,
  nextCover,
  ref,
  reinstate,
  remove,
  renew,
  renewed,
  update,
  withdraw,
} from './testing/storyOfPolicy.js';

const { given } = scenario(policyDecider);

describe('issuing a policy', () => {
  it('keeps its fields in their normal form, and begins a chain', () =>
    given().when(issue()).then(issued));

  it('takes the status that was chosen', () =>
    given()
      .when(issue({ status: 'Expired' }))
      .then(PolicyIssued({ ...issued.data, status: 'expired' })));

  it('tells which term it renews', () => {
    const renews = { predecessorId: 21, chainId: 20, numberKept: true };
    const command = { ...issue(), ref: { kind: 'health', id: 34 }, renews } as PolicyCommand;
    given()
      .when(command)
      .then(PolicyIssued({ ...issued.data, ...renews, policyId: 34 }));
  });

  it('takes a term of one day, and refuses one that ends before it starts', () => {
    given()
      .when(issue({ startDate: '29/02/2028', endDate: '29/02/2028' }))
      .then(issuedWith({ startDate: '2028-02-29', endDate: '2028-02-29' }));
    given()
      .when(issue({ startDate: '29/02/2028', endDate: '28/02/2028' }))
      .thenRefused('invalid-input');
  });

  it('happens once', () => {
    given(issued).when(issue()).thenRefused('policy-exists');
    given(issued, deleted).when(issue()).thenRefused('policy-exists');
  });

  it('of a next term is done already when somebody else finished the renewal', () => {
    const renews = { predecessorId: 20, chainId: 20, numberKept: true };
    const next = PolicyIssued({ ...issued.data, ...renews });
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
    given(issued)
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
    given(issued)
      .when(update({ policyNumber: 'SH/2026/2' }))
      .then(
        PolicyDetailsChanged({
          ...ids,
          fields: ['policyNumber'],
          cover: {},
          personal: { policyNumber: 'SH/2026/2' },
        }),
      ));

  it('of nothing is no error', () =>
    given(issued)
      .when(update({ sumAssured: 500000 }))
      .thenNothing());

  it('tells a new holder first, so that all that follows is sealed for them', () =>
    given(issued)
      .when(update({ customerId: 13, endDate: '30/04/2027', status: 'cancelled' }))
      .then(
        PolicyHolderChanged({
          policyId: 21,
          customerId: 13,
          formerCustomerId: 12,
          personal: identity,
        }),
        PolicyDetailsChanged({
          policyId: 21,
          customerId: 13,
          fields: ['endDate'],
          cover: { endDate: '2027-04-30' },
          personal: {},
        }),
        PolicyStatusCorrected({ policyId: 21, from: 'active', to: 'cancelled' }),
      ));

  it('records a status that was chosen by hand as a correction', () => {
    for (const to of ['expired', 'cancelled', 'renewed'] as const) {
      given(issued)
        .when(update({ status: to }))
        .then(PolicyStatusCorrected({ policyId: 21, from: 'active', to }));
    }
    given(issued)
      .when(update({ status: 'active' }))
      .thenNothing();
  });

  it('refuses what cannot be, and what is not there', () => {
    given(issued)
      .when(update({ endDate: '31/03/2026' }))
      .thenRefused('invalid-input');
    given()
      .when(update({ sumAssured: 1 }, null))
      .thenRefused('policy-not-found');
    given(issued, deleted)
      .when(update({ sumAssured: 1 }))
      .thenRefused('policy-not-found');
    const ofOtherKind = { ...update({ sumAssured: 1 }), ref: { kind: 'vehicle', id: 21 } };
    given(issued)
      .when(ofOtherKind as PolicyCommand)
      .thenRefused('policy-not-found');
  });

  it('is prepared anew when the number has become another one meanwhile', () => {
    given(issued)
      .when(update({ sumAssured: 1 }, 'SH/2026/0'))
      .thenRefused('policy-number-moved');
    given(issued).when(renew({}, 'SH/2026/0')).thenRefused('policy-number-moved');
  });

  it('refuses to change what is known no more, and deletes it nevertheless', () => {
    const erased = PolicyIssued({ ...issued.data, personal: null });
    given(erased)
      .when(update({ sumAssured: 1 }, null))
      .thenRefused('customer-erased');
    given(erased).when(renew({}, null)).thenRefused('customer-erased');
    given(erased)
      .when({ ...remove, numberSeen: null } as PolicyCommand)
      .then(deleted);
  });
});

describe('endorsing a policy', () => {
  it('keeps what was before', () =>
    given(issued)
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
      given(issued)
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
      given(issued).when(endorse(change, effectiveFrom)).thenRefused('invalid-input');
    }
  });

  it('changes something, and of a policy that is in force', () => {
    given(issued).when(endorse({})).thenRefused('invalid-input');
    given(issued)
      .when(endorse({ endDate: '2026-03-31' }))
      .thenRefused('invalid-input');
    given(issued, cancelled)
      .when(endorse({ sumAssured: 1 }))
      .thenRefused('policy-not-in-force');
    given(issued, renewed)
      .when(endorse({ sumAssured: 1 }))
      .thenRefused('policy-not-in-force');
  });
});

describe('renewing a policy', () => {
  it('begins the day after with the same cover, for a year', () =>
    given(issued).when(renew()).then(renewed));

  it('takes what is different', () =>
    given(issued)
      .when(renew({ policyNumber: 'SH/2027/9', premiumAmount: '14000', endDate: '30/09/2027' }))
      .then(
        PolicyRenewed({
          ...renewed.data,
          numberKept: false,
          cover: { ...nextCover, premiumAmount: 14_000_00, endDate: '2027-09-30' },
          personal: { ...identity, policyNumber: 'SH/2027/9' },
        }),
      ));

  it('knows a number that is kept in any spelling', () =>
    given(issued)
      .when(renew({ policyNumber: 'sh/2026/ 1' }))
      .then(
        PolicyRenewed({
          ...renewed.data,
          personal: { ...identity, policyNumber: 'sh/2026/ 1' },
        }),
      ));

  it.each([
    // The day that a term ends on, then the term that follows.
    ['2027-03-31', '2027-04-01', '2028-03-31'], // over a leap day, at the end of a financial year
    ['2028-02-28', '2028-02-29', '2029-02-28'], // begins on a leap day
    ['2028-02-29', '2028-03-01', '2029-02-28'],
    ['2027-02-28', '2027-03-01', '2028-02-29'],
    ['2026-12-31', '2027-01-01', '2027-12-31'],
  ])('goes on by the calendar after %s', (endDate, startDate, nextEnd) =>
    given(issuedWith({ endDate }))
      .when(renew())
      .then(PolicyRenewed({ ...renewed.data, cover: { ...cover, startDate, endDate: nextEnd } })),
  );

  it('does not overlap the term that ends, and may leave a gap', () => {
    given(issued)
      .when(renew({ startDate: '31/03/2027' }))
      .thenRefused('invalid-input');
    given(issued)
      .when(renew({ startDate: '10/04/2027' }))
      .then(
        PolicyRenewed({
          ...renewed.data,
          cover: { ...cover, startDate: '2027-04-10', endDate: '2028-04-09' },
        }),
      );
  });

  it('is possible once, also after the end, and not when it was cancelled', () => {
    given(issued, expired).when(renew()).then(renewed);
    given(issued, renewed).when(renew()).thenRefused('already-renewed');
    given(issued, cancelled).when(renew()).thenRefused('policy-cancelled');
    given(issued, deleted).when(renew()).thenRefused('policy-not-found');
  });
});

describe('withdrawing a renewal', () => {
  it('lets the term stand as it did before', () => {
    given(issued, renewed)
      .when(withdraw())
      .then(PolicyRenewalWithdrawn({ policyId: 21, successorId: 34, status: 'active' }));
    given(issued, expired, renewed)
      .when(withdraw())
      .then(PolicyRenewalWithdrawn({ policyId: 21, successorId: 34, status: 'expired' }));
  });

  it('leaves a status that somebody chose meanwhile', () =>
    given(
      issued,
      renewed,
      PolicyStatusCorrected({ policyId: 21, from: 'renewed', to: 'cancelled' }),
    )
      .when(withdraw())
      .then(PolicyRenewalWithdrawn({ policyId: 21, successorId: 34, status: 'cancelled' })));

  it('lets it be renewed again', () => {
    const withdrawn = PolicyRenewalWithdrawn({ policyId: 21, successorId: 34, status: 'active' });
    given(issued, renewed, withdrawn).when(renew()).then(renewed);
  });

  it('of another renewal, or of none, changes nothing', () => {
    given(issued, renewed).when(withdraw(35)).thenNothing();
    given(issued).when(withdraw()).thenNothing();
    given(issued, deleted).when(withdraw()).thenNothing();
    given().when(withdraw()).thenNothing();
  });
});

describe('cancelling a policy', () => {
  it('is from the day that was named, or from today', () => {
    given(issued).when(cancel('2026-07-01', '2026-08-15')).then(cancelled);
    given(issued).when(cancel(undefined, '2026-07-01')).then(cancelled);
  });

  it('is from a day of the term, whenever it is entered', () => {
    const on = (cancelledOn: string) => PolicyCancelled({ ...cancelled.data, cancelledOn });
    given(issued).when(cancel(undefined, '2026-03-01')).then(on('2026-04-01'));
    given(issued).when(cancel(undefined, '2027-06-01')).then(on('2027-03-31'));
    given(issued).when(cancel('2026-03-31')).thenRefused('invalid-input');
    given(issued).when(cancel('2027-04-01')).thenRefused('invalid-input');
  });

  it('happens once, and to the last term', () => {
    given(issued, cancelled).when(cancel()).thenRefused('already-cancelled');
    given(issued, renewed).when(cancel()).thenRefused('already-renewed');
    given(issued, deleted).when(cancel()).thenRefused('policy-not-found');
  });
});

describe('reinstating a policy', () => {
  const reinstated = (from: 'cancelled' | 'expired') =>
    PolicyReinstated({ ...ids, from, personal: { note: null } });

  it('undoes a cancellation and a lapse', () => {
    given(issued, cancelled).when(reinstate).then(reinstated('cancelled'));
    given(issued, expired).when(reinstate).then(reinstated('expired'));
  });

  it('needs something to undo, in the last term', () => {
    given(issued).when(reinstate).thenRefused('nothing-to-reinstate');
    given(issued, cancelled, reinstated('cancelled'))
      .when(reinstate)
      .thenRefused('nothing-to-reinstate');
    const byHand = PolicyStatusCorrected({ policyId: 21, from: 'renewed', to: 'expired' });
    given(issued, renewed, byHand).when(reinstate).thenRefused('already-renewed');
  });
});

describe('expiring a policy', () => {
  it('is due the day after the last day', () => {
    given(issued).when(expire('2027-03-31')).thenNothing();
    given(issued).when(expire('2027-04-01')).then(expired);
    const leap = issuedWith({ endDate: '2028-02-29' });
    given(leap).when(expire('2028-02-29')).thenNothing();
    given(leap)
      .when(expire('2028-03-01'))
      .then({ ...expired, data: { policyId: 21, endDate: '2028-02-29' } });
  });

  it('happens once for an end date, whatever was corrected since', () => {
    given(issued, expired).when(expire('2027-04-02')).thenNothing();
    const byHand = PolicyStatusCorrected({ policyId: 21, from: 'expired', to: 'active' });
    given(issued, expired, byHand).when(expire('2027-04-02')).thenNothing();
    const longer = PolicyDetailsChanged({
      ...ids,
      fields: ['endDate'],
      cover: { endDate: '2027-04-30' },
      personal: {},
    });
    given(issued, expired, byHand, longer).when(expire('2027-04-30')).thenNothing();
    given(issued, expired, byHand, longer)
      .when(expire('2027-05-01'))
      .then({ ...expired, data: { policyId: 21, endDate: '2027-04-30' } });
  });

  it('leaves alone whatever else has become of it', () => {
    for (const past of [[], [issued, cancelled], [issued, renewed], [issued, deleted]]) {
      given(...past)
        .when(expire('2027-04-01'))
        .thenNothing();
    }
  });
});

describe('deleting a policy', () => {
  it('goes from the last term backwards', () => {
    given(issued).when(remove).then(deleted);
    given(issued, cancelled).when(remove).then(deleted);
    given(issued, renewed).when(remove).thenRefused('already-renewed');
    const withdrawn = PolicyRenewalWithdrawn({ policyId: 21, successorId: 34, status: 'active' });
    given(issued, renewed, withdrawn).when(remove).then(deleted);
  });

  it('happens once, to a policy of that kind', () => {
    given(issued, deleted).when(remove).thenRefused('policy-not-found');
    given()
      .when({ ...remove, numberSeen: null } as PolicyCommand)
      .thenRefused('policy-not-found');
    given(issued)
      .when({ ...remove, ref: { kind: 'vehicle', id: ref.id } } as PolicyCommand)
      .thenRefused('policy-not-found');
  });
});

describe('the numbers of a policy', () => {
  const renumbered = (policyNumber: string) =>
    PolicyDetailsChanged({
      ...ids,
      fields: ['policyNumber'],
      cover: {},
      personal: { policyNumber },
    });
  const stateOf = (...past: Parameters<typeof given>) => {
    const { state } = given(...past);
    if (state.phase === 'unknown') throw new Error('There is no such policy');
    const { numberPassedOn, formerNumbers } = state.record;
    return { numberPassedOn, formerNumbers };
  };

  it('are remembered as they are claimed', () => {
    expect(stateOf(issued)).toEqual({ numberPassedOn: false, formerNumbers: [] });
    expect(stateOf(issued, renumbered('New / 2'))).toEqual({
      numberPassedOn: false,
      formerNumbers: ['SH/2026/1'],
    });
  });

  it('are the next term’s when they are kept, until the number is another one', () => {
    expect(stateOf(issued, renewed).numberPassedOn).toBe(true);
    expect(stateOf(issued, renewed, renumbered('sh/2026/ 1')).numberPassedOn).toBe(true);
    expect(stateOf(issued, renewed, renumbered('NEW/2')).numberPassedOn).toBe(false);
  });
});
