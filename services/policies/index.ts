import { policyEventDefinitions } from '@insuremanager/contracts/policies/policyEvents';
import { defineSlice } from '../platform/slice.js';
import { createPolicies } from './createPolicies.js';
import { policyProjector } from './policyProjector.js';

export { type CoverEnd, coverEnds } from './coverEnds.js';
export type {
  IssuedPolicy,
  Policies,
  PoliciesOfBook,
  PolicyReference,
  SavedTerm,
} from './policies.js';
export { findTerm, policyDecider, type TermRef } from './policy.js';
export { compactForms, searchPatterns as policySearchPatterns } from './policySearch.js';
export { POLICY_SUMMARIES, policiesTable, SEARCH_COLUMNS, UNDECIDED } from './policyTables.js';
export { createPolicies };

export const policiesSlice = defineSlice({
  events: policyEventDefinitions,
  projectors: [policyProjector],
  open: createPolicies,
});
