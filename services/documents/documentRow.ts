import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import { type DocumentView, documentPath } from '@insuremanager/contracts/documents/documentViews';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';

/** A row of the list as queries receive it. */
export interface DocumentRow {
  id: number;
  version: number;
  customer_id: number;
  document_type: DocumentType;
  policy_kind: PolicyKind | null;
  policy_id: number | null;
  file_name: string;
  file_size: number;
  mime_type: string;
  uploaded_at: Date;
  name_key: string;
}

export const viewOfRow = (row: DocumentRow): DocumentView => ({
  id: row.id,
  customerId: row.customer_id,
  policyId: row.policy_id,
  policyType: row.policy_kind,
  documentType: row.document_type,
  fileName: row.file_name,
  filePath: documentPath(row.id),
  fileSize: row.file_size,
  mimeType: row.mime_type,
  uploadedAt: row.uploaded_at.toISOString(),
  version: row.version,
});
