import { z } from 'zod';
import { dayText } from '../fields/dayFields.js';
import { GST_CLASSES } from '../rules/gst.js';

const text = z.string().nullable();

/** A rate as answers show it. */
export const GstRateView = z.object({
  what: z.enum(GST_CLASSES),
  from: dayText().describe('The first day on which it applies'),
  percent: z.int(),
});

export const LogoView = z.object({
  path: z.string().describe('Where it is served; another one for every picture'),
  mimeType: z.string(),
  size: z.int().describe('Bytes'),
  width: z.int().describe('Pixels'),
  height: z.int().describe('Pixels'),
});
export type LogoView = z.infer<typeof LogoView>;

/** All settings of the agency, as they are in effect. */
export const AgencySettingsView = z.object({
  name: text.describe('Null: not set, and the product’s name stands in its place'),
  address: text,
  phone: text,
  email: text,
  website: text,
  licence: text.describe('Of the broker at IRDAI'),
  gstin: text,
  upiAddress: text,
  logo: LogoView.nullable(),
  socialLinks: z.array(z.string()),
  gstRates: z.array(GstRateView).describe('Beside the statutory rates'),
  retentionYears: z.int(),
  requestDays: z.int().describe('In which requests of persons are answered'),
  ownBook: z.boolean().describe('Agents see their own customers, and those without an owner'),
  leadPincodes: text.describe('Who is given leads of which pincodes; null: leads go by turns'),
  version: z.int().describe('-1 while nobody has changed them'),
});
export type AgencySettingsView = z.infer<typeof AgencySettingsView>;

/** What the screens of every user need of the agency. */
export const AgencyView = AgencySettingsView.pick({
  name: true,
  logo: true,
  gstRates: true,
  ownBook: true,
}).extend({ isDemo: z.boolean().describe('Whether all of it is made up, to be tried out') });
export type AgencyView = z.infer<typeof AgencyView>;

/** Where the logo is served to everybody. */
export const LOGO_PATH = '/api/agency/logo';
/** Bytes. */
export const LARGEST_LOGO = 1024 * 1024;
/** Pixels, each way. */
export const WIDEST_LOGO = 2000;
export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const;
