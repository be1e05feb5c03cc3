import { z } from 'zod';
import { fieldNames } from '../fields/fields.js';
import { policyFields } from '../policies/policyFields.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';

const share = (of: string) => z.int().describe(`In ten-thousandths of the ${of} of the page`);

/** A field of a policy, as the schedule says it, and where it says so. */
export const ScheduleField = z.object({
  field: z.enum(fieldNames(policyFields)).describe('Of the form of a policy'),
  value: z.string().describe('As it stands in the form'),
  page: z.int().describe('From 1'),
  left: share('width'),
  top: share('height'),
  width: share('width'),
  height: share('height'),
});
export type ScheduleField = z.infer<typeof ScheduleField>;

/** What the text of an insurer's policy schedule says of a policy. Nothing of it is kept. */
export const PolicySchedule = z.object({
  documentId: z.int(),
  customerId: z.int().describe('Whose document it is'),
  fileName: z.string(),
  kind: z.enum(POLICY_KINDS).nullable().describe('Null when it does not say'),
  insuredName: z.string().nullable().describe('Who is insured, as the schedule calls them'),
  pageCount: z.int(),
  pagesRead: z.int().describe('The first ones; what counts stands there'),
  fields: z.array(ScheduleField).describe('Only what is beyond doubt'),
});
export type PolicySchedule = z.infer<typeof PolicySchedule>;
