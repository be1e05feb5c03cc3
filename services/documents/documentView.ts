import { type DocumentView, documentPath } from '@insuremanager/contracts/documents/documentViews';
import type { DocumentRecord } from './document.js';

/** What stands where a file's name was before its person was erased. */
export const ERASED_FILE_NAME = 'Erased document';

/** @param version the revision of the stream that `record` was folded from. */
export const documentView = (record: DocumentRecord, version: number): DocumentView => ({
  id: record.id,
  customerId: record.customerId,
  policyId: record.policyId,
  policyType: record.policyKind,
  documentType: record.documentType,
  fileName: record.secrets?.fileName ?? ERASED_FILE_NAME,
  filePath: documentPath(record.id),
  fileSize: record.fileSize,
  mimeType: record.mimeType,
  uploadedAt: record.uploadedAt.toISOString(),
  version,
});
