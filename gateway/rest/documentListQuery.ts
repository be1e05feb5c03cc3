import { DOCUMENT_TYPES, FILE_KINDS } from '@insuremanager/contracts/documents/documentKinds';
import {
  DOCUMENT_SORTS,
  type DocumentListRequest,
} from '@insuremanager/contracts/documents/documentViews';
import { z } from 'zod';
import { DocumentFilterInput } from '../documentFilter.js';
import { validated } from '../validated.js';
import { idParameterOf, pageParameters, wordsOf } from './listQuery.js';

const { search, policyType, uploadedFrom, uploadedTo } = DocumentFilterInput.shape;

/** The query of `GET /api/documents`. What it does not know is ignored. */
export const DocumentListQuery = z.object({
  search,
  documentType: wordsOf('documentType', DOCUMENT_TYPES),
  fileKind: wordsOf('fileKind', FILE_KINDS),
  customerId: idParameterOf('customer').describe('Documents of this customer'),
  policyType: policyType.describe('Documents of policies of this kind'),
  policyId: idParameterOf('policy').describe('Documents of this policy'),
  uploadedFrom,
  uploadedTo,
  ...pageParameters(DOCUMENT_SORTS, 'uploaded'),
});

/** @throws Refusal `invalid`, naming the parameter. */
export function documentListRequest(query: unknown): DocumentListRequest {
  const asked = validated(DocumentListQuery, query);
  const { documentType, fileKind, sort, direction, limit, cursor, ...filter } = asked;
  return {
    filter: { ...filter, documentTypes: documentType, fileKinds: fileKind },
    sort,
    direction,
    limit,
    cursor,
  };
}
