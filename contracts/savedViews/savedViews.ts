import { z } from 'zod';
import { auditList } from '../audit/auditViews.js';
import type { ListDescription } from '../fields/list.js';
import type { Permission } from '../identity/permissions.js';
import { paymentList } from '../policies/paymentViews.js';
import { policyList, policyListOf } from '../policies/policyViews.js';
import { ALL_DECLARED_RECORDS, type DeclaredRecord } from '../records/declaredRecords.js';
import { RECORDS } from '../records/records.js';
import { reportList } from '../reports/reports.js';
import { omit } from '../rules/objects.js';
import { cleanText } from '../rules/text.js';

interface ViewedListRules {
  /** Whoever may read the list has views of it. */
  readonly access: Permission;
  /** What its addresses may say. */
  readonly description: ListDescription;
}

const ofRecords = Object.fromEntries(
  ALL_DECLARED_RECORDS.map(({ many, read, list }) => [many, { access: read, description: list }]),
) as Record<DeclaredRecord['many'], ViewedListRules>;
const { policy, reminder } = RECORDS;

/** The lists of which views can be saved. */
const LISTS = {
  // Each kind of policy has a list of its own.
  ...omit(ofRecords, ['policies']),
  health_policies: { access: policy.read, description: policyListOf('health') },
  vehicle_policies: { access: policy.read, description: policyListOf('vehicle') },
  upcoming_renewals: { access: reminder.read, description: policyList },
  premiums_due: { access: policy.read, description: policyList },
  payments: { access: policy.read, description: paymentList },
  audit_log: { access: 'audit.read', description: auditList },
  reports: { access: 'reports.read', description: reportList },
} as const satisfies Record<string, ViewedListRules>;
export type ViewedList = keyof typeof LISTS;
export const VIEWED_LISTS = Object.keys(LISTS) as [ViewedList, ...ViewedList[]];
export const VIEWED_LIST_RULES: Readonly<Record<ViewedList, ViewedListRules>> = LISTS;

/** A list under a name: its columns, filters and sort, as its address says them. */
export const SavedView = z.object({
  id: z.int(),
  list: z.enum(VIEWED_LISTS),
  name: z.string(),
  address: z
    .string()
    .describe('The query of the list’s address, such as kyc=pending&sort=name; empty: as usual'),
  isShared: z.boolean().describe('Everybody who may see the list has it'),
  isOwn: z.boolean().describe('Whether the user has made it'),
  version: z.int(),
});
export type SavedView = z.infer<typeof SavedView>;

/** In characters. */
export const LONGEST_VIEW_NAME = 60;
export const LONGEST_VIEW_ADDRESS = 2000;
/** A user can have so many, over all lists. */
export const MOST_VIEWS = 50;

const name = z
  .string('Name is required')
  .transform(cleanText)
  .pipe(
    z
      .string()
      .min(1, 'Name is required')
      .max(LONGEST_VIEW_NAME, `Name can have at most ${LONGEST_VIEW_NAME} characters`),
  );
const address = z
  .string('The address must be a text')
  .max(LONGEST_VIEW_ADDRESS, 'This list is filtered by more than a view can hold');

export const NewView = z.object({
  list: z.enum(VIEWED_LISTS),
  name,
  address,
  isShared: z.boolean().default(false),
});
export type NewView = z.output<typeof NewView>;

/** Absent leaves as it is. */
export const ViewPatch = z.object({
  name: name.optional(),
  address: address.optional(),
  isShared: z.boolean().optional(),
});
export type ViewPatch = z.output<typeof ViewPatch>;
