import {
  InstalmentPaid,
  InstalmentTakenBack,
  PolicyDetailsChanged,
  PolicyEndorsed,
} from '@insuremanager/contracts/policies/policyEvents';
import { policyPatchOf } from '@insuremanager/contracts/policies/policyInputs';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, it } from 'vitest';
import { type PolicyCommand, policyDecider } from './policy.js';
import {
  cancelled,
  corrected,
  deleted,
  health,
  issued,
  POLICY,
  POLICYHOLDER,
  renewed,
} from './testing/samplePolicy.js';

const { given } = scenario(policyDecider);

const PREMIUM = 12_500_50;
const DUE = ['2026-04-01', '2026-07-01', '2026-10-01', '2027-01-01'];
const quarterly = issued({ premiumFrequency: 'quarterly' });
const about = { policyId: POLICY, termId: POLICY, customerId: POLICYHOLDER };

const paid = (number: number, change: object = {}) =>
  InstalmentPaid({
    ...{ ...about, number, dueDate: DUE[number - 1] ?? '', amount: PREMIUM },
    ...{ paidOn: '2026-07-02', means: 'upi', personal: { reference: '412345678901' } },
    ...change,
  });
const pay = (input: object = {}): PolicyCommand => ({
  type: 'PayInstalments',
  ref: health,
  input: { paidOn: '2026-07-02', amount: 0, means: 'upi', reference: '412345678901', ...input },
  today: '2026-07-02',
});
const takenBack = (number: number) =>
  InstalmentTakenBack({ ...about, number, personal: { reason: 'Cheque returned' } });
const takeBack = (number?: number): PolicyCommand => ({
  type: 'TakeBackInstalment',
  ref: health,
  input: { number, reason: 'Cheque returned' },
});
const update = (fields: object): PolicyCommand => ({
  type: 'UpdatePolicy',
  ref: health,
  patch: policyPatchOf('health').parse(fields),
});
const endorsed = (premiumAmount: number, effectiveFrom: string) =>
  PolicyEndorsed({
    ...{ ...about, effectiveFrom, fields: ['premiumAmount'] },
    ...{ before: { premiumAmount: PREMIUM }, after: { premiumAmount } },
    personal: { before: {}, after: {}, reason: 'A child was born' },
  });

describe('marking an instalment as paid', () => {
  it('is of the next one, for what is due', () => given(quarterly).when(pay()).then(paid(1)));

  it('goes on with the one after', () => given(quarterly, paid(1)).when(pay()).then(paid(2)));

  it('marks all up to one, each for what was due', () =>
    given(quarterly)
      .when(pay({ number: 3, amount: 1 }))
      .then(paid(1), paid(2), paid(3)));

  it('keeps what was paid where that is another amount', () =>
    given(quarterly)
      .when(pay({ amount: 12_000_00 }))
      .then(paid(1, { amount: 12_000_00 })));

  it('is refused twice', () =>
    given(quarterly, paid(1))
      .when(pay({ number: 1 }))
      .thenRefused('instalment-paid'));

  it('is refused when all are paid', () =>
    given(quarterly, paid(1), paid(2), paid(3), paid(4))
      .when(pay())
      .thenRefused('instalment-paid'));

  it('is refused of one that there is not', () =>
    given(quarterly)
      .when(pay({ number: 5 }))
      .thenRefused('invalid-input'));

  it('is refused where the premium is yearly', () =>
    given(issued()).when(pay()).thenRefused('no-instalments'));

  it('is refused for a day that is to come', () =>
    given(quarterly)
      .when(pay({ paidOn: '2026-07-03' }))
      .thenRefused('invalid-input'));

  it('is refused for a policy that is cancelled or deleted', () => {
    given(quarterly, cancelled).when(pay()).thenRefused('policy-cancelled');
    given(quarterly, deleted).when(pay()).thenRefused('policy-not-found');
  });

  it('is possible of a term that is over: it was only recorded late', () =>
    given(quarterly, corrected('active', 'expired')).when(pay()).then(paid(1)));

  it('is of its own term: the next one begins with nothing paid', () => {
    const next = renewed({ premiumFrequency: 'quarterly' });
    given(quarterly, paid(1), next).when(pay()).then(paid(2));
  });
});

describe('taking a payment back', () => {
  it('is of the latest one', () =>
    given(quarterly, paid(1), paid(2)).when(takeBack()).then(takenBack(2)));

  it('lets it be paid again', () =>
    given(quarterly, paid(1), takenBack(1)).when(pay()).then(paid(1)));

  it('is refused of one after which another was paid', () =>
    given(quarterly, paid(1), paid(2)).when(takeBack(1)).thenRefused('later-instalment-paid'));

  it('is refused where nothing is paid', () => {
    given(quarterly).when(takeBack()).thenRefused('instalment-not-paid');
    given(quarterly, paid(1)).when(takeBack(2)).thenRefused('instalment-not-paid');
  });
});

describe('a policy of which instalments are paid', () => {
  it('keeps the days for which they were paid', () => {
    const some = given(quarterly, paid(1), paid(2));
    some.when(update({ startDate: '2026-04-02' })).thenRefused('instalments-paid');
    some.when(update({ premiumFrequency: 'monthly' })).thenRefused('instalments-paid');
    some.when(update({ endDate: '2026-06-30' })).thenRefused('instalments-paid');
  });

  it('may end later or earlier, as long as none of them falls out', () =>
    given(quarterly, paid(1), paid(2))
      .when(update({ endDate: '2026-09-30' }))
      .then(
        PolicyDetailsChanged({
          ...about,
          fields: ['endDate'],
          cover: { endDate: '2026-09-30' },
          personal: {},
        }),
      ));

  it('has the new premium from the day of an endorsement on', () => {
    const some = given(quarterly, endorsed(15_000_00, '2026-07-01'));
    some.when(pay({ number: 2 })).then(paid(1), paid(2, { amount: 15_000_00 }));
  });

  it('has a corrected premium from its start on', () => {
    const correction = PolicyDetailsChanged({
      ...{ ...about, fields: ['premiumAmount'], cover: { premiumAmount: 11_000_00 } },
      personal: {},
    });
    given(quarterly, endorsed(15_000_00, '2026-07-01'), correction)
      .when(pay())
      .then(paid(1, { amount: 11_000_00 }));
  });
});
