import { z } from 'zod';
import { KYC_STATUSES } from '../customers/kycStatuses.js';
import { dayText } from '../fields/dayFields.js';
import { viewShapeOf } from '../fields/fields.js';
import {
  type Criteria,
  describeList,
  type FilterIn,
  type RequestOf,
  type SortIn,
} from '../fields/list.js';
import { recordId, recordStamps, systemField, systemReference } from '../fields/record.js';
import { HistoryEntry } from '../history.js';
import { RECORDS } from '../records/records.js';
import { LOSS_REASONS, RENEWAL_OUTCOMES } from '../renewals/renewalKinds.js';
import { omit } from '../rules/objects.js';
import type { Warning } from '../rules/warning.js';
import { UNPAID_STATES } from './instalments.js';
import { policyFields } from './policyFields.js';
import {
  POLICY_KINDS,
  POLICY_STATUSES,
  POLICY_TYPES,
  type PolicyKind,
  VEHICLE_TYPES,
} from './policyKinds.js';
import { sharedCriteria } from './sharedCriteria.js';

export const policySystemFields = {
  kind: systemField('text', z.enum(POLICY_KINDS)),
  policyId: systemField('integer', z.int().describe('The first term of the policy')),
  predecessorId: systemReference('The term that this one renewed'),
  quotationId: systemReference('The quotation that it came from'),
  successorId: systemReference('The term that renewed this one'),
  instalmentsPaid: systemField(
    'integer',
    z.int().describe('How many premiums of this term are marked as paid; 0 of a yearly one'),
  ),
  insuredMembers: systemField(
    'integer',
    z.int().describe('How many persons a health policy names as insured; 0: it names nobody'),
    'Insured members',
  ),
  nextDueDate: systemField(
    'date',
    dayText()
      .nullable()
      .describe('The day of the next premium that is not paid, of a term in instalments'),
  ),
  ...recordStamps,
};

/** A term of a policy as every screen and answer shows one. What the other kind has is null. */
export const PolicyView = z.object({
  id: recordId,
  ...viewShapeOf({ ...policyFields, ...policySystemFields }),
  daysUntilExpiry: z.int().describe('Days in Asia/Kolkata; negative once it has ended'),
  graceUntil: dayText().nullable().describe('The last day of grace, while there is one'),
  instalments: z.int().describe('How many premiums this term has; 0 of a yearly one'),
  nextDueAmount: z.string().nullable().describe('Of the next premium; rupees with two digits'),
  nextDueState: z.enum(UNPAID_STATES).nullable().describe('How the next premium stands'),
  nextGraceUntil: dayText().nullable().describe('The last day of grace of the next premium'),
});
export type PolicyView = z.infer<typeof PolicyView>;

/** What a change answers: the policy, and what looks wrong about it. */
export type SavedPolicy = PolicyView & { warnings: Warning[] };

/** A term of a policy, and all that happened to it. */
export const TermHistory = z.object({
  termId: z.int().describe('The id of the term, which is that of a policy'),
  policyNumber: z.string(),
  startDate: dayText(),
  endDate: dayText().describe('The last day of cover'),
  isDeleted: z.boolean(),
  entries: z.array(HistoryEntry).describe('Oldest first'),
});
export type TermHistory = z.infer<typeof TermHistory>;

