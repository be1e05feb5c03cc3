import { DOCUMENT_TYPES, FILE_KINDS } from '@insuremanager/contracts/documents/documentKinds';
import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { z } from 'zod';
import { dayBound, searched, someOf } from './listFilters.js';

/** What narrows the list of documents, however it was asked for. */
export const DocumentFilterInput = z.object({
  search: searched('search').describe(
    'Part of a file’s name, or of its customer’s name, phone or email',
  ),
  documentTypes: someOf('documentType', DOCUMENT_TYPES).nullish(),
  fileKinds: someOf('fileKind', FILE_KINDS).nullish(),
  customerId: z.int('customerId must be the number of a customer').nullish(),
  policyType: z
    .enum(POLICY_KINDS, { error: `policyType is one of: ${POLICY_KINDS.join(', ')}` })
    .nullish(),
  policyId: z.int('policyId must be the number of a policy').nullish(),
  uploadedFrom: dayBound('uploadedFrom').describe('First Kolkata day, inclusive'),
  uploadedTo: dayBound('uploadedTo').describe('Last Kolkata day, inclusive'),
});
