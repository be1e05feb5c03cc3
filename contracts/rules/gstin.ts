import type { Warning } from './warning.js';

/** As JSON Schema has patterns. */
export const GSTIN_PATTERN = '[0-9]{2}[A-Z]{5}[0-9]{4}[A-Z][1-9A-Z]Z[0-9A-Z]';
const GSTIN = new RegExp(`^${GSTIN_PATTERN}$`);
/** The signs of a GSTIN, each worth its place. */
const SIGNS = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ';

export const normalizeGstin = (raw: string): string => raw.replace(/[\s-]/g, '').toUpperCase();

/** Form of a GSTIN (rule 10 of the CGST Rules): state, PAN, number of the registration, Z, check. */
export const isGstin = (gstin: string): boolean => GSTIN.test(gstin);

/** The last sign that belongs to the first 14 (Luhn's sum over 36 signs). */
export function gstinCheckSign(gstin: string): string {
  const sum = [...gstin.slice(0, 14)].reduce((total, sign, index) => {
    const product = SIGNS.indexOf(sign) * (index % 2 === 0 ? 1 : 2);
    return total + Math.floor(product / SIGNS.length) + (product % SIGNS.length);
  }, 0);
  return SIGNS.charAt((SIGNS.length - (sum % SIGNS.length)) % SIGNS.length);
}

/** The last sign does not fit the others: one of them was mistyped. */
export const gstinWarning = (gstin: string): Warning | null =>
  isGstin(gstin) && gstin.at(-1) !== gstinCheckSign(gstin)
    ? {
        field: 'gstin',
        code: 'gstin-checksum',
        message: 'The last character of this GSTIN does not match the others. Please check it.',
      }
    : null;
