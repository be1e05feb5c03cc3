import type { z } from 'zod';
import { choiceOr, optionalChoice, requiredChoice } from '../fields/choiceFields.js';
import { optionalDay } from '../fields/dayFields.js';
import { fieldNames, inputOf, labelsOf, patchOf } from '../fields/fields.js';
import { optionalReference } from '../fields/numberFields.js';
import { optionalText, requiredText } from '../fields/textFields.js';
import { maskedAadhaar, normalizeAadhaar } from '../rules/aadhaar.js';
import { EMAIL_PATTERN, isEmail } from '../rules/email.js';
import { normalizePan } from '../rules/pan.js';
import { formatPhone, normalizePhone } from '../rules/phone.js';
import { asciiDigits, digitsOf } from '../rules/text.js';
import { DEFAULT_KYC_STATUS, KYC_STATUSES } from './kycStatuses.js';

/** English, Malayalam, Hindi: the languages in which a customer can be written to. */
export const LANGUAGES = ['en', 'ml', 'hi'] as const;
export type Language = (typeof LANGUAGES)[number];
/** Of a customer who has chosen none. */
export const DEFAULT_LANGUAGE: Language = 'en';
export const LANGUAGE_LABELS: Readonly<Record<Language, string>> = {
  en: 'English',
  ml: 'മലയാളം',
  hi: 'हिन्दी',
};

const LONGEST_PHONE = 15;

/**
 * The fields of a customer, in the order in which they are shown. The limits of phone, Aadhaar, PAN
 * and pincode are the brokerage's own; the others keep rows sane.
 */
export const customerFields = {
  name: requiredText({ label: 'Name', limit: 200, mask: 'initials' }),
  phone: requiredText({
    label: 'Phone',
    mask: 'hidden',
    limit: LONGEST_PHONE,
    description: 'E.164 for Indian mobiles, otherwise as typed',
    normalize: (typed) => normalizePhone(typed, LONGEST_PHONE),
    dropped: '\\s().-',
    format: formatPhone,
    typing: { keyboard: 'tel', example: '98765 43210' },
  }),
  email: optionalText({
    label: 'Email',
    mask: 'hidden',
    limit: 254,
    pattern: EMAIL_PATTERN,
    check: [isEmail, 'Enter an email address like name@example.com'],
    typing: { keyboard: 'email', example: 'name@example.com' },
  }),
  aadhaarNumber: optionalText({
    label: 'Aadhaar number',
    mask: 'hidden',
    limit: 12,
    description: 'Always masked: XXXX XXXX 1234',
    normalize: normalizeAadhaar,
    dropped: '\\s-',
    format: maskedAadhaar,
    typing: { keyboard: 'numeric', accept: normalizeAadhaar },
  }),
  panNumber: optionalText({
    label: 'PAN',
    limit: 10,
    mask: 'pan',
    normalize: normalizePan,
    dropped: '\\s-',
    typing: { isUpperCase: true, example: 'ABCPE1234F', accept: normalizePan },
  }),
  dateOfBirth: optionalDay({
    label: 'Date of birth',
    mask: 'absent',
    isPast: true,
    message: 'Enter a date that exists, as DD/MM/YYYY',
  }),
  occupation: optionalText({ label: 'Occupation', limit: 100, mask: 'hidden' }),
  address: optionalText({ label: 'Address', limit: 500, mask: 'hidden', typing: { lines: 2 } }),
  city: optionalText({ label: 'City', limit: 100 }),
  state: optionalText({ label: 'State', limit: 100 }),
  pincode: optionalText({
    label: 'Pincode',
    mask: 'hidden',
    limit: 6,
    normalize: (typed) => asciiDigits(typed).replace(/\s/g, ''),
    dropped: '\\s',
    typing: { keyboard: 'numeric', accept: digitsOf },
  }),
  kycStatus: choiceOr(DEFAULT_KYC_STATUS, { label: 'KYC status', options: KYC_STATUSES }),
  language: optionalChoice({
    label: 'Language',
    options: LANGUAGES,
    optionLabels: LANGUAGE_LABELS,
    none: 'Not specified: English',
    description: 'In which they are written to; null: English',
  }),
} as const;
export type CustomerField = keyof typeof customerFields;

export const CUSTOMER_FIELDS = fieldNames(customerFields);
export const CUSTOMER_LABELS = labelsOf(customerFields);

export const CustomerPatch = patchOf(customerFields);
export type CustomerPatch = z.output<typeof CustomerPatch>;

/** To whom a customer is given. */
export const OwnerInput = inputOf({
  ownerId: optionalReference('user', { label: 'Owner' }),
});
export type OwnerInput = z.output<typeof OwnerInput>;

/** So many customers can be given at once. */
export const MOST_REASSIGNED = 500;

/** A KYC status, and the document that it rests on. */
export const KycInput = inputOf({
  kycStatus: requiredChoice({ label: 'KYC status', options: KYC_STATUSES }),
  documentId: optionalReference('document', { label: 'Document' }),
});
export type KycInput = z.output<typeof KycInput>;
