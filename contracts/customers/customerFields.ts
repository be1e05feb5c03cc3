import { z } from 'zod';
import { normalAadhaar } from '../rules/aadhaar.js';
import { isEmail } from '../rules/email.js';
import { optionalId } from '../rules/inputFields.js';
import { dayFrom } from '../rules/kolkataDay.js';
import { normalPan } from '../rules/pan.js';
import { normalPhone } from '../rules/phone.js';
import { cleanText } from '../rules/text.js';

export const KYC_STATUSES = ['pending', 'verified', 'rejected'] as const;
export type KycStatus = (typeof KYC_STATUSES)[number];
export const DEFAULT_KYC_STATUS: KycStatus = 'pending';

/** Longest values, in characters. The first four are the brokerage's own; the others keep rows sane. */
export const CUSTOMER_LIMITS = {
  phone: 15,
  aadhaarNumber: 12,
  panNumber: 10,
  pincode: 6,
  name: 200,
  email: 254,
  address: 500,
  city: 100,
  state: 100,
} as const;

/** What a person reads before a field's value, in forms, in the history and in error lists. */
export const CUSTOMER_LABELS = {
  name: 'Name',
  phone: 'Phone',
  email: 'Email',
  aadhaarNumber: 'Aadhaar number',
  panNumber: 'PAN',
  dateOfBirth: 'Date of birth',
  address: 'Address',
  city: 'City',
  state: 'State',
  pincode: 'Pincode',
  kycStatus: 'KYC status',
} as const;
export type CustomerField = keyof typeof CUSTOMER_LABELS;

type TextField = Exclude<CustomerField, 'kycStatus' | 'dateOfBirth'>;

const tooLong = (field: TextField): string =>
  `${CUSTOMER_LABELS[field]} can have at most ${CUSTOMER_LIMITS[field]} characters`;
const mustBeText = (field: CustomerField) => ({
  error: `${CUSTOMER_LABELS[field]} must be text`,
});

const required = (field: 'name' | 'phone', normal: (raw: string) => string) =>
  z
    .string({
      error: (issue) =>
        issue.input === undefined || issue.input === null
          ? `${CUSTOMER_LABELS[field]} is required`
          : mustBeText(field).error,
    })
    .transform((raw) => normal(cleanText(raw)))
    .pipe(
      z
        .string()
        .min(1, `${CUSTOMER_LABELS[field]} is required`)
        .max(CUSTOMER_LIMITS[field], tooLong(field)),
    );

/** Absent stays absent (a patch leaves it alone); empty is null (it is cleared). */
const optional = (field: TextField, normal: (raw: string) => string = (raw) => raw) =>
  z
    .string(mustBeText(field))
    .transform((raw) => normal(cleanText(raw)) || null)
    .pipe(z.string().max(CUSTOMER_LIMITS[field], tooLong(field)).nullable())
    .nullish();

const email = z
  .string(mustBeText('email'))
  .transform((raw) => cleanText(raw) || null)
  .refine(
    (value) => value === null || isEmail(value),
    'Enter an email address like name@example.com',
  )
  .nullish();

const dateOfBirth = z
  .string(mustBeText('dateOfBirth'))
  .transform((raw, context) => {
    const typed = cleanText(raw);
    if (typed === '') return null;
    const day = dayFrom(typed);
    if (day !== null) return day;
    context.addIssue({
      code: 'custom',
      message: 'Enter a date that exists, as DD/MM/YYYY',
    });
    return z.NEVER;
  })
  .nullish();

const kycStatus = z
  .string(mustBeText('kycStatus'))
  .transform((raw) => cleanText(raw).toLowerCase() || DEFAULT_KYC_STATUS)
  .pipe(
    z.enum(KYC_STATUSES, {
      error: 'KYC status is one of: pending, verified, rejected',
    }),
  )
  .nullish();

const fields = {
  name: required('name', (raw) => raw),
  phone: required('phone', (raw) => normalPhone(raw, CUSTOMER_LIMITS.phone)),
  email,
  aadhaarNumber: optional('aadhaarNumber', normalAadhaar),
  panNumber: optional('panNumber', normalPan),
  dateOfBirth,
  address: optional('address'),
  city: optional('city'),
  state: optional('state'),
  pincode: optional('pincode', (raw) => raw.replace(/\s/g, '')),
  kycStatus,
};

/**
 * A new customer as the form, the API and the import send it; its output is normal in form (see
 * rules/). Fields it does not know are dropped.
 */
export const CustomerInput = z.object(fields);
export type CustomerInput = z.output<typeof CustomerInput>;

/** Changes to a customer: what is absent stays as it is, null clears. */
export const CustomerPatch = z.object({
  ...fields,
  name: fields.name.optional(),
  phone: fields.phone.optional(),
});
export type CustomerPatch = z.output<typeof CustomerPatch>;

/** A KYC status, and the document that it rests on. */
export const KycInput = z.object({
  kycStatus: z
    .string({ error: 'KYC status is required' })
    .transform((raw) => cleanText(raw).toLowerCase())
    .pipe(z.enum(KYC_STATUSES, { error: 'KYC status is one of: pending, verified, rejected' })),
  documentId: optionalId('Document must be the number of a document'),
});
export type KycInput = z.output<typeof KycInput>;
