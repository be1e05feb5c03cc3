export { type CoverEnd, coverEnds } from './coverEnds.js';
export { createPolicies } from './createPolicies.js';
export type {
  IssuedPolicy,
  Policies,
  PoliciesOfBook,
  PolicyReference,
  SavedTerm,
} from './policies.js';
export type { TermRef } from './policy.js';
export { policyProjector } from './policyProjector.js';
export { compactForms, searchPatterns as policySearchPatterns } from './policySearch.js';
export { POLICY_SUMMARIES, policiesTable, SEARCH_COLUMNS } from './policyTables.js';
