import { endorsementOf, renewalOf } from '@insuremanager/contracts/policies/policyChanges';
import {
  PolicyCancelled,
  type PolicyCover,
  PolicyDeleted,
  PolicyExpired,
  type PolicyIdentity,
  PolicyIssued,
  PolicyRenewed,
} from '@insuremanager/contracts/policies/policyEvents';
import { policyInputOf, policyPatchOf } from '@insuremanager/contracts/policies/policyInputs';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { PolicyCommand, PolicyRef } from '../policy.js';

/** One health policy, of which all stories tell: number 21, of customer 12. */
export const ref: PolicyRef = { kind: 'health', id: 21 };
export const ids = { policyId: 21, customerId: 12 };

export const cover: PolicyCover = {
  insuranceCompany: 'Star Health',
  sumAssured: 500_000_00,
  premiumAmount: 12_500_50,
  premiumFrequency: 'yearly',
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
  policyNumber: 'SH/2026/1',
  vehicleNumber: null,
  engineNumber: null,
  chassisNumber: null,
};
const typed = {
  customerId: 12,
  policyNumber: 'SH/2026/1',
  insuranceCompany: 'Star Health',
  policyType: 'family',
  sumAssured: '5,00,000',
  premiumAmount: '12500.50',
  premiumFrequency: 'Yearly',
  startDate: '01/04/2026',
  endDate: '31/03/2027',
};

export const issued = PolicyIssued({
  ...ids,
  kind: 'health',
  chainId: 21,
  predecessorId: null,
  numberKept: false,
  status: 'active',
  cover,
  personal: identity,
});
/** Issued with a cover or a number of its own. */
export const issuedWith = (some: Partial<PolicyCover>, policyNumber = identity.policyNumber) =>
  PolicyIssued({
    ...issued.data,
    cover: { ...cover, ...some },
    personal: { ...identity, policyNumber },
  });
export const nextCover: PolicyCover = {
  ...cover,
  startDate: '2027-04-01',
  endDate: '2028-03-31',
};
export const renewed = PolicyRenewed({
  ...ids,
  chainId: 21,
  kind: 'health',
  successorId: 34,
  numberKept: true,
  cover: nextCover,
  personal: identity,
});
export const cancelled = PolicyCancelled({
  ...ids,
  cancelledOn: '2026-07-01',
  reason: 'customer_request',
  personal: { note: null },
});
export const expired = PolicyExpired({ policyId: 21, endDate: '2027-03-31' });
export const deleted = PolicyDeleted({ policyId: 21 });

const numberSeen = 'SH/2026/1';

export const issue = (fields: object = {}): PolicyCommand => ({
  type: 'IssuePolicy',
  ref,
  input: policyInputOf('health').parse({ ...typed, ...fields }),
  renews: null,
});
export const update = (fields: object, seen: string | null = numberSeen): PolicyCommand => ({
  type: 'UpdatePolicy',
  ref,
  patch: policyPatchOf('health').parse(fields),
  numberSeen: seen,
});
export const endorse = (changes: object, effectiveFrom: Day = '2026-07-01'): PolicyCommand => ({
  type: 'EndorsePolicy',
  ref,
  input: endorsementOf('health').parse({ effectiveFrom, reason: 'A child was born', changes }),
});
export const renew = (fields: object = {}, seen: string | null = numberSeen): PolicyCommand => ({
  type: 'RenewPolicy',
  ref,
  successorId: 34,
  input: renewalOf('health').parse(fields),
  numberSeen: seen,
});
export const withdraw = (successorId = 34): PolicyCommand => ({
  type: 'WithdrawRenewal',
  ref,
  successorId,
  numberSeen,
});
export const cancel = (cancelledOn?: Day, today: Day = '2026-07-01'): PolicyCommand => ({
  type: 'CancelPolicy',
  ref,
  input: { reason: 'customer_request', cancelledOn },
  today,
});
export const reinstate: PolicyCommand = { type: 'ReinstatePolicy', ref, input: {} };
export const expire = (today: Day): PolicyCommand => ({ type: 'ExpirePolicy', ref, today });
export const remove: PolicyCommand = { type: 'DeletePolicy', ref, numberSeen };
