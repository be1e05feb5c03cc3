import {
  InstalmentPaid,
  InstalmentTakenBack,
  type PolicyCover,
  PolicyDetailsChanged,
  PolicyEndorsed,
} from '@insuremanager/contracts/policies/policyEvents';
import { endorsementOf, policyPatchOf } from '@insuremanager/contracts/policies/policyInputs';
import type { EarlierPremium } from '@insuremanager/contracts/policies/premiums';
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
const EARLIER = {
  ...{ premiumAmount: PREMIUM, ownDamagePremium: null, thirdPartyPremium: null },
  ...{ premiumGst: null, until: '2026-07-01' },
};
const endorsed = (
  premiumAmount: number,
  effectiveFrom: string,
  earlierPremiums: EarlierPremium[] | null = [{ ...EARLIER, until: effectiveFrom }],
) =>
  PolicyEndorsed({
    ...{ ...about, effectiveFrom, fields: ['premiumAmount'] },
    ...{ before: { premiumAmount: PREMIUM }, after: { premiumAmount }, earlierPremiums },
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

  it('has that also by an endorsement of long ago, which does not say what was before', () => {
    const some = given(quarterly, endorsed(15_000_00, '2026-07-01', null));
    some.when(pay({ number: 2 })).then(paid(1), paid(2, { amount: 15_000_00 }));
  });

  const endorse = (premiumAmount: string, effectiveFrom: string): PolicyCommand => ({
    type: 'EndorsePolicy',
    ref: health,
    input: endorsementOf('health').parse({
      ...{ effectiveFrom, reason: 'A child was born', changes: { premiumAmount } },
    }),
  });

  it('remembers what was due before each endorsement', () => {
    const first = endorsed(15_000_00, '2026-07-01');
    given(quarterly).when(endorse('15000', '2026-07-01')).then(first);
    const earlierPremiums = [
      EARLIER,
      { ...EARLIER, premiumAmount: 15_000_00, until: '2026-10-01' },
    ];
    const second = PolicyEndorsed({
      ...{ ...about, effectiveFrom: '2026-10-01', fields: ['premiumAmount'] },
      ...{ before: { premiumAmount: 15_000_00 }, after: { premiumAmount: 16_000_00 } },
      ...{ earlierPremiums, personal: { before: {}, after: {}, reason: 'A child was born' } },
    });
    given(quarterly, first).when(endorse('16000', '2026-10-01')).then(second);
    given(quarterly, first, second)
      .when(pay({ number: 3 }))
      .then(paid(1), paid(2, { amount: 15_000_00 }), paid(3, { amount: 16_000_00 }));
  });

  const correction = (cover: Partial<PolicyCover>) =>
    PolicyDetailsChanged({
      ...{ ...about, fields: Object.keys(cover) as (keyof PolicyCover)[], cover },
      personal: {},
    });

  it('has a corrected premium from its start on, or from its latest endorsement', () => {
    const corrected = correction({ premiumAmount: 11_000_00 });
    given(quarterly, corrected)
      .when(pay())
      .then(paid(1, { amount: 11_000_00 }));
    given(quarterly, endorsed(15_000_00, '2026-07-01'), corrected)
      .when(pay({ number: 2 }))
      .then(paid(1), paid(2, { amount: 11_000_00 }));
  });

  it('has by another frequency the premium that goes with it from its start on', () =>
    given(
      quarterly,
      endorsed(15_000_00, '2026-07-01'),
      correction({ premiumFrequency: 'half-yearly' }),
    )
      .when(pay())
      .then(paid(1, { amount: 15_000_00 })));
});
