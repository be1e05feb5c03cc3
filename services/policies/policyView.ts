import type { PolicyIdentity } from '@insuremanager/contracts/policies/policyEvents';
import type {
  CoverType,
  PolicyKind,
  PolicyStatus,
  PolicyType,
  VehicleType,
} from '@insuremanager/contracts/policies/policyKinds';
import { daysUntilExpiry, graceUntil } from '@insuremanager/contracts/policies/policyTerm';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import type { PremiumFrequency } from '@insuremanager/contracts/rules/premiumFrequency';
import { nextOf, type Policy, type Term } from './policy.js';

/** What stands where a term's identity was before its policyholder was erased. */
export const ERASED_IDENTITY: PolicyIdentity = {
  policyNumber: 'Erased',
  vehicleNumber: null,
  engineNumber: null,
  chassisNumber: null,
};

/** @param today the Kolkata day from which days are counted. */
export function viewOfTerm(policy: Policy, term: Term, today: Day): PolicyView {
  const { kind } = policy;
  const { cover, status, previousId } = term;
  return {
    id: term.id,
    kind,
    customerId: term.customerId,
    ...(term.identity ?? ERASED_IDENTITY),
    ...cover,
    sumAssured: decimalOf(cover.sumAssured),
    premiumAmount: decimalOf(cover.premiumAmount),
    status,
    ...daysOf({ ...cover, kind, status }, today),
    chainId: policy.id,
    predecessorId: previousId,
    quotationId: previousId === null ? policy.quotationId : null,
    successorId: nextOf(policy, term)?.id ?? null,
    createdAt: term.issuedAt.toISOString(),
    updatedAt: term.changedAt.toISOString(),
    version: term.version,
  };
}

/** A row of the list as queries receive it; amounts in paise. */
export interface PolicyRow {
  id: number;
  policy_id: number;
  kind: PolicyKind;
  customer_id: number;
  policy_number: string;
  insurance_company: string;
  policy_type: PolicyType | null;
  vehicle_number: string | null;
  vehicle_type: VehicleType | null;
  vehicle_make: string | null;
  vehicle_model: string | null;
  vehicle_year: number | null;
  engine_number: string | null;
  chassis_number: string | null;
  cover_type: CoverType | null;
  ncb_percent: number | null;
  sum_assured: number;
  premium_amount: number;
  premium_frequency: PremiumFrequency;
  start_date: Day;
  end_date: Day;
  third_party_end_date: Day | null;
  status: PolicyStatus;
  predecessor_id: number | null;
  quotation_id: number | null;
  successor_id: number | null;
  version: number;
  created_at: Date;
  updated_at: Date;
  number_key: string;
}

/** @param today the Kolkata day from which days are counted. */
export const viewOfRow = (row: PolicyRow, today: Day): PolicyView => ({
  id: row.id,
  kind: row.kind,
  customerId: row.customer_id,
  policyNumber: row.policy_number,
  insuranceCompany: row.insurance_company,
  policyType: row.policy_type,
  vehicleNumber: row.vehicle_number,
  vehicleType: row.vehicle_type,
  vehicleMake: row.vehicle_make,
  vehicleModel: row.vehicle_model,
  vehicleYear: row.vehicle_year,
  engineNumber: row.engine_number,
  chassisNumber: row.chassis_number,
  coverType: row.cover_type,
  ncbPercent: row.ncb_percent,
  sumAssured: decimalOf(row.sum_assured),
  premiumAmount: decimalOf(row.premium_amount),
  premiumFrequency: row.premium_frequency,
  startDate: row.start_date,
  endDate: row.end_date,
  thirdPartyEndDate: row.third_party_end_date,
  status: row.status,
  ...daysOf(
    {
      kind: row.kind,
      status: row.status,
      endDate: row.end_date,
      premiumFrequency: row.premium_frequency,
    },
    today,
  ),
  chainId: row.policy_id,
  predecessorId: row.predecessor_id,
  quotationId: row.quotation_id,
  successorId: row.successor_id,
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
  version: row.version,
});

/** What is derived from the day, not stored. */
const daysOf = (standing: Parameters<typeof graceUntil>[0], today: Day) => ({
  daysUntilExpiry: daysUntilExpiry(standing, today),
  graceUntil: graceUntil(standing, today),
});
