import { z } from 'zod';
import { ClaimMatch } from '../claims/claimViews.js';
import { DOCUMENT_TYPES } from '../documents/documentKinds.js';
import { LeadMatch } from '../leads/leadViews.js';
import { POLICY_STATUSES } from '../policies/policyKinds.js';
import { RECORDS } from '../records/records.js';
import { TaskMatch } from '../tasks/taskViews.js';

/** Rows shown per group. */
export const MATCHES_SHOWN = 8;
/** Matches are counted up to here; beyond, only "more than" is known. */
export const MATCHES_COUNTED = 100;

/** Customers found by a search whose policies are found by it, too: the best ones. */
export const OWNERS_SOUGHT = 100;

export const CustomerMatch = z.object({ id: z.int(), name: z.string(), phone: z.string() });
export type CustomerMatch = z.infer<typeof CustomerMatch>;

const HealthPolicyMatch = z.object({
  id: z.int(),
  policyNumber: z.string(),
  insuranceCompany: z.string(),
  status: z.enum(POLICY_STATUSES),
});
export type HealthPolicyMatch = z.infer<typeof HealthPolicyMatch>;

/** A policy that was found, and whose it is. */
export interface OwnedHealthPolicyMatch extends HealthPolicyMatch {
  customerId: number;
}

const VehiclePolicyMatch = z.object({
  id: z.int(),
  policyNumber: z.string(),
  insuranceCompany: z.string(),
  vehicleNumber: z.string(),
  status: z.enum(POLICY_STATUSES),
});
export type VehiclePolicyMatch = z.infer<typeof VehiclePolicyMatch>;

export interface OwnedVehiclePolicyMatch extends VehiclePolicyMatch {
  customerId: number;
}

export const DocumentMatch = z.object({
  id: z.int(),
  fileName: z.string(),
  documentType: z.enum(DOCUMENT_TYPES),
});
export type DocumentMatch = z.infer<typeof DocumentMatch>;

/** A document that was found, and whose it is: its name alone may say little. */
export interface OwnedDocumentMatch extends DocumentMatch {
  customerId: number;
}

export const QuotationMatch = z.object({
  id: z.int(),
  quotationNumber: z.string(),
  insuranceCompany: z.string().nullable(),
});
export type QuotationMatch = z.infer<typeof QuotationMatch>;

/** A quotation that was found, and whose it is. */
export interface OwnedQuotationMatch extends QuotationMatch {
  customerId: number;
}

/** The best matches of one group, and how many there are. */
export interface Matches<Match> {
  items: Match[];
  count: number;
  /** False: there are more than `count`. */
  exact: boolean;
}

/**
 * The groups of the search over everything, in their order: of which records, what is shown of a
 * match, and what GraphQL calls that. Search and answers of both faces follow from it; `gateway/globalSearch.ts`
 * says how each is searched.
 */
export const SEARCH_GROUPS = {
  customers: { of: RECORDS.customer, type: 'CustomerMatch', Match: CustomerMatch, isOwned: false },
  healthPolicies: {
    of: RECORDS.policy,
    type: 'HealthPolicyMatch',
    Match: HealthPolicyMatch,
    isOwned: true,
  },
  vehiclePolicies: {
    of: RECORDS.policy,
    type: 'VehiclePolicyMatch',
    Match: VehiclePolicyMatch,
    isOwned: true,
  },
  documents: { of: RECORDS.document, type: 'DocumentMatch', Match: DocumentMatch, isOwned: true },
  quotations: {
    of: RECORDS.quotation,
    type: 'QuotationMatch',
    Match: QuotationMatch,
    isOwned: true,
  },
  claims: { of: RECORDS.claim, type: 'ClaimMatch', Match: ClaimMatch, isOwned: true },
  leads: { of: RECORDS.lead, type: 'LeadMatch', Match: LeadMatch, isOwned: false },
  tasks: { of: RECORDS.task, type: 'TaskMatch', Match: TaskMatch, isOwned: true },
} as const;
export type SearchGroup = keyof typeof SEARCH_GROUPS;
export const ALL_GROUPS = Object.keys(SEARCH_GROUPS) as SearchGroup[];

export const ofEachGroup = <Of>(of: (group: SearchGroup) => Of) =>
  Object.fromEntries(ALL_GROUPS.map((group) => [group, of(group)])) as Record<SearchGroup, Of>;

/** The answer of `GET /api/search`. */
export const SearchResults = z.object(
  ofEachGroup((group) => z.array(SEARCH_GROUPS[group].Match as z.ZodType)) as {
    [Group in SearchGroup]: z.ZodArray<(typeof SEARCH_GROUPS)[Group]['Match']>;
  },
);
export type SearchResults = z.infer<typeof SearchResults>;
