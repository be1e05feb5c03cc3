import { z } from 'zod';
import type { ListRequest } from '../lists.js';
import { POLICY_KINDS, type PolicyKind } from '../policies/policyKinds.js';
import { DOCUMENT_TYPES, type DocumentType, type FileKind } from './documentKinds.js';

/** A document as every screen and answer shows one. */
export const DocumentView = z.object({
  id: z.int(),
  customerId: z.int(),
  policyId: z.int().nullable(),
  policyType: z.enum(POLICY_KINDS).nullable(),
  documentType: z.enum(DOCUMENT_TYPES),
  fileName: z.string(),
  /** Where it is downloaded; never where it is stored. */
  filePath: z.string(),
  /** Bytes. */
  fileSize: z.int(),
  mimeType: z.string(),
  /** ISO instant. */
  uploadedAt: z.string(),
  /** Revision of the document's stream. */
  version: z.int(),
});
export type DocumentView = z.infer<typeof DocumentView>;

/** Where a document is downloaded under its own name. */
export const documentPath = (documentId: number): string => `/api/documents/${documentId}/download`;
/** Where a browser shows a picture or a PDF. */
export const documentPreviewPath = (documentId: number): string =>
  `/api/documents/${documentId}/preview`;

export const DOCUMENT_SORTS = ['uploaded', 'name', 'size'] as const;
export type DocumentSort = (typeof DOCUMENT_SORTS)[number];

/** What narrows the list of documents. */
export interface DocumentFilter {
  /** Part of a file's name, or of its customer's name, phone or email. */
  search?: string | null;
  documentTypes?: readonly DocumentType[] | null;
  fileKinds?: readonly FileKind[] | null;
  customerId?: number | null;
  policyType?: PolicyKind | null;
  policyId?: number | null;
  /** Kolkata days, both inclusive. */
  uploadedFrom?: string | null;
  uploadedTo?: string | null;
}

export type DocumentListRequest = ListRequest<DocumentFilter, DocumentSort>;

/** The four cards over the list. Each counts what its list shows. */
export interface DocumentCards {
  total: number;
  kyc: number;
  policy: number;
  claim: number;
}
