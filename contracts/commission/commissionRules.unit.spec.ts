import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { instalmentsOf } from '../policies/instalments.js';
import type { PremiumAmounts } from '../policies/premiums.js';
import { addDays, daysBetween } from '../rules/calendar.js';
import { COMMISSION_PRODUCTS } from './commissionKinds.js';
import {
  type CommissionTerm,
  commissionOf,
  entriesOf,
  type Rate,
  rateOn,
  share,
  usualCaps,
} from './commissionRules.js';
import { rateWarnings } from './rateViews.js';

const NO_PARTS = { ownDamagePremium: null, thirdPartyPremium: null, premiumGst: null };
/** A premium, of which the parts are known or not. */
const paid = (premiumAmount: number, parts: Partial<PremiumAmounts> = {}) => ({
  premium: { ...NO_PARTS, ...parts, premiumAmount },
});
const until = (day: string, premiumAmount: number, parts: Partial<PremiumAmounts> = {}) => ({
  ...{ ...NO_PARTS, ...parts, premiumAmount, until: day },
});
const health: CommissionTerm = {
  ...{ kind: 'health', product: 'family', coverType: null, ...paid(10_000_00) },
  ...{ frequency: 'yearly', startDate: '2026-04-01', endDate: '2027-03-31' },
  ...{ cancelledOn: null, earlier: [] },
};
const car: CommissionTerm = { ...health, kind: 'vehicle', product: 'car', ...paid(11_800_00) };
const rate = (change: Partial<Rate> = {}): Rate => ({
  ...{ product: 'family', validFrom: '2025-10-01', ownDamage: 0, thirdParty: 0, net: 15_00 },
  ...change,
});
const carRate = rate({ product: 'car', net: 0, ownDamage: 19_50, thirdParty: 2_50 });
const told = (term: CommissionTerm) =>
  entriesOf(term).map(({ cause, on, amount }) => [cause, on, amount]);

describe('what a term earns', () => {
  it('is the premium on its first day', () =>
    expect(told(health)).toEqual([['premium', '2026-04-01', 10_000_00]]));

  it('is each instalment when it falls due', () => {
    const months = told({ ...health, ...paid(1_000_00), frequency: 'quarterly' });
    expect(months).toEqual([
      ['premium', '2026-04-01', 1_000_00],
      ['premium', '2026-07-01', 1_000_00],
      ['premium', '2026-10-01', 1_000_00],
      ['premium', '2027-01-01', 1_000_00],
    ]);
  });

  it('has no second premium where a term ends a day late', () =>
    expect(told({ ...health, endDate: '2027-04-01' })).toHaveLength(1));

  it('is each premium that the policy owes, also where its last one pays for less', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 400 }),
        fc.integer({ min: 1, max: 800 }),
        fc.constantFrom('monthly', 'quarterly', 'half-yearly'),
        (after, length, frequency) => {
          const startDate = addDays('2026-01-01', after);
          const dates = { startDate, endDate: addDays(startDate, length) };
          const owed = instalmentsOf({
            ...{ ...dates, premiumFrequency: frequency, ...health.premium },
          });
          expect(told({ ...health, ...dates, frequency })).toEqual(
            owed.map(({ dueDate, amount }) => ['premium', dueDate, amount]),
          );
        },
      ),
    );
  });

  it('changes by days with an endorsement', () => {
    // From 15 September to 31 March are 198 of 365 days.
    const endorsed = {
      ...health,
      ...paid(13_650_00),
      earlier: [until('2026-09-15', 10_000_00)],
    };
    expect(told(endorsed)).toEqual([
      ['premium', '2026-04-01', 10_000_00],
      ['endorsement', '2026-09-15', 1_980_00],
    ]);
  });

  it('is given back for the days after a cancellation', () => {
    const cancelled = { ...health, ...paid(3_650_00), cancelledOn: '2026-09-14' };
    expect(told(cancelled)).toEqual([
      ['premium', '2026-04-01', 3_650_00],
      ['cancellation', '2026-09-14', -1_980_00],
    ]);
  });

  it('is nothing where it was cancelled by hand, without a day', () =>
    expect(told({ ...health, cancelledOn: '2026-03-31' })).toEqual([]));

  it('gives back what an endorsement had added, too', () => {
    const both: CommissionTerm = {
      ...{ ...health, ...paid(7_300_00), cancelledOn: '2026-12-31' },
      earlier: [until('2026-09-15', 3_650_00)],
    };
    expect(told(both)).toEqual([
      ['premium', '2026-04-01', 3_650_00],
      ['endorsement', '2026-09-15', 1_980_00],
      ['cancellation', '2026-12-31', -1_800_00],
    ]);
  });

  it('is for a cancelled term what its days come to, within a paisa for each entry', () =>
    fc.assert(
      fc.property(
        fc.record({
          premium: fc.integer({ min: 1, max: 99_999_999_99 }),
          frequency: fc.constantFrom('monthly', 'quarterly', 'half-yearly', 'yearly'),
          covered: fc.integer({ min: 0, max: 364 }),
        }),
        ({ premium, frequency, covered }) => {
          const cancelledOn = addDays(health.startDate, covered);
          const all = entriesOf({ ...health, ...paid(premium), frequency });
          const entries = entriesOf({ ...health, ...paid(premium), frequency, cancelledOn });
          const sum = entries.reduce((total, { amount }) => total + amount, 0);
          const before = all.filter(({ on }) => on <= cancelledOn);
          const last = before.at(-1);
          const next = all.find(({ on }) => on > cancelledOn)?.on ?? addDays(health.endDate, 1);
          const from = last?.on ?? health.startDate;
          const used = daysBetween(from, cancelledOn) + 1;
          const exact = premium * (before.length - 1) + (premium * used) / daysBetween(from, next);
          expect(Math.abs(sum - exact)).toBeLessThanOrEqual(1);
        },
      ),
    ));
});

