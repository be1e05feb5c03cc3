import { z } from 'zod';
import { dayText } from '../fields/dayFields.js';
import { POLICY_KINDS, POLICY_TYPES, VEHICLE_TYPES } from '../policies/policyKinds.js';

// A quotation that its customer accepts by a link, without an account.

/** Where the link leads; its token stands behind `#`, which browsers send to nobody. */
export const ACCEPT_PATH = '/accept';

/** So many tries has a link in a day: each look and each acceptance is one. */
export const MOST_LINK_TRIES = 10;

export const QuotationLinkInput = z.object({
  token: z.string('The link is not complete').max(200, 'The link is not complete'),
  name: z.string('Enter your name').trim().min(1, 'Enter your name').max(200),
  phoneDigits: z
    .string('Enter the last four digits of your phone number')
    .trim()
    .regex(/^\d{4}$/, 'Enter the last four digits of your phone number'),
});
export type QuotationLinkInput = z.output<typeof QuotationLinkInput>;

/** What the customer sees of it, and nothing else. */
export const LinkedQuotation = z.object({
  quotationNumber: z.string(),
  insuranceType: z.enum(POLICY_KINDS),
  policyType: z.enum(POLICY_TYPES).nullable(),
  vehicleType: z.enum(VEHICLE_TYPES).nullable(),
  vehicleNumber: z.string().nullable(),
  insuranceCompany: z.string().nullable(),
  sumAssured: z.string().describe('Rupees with two digits'),
  premiumAmount: z.string().describe('Rupees with two digits'),
  serviceCharges: z.string().describe('Rupees with two digits'),
  gstAmount: z.string().describe('The tax that the premium includes'),
  totalAmount: z.string().describe('Rupees with two digits'),
  validUntil: dayText(),
  isAccepted: z.boolean(),
});
export type LinkedQuotation = z.infer<typeof LinkedQuotation>;

/** The link by which a customer accepts a quotation as it is now. */
export const QuotationLink = z.object({
  path: z.string().describe('From the site’s own address on, such as /accept#…'),
});
export type QuotationLink = z.infer<typeof QuotationLink>;
