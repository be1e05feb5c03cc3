import { z } from 'zod';

/** Shorter texts are not searched for: more than two characters. */
export const SHORTEST_SEARCH = 3;
/** Rows shown per group. */
export const MATCHES_SHOWN = 8;
/** Matches are counted up to here; beyond, only "more than" is known. */
export const MATCHES_COUNTED = 100;

export const CustomerMatch = z.object({ id: z.int(), name: z.string(), phone: z.string() });
export type CustomerMatch = z.infer<typeof CustomerMatch>;

export const HealthPolicyMatch = z.object({
  id: z.int(),
  policyNumber: z.string(),
  insuranceCompany: z.string(),
});
export type HealthPolicyMatch = z.infer<typeof HealthPolicyMatch>;

export const VehiclePolicyMatch = z.object({
  id: z.int(),
  policyNumber: z.string(),
  vehicleNumber: z.string(),
});
export type VehiclePolicyMatch = z.infer<typeof VehiclePolicyMatch>;

/** The best matches of one group, and how many there are. */
export interface Matches<Match> {
  items: Match[];
  count: number;
  /** False: there are more than `count`. */
  exact: boolean;
}

/** The answer of `GET /api/search`. */
export const SearchResults = z.object({
  customers: z.array(CustomerMatch),
  healthPolicies: z.array(HealthPolicyMatch),
  vehiclePolicies: z.array(VehiclePolicyMatch),
});
export type SearchResults = z.infer<typeof SearchResults>;