describe('the commission of a premium', () => {
  const of = (term: CommissionTerm, rates: readonly Rate[], from = '', to = '9999') =>
    entriesOf(term)
      .filter(({ on }) => on >= from && on <= to)
      .reduce((total, entry) => total + commissionOf(entry, term, rates, []).amount, 0);

  it('is of the premium without GST', () => {
    expect(of(health, [rate()])).toBe(1_500_00);
    // 11,800 with 18 % are 10,000 without.
    expect(of({ ...car, coverType: 'third_party' }, [carRate])).toBe(250_00);
    expect(of({ ...car, coverType: 'own_damage' }, [{ ...carRate, net: 1_00 }])).toBe(2_050_00);
  });

  const split = { ownDamagePremium: 7_000_00, thirdPartyPremium: 3_000_00 };

  it('is of each part of a motor premium by itself, where they are known', () => {
    // 19.5 % of 7,000 and 2.5 % of 3,000.
    const known = 1_365_00 + 75_00;
    expect(of({ ...car, ...paid(11_800_00, { ...split, premiumGst: 1_800_00 }) }, [carRate])).toBe(
      known,
    );
    expect(of({ ...car, ...paid(11_800_00, split) }, [carRate])).toBe(known);
    const rest = { ownDamagePremium: 7_000_00, premiumGst: 1_800_00 };
    expect(of({ ...car, ...paid(11_800_00, rest) }, [{ ...carRate, net: 1_00 }])).toBe(
      known + 100_00,
    );
    // Whatever the tax is.
    expect(of({ ...car, ...paid(11_000_00, split) }, [carRate])).toBe(known);
  });

  it('leaves out what is of parts that are not known, and says so', () => {
    const unsplit = (term: CommissionTerm, rates: readonly Rate[]) =>
      entriesOf(term).map((entry) => commissionOf(entry, term, rates));
    expect(unsplit(car, [carRate])).toEqual([{ amount: 0, isUnsplit: true }]);
    expect(unsplit(car, [{ ...carRate, net: 1_00 }])).toEqual([
      { amount: 100_00, isUnsplit: true },
    ]);
    // Where the same is paid of both, it does not matter.
    const same = { ...carRate, thirdParty: 19_50 };
    expect(unsplit(car, [same])).toEqual([{ amount: 1_950_00, isUnsplit: false }]);
    expect(unsplit({ ...car, ...paid(11_000_00, { premiumGst: 1_000_00 }) }, [same])).toEqual([
      { amount: 1_950_00, isUnsplit: false },
    ]);
    expect(unsplit(car, [])).toEqual([{ amount: 0, isUnsplit: false }]);
  });

  it('changes by the parts that an endorsement changes', () => {
    const endorsed: CommissionTerm = {
      ...{ ...car, ...paid(12_980_00, { ...split, ownDamagePremium: 8_000_00 }) },
      earlier: [until('2026-09-15', 11_800_00, split)],
    };
    // 198 of 365 days of 1,000 of own damage.
    expect(of(endorsed, [carRate])).toBe(1_440_00 + share(542_47, 19_50, 100_00));
    const unknown = { ...endorsed, earlier: [until('2026-09-15', 11_800_00)] };
    const [first, second] = entriesOf(unknown).map((one) => commissionOf(one, unknown, [carRate]));
    expect([first?.isUnsplit, second?.isUnsplit]).toEqual([true, true]);
  });

  it('is given back of each part', () => {
    const cancelled = { ...car, ...paid(11_800_00, split), cancelledOn: '2026-09-14' };
    const back = share(share(7_000_00, 198, 365), 19_50, 100_00);
    const backToo = share(share(3_000_00, 198, 365), 2_50, 100_00);
    expect(of(cancelled, [carRate])).toBe(1_440_00 - back - backToo);
  });

  it('counts parts of motor premiums for motor only', () =>
    expect(of(health, [rate({ net: 0, ownDamage: 15_00, thirdParty: 2_50 })])).toBe(0));

  it('is by the rate of the day on which it fell due', () => {
    const monthly: CommissionTerm = { ...health, ...paid(1_000_00), frequency: 'monthly' };
    const rates = [rate({ net: 10_00 }), rate({ validFrom: '2026-10-01', net: 20_00 })];
    expect(of(monthly, rates)).toBe(6 * 100_00 + 6 * 200_00);
    expect(of(monthly, rates, '2026-09-01', '2026-10-31')).toBe(300_00);
  });

  it('takes back by the rate by which it was paid', () => {
    const rates = [rate({ net: 10_00 }), rate({ validFrom: '2026-06-01', net: 50_00 })];
    const cancelled = { ...health, ...paid(3_650_00), cancelledOn: '2026-09-14' };
    expect(of(cancelled, rates)).toBe(365_00 - 198_00);
  });

  it('is nothing without a rate', () => {
    expect(of(health, [])).toBe(0);
    expect(of(health, [rate({ validFrom: '2026-04-02' })])).toBe(0);
    expect(of(health, [rate({ product: 'individual' })])).toBe(0);
  });

  it('is to the nearest paisa, the same both ways', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 99_999_999_99 }),
        fc.integer({ min: 0, max: 100_00 }),
        (amount, net) => {
          const entry = {
            ...({ cause: 'premium', on: '2026-04-01', ratedOn: '2026-04-01' } as const),
            ...{ parts: null, gst: null },
          } as const;
          const given = commissionOf({ ...entry, amount }, health, [rate({ net })]).amount;
          const back = commissionOf({ ...entry, amount: -amount }, health, [rate({ net })]).amount;
          expect(given + back).toBe(0);
          expect(Math.abs(given * 100_00 - amount * net)).toBeLessThanOrEqual(50_00);
        },
      ),
    ));

  it('shares halves away from zero', () => {
    expect([share(1, 1, 2), share(-1, 1, 2), share(3, 1, 2), share(1, 1, 3)]).toEqual([
      1, -1, 2, 0,
    ]);
  });
});

