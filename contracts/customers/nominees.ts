import { z } from 'zod';
import { requiredDay } from '../fields/dayFields.js';
import { inputOf, viewShapeOf } from '../fields/fields.js';
import { optionalText, requiredText } from '../fields/textFields.js';
import { formatPhone, normalizePhone } from '../rules/phone.js';
import { customerFields } from './customerFields.js';

const LONGEST_PHONE = 15;

/**
 * Whom a customer has named to exercise their rights in the event of death or incapacity (s. 14 of
 * the Digital Personal Data Protection Act 2023). It is no nominee of a policy.
 */
export const nomineeFields = {
  name: requiredText({ label: 'Name', limit: 200, mask: 'initials' }),
  relation: requiredText({
    label: 'Relation',
    limit: 100,
    description: 'To the customer, such as daughter',
    typing: { example: 'Daughter' },
  }),
  phone: optionalText({
    label: 'Phone',
    mask: 'hidden',
    limit: LONGEST_PHONE,
    normalize: (typed) => normalizePhone(typed, LONGEST_PHONE),
    dropped: '\\s().-',
    format: formatPhone,
    typing: { keyboard: 'tel', example: '98765 43210' },
  }),
  email: customerFields.email,
  recordedOn: requiredDay({
    label: 'Nominated on',
    description: 'The day on which the customer said so; not after today',
  }),
} as const;

export const NomineeInput = inputOf(nomineeFields).refine(
  ({ phone, email }) => Boolean(phone || email),
  { path: ['phone'], message: 'Enter a phone number or an email address' },
);
export type NomineeInput = z.output<typeof NomineeInput>;

export const NomineeView = z.object({
  id: z.int().describe('Counts the nominees of one customer, from 1'),
  ...viewShapeOf(nomineeFields),
});
export type NomineeView = z.infer<typeof NomineeView>;

/** Which nomination is revoked. */
export const RevocationInput = z.object({
  nomineeId: z.int('nomineeId is the number of a nominee').positive(),
});
export type RevocationInput = z.output<typeof RevocationInput>;

/** So many can be named at once. */
export const MOST_NOMINEES = 5;
