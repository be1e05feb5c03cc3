import type { ClaimKind } from '@insuremanager/contracts/claims/claimKinds';
import type { ClaimRequirement } from '@insuremanager/contracts/claims/claimRequirements';
import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { UploadTarget } from '../../data/uploadRequest';

/** What stands in the form beside the files. */
export interface UploadFields {
  customerId: number | null;
  documentType: DocumentType;
  policyType: PolicyKind | null;
  policyId: number | null;
  claimId: number | null;
  requirement: ClaimRequirement | null;
}

/** What a drawer has settled already. */
export interface FixedTarget {
  customer: { id: number; name: string };
  policy?: { id: number; kind: PolicyKind; policyNumber: string };
  /** With what of its checklist is asked for. */
  claim?: {
    id: number;
    claimNumber: string;
    kind: ClaimKind;
    requirement: ClaimRequirement | null;
  };
}

export const fieldsFor = (fixed: FixedTarget | undefined): UploadFields => ({
  customerId: fixed?.customer.id ?? null,
  documentType: fixed?.claim ? 'claim_document' : fixed?.policy ? 'policy_document' : 'kyc',
  policyType: fixed?.policy?.kind ?? null,
  policyId: fixed?.policy?.id ?? null,
  claimId: fixed?.claim?.id ?? null,
  requirement: fixed?.claim?.requirement ?? null,
});

/**
 * What the files are sent as; null while nobody is chosen. A KYC document has no policy, and only a
 * claim document a claim.
 */
export function targetOf(fields: UploadFields): UploadTarget | null {
  const { customerId, documentType } = fields;
  if (customerId === null) return null;
  if (documentType === 'claim_document') return { ...fields, customerId };
  const ofNoClaim = { customerId, documentType, claimId: null, requirement: null };
  if (documentType === 'kyc') return { ...ofNoClaim, policyType: null, policyId: null };
  return { ...ofNoClaim, policyType: fields.policyType, policyId: fields.policyId };
}
