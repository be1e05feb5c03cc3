import type { z } from 'zod';
import { customerFields } from '../customers/customerFields.js';
import { choiceOr, optionalChoice, requiredChoice } from '../fields/choiceFields.js';
import { optionalDay, requiredDay } from '../fields/dayFields.js';
import { inputOf } from '../fields/fields.js';
import { optionalNumber, reference } from '../fields/numberFields.js';
import { optionalText } from '../fields/textFields.js';
import { isId } from '../rules/ids.js';
import { formatPhone, normalizePhone } from '../rules/phone.js';
import { digitsOf, wholeNumber } from '../rules/text.js';
import { LEAD_INTERESTS, LEAD_LOSS_REASONS, LEAD_SOURCES, LEAD_STATUSES } from './leadKinds.js';

const LONGEST_PHONE = 15;
/** Of a landline without its area code; what has fewer reaches nobody. */
const FEWEST_DIGITS = 6;

/** The fields of a lead, in the order in which they are shown. It has a phone, an email or both. */
export const leadFields = {
  name: customerFields.name,
  phone: optionalText({
    label: 'Phone',
    mask: 'hidden',
    limit: LONGEST_PHONE,
    description: 'E.164 for Indian mobiles, otherwise as typed',
    normalize: (typed) => normalizePhone(typed, LONGEST_PHONE),
    dropped: '\\s().-',
    format: formatPhone,
    check: [
      (value) => digitsOf(value).length >= FEWEST_DIGITS,
      `A phone number has at least ${FEWEST_DIGITS} digits`,
    ],
    typing: { keyboard: 'tel', example: '98765 43210' },
  }),
  email: customerFields.email,
  pincode: customerFields.pincode,
  interest: choiceOr('other', { label: 'Interest', options: LEAD_INTERESTS }),
  details: optionalText({ label: 'Details', limit: 1000, hasLines: true, mask: 'hidden' }),
  source: choiceOr('call', { label: 'Source', options: LEAD_SOURCES }),
  ownerId: optionalNumber({
    label: 'Owner',
    description: 'The number of the user who sees to it; absent: who adds it, null: anybody',
    message: 'Owner must be the number of a user',
    sent: { minimum: 1, maximum: 2_147_483_647, pattern: '[1-9][0-9]{0,8}' },
    parse: (typed) => {
      const id = wholeNumber(typed);
      return isId(id) ? id : null;
    },
  }),
  nextStep: optionalText({ label: 'Next step', limit: 200, mask: 'hidden' }),
  nextStepOn: optionalDay({ label: 'Next step on' }),
} as const;
export const LeadInputSchema = inputOf(leadFields);

/** How far a lead has come. */
export const leadMoveFields = {
  status: requiredChoice({ label: 'Status', options: LEAD_STATUSES }),
  reason: optionalChoice({
    label: 'Reason',
    options: LEAD_LOSS_REASONS,
    description: 'Why it was lost; only then',
  }),
} as const;
export const LeadMoveInput = inputOf(leadMoveFields);
export type LeadMoveInput = z.output<typeof LeadMoveInput>;

/** The customer that a lead has become. */
export const leadLinkFields = {
  customerId: reference('customer', { label: 'Customer' }),
} as const;
export const LeadLinkInput = inputOf(leadLinkFields);
export type LeadLinkInput = z.output<typeof LeadLinkInput>;

/** Until when a lead is put off. */
export const leadPutOffFields = { until: requiredDay({ label: 'Until' }) } as const;
export const LeadPutOffInput = inputOf(leadPutOffFields);
export type LeadPutOffInput = z.output<typeof LeadPutOffInput>;
