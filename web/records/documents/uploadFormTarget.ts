import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { UploadTarget } from '../../data/uploadRequest';

/** What stands in the form beside the files. */
export interface UploadFields {
  customerId: number | null;
  documentType: DocumentType;
  policyType: PolicyKind | null;
  policyId: number | null;
}

/** What a drawer has settled already. */
export interface FixedTarget {
  customer: { id: number; name: string };
  policy?: { id: number; kind: PolicyKind; policyNumber: string };
}

export const fieldsFor = (fixed: FixedTarget | undefined): UploadFields => ({
  customerId: fixed?.customer.id ?? null,
  documentType: fixed?.policy ? 'policy_document' : 'kyc',
  policyType: fixed?.policy?.kind ?? null,
  policyId: fixed?.policy?.id ?? null,
});

/** What the files are sent as; null while nobody is chosen. A KYC document has no policy. */
export function targetOf(fields: UploadFields): UploadTarget | null {
  const { customerId, documentType } = fields;
  if (customerId === null) return null;
  if (documentType === 'kyc') return { customerId, documentType, policyType: null, policyId: null };
  return { ...fields, customerId };
}
