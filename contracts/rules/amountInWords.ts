import type { Paise } from './money.js';

const UNDER_TWENTY = (
  'Zero One Two Three Four Five Six Seven Eight Nine Ten Eleven Twelve Thirteen Fourteen ' +
  'Fifteen Sixteen Seventeen Eighteen Nineteen'
).split(' ');
const TENS = '. . Twenty Thirty Forty Fifty Sixty Seventy Eighty Ninety'.split(' ');

/** The Indian steps, largest first. What is beyond crores is counted in crores: "One Lakh Crore". */
const STEPS = [
  [10_000_000n, 'Crore'],
  [100_000n, 'Lakh'],
  [1000n, 'Thousand'],
  [100n, 'Hundred'],
] as const;

/** A whole number that is not negative: "Twelve Lakh Thirty-Four Thousand". */
function inWords(number: bigint): string {
  for (const [size, name] of STEPS) {
    if (number < size) continue;
    const rest = number % size;
    return `${inWords(number / size)} ${name}${rest > 0n ? ` ${inWords(rest)}` : ''}`;
  }
  const small = Number(number);
  if (small < 20) return UNDER_TWENTY[small] ?? '';
  const ten = TENS[Math.floor(small / 10)] ?? '';
  return small % 10 > 0 ? `${ten}-${UNDER_TWENTY[small % 10]}` : ten;
}

/**
 * An amount as cheques and quotations say it, in the Indian system: "Rupees Twelve Lakh Thirty-Four
 * Thousand Five Hundred Sixty-Seven and Fifty Paise Only", "Rupee One Only", "Fifty Paise Only".
 */
export function amountInWords(amount: Paise | bigint): string {
  const paise = BigInt(amount);
  if (paise < 0n) return `Minus ${amountInWords(-paise)}`;
  const rupees = paise / 100n;
  const fraction = paise % 100n;
  const parts = [
    ...(rupees > 0n || fraction === 0n
      ? [`${rupees === 1n ? 'Rupee' : 'Rupees'} ${inWords(rupees)}`]
      : []),
    ...(fraction > 0n ? [`${inWords(fraction)} ${fraction === 1n ? 'Paisa' : 'Paise'}`] : []),
  ];
  return `${parts.join(' and ')} Only`;
}
