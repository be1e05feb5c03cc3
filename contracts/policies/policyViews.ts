import { z } from 'zod';
import type { KYC_STATUSES } from '../customers/customerFields.js';
import type { HistoryEntry } from '../history.js';
import type { ListRequest } from '../lists.js';
import type { Day } from '../rules/kolkataDay.js';
import type { Paise } from '../rules/money.js';
import { PREMIUM_FREQUENCIES } from '../rules/premiumFrequency.js';
import { Warning } from '../rules/warning.js';
import {
  COVER_TYPES,
  POLICY_KINDS,
  POLICY_STATUSES,
  POLICY_TYPES,
  type PolicyKind,
  VEHICLE_TYPES,
} from './policyKinds.js';

const text = z.string().nullable();
/** Rupees with two digits after the point. */
const decimal = z.string();

/** A term of a policy as every screen and answer shows one. What the other kind has is null. */
export const PolicyView = z.object({
  id: z.int(),
  kind: z.enum(POLICY_KINDS),
  customerId: z.int(),
  policyNumber: z.string(),
  insuranceCompany: z.string(),
  policyType: z.enum(POLICY_TYPES).nullable(),
  vehicleNumber: text,
  vehicleType: z.enum(VEHICLE_TYPES).nullable(),
  vehicleMake: text,
  vehicleModel: text,
  vehicleYear: z.int().nullable(),
  engineNumber: text,
  chassisNumber: text,
  coverType: z.enum(COVER_TYPES).nullable(),
  ncbPercent: z.int().nullable(),
  sumAssured: decimal,
  premiumAmount: decimal,
  premiumFrequency: z.enum(PREMIUM_FREQUENCIES),
  /** YYYY-MM-DD, both covered. */
  startDate: z.string(),
  endDate: z.string(),
  thirdPartyEndDate: text,
  status: z.enum(POLICY_STATUSES),
  /** Whole Kolkata days to `endDate`; negative when it has passed. */
  daysUntilExpiry: z.int(),
  /** The last day of grace, while there is one. */
  graceUntil: text,
  /** The first term of the policy, the term before and the term after. */
  chainId: z.int(),
  predecessorId: z.int().nullable(),
  /** The quotation that it came from. */
  quotationId: z.int().nullable(),
  successorId: z.int().nullable(),
  /** ISO instants. */
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Of this term, which changes of other terms leave as it is; send it back to change only what you saw. */
  version: z.int(),
});
export type PolicyView = z.infer<typeof PolicyView>;

/** What a change answers: the policy, and what looks wrong about it. */
export const SavedPolicy = PolicyView.extend({ warnings: z.array(Warning) });
export type SavedPolicy = z.infer<typeof SavedPolicy>;

/** A term of a policy, and all that happened to it. */
export interface TermHistory {
  readonly termId: number;
  readonly policyNumber: string;
  readonly startDate: Day;
  readonly endDate: Day;
  readonly isDeleted: boolean;
  /** Oldest first. */
  readonly entries: HistoryEntry[];
}

export const POLICY_SORTS = ['added', 'ends', 'premium', 'number'] as const;
export type PolicySort = (typeof POLICY_SORTS)[number];

/** What narrows the list of policies. */
export interface PolicyFilter {
  /** Absent: both kinds. */
  kind?: PolicyKind | null;
  /** Part of a policy number, an insurer or a vehicle number in any spelling. */
  search?: string | null;
  statuses?: readonly (typeof POLICY_STATUSES)[number][] | null;
  /** A whole insurer's name, whatever its letter case. */
  insurer?: string | null;
  /** Of health policies; and of vehicles. */
  policyTypes?: readonly (typeof POLICY_TYPES)[number][] | null;
  vehicleTypes?: readonly (typeof VEHICLE_TYPES)[number][] | null;
  /** Kolkata days, both inclusive. */
  endsFrom?: string | null;
  endsTo?: string | null;
  /** Both inclusive. */
  premiumFrom?: Paise | null;
  premiumTo?: Paise | null;
  kycStatuses?: readonly (typeof KYC_STATUSES)[number][] | null;
  customerId?: number | null;
  /** Active, 1 to 30 days before the end, whatever day it is. */
  expiringSoon?: boolean | null;
}

export type PolicyListRequest = ListRequest<PolicyFilter, PolicySort>;

/** The four cards over a list. Each counts what its list shows. */
export interface PolicyCards {
  total: number;
  active: number;
  /** Of all policies in the list; rupees with two digits. */
  totalPremium: string;
  expiringSoon: number;
}

/** What a customer holds, over both kinds. */
export interface PolicyHoldings {
  policies: number;
  active: number;
  /** Of the active ones, brought to a year; rupees with two digits. */
  yearlyPremium: string;
  /** The next end of an active policy. */
  nextExpiry: string | null;
}

/** An active policy that ends within 30 days, today included. */
export const UpcomingRenewal = z.object({
  /** The policy's. */
  id: z.int(),
  customerId: z.int(),
  customerName: z.string(),
  policyId: z.int(),
  policyType: z.enum(POLICY_KINDS),
  policyNumber: z.string(),
  /** The last day of cover, YYYY-MM-DD. */
  dueDate: z.string(),
  daysUntilExpiry: z.int(),
});
export type UpcomingRenewal = z.infer<typeof UpcomingRenewal>;
