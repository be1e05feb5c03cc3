import { z } from 'zod';
import { POLICY_KINDS, type PolicyKind } from '../policies/policyKinds.js';
import { optionalChoiceOf, optionalId, requiredId } from '../rules/inputFields.js';
import { cleanText } from '../rules/text.js';
import { DOCUMENT_TYPES, type DocumentType, FILE_SENTENCES } from './documentKinds.js';

/** What a person reads before a field's value. */
export const DOCUMENT_LABELS = {
  customerId: 'Customer',
  documentType: 'Document type',
  policyType: 'Policy type',
  policyId: 'Policy',
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

const TYPE_ERROR = `Document type is one of: ${DOCUMENT_TYPES.join(', ')}`;

/** What comes with a file, as the form and the API send it. A KYC document belongs to no policy. */
export const DocumentInput = z
  .object({
    customerId: requiredId(FILE_SENTENCES.missing),
    documentType: z
      .string({ error: TYPE_ERROR })
      .transform((raw) => cleanText(raw).toLowerCase())
      .pipe(z.enum(DOCUMENT_TYPES, { error: TYPE_ERROR })),
    policyType: optionalChoiceOf('Policy type', POLICY_KINDS),
    policyId: optionalId('Policy must be the number of a policy'),
  })
  .transform((input, context): DocumentInput => {
    const { policyType = null, policyId, documentType } = input;
    if (documentType === 'kyc' && (policyType !== null || policyId !== null)) {
      const path = [policyId === null ? 'policyType' : 'policyId'];
      const message = 'A KYC document belongs to the customer, not to a policy';
      context.addIssue({ code: 'custom', path, message });
      return z.NEVER;
    }
    return { ...input, policyType };
  });