describe('the rate on a day', () => {
  it('is the last that had begun', () => {
    const rates = [rate(), rate({ validFrom: '2026-04-01', net: 12_00 })];
    const netOn = (day: string) => rateOn(rates, 'family', day)?.net;
    expect(['2025-09-30', '2025-10-01', '2026-03-31', '2026-04-01'].map(netOn)).toEqual([
      ...[undefined, 15_00, 15_00, 12_00],
    ]);
  });
});

describe('what is unusual about a rate', () => {
  const codes = (change: Partial<Rate>) =>
    rateWarnings({ insuranceCompany: 'Star Health', ...rate(change) }).map(({ code }) => code);

  it('is more than the regulator allowed until 31 March 2023', () => {
    expect(codes({})).toEqual([]);
    expect(codes({ net: 15_01 })).toEqual(['above-cap']);
    expect(codes({ product: 'group', net: 10_00 })).toEqual(['above-cap']);
    expect(codes({ product: 'car', net: 0, ownDamage: 15_00, thirdParty: 2_50 })).toEqual([]);
    expect(codes({ product: 'car', net: 0, ownDamage: 17_50 })).toEqual(['above-cap']);
    expect(codes({ product: 'bike', net: 0, ownDamage: 17_50 })).toEqual([]);
    expect(codes({ product: 'truck', net: 0, thirdParty: 5_00 })).toEqual(['above-cap']);
  });

  it('is a part that health policies do not have', () =>
    expect(codes({ ownDamage: 1_00 })).toEqual(['no-such-part']));

  it('has a cap for every product', () => {
    for (const product of COMMISSION_PRODUCTS) {
      const { net, ownDamage, thirdParty } = usualCaps(product);
      expect(net + ownDamage + thirdParty).toBeGreaterThan(0);
    }
  });
});
