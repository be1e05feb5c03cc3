import type { DocumentEvent } from '@insuremanager/contracts/documents/documentEvents';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { defineProjector } from '../platform/readModels/projector.js';
import {
  documentColumns,
  documentsTable,
  ERASED_FILE_NAME,
  storedDocumentsTable,
} from './documentTables.js';

/** Events to the list of documents, and to what the file store must keep. */
export const documentProjector = defineProjector<DocumentEvent>()({
  name: 'documents',
  version: 3,
  tables: [documentsTable, storedDocumentsTable],
  on: {
    DocumentUploaded: ({ data, at, revision }, rows) => {
      const { documentId, fileKey } = data;
      const fileName = data.personal?.fileName ?? ERASED_FILE_NAME;
      rows.put(documentsTable.name, {
        id: documentId,
        version: Number(revision),
        ...documentColumns.toRow({ policyType: data.policyKind }, data),
        file_key: fileKey,
        file_name: fileName,
        file_size: data.fileSize,
        mime_type: data.mimeType,
        active_content: data.activeContent,
        uploaded_at: at,
        name_key: searchKey(fileName),
      });
      rows.put(storedDocumentsTable.name, { file_key: fileKey, document_id: documentId });
    },
    DocumentAttached: ({ data, revision }, rows) =>
      rows.patch(documentsTable.name, data.documentId, {
        version: Number(revision),
        policy_type: data.policyKind,
        policy_id: data.policyId,
      }),
    DocumentDeleted: ({ data }, rows) => rows.remove(documentsTable.name, data.documentId),
  },
});
