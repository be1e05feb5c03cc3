import { z } from 'zod';
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
}

/** What comes with a file, as the form and the API send it. A KYC document belongs to no policy. */
export const DocumentInput = inputOf(documentFields).transform((input, context): DocumentInput => {
  const { policyType = null, policyId, documentType } = input;
  if (documentType === 'kyc' && (policyType !== null || policyId !== null)) {
    const path = [policyId === null ? 'policyType' : 'policyId'];
    const message = 'A KYC document belongs to the customer, not to a policy';
    context.addIssue({ code: 'custom', path, message });
    return z.NEVER;
  }
  return { ...input, policyType };
});
