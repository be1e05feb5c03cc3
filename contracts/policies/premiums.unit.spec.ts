import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays } from '../rules/calendar.js';
import { impossibleParts, partsOfPremium } from './premiumParts.js';
import {
  type EarlierPremium,
  endorsedPremiums,
  type PremiumAmounts,
  premiumOn,
} from './premiums.js';

const premium = (premiumAmount: number, parts: Partial<PremiumAmounts> = {}): PremiumAmounts => ({
  ...{ ownDamagePremium: null, thirdPartyPremium: null, premiumGst: null, premiumAmount, ...parts },
});

describe('the parts of a premium', () => {
  it('are known where two are: the third is the rest', () => {
    const known = { ownDamage: 7_000_00, thirdParty: 3_000_00, gst: 1_800_00 };
    const parts = { ownDamagePremium: 7_000_00, thirdPartyPremium: 3_000_00, premiumGst: 1_800_00 };
    expect(partsOfPremium(premium(11_800_00, parts))).toEqual(known);
    for (const name of ['ownDamagePremium', 'thirdPartyPremium', 'premiumGst'] as const) {
      expect(partsOfPremium(premium(11_800_00, { ...parts, [name]: null }))).toEqual(known);
    }
  });

  it('are not known where one is, or none', () => {
    expect(partsOfPremium(premium(11_800_00))).toBeNull();
    expect(partsOfPremium(premium(11_800_00, { premiumGst: 1_800_00 }))).toBeNull();
  });

  it('come to the premium, which insurers round to the rupee', () => {
    const parts = { ownDamagePremium: 7_000_40, thirdPartyPremium: 3_000_00, premiumGst: 1_800_07 };
    expect(impossibleParts(premium(11_800_00, parts))).toBeNull();
    expect(impossibleParts(premium(11_801_46, parts))).toBeNull();
    expect(impossibleParts(premium(11_801_47, parts))).toEqual({
      ...{ field: 'premiumGst', code: 'parts-differ' },
      message:
        'Own damage, third party and GST come to ₹11,800.47, not to the premium of ₹11,801.47',
    });
    expect(impossibleParts(premium(11_799_47, parts))?.field).toBe('premiumGst');
  });

  it('may be less than the premium while one of them is missing, and not more', () => {
    const some = { ownDamagePremium: 7_000_00, thirdPartyPremium: 3_000_00 };
    expect(impossibleParts(premium(11_800_00, some))).toBeNull();
    expect(impossibleParts(premium(9_999_00, some))?.message).toBe(
      'Own damage and third party come to ₹10,000.00, more than the premium of ₹9,999.00',
    );
    expect(impossibleParts(premium(1_00, { thirdPartyPremium: 2_00 }))?.message).toBe(
      'Third party comes to ₹2.00, more than the premium of ₹1.00',
    );
    expect(impossibleParts(premium(0))).toBeNull();
  });
});

describe('a premium that is endorsed', () => {
  const on = (day: string, now: PremiumAmounts, earlier: readonly EarlierPremium[]) =>
    premiumOn(day, now, earlier).premiumAmount;

  it('is what it was until the day before', () => {
    const [was, is] = [premium(10_000_00), premium(12_000_00)];
    const earlier = endorsedPremiums([], was, is, '2026-07-01');
    expect([on('2026-06-30', is, earlier), on('2026-07-01', is, earlier)]).toEqual([
      ...[10_000_00, 12_000_00],
    ]);
  });

  it('also from a day before another endorsement: what came later differs by as much', () => {
    const first = endorsedPremiums([], premium(10_00), premium(15_00), '2026-10-01');
    const both = endorsedPremiums(first, premium(15_00), premium(17_00), '2026-07-01');
    const of = (day: string) => on(day, premium(17_00), both);
    expect(['2026-06-30', '2026-07-01', '2026-10-01'].map(of)).toEqual([10_00, 12_00, 17_00]);
  });

  it('knows of no part more than was said', () => {
    const [was, is] = [premium(10_00), premium(12_00, { ownDamagePremium: 6_00 })];
    const first = endorsedPremiums([], was, is, '2026-10-01');
    expect(first).toEqual([{ ...was, until: '2026-10-01' }]);
    const now = premium(14_00, { ownDamagePremium: 8_00 });
    const both = endorsedPremiums(first, is, now, '2026-07-01');
    expect(both).toEqual([
      { ...was, until: '2026-07-01' },
      { ...premium(12_00), until: '2026-10-01' },
    ]);
  });

  it('is the first one and what was added until the day, in whatever order it was', () =>
    fc.assert(
      fc.property(
        fc.integer({ min: 0, max: 1_000_00 }),
        fc.array(fc.record({ day: fc.nat(364), by: fc.nat(1_000_00) }), { maxLength: 6 }),
        (base, changes) => {
          const day = (at: number) => addDays('2026-04-01', at);
          let now = premium(base);
          let earlier: EarlierPremium[] = [];
          for (const change of changes) {
            const after = premium(now.premiumAmount + change.by);
            earlier = endorsedPremiums(earlier, now, after, day(change.day));
            now = after;
          }
          for (let at = 0; at < 365; at += 7) {
            const added = changes.filter((one) => one.day <= at);
            const sum = added.reduce((total, { by }) => total + by, base);
            expect(on(day(at), now, earlier)).toBe(sum);
          }
        },
      ),
    ));
});
