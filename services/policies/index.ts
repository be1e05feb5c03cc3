export { createPolicies } from './createPolicies.js';
export type { Policies, PolicyReceipt } from './policies.js';
export type { PolicyRef } from './policy.js';
export { policyProjector } from './policyProjector.js';
export { POLICY_TALLIES } from './policyTables.js';
