import { monthsOf, PREMIUM_FREQUENCIES, type PremiumFrequency } from './premiumFrequency.js';

/**
 * An amount of money: a whole number of paise, one hundredth of a rupee. Amounts of the product
 * are at most ten digits before the point and two behind it, so twelve digits of paise: far below
 * 2^53, where JavaScript's numbers stop being exact. Sums over many records are `bigint`.
 */
export type Paise = number;

/**
 * Commas may stand as in India or in the west, but three digits follow the last one: `1,20` could
 * be meant as a decimal comma, so it is not read.
 */
const BY_COMMAS = String.raw`\d{1,3}(?:,\d{2,3})*,\d{3}`;
/**
 * Blanks of any width, as the PDFs of some insurers have them: `12 500`, `1 20 000`. They part
 * other things as well, so they stand wholly as in the west or wholly as in India.
 */
const BY_BLANKS = String.raw`\d{1,3}(?:\p{Zs}\d{3})+|\d{1,2}(?:\p{Zs}\d{2})+\p{Zs}\d{3}`;
const AMOUNT = new RegExp(
  String.raw`^(?<sign>[-\u2212])?(?=\.?\d)(?<rupees>\d*|${BY_COMMAS}|${BY_BLANKS})(?:\.(?<decimals>\d+))?$`,
  'u',
);
/**
 * `Rs.5` are five rupees and `Rs .5` may be, so no amount that begins with a point follows `Rs`.
 */
const CURRENCY = /^(?<sign>[-\u2212]?)\s*(?:₹|rs\.?(?!\s*\.)|inr)\s*/iu;
/** What is often written behind an amount in India: `1,200/-`. */
const FLOURISH = /\/-$/;
/** Zeros that a word behind the number stands for: `5L`, `5 lakh`, `2.5 cr`, `50k`. */
const UNITS = [
  { zeros: 3, word: /(?:k|thousand)$/i },
  { zeros: 5, word: /(?:l|la(?:kh|c)s?)\.?$/i },
  { zeros: 7, word: /(?:crs?|crores?)\.?$/i },
];

/**
 * Reads an amount in rupees: `9029.95`, `₹12,34,567.50`, `Rs. 1,200/-`, `12 500`, `.50`, `5 lakh`,
 * 1200.5. Null when it cannot be read without a doubt or without rounding: parts of a paisa, an
 * exponent, a decimal comma, an empty text, more than a number holds exactly. A number below zero
 * is read as one; whether it may be is the caller's rule.
 */
export function parsePaise(raw: string | number): Paise | null {
  const paise = readPaise(raw);
  return paise !== null && Number.isSafeInteger(paise) ? paise : null;
}

/** As `parsePaise`, however large: beyond 2^53 paise it is only good for saying that it is too much. */
export function readPaise(raw: string | number): number | null {
  const text = typeof raw === 'number' ? String(raw) : raw.trim();
  const amount = text.replace(CURRENCY, '$<sign>').replace(FLOURISH, '');
  const unit = UNITS.find(({ word }) => word.test(amount));
  const parts = AMOUNT.exec(unit ? amount.replace(unit.word, '').trimEnd() : amount)?.groups;
  if (!parts) return null;
  const places = 2 + (unit?.zeros ?? 0);
  const decimals = parts.decimals ?? '';
  if (decimals.length > places) return null;
  const digits = (parts.rupees ?? '').replace(/\D/g, '') + decimals.padEnd(places, '0');
  const paise = Number(digits);
  return parts.sign && paise > 0 ? -paise : paise;
}

const parted = (paise: Paise | bigint): { minus: string; rupees: string; fraction: string } => {
  const digits = String(paise).replace('-', '').padStart(3, '0');
  const isNegative = paise < 0;
  return { minus: isNegative ? '-' : '', rupees: digits.slice(0, -2), fraction: digits.slice(-2) };
};

/** The Indian grouping: three digits, then twos: `12,34,567`. */
const grouped = (rupees: string): string => rupees.replace(/\B(?=(?:\d{2})*\d{3}$)/g, ',');

/** As a decimal number of rupees, always with two digits behind the point: `9029.95`, `0.00`. */
export function decimalOf(paise: Paise | bigint): string {
  const { minus, rupees, fraction } = parted(paise);
  return `${minus}${rupees}.${fraction}`;
}

/** `₹12,34,567.50`, `-₹5.00`: to the paisa, grouped as in India. */
export function formatMoney(paise: Paise | bigint): string {
  const { minus, rupees, fraction } = parted(paise);
  return `${minus}₹${grouped(rupees)}.${fraction}`;
}

/** As it stands in a field of a form: `12,34,567`, `9,029.95`. */
export const formatAmount = (paise: Paise): string =>
  formatMoney(paise).replace('₹', '').replace(/\.00$/, '');

/** `₹12,34,568`: to the nearest rupee, halves away from zero; for figures nobody adds up. */
export function formatRupees(paise: Paise | bigint): string {
  const rupees = rounded(BigInt(paise), 100n);
  return `${rupees < 0n ? '-' : ''}₹${grouped(String(rupees).replace('-', ''))}`;
}

/** Division to the nearest whole number, halves away from zero. The divisor is positive. */
const rounded = (amount: bigint, divisor: bigint): bigint =>
  amount < 0n
    ? -((-amount * 2n + divisor) / (divisor * 2n))
    : (amount * 2n + divisor) / (divisor * 2n);

/**
 * What premiums paid at a frequency come to in a month, in paise: yearly ÷ 12, half-yearly ÷ 6,
 * quarterly ÷ 3. Ask it for the sum of many premiums rather than for each one: rounding is half
 * away from zero and happens here, so each question may be off by half a paisa.
 */
export const monthlyShare = (premiums: bigint, frequency: PremiumFrequency): bigint =>
  rounded(premiums, BigInt(monthsOf(frequency)));

/** The monthly revenue of premiums that were summed by their frequency; all in paise. */
export const monthlyRevenue = (sums: Readonly<Partial<Record<PremiumFrequency, bigint>>>): bigint =>
  PREMIUM_FREQUENCIES.reduce(
    (total, frequency) => total + monthlyShare(sums[frequency] ?? 0n, frequency),
    0n,
  );
