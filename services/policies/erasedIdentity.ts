import type { PolicyIdentity } from '@insuremanager/contracts/policies/policyEvents';

/** What stands where a policy's identity was before its holder was erased. */
export const ERASED_IDENTITY: PolicyIdentity = {
  policyNumber: 'Erased',
  vehicleNumber: null,
  engineNumber: null,
  chassisNumber: null,
};
