import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';

const common = {
  insuranceCompany: 'Star Health',
  sumAssured: '500000',
  premiumAmount: '11800',
  serviceCharges: '500.50',
};

const OWN_FIELDS: Record<PolicyKind, object> = {
  health: { policyType: 'family' },
  vehicle: { vehicleType: 'car', vehicleNumber: 'KL 07 AB 1234' },
};

/** Fields of a new quotation, as a client sends them. */
export const sampleQuotationInput = (insuranceType: PolicyKind, customerId: number) => ({
  customerId,
  insuranceType,
  ...common,
  ...OWN_FIELDS[insuranceType],
});
