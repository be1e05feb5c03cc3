import { z } from 'zod';
import { defineEvent, type EventOf } from '../events/eventDefinition.js';
import { GST_CLASSES } from '../rules/gst.js';

/** One for the brokerage. */
export const AGENCY_STREAM = 'agency-1';

const text = z.string().nullable();

/** A picture in the file store. */
export const Logo = z.object({
  fileKey: z.string(),
  mimeType: z.string(),
  /** Bytes. */
  size: z.int(),
  /** Hexadecimal digits. */
  sha256: z.string(),
  /** Pixels. */
  width: z.int(),
  height: z.int(),
});
export type Logo = z.infer<typeof Logo>;

export const AgencySettings = z.object({
  name: text,
  address: text,
  phone: text,
  email: text,
  website: text,
  licence: text,
  gstin: text,
  /** Where premiums can be paid by UPI. */
  upiAddress: text,
  logo: Logo.nullable(),
  /** Addresses, as they were typed. */
  socialLinks: z.array(z.string()),
  /** Beside the statutory ones, by kind and day. */
  gstRates: z.array(z.object({ what: z.enum(GST_CLASSES), from: z.string(), percent: z.int() })),
  /** For how many years records are kept after their last transaction. */
  retentionYears: z.int(),
  /** Days in which a request of a person is answered. */
  requestDays: z.int(),
  /** Agents see their own customers, and those without an owner, instead of all. */
  ownBook: z.boolean(),
  /** Who is given leads of which pincodes: a line for each user, `682, 683: anitha`. */
  leadPincodes: text,
});
export type AgencySettings = z.infer<typeof AgencySettings>;

/** Holds the settings that were changed, and no others. */
export const AgencySettingsChanged = defineEvent('AgencySettingsChanged', 1, {
  schema: AgencySettings.partial(),
});

export type AgencyEvent = EventOf<typeof AgencySettingsChanged>;
export const agencyEventDefinitions = [AgencySettingsChanged] as const;
