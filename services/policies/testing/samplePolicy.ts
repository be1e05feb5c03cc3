import {
  PolicyCancelled,
  type PolicyCover,
  PolicyExpired,
  type PolicyIdentity,
  PolicyIssued,
  PolicyRenewed,
  PolicyStatusCorrected,
  PolicyTermDeleted,
} from '@insuremanager/contracts/policies/policyEvents';
import type { PolicyKind, PolicyStatus } from '@insuremanager/contracts/policies/policyKinds';
import { ERASED_IDENTITY } from '../policy.js';

/* What has happened to policy 700, a health policy of customer 3, for tests without servers. */

export const POLICY = 700;
export const POLICYHOLDER = 3;
export const NEXT_TERM = 701;

export const health = { kind: 'health', id: POLICY } as const;
export const vehicle = { kind: 'vehicle', id: POLICY } as const;

export const cover: PolicyCover = {
  insuranceCompany: 'Star Health',
  sumAssured: 500_000_00,
  premiumAmount: 12_500_50,
  premiumFrequency: 'yearly',
  ...{ ownDamagePremium: null, thirdPartyPremium: null, premiumGst: null },
  startDate: '2026-04-01',
  endDate: '2027-03-31',
  policyType: 'family',
  vehicleType: null,
  vehicleMake: null,
  vehicleModel: null,
  vehicleYear: null,
  coverType: null,
  thirdPartyEndDate: null,
  ncbPercent: null,
};
export const identity: PolicyIdentity = {
  ...ERASED_IDENTITY,
  policyNumber: 'P/1',
};
export const term = { ...cover, ...identity };

export const carCover: PolicyCover = {
  ...cover,
  policyType: null,
  vehicleType: 'car',
  vehicleMake: 'Maruti',
  vehicleModel: 'Baleno',
  vehicleYear: 2022,
  coverType: 'third_party',
  thirdPartyEndDate: '2029-03-31',
  ncbPercent: 25,
};
export const carIdentity: PolicyIdentity = {
  ...ERASED_IDENTITY,
  policyNumber: 'M/1',
  vehicleNumber: 'KL07AB1234',
  engineNumber: 'K12N1',
  chassisNumber: 'MA3EWB22',
};

export const issued = (
  change: Partial<PolicyCover> = {},
  more: { kind?: PolicyKind; status?: PolicyStatus; personal?: PolicyIdentity | null } = {},
) =>
  PolicyIssued({
    policyId: POLICY,
    kind: 'health',
    customerId: POLICYHOLDER,
    quotationId: null,
    status: 'active',
    cover: { ...cover, ...change },
    personal: identity,
    ...more,
  });
export const issuedCar = issued(carCover, { kind: 'vehicle', personal: carIdentity });
/** The policyholder's key is destroyed. */
export const issuedToNobody = issued({}, { personal: null });

/** The first term is renewed by the next one, by default. */
export const renewed = (
  change: Partial<PolicyCover> = {},
  more: {
    kind?: PolicyKind;
    termId?: number;
    nextTermId?: number;
    customerId?: number;
    personal?: PolicyIdentity;
  } = {},
) =>
  PolicyRenewed({
    policyId: POLICY,
    kind: 'health',
    termId: POLICY,
    nextTermId: NEXT_TERM,
    customerId: POLICYHOLDER,
    cover: { ...cover, startDate: '2027-04-01', endDate: '2028-03-31', ...change },
    personal: identity,
    ...more,
  });

/** Which term an event is about, the first one by default. */
const about = (termId = POLICY) => ({ policyId: POLICY, termId });

export const cancelled = PolicyCancelled({
  ...about(),
  customerId: POLICYHOLDER,
  cancelledOn: '2026-09-15',
  reason: 'customer_request',
  personal: { note: 'Moves abroad' },
});
export const expired = PolicyExpired({ ...about(), endDate: cover.endDate });
export const corrected = (from: PolicyStatus, to: PolicyStatus, termId?: number) =>
  PolicyStatusCorrected({ ...about(termId), from, to });
/** Of the only term. */
export const deleted = PolicyTermDeleted({ ...about(), previous: null });
/** Of the next term: the first one gets its status back. */
export const renewalDeleted = (status: PolicyStatus, termId = NEXT_TERM) =>
  PolicyTermDeleted({ ...about(termId), previous: { termId: POLICY, status } });
