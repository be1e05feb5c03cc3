import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';

/** The screen of each kind of policy. */
export const POLICY_SCREENS: Readonly<Record<PolicyKind, string>> = {
  health: '/health-insurance',
  vehicle: '/vehicle-insurance',
};

/** Where a policy is shown, beside the list of its kind. */
export const policyPath = (kind: PolicyKind, id: number): string =>
  `${POLICY_SCREENS[kind]}?policy=${id}`;

/** Where a customer is shown. */
export const customerPath = (id: number): string => `/customers?customer=${id}`;

/** Where a policy of a kind is added for a customer. */
export const newPolicyPath = (kind: PolicyKind, customerId: number): string =>
  `${POLICY_SCREENS[kind]}?add=1&holder=${customerId}`;
