import { z } from 'zod';
import { CLAIM_REQUIREMENTS, type ClaimRequirement } from '../claims/claimRequirements.js';
import { optionalChoice, requiredChoice } from '../fields/choiceFields.js';
import { inputOf, labelsOf } from '../fields/fields.js';
import { optionalReference, reference } from '../fields/numberFields.js';
import { POLICY_KINDS, type PolicyKind } from '../policies/policyKinds.js';
import { DOCUMENT_TYPES, type DocumentType, FILE_SENTENCES } from './documentKinds.js';

/** What is said of a file: to what it belongs. */
export const documentFields = {
  customerId: reference('customer', { label: 'Customer', message: FILE_SENTENCES.missing }),
  documentType: requiredChoice({ label: 'Document type', options: DOCUMENT_TYPES }),
  policyType: optionalChoice({ label: 'Policy type', options: POLICY_KINDS }),
  policyId: optionalReference('policy', { label: 'Policy' }),
  claimId: optionalReference('claim', { label: 'Claim' }),
  requirement: optionalChoice({ label: 'On the claim’s checklist', options: CLAIM_REQUIREMENTS }),
} as const;

/** Also of what is read from the file itself. */
export const DOCUMENT_LABELS = {
  ...labelsOf(documentFields),
  fileName: 'File',
  fileSize: 'Size',
  mimeType: 'Kind',
} as const;

/** To what a file belongs. */
export interface DocumentInput {
  customerId: number;
  documentType: DocumentType;
  policyType: PolicyKind | null;
  policyId: number | null;
  /** A claim of its customer; its policy follows. */
  claimId?: number | null;
  /** What of the claim’s checklist is received with it. */
  requirement?: ClaimRequirement | null;
}

/**
 * What comes with a file, as the form and the API send it. A KYC document belongs to no policy, and
 * a claim to claim documents alone.
 */
export const DocumentInput = inputOf(documentFields).transform((input, context): DocumentInput => {
  const { claimId, requirement = null, policyType = null, ...rest } = input;
  const { policyId, documentType } = rest;
  if (claimId !== null && documentType !== 'claim_document') {
    const message = 'Only a claim document belongs to a claim';
    context.addIssue({ code: 'custom', path: ['claimId'], message });
  }
  if (requirement !== null && claimId === null) {
    const message = 'Choose the claim on whose checklist it is';
    context.addIssue({ code: 'custom', path: ['claimId'], message });
  }
  if (documentType === 'kyc' && (policyType !== null || policyId !== null)) {
    const path = [policyId === null ? 'policyType' : 'policyId'];
    const message = 'A KYC document belongs to the customer, not to a policy';
    context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  }
  return { ...rest, policyType, ...(claimId !== null && { claimId, requirement }) };
});
