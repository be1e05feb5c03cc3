import { z } from 'zod';
import { SHORTEST_RETENTION_YEARS } from '../erasures/erasures.js';
import { inputOf, labelsOf } from '../fields/fields.js';
import { optionalText } from '../fields/textFields.js';
import { MOST_REQUEST_DAYS } from '../privacy/requestKinds.js';
import { EMAIL_PATTERN, isEmail } from '../rules/email.js';
import { GST_CLASS_LABELS, GST_CLASSES, type GstRate } from '../rules/gst.js';
import { GSTIN_PATTERN, isGstin, normalizeGstin } from '../rules/gstin.js';
import { isDay } from '../rules/kolkataDay.js';
import { cleanLines, cleanText } from '../rules/text.js';
import { isUpiAddress, UPI_PATTERN } from '../rules/upi.js';

const webAddress = z.url({ protocol: /^https?$/, hostname: z.regexes.domain });
const httpsAddress = z.url({ protocol: /^https$/, hostname: z.regexes.domain });
/** What may stand behind `https://`, as a pattern of JSON Schema. */
const ADDRESS = '(?:[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?[.])+[A-Za-z]{2,63}(?:/[!-~]*)?';
/** A password in an address that everybody is shown. */
const hasUser = (address: string): boolean => /^\w+:\/\/[^/?#]*@/.test(address);

/** An address that browsers reach, written with or without `https://`. */
const isWebsite = (text: string): boolean => {
  const address = /^https?:\/\//i.test(text) ? text : `https://${text}`;
  return webAddress.safeParse(address).success && !hasUser(address);
};

/** What PDFs, letters and the public page say of the agency; its UPI address only letters do. */
export const letterheadFields = {
  name: optionalText({ label: 'Name', limit: 100 }),
  address: optionalText({ label: 'Address', limit: 300 }),
  phone: optionalText({ label: 'Phone', limit: 60 }),
  email: optionalText({
    label: 'Email',
    limit: 254,
    pattern: EMAIL_PATTERN,
    check: [isEmail, 'Enter an email address, such as office@example.in'],
  }),
  website: optionalText({
    label: 'Website',
    limit: 100,
    pattern: `(?:https?://)?${ADDRESS}`,
    check: [isWebsite, 'Enter an address, such as www.example.in'],
  }),
  licence: optionalText({ label: 'IRDAI licence', limit: 60 }),
  gstin: optionalText({
    label: 'GSTIN',
    limit: 15,
    normalize: normalizeGstin,
    pattern: GSTIN_PATTERN,
    check: [isGstin, 'A GSTIN has 15 characters, such as 32AAPCK1234F1ZX'],
  }),
  upiAddress: optionalText({
    label: 'UPI address',
    limit: 100,
    pattern: UPI_PATTERN,
    check: [isUpiAddress, 'Enter a UPI address, such as malabar.brokers@okicici'],
  }),
};
export type LetterheadField = keyof typeof letterheadFields;
export const LETTERHEAD_FIELDS = Object.keys(letterheadFields) as LetterheadField[];

/** What a person reads before each setting. */
export const AGENCY_LABELS = {
  ...labelsOf(letterheadFields),
  logo: 'Logo',
  socialLinks: 'Social links',
  gstRates: 'GST rates',
  retentionYears: 'Records are kept',
  requestDays: 'Requests of persons are answered within',
  ownBook: 'Agents see',
  leadPincodes: 'Leads by pincode',
} as const;

/** The settings, as a sentence says what was changed. */
export const AGENCY_SUBJECTS = {
  ...AGENCY_LABELS,
  retentionYears: 'Retention of records',
  requestDays: 'Days for requests of persons',
  ownBook: 'Who sees which customers',
} as const;

const MOST_RETENTION_YEARS = 100;
const MOST_SOCIAL_LINKS = 10;
const MOST_GST_RATES = 100;

const HTTPS = 'Enter an address that begins with https://';

const socialLink = z
  .string(HTTPS)
  .transform(cleanText)
  .pipe(
    z
      .string()
      .max(300, 'An address can have at most 300 characters')
      .refine((text) => httpsAddress.safeParse(text).success && !hasUser(text), HTTPS),
  )
  .meta({ maxLength: 300, pattern: `^https://${ADDRESS}$` });

const PERCENT = 'Enter a whole percentage from 0 to 100';

export const GstRateInput = z.object({
  what: z.enum(GST_CLASSES, `Choose one of: ${Object.values(GST_CLASS_LABELS).join(', ')}`),
  from: z
    .string('Enter a date that exists')
    .refine(isDay, 'Enter a date that exists')
    .meta({ format: 'date' }),
  percent: z.int(PERCENT).min(0, PERCENT).max(100, PERCENT),
});

const classOrder = ({ what }: GstRate): number => GST_CLASSES.indexOf(what);
const byClassAndDay = (a: GstRate, b: GstRate): number =>
  classOrder(a) - classOrder(b) || a.from.localeCompare(b.from);

const YEARS = `Records are kept from ${SHORTEST_RETENTION_YEARS} to ${MOST_RETENTION_YEARS} years`;

const DAYS = `Requests are answered within 1 to ${MOST_REQUEST_DAYS} days`;

const PINCODES = 'Write a line for each user, such as 682, 683: anitha';
const PINCODE_LINES = /^(?:\d{1,6}(?:[ ,]+\d{1,6})*[ ,]*:[ ]*[a-z0-9._-]+[ ]*(?:\n|$))*$/;

/** What may be changed of the agency's settings: a setting that is absent stays as it is. */
export const AgencySettingsInput = inputOf(letterheadFields).extend({
  socialLinks: z
    .array(socialLink)
    .max(MOST_SOCIAL_LINKS, `At most ${MOST_SOCIAL_LINKS} social links`)
    .transform((links) => [...new Set(links)])
    .optional(),
  gstRates: z
    .array(GstRateInput)
    .max(MOST_GST_RATES, `At most ${MOST_GST_RATES} rates`)
    .refine(
      (rates) => new Set(rates.map(({ what, from }) => `${what} ${from}`)).size === rates.length,
      'Only one rate for each day and kind',
    )
    .transform((rates) => rates.toSorted(byClassAndDay))
    .optional()
    .describe('Beside the statutory rates; of two of one day this one counts'),
  retentionYears: z
    .int(YEARS)
    .min(SHORTEST_RETENTION_YEARS, YEARS)
    .max(MOST_RETENTION_YEARS, YEARS)
    .optional(),
  requestDays: z
    .int(DAYS)
    .min(1, DAYS)
    .max(MOST_REQUEST_DAYS, DAYS)
    .optional()
    .describe('In which requests of persons are answered, as the agency publishes it'),
  ownBook: z
    .boolean('Choose whether agents see only their own customers')
    .optional()
    .describe('Agents see their own customers, and those without an owner, instead of all'),
  leadPincodes: z
    .string(PINCODES)
    .transform(cleanLines)
    .pipe(z.string().max(2000, 'At most 2,000 characters').regex(PINCODE_LINES, PINCODES))
    .transform((lines) => lines || null)
    .meta({ maxLength: 2000, pattern: '^[1-9][0-9]{0,5}: [a-z]{2,20}$' })
    .nullish()
    .describe('A line for each user, with the beginnings of pincodes: 682, 683: anitha'),
});
export type AgencySettingsInput = z.output<typeof AgencySettingsInput>;
