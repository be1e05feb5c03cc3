const grouping = new Intl.NumberFormat('en-IN');

/** `1,23,456`. */
export const formatCount = (count: number): string => grouping.format(count);

/** `₹32k`, `₹4.5L` (lakh, a hundred thousand), `₹1.2Cr` (crore, ten million): a scale's short words. */
export function shortRupees(rupees: number): string {
  const size = Math.abs(rupees);
  if (size < 1e3) return `₹${short(rupees)}`;
  if (size < 1e5) return `₹${short(rupees / 1e3)}k`;
  if (size < 1e7) return `₹${short(rupees / 1e5)}L`;
  return `₹${short(rupees / 1e7)}Cr`;
}

const short = (amount: number): string =>
  Number(amount.toFixed(Math.abs(amount) < 10 ? 1 : 0)).toString();

/** Paise of rupees with two digits, as the gateway writes every amount. */
export const paiseOf = (decimal: string): bigint => BigInt(decimal.replace('.', ''));

/** `+18%`, `−4%`, `0%`. */
export function formatGrowth(percent: number): string {
  const sign = percent > 0 ? '+' : percent < 0 ? '−' : '';
  return `${sign}${formatCount(Math.abs(percent))}%`;
}

/** The rounded share of a part in percent; of nothing, none. */
export const percentOf = (part: number, whole: number): number =>
  whole === 0 ? 0 : Math.round((part / whole) * 100);
