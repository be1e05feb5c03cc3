import { KYC_STATUSES } from '@insuremanager/contracts/customers/customerFields';
import {
  POLICY_STATUSES,
  POLICY_TYPES,
  type PolicyKind,
  VEHICLE_TYPES,
} from '@insuremanager/contracts/policies/policyKinds';
import {
  POLICY_SORTS,
  type PolicyListRequest,
} from '@insuremanager/contracts/policies/policyViews';
import { z } from 'zod';
import { PolicyFilterInput } from '../policyFilter.js';
import { validated } from '../validated.js';
import { flagOf, idParameterOf, pageParameters, wordsOf } from './listQuery.js';

const { search, insurer, endsFrom, endsTo, premiumFrom, premiumTo } = PolicyFilterInput.shape;
const common = {
  search,
  status: wordsOf('status', POLICY_STATUSES),
  insurer,
  endsFrom,
  endsTo,
  premiumFrom,
  premiumTo,
  kycStatus: wordsOf('kycStatus', KYC_STATUSES),
  customerId: idParameterOf('customer').describe('Policies of this customer'),
  expiringSoon: flagOf('expiringSoon').describe(
    'Only active policies, 1 to 30 days before their end',
  ),
  ...pageParameters(POLICY_SORTS, 'added'),
};
const HealthListQuery = z.object({ ...common, policyType: wordsOf('policyType', POLICY_TYPES) });
const VehicleListQuery = z.object({
  ...common,
  vehicleType: wordsOf('vehicleType', VEHICLE_TYPES),
});

/** The query of `GET /api/health-policies` or `/api/vehicle-policies`. What it does not know is ignored. */
export const policyListQuery = (kind: PolicyKind) =>
  kind === 'health' ? HealthListQuery : VehicleListQuery;

/** @throws Refusal `invalid`, naming the parameter. */
export function policyListRequest(kind: PolicyKind, query: unknown): PolicyListRequest {
  const asked = validated(policyListQuery(kind), query);
  const { status, kycStatus, sort, direction, limit, cursor, ...filter } = asked;
  return {
    filter: {
      ...filter,
      kind,
      statuses: status,
      kycStatuses: kycStatus,
      policyTypes: 'policyType' in asked ? asked.policyType : undefined,
      vehicleTypes: 'vehicleType' in asked ? asked.vehicleType : undefined,
    },
    sort,
    direction,
    limit,
    cursor,
  };
}
