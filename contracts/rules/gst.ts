import type { Day } from './kolkataDay.js';
import type { Paise } from './money.js';

/** For whom or what a premium is paid, as goods and services tax distinguishes them. */
export type GstClass = 'health-individual' | 'health-group' | 'motor';

/**
 * Rates in percent, each from its day on. Policies of individuals and families are free of tax from
 * 22 September 2025 (56th meeting of the GST Council; notification 16/2025-Central Tax (Rate));
 * before that, and for groups and motor vehicles still, insurance is taxed with 18 % (SAC 9971).
 */
const RATES: Readonly<Record<GstClass, readonly (readonly [from: Day, percent: number])[]>> = {
  'health-individual': [
    ['2017-07-01', 18],
    ['2025-09-22', 0],
  ],
  'health-group': [['2017-07-01', 18]],
  motor: [['2017-07-01', 18]],
};

/** The rate in percent on a Kolkata day; 0 before there was this tax. */
export const gstRateOn = (what: GstClass, day: Day): number =>
  RATES[what].findLast(([from]) => from <= day)?.[1] ?? 0;

/** The tax that an amount includes, to the nearest paisa, halves up. The amount is not negative. */
export const gstIncluded = (amount: Paise, percent: number): Paise => {
  const divisor = BigInt(100 + percent);
  return Number((BigInt(amount) * BigInt(percent) * 2n + divisor) / (divisor * 2n));
};
