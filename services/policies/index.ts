export { createPolicies } from './createPolicies.js';
export type { IssuedPolicy, Policies, PolicyReceipt, PolicyStanding } from './policies.js';
export type { TermRef } from './policy.js';
export { policyProjector } from './policyProjector.js';
export { compactForms, searchPatterns as policySearchPatterns } from './policySearch.js';
export { POLICY_TALLIES } from './policyTables.js';
