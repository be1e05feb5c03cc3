import { z } from 'zod';
import { instantText } from '../fields/dayFields.js';
import { viewShapeOf } from '../fields/fields.js';
import { describeList, type FilterIn, type RequestOf, type SortIn } from '../fields/list.js';
import { recordId, recordStamps, systemField } from '../fields/record.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import { RECORDS } from '../records/records.js';
import { documentFields } from './documentFields.js';
import { ACTIVE_CONTENT, DOCUMENT_TYPES, FILE_KINDS } from './documentKinds.js';

export const documentSystemFields = {
  fileName: systemField('text', z.string()),
  fileSize: systemField('integer', z.int().describe('Bytes')),
  mimeType: systemField('text', z.string().describe('By its content, whatever its name')),
  activeContent: systemField(
    'text',
    z
      .enum(ACTIVE_CONTENT)
      .describe('Whether it carries scripts or the like; unknown: it is protected'),
  ),
  uploadedAt: systemField('timestamptz', instantText()),
  version: recordStamps.version,
};

/** A document as every screen and answer shows one. */
export const DocumentView = z.object({
  id: recordId,
  filePath: z.string().describe('Where it is downloaded, such as /api/documents/12/download'),
  ...viewShapeOf({ ...documentFields, ...documentSystemFields }),
});
export type DocumentView = z.infer<typeof DocumentView>;

/** Where a document is downloaded under its own name. */
export const documentPath = (documentId: number): string => `/api/documents/${documentId}/download`;
/** Where a browser shows a picture or a PDF. */
export const documentPreviewPath = (documentId: number): string =>
  `/api/documents/${documentId}/preview`;

/** How documents are listed. */
export const documentList = describeList({
  criteria: {
    search: {
      kind: 'search',
      description: 'Part of a file’s name, or of its customer’s name, phone or email',
    },
    documentTypes: {
      kind: 'anyOf',
      parameter: 'documentType',
      options: DOCUMENT_TYPES,
      label: 'Type',
    },
    fileKinds: { kind: 'anyOf', parameter: 'fileKind', options: FILE_KINDS, label: 'File' },
    customerId: { kind: 'reference', thing: 'customer', label: 'Customer' },
    policyType: {
      kind: 'oneOf',
      options: POLICY_KINDS,
      label: 'Policy type',
      description: 'Documents of policies of this kind',
    },
    policyId: { kind: 'reference', thing: 'policy', label: 'Policy' },
    claimId: { kind: 'reference', thing: 'claim', label: 'Claim' },
    uploadedFrom: { kind: 'dayFrom', of: 'uploadedAt', label: 'Uploaded from' },
    uploadedTo: { kind: 'dayTo', of: 'uploadedAt', label: 'Uploaded until' },
  },
  sorts: ['uploaded', 'name', 'size'],
  usualSort: 'uploaded',
  descending: ['uploaded', 'size'],
});
export type DocumentSort = SortIn<typeof documentList>;
export type DocumentFilter = FilterIn<typeof documentList>;
export type DocumentListRequest = RequestOf<typeof documentList>;

/** Documents, as both faces serve them. */
export const documentRecord = {
  ...RECORDS.document,
  fields: documentFields,
  view: DocumentView,
  list: documentList,
};

/** The four cards over the list. Each counts what its list shows. */
export const DocumentCards = z.object({
  total: z.int(),
  kyc: z.int(),
  policy: z.int(),
  claim: z.int(),
});
export type DocumentCards = z.infer<typeof DocumentCards>;
