import { type DocumentView, documentPath } from '@insuremanager/contracts/documents/documentViews';
import type { DocumentRecord } from './document.js';
import { type DocumentRow, documentColumns } from './documentTables.js';

/** What is shown in the place of an erased person's file name. */
export const ERASED_FILE_NAME = 'Erased document';

/** @param version the revision of the stream that `record` was folded from. */
export const documentView = (record: DocumentRecord, version: number): DocumentView => ({
  id: record.id,
  ...documentColumns.toView({ ...record, policyType: record.policyKind }),
  fileName: record.secrets?.fileName ?? ERASED_FILE_NAME,
  filePath: documentPath(record.id),
  fileSize: record.fileSize,
  mimeType: record.mimeType,
  activeContent: record.activeContent,
  uploadedAt: record.uploadedAt.toISOString(),
  version,
});

export const viewOfRow = (row: DocumentRow): DocumentView => ({
  id: row.id,
  ...documentColumns.fromRow(row),
  fileName: row.file_name,
  filePath: documentPath(row.id),
  fileSize: row.file_size,
  mimeType: row.mime_type,
  activeContent: row.active_content,
  uploadedAt: row.uploaded_at.toISOString(),
  version: row.version,
});
