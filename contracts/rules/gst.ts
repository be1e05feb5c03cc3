import type { Day } from './kolkataDay.js';
import type { Paise } from './money.js';

/** For whom or what a premium is paid, as goods and services tax distinguishes them. */
export const GST_CLASSES = ['health-individual', 'health-group', 'motor'] as const;
export type GstClass = (typeof GST_CLASSES)[number];
export const GST_CLASS_LABELS: Readonly<Record<GstClass, string>> = {
  'health-individual': 'Individual and family health',
  'health-group': 'Group health',
  motor: 'Motor',
};

/** A rate in percent, from a Kolkata day on. */
export interface GstRate {
  readonly what: GstClass;
  readonly from: Day;
  /** A whole number. */
  readonly percent: number;
}

/**
 * What the law says, as far as this release knows it. Policies of individuals and families are free
 * of tax from 22 September 2025 (56th meeting of the GST Council; notification 16/2025-Central Tax
 * (Rate)); before that, and for groups and motor vehicles still, insurance is taxed with 18 %
 * (SAC 9971).
 */
export const STATUTORY_GST_RATES: readonly GstRate[] = [
  { what: 'health-individual', from: '2017-07-01', percent: 18 },
  { what: 'health-individual', from: '2025-09-22', percent: 0 },
  { what: 'health-group', from: '2017-07-01', percent: 18 },
  { what: 'motor', from: '2017-07-01', percent: 18 },
];

/**
 * The rate in percent on a Kolkata day; 0 before there was this tax.
 * @param added what the agency has added to the statutory rates: of two of one day its own counts.
 */
export function gstRateOn(what: GstClass, day: Day, added: readonly GstRate[] = []): number {
  const begun = [...STATUTORY_GST_RATES, ...added].filter(
    (rate) => rate.what === what && rate.from <= day,
  );
  const last = begun.reduce<GstRate | null>(
    (latest, rate) => (latest === null || rate.from >= latest.from ? rate : latest),
    null,
  );
  return last?.percent ?? 0;
}

/** The tax that an amount includes, to the nearest paisa, halves up. The amount is not negative. */
export const gstIncluded = (amount: Paise, percent: number): Paise => {
  const divisor = BigInt(100 + percent);
  return Number((BigInt(amount) * BigInt(percent) * 2n + divisor) / (divisor * 2n));
};
