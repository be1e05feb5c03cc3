import { EndorsementInput } from '@insuremanager/contracts/policies/policyChanges';
import {
  PolicyCancelled,
  type PolicyCover,
  PolicyDeleted,
  PolicyDetailsChanged,
  PolicyEndorsed,
  type PolicyEvent,
  PolicyExpired,
  PolicyHolderChanged,
  type PolicyIdentity,
  PolicyIssued,
  PolicyReinstated,
  PolicyRenewalWithdrawn,
  PolicyRenewed,
  PolicyStatusCorrected,
} from '@insuremanager/contracts/policies/policyEvents';
