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
import { pageParameters, wordsOf } from './listQuery.js';
import { idFrom } from './restCommands.js';

const customerId = z
  .string('customerId must be one number')
  .transform((text, context) => {
    const id = idFrom(text);
    if (id !== null) return id;
    context.addIssue({ code: 'custom', message: 'customerId must be the number of a customer' });
    return z.NEVER;
  })
  .optional()
  .describe('Policies of this customer');

const expiringSoon = z
  .enum(['true', 'false'], 'expiringSoon is true or false')
  .transform((word) => word === 'true')
  .optional()
  .describe('Only active policies, 1 to 30 days before their end');

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
  customerId,
  expiringSoon,
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
