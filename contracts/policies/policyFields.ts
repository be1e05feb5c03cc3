import type { Paise } from '../rules/money.js';
import type { PolicyCover, PolicyIdentity } from './policyEvents.js';
import type { PolicyKind, PolicyStatus } from './policyKinds.js';

/** Everything that is said of one term. */
export type PolicyTerm = PolicyCover & PolicyIdentity;

/** Longest texts, in characters. */
export const POLICY_LIMITS = {
  policyNumber: 60,
  insuranceCompany: 200,
  vehicleNumber: 15,
  vehicleMake: 100,
  vehicleModel: 100,
  engineNumber: 50,
  chassisNumber: 50,
  reason: 500,
} as const;

/** Largest amounts, in paise: decimal (12,2) and (10,2). */
export const LARGEST_SUM_ASSURED: Paise = 9_999_999_999_99;
export const LARGEST_PREMIUM: Paise = 99_999_999_99;

/** What a person reads before a field's value, in forms, in the history and in error lists. */
export const POLICY_LABELS = {
  customerId: 'Customer',
  policyNumber: 'Policy number',
  insuranceCompany: 'Insurance company',
  policyType: 'Policy type',
  vehicleNumber: 'Vehicle number',
  vehicleType: 'Vehicle type',
  vehicleMake: 'Make',
  vehicleModel: 'Model',
  vehicleYear: 'Year',
  engineNumber: 'Engine number',
  chassisNumber: 'Chassis number',
  coverType: 'Cover',
  sumAssured: 'Sum assured',
  premiumAmount: 'Premium amount',
  premiumFrequency: 'Premium frequency',
  ncbPercent: 'No-claim bonus',
  startDate: 'Start date',
  endDate: 'End date',
  thirdPartyEndDate: 'Third-party cover ends',
  status: 'Status',
} as const;
export type PolicyField = keyof typeof POLICY_LABELS;

const HEALTH_ONLY = ['policyType'] as const;
const VEHICLE_ONLY = [
  'vehicleNumber',
  'vehicleType',
  'vehicleMake',
  'vehicleModel',
  'vehicleYear',
  'engineNumber',
  'chassisNumber',
  'coverType',
  'ncbPercent',
  'thirdPartyEndDate',
] as const;

/** The fields of a kind, in the order in which they are shown. */
export const policyFields = (kind: PolicyKind): PolicyField[] => {
  const absent: readonly string[] = kind === 'health' ? VEHICLE_ONLY : HEALTH_ONLY;
  return (Object.keys(POLICY_LABELS) as PolicyField[]).filter((field) => !absent.includes(field));
};

/** The sum assured of a vehicle is its insured declared value, and is called so. */
export const policyLabel = (kind: PolicyKind, field: PolicyField): string =>
  kind === 'vehicle' && field === 'sumAssured'
    ? 'Insured declared value (IDV)'
    : POLICY_LABELS[field];

/** Holder, status and term of a policy that is to be issued. */
export interface PolicyInput extends PolicyTerm {
  customerId: number;
  status: PolicyStatus;
}

/** Changes to a policy: what is absent stays as it is. */
export type PolicyPatch = Partial<PolicyInput>;
