import type { KycStatus } from '@insuremanager/contracts/customers/customerFields';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';

/** A policy's holder, as far as its screens show them. */
export interface Holder {
  id: number;
  name: string;
  phone: string;
  kycStatus: KycStatus;
}

export type Policy = PolicyView & { customer: Holder | null };
