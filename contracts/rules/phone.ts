import { asciiDigits, digitsOf } from './text.js';
import type { Warning } from './warning.js';

const SEPARATORS = /[\s\p{Pd}\u2212().]/gu;
/** With the country code or without, with the trunk 0 or without; abroad one dials 00 for +. */
const INDIAN_MOBILE = /^(?:(?:\+|00)?91)?0?([6-9]\d{9})$/;

/**
 * An Indian mobile number, typed in any way, becomes E.164 (`+919876543210`). Any other number
 * stays as typed; one that is too long only for its separators loses them.
 */
export function normalizePhone(raw: string, maxLength = 15): string {
  const typed = asciiDigits(raw).replaceAll('＋', '+').trim();
  const bare = typed.replace(SEPARATORS, '');
  const mobile = INDIAN_MOBILE.exec(bare);
  if (mobile) return `+91${mobile[1]}`;
  return typed.length > maxLength ? bare : typed;
}

export const isIndianMobile = (phone: string): boolean => /^\+91[6-9]\d{9}$/.test(phone);

/** `+91 98765 43210`; other numbers as they are. */
export const formatPhone = (phone: string): string =>
  isIndianMobile(phone) ? `+91 ${phone.slice(3, 8)} ${phone.slice(8)}` : phone;

/** What a phone dials. */
export const telUrl = (phone: string): string => `tel:${phone.replace(/[^+\d]/g, '')}`;

/**
 * Opens WhatsApp with a number, and a text that is still to be sent there; null for a number that is
 * neither an Indian mobile one nor with the code of another country.
 */
export function whatsAppUrl(phone: string, text?: string): string | null {
  if (!isIndianMobile(phone) && !/^\+(?!91)(?:\D*\d){7}/.test(phone)) return null;
  const query = text ? `?text=${encodeURIComponent(text)}` : '';
  return `https://wa.me/${digitsOf(phone)}${query}`;
}

/**
 * The digits by which a phone number is found, whatever way it is typed. Of a whole mobile number
 * the ten that are its own; of a part, what is left without the zeros that are dialled before it.
 */
export function phoneSearchDigits(query: string): string {
  const digits = digitsOf(query);
  const mobile = INDIAN_MOBILE.exec(digits);
  if (mobile) return mobile[1] ?? digits;
  const dialled = digits.replace(/^0+/, '');
  const isInternational = /^\s*\(?(?:\+|00)/.test(asciiDigits(query));
  const bare = isInternational ? dialled.replace(/^910(?=[6-9])/, '91') : dialled;
  return bare || digits;
}

export function phoneWarning(phone: string): Warning | null {
  if (isIndianMobile(phone)) return null;
  const digits = digitsOf(phone).length;
  const foreign = phone.startsWith('+') && !phone.startsWith('+91') && digits >= 7;
  if (foreign) return null;
  return {
    field: 'phone',
    code: 'phone-not-mobile',
    message: 'This is not an Indian mobile number (10 digits, starting with 6 to 9).',
  };
}