/** In the order in which a person reads them. */
const criteria = {
  kind: { kind: 'oneOf', options: POLICY_KINDS, label: 'Kind', description: 'Absent: both kinds' },
  search: {
    kind: 'search',
    description: 'Part of a policy number, an insurer or a vehicle number in any spelling',
  },
  expiringSoon: {
    kind: 'flag',
    label: 'Expiring within 30 days',
    description: 'Only active policies, 1 to 30 days before their end',
  },
  statuses: { kind: 'anyOf', parameter: 'status', options: POLICY_STATUSES, label: 'Status' },
  policyTypes: { kind: 'anyOf', parameter: 'policyType', options: POLICY_TYPES, label: 'Type' },
  vehicleTypes: {
    kind: 'anyOf',
    parameter: 'vehicleType',
    options: VEHICLE_TYPES,
    label: 'Vehicle',
  },
  insurer: sharedCriteria.insurer,
  customerId: { kind: 'reference', thing: 'customer', label: 'Customer' },
  kycStatuses: {
    kind: 'anyOf',
    parameter: 'kycStatus',
    options: KYC_STATUSES,
    label: 'KYC',
    description: 'Of the customers',
  },
  ownerId: sharedCriteria.ownerId,
  withoutOwner: sharedCriteria.withoutOwner,
  renewals: {
    kind: 'anyOf',
    parameter: 'renewal',
    options: RENEWAL_OUTCOMES,
    label: 'Renewal',
    description: 'What became of its renewal; none of those that were cancelled',
  },
  lossReasons: {
    kind: 'anyOf',
    parameter: 'lossReason',
    options: LOSS_REASONS,
    label: 'Lost',
    description: 'Why its renewal was lost',
  },
  startsFrom: {
    kind: 'dayFrom',
    of: 'startDate',
    label: 'Starts from',
    description: 'First first day of cover, inclusive',
  },
  startsTo: {
    kind: 'dayTo',
    of: 'startDate',
    label: 'Starts until',
    description: 'Last first day of cover, inclusive',
  },
  endsFrom: {
    kind: 'dayFrom',
    of: 'endDate',
    label: 'Ends from',
    description: 'First last day of cover, inclusive',
  },
  endsTo: {
    kind: 'dayTo',
    of: 'endDate',
    label: 'Ends until',
    description: 'Last last day of cover, inclusive',
  },
  dues: {
    kind: 'anyOf',
    parameter: 'due',
    options: UNPAID_STATES,
    label: 'Premium',
    description: 'How the next premium of a term in instalments stands',
  },
  dueFrom: {
    kind: 'dayFrom',
    of: 'nextDueDate',
    label: 'Premium due from',
    description: 'First day of the next premium, inclusive',
  },
  dueTo: {
    kind: 'dayTo',
    of: 'nextDueDate',
    label: 'Premium due until',
    description: 'Last day of the next premium, inclusive',
  },
  premiumFrom: {
    kind: 'amountFrom',
    of: 'premiumAmount',
    label: 'Premium from',
    description: 'Least premium in rupees, inclusive',
  },
  premiumTo: {
    kind: 'amountTo',
    of: 'premiumAmount',
    label: 'Premium up to',
    description: 'Highest premium in rupees, inclusive',
  },
} as const satisfies Criteria;

/** How policies are listed, of both kinds together. */
export const policyList = describeList({
  criteria,
  sorts: ['added', 'ends', 'premium', 'number', 'due'],
  usualSort: 'added',
  descending: ['added', 'premium'],
});
export type PolicySort = SortIn<typeof policyList>;
export type PolicyFilter = FilterIn<typeof policyList>;
export type PolicyListRequest = RequestOf<typeof policyList>;

const lists = {
  health: { ...policyList, criteria: omit(criteria, ['kind', 'vehicleTypes']) },
  vehicle: { ...policyList, criteria: omit(criteria, ['kind', 'policyTypes']) },
};

/** How policies of one kind are listed: without the criteria of the other. */
export const policyListOf = (kind: PolicyKind): typeof policyList =>
  lists[kind] as unknown as typeof policyList;

/** Policies, as both faces serve them. */
export const policyRecord = {
  ...RECORDS.policy,
  fields: policyFields,
  view: PolicyView,
  list: policyList,
};

/** The four cards over a list. Each counts what its list shows. */
export const PolicyCards = z.object({
  total: z.int(),
  active: z.int(),
  totalPremium: z
    .string()
    .describe('Of all policies in the list, for a year; rupees with two digits'),
  expiringSoon: z.int().describe('Active, and 1 to 30 days before the end'),
});
export type PolicyCards = z.infer<typeof PolicyCards>;

/** What a customer holds, over both kinds. */
export const PolicyHoldings = z.object({
  policies: z.int(),
  active: z.int(),
  yearlyPremium: z
    .string()
    .describe('Of the active ones, brought to a year; rupees with two digits'),
  nextExpiry: dayText().nullable().describe('The next end of an active policy'),
});
export type PolicyHoldings = z.infer<typeof PolicyHoldings>;

/** An active policy that ends within 30 days, today included. */
export const UpcomingRenewal = z.object({
  id: z.int().describe('The policy’s'),
  customerId: z.int(),
  customerName: z.string(),
  policyId: z.int(),
  policyType: z.enum(POLICY_KINDS),
  policyNumber: z.string(),
  dueDate: dayText().describe('The last day of cover'),
  daysUntilExpiry: z.int().describe('Days in Asia/Kolkata'),
});
export type UpcomingRenewal = z.infer<typeof UpcomingRenewal>;
