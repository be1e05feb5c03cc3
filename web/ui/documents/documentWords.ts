import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';

export const POLICY_KIND_WORDS: Readonly<Record<PolicyKind, string>> = {
  health: 'Health',
  vehicle: 'Vehicle',
};
