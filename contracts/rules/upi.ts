import { decimalOf, type Paise } from './money.js';

/** `name@bank`, as NPCI has addresses of UPI; in a pattern of JSON Schema. */
export const UPI_PATTERN = '[A-Za-z0-9._-]{2,255}@[A-Za-z][A-Za-z0-9]{1,63}';
const UPI = new RegExp(`^${UPI_PATTERN}$`);

export const isUpiAddress = (text: string): boolean => UPI.test(text);

interface Payment {
  /** Of whoever is paid. */
  readonly address: string;
  readonly name: string;
  readonly amount: Paise;
  /** What the payer reads beside it, and their bank too: nothing personal. */
  readonly note: string;
}

/** Longest note that apps show (NPCI, UPI linking specification). */
const LONGEST_NOTE = 80;

/** Opens the payer's UPI app with all of it filled in; they still confirm it there. */
export function upiLink({ address, name, amount, note }: Payment): string {
  const parameters = {
    pa: address,
    pn: name,
    am: decimalOf(amount),
    cu: 'INR',
    tn: Array.from(note).slice(0, LONGEST_NOTE).join(''),
  };
  const query = Object.entries(parameters).map(([key, value]) => `${key}=${encoded(value)}`);
  return `upi://pay?${query.join('&')}`;
}

/** The `@` of an address stays: some apps do not decode it. */
const encoded = (value: string): string => encodeURIComponent(value).replaceAll('%40', '@');
