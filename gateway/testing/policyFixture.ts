import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';

/** Half past eleven in the morning of 15 June 2026 in Kolkata. */
export const TEST_NOW = new Date('2026-06-15T06:00:00Z');
export const testClock = { now: () => TEST_NOW };

const common = {
  insuranceCompany: 'Star Health',
  sumAssured: '500000',
  premiumAmount: '12000.50',
  premiumFrequency: 'yearly',
  startDate: '2025-07-01',
  endDate: '2026-06-30',
};

const OWN_FIELDS: Record<PolicyKind, object> = {
  health: { policyType: 'family' },
  vehicle: { vehicleNumber: 'KL 07 AB 1234', vehicleType: 'car', vehicleYear: '2021' },
};

/** Fields of a new policy in force, which ends 15 days after `TEST_NOW`, as a client sends them. */
export const samplePolicyInput = (kind: PolicyKind, customerId: number, policyNumber: string) => ({
  customerId,
  policyNumber,
  ...common,
  ...OWN_FIELDS[kind],
});
