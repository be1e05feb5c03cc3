import { documentFields } from '@insuremanager/contracts/documents/documentFields';
import { RECORDS } from '@insuremanager/contracts/records/records';
import { formatFileSize } from '@insuremanager/contracts/rules/fileSize';
import { operation } from '../../data/operation';
import {
  DeleteDocumentDocument,
  DocumentDetailsDocument,
  DocumentHistoryDocument,
} from '../../data/operations.generated';
import type { ListedDocument } from '../../records/documents/document';
import type { Needs } from '../../ui/allowed';
import { formatText } from '../../ui/record/fieldsForm';
import { lastValueOf, type RecordType } from '../../ui/record/recordType';

export type DocumentAction = 'view' | 'newTab' | 'download' | 'delete';

export const DOCUMENT_NEEDS: Needs<DocumentAction> = { delete: 'documents.write' };

export const DOCUMENT: RecordType<ListedDocument> = {
  ...RECORDS.document,
  title: 'Document',
  nameOf: ({ fileName }) => fileName,
  formerName: (history) => lastValueOf(history, 'fileName'),
  formatValue: (field, text) =>
    field === 'fileSize' && /^\d+$/.test(text)
      ? formatFileSize(Number(text))
      : formatText(documentFields, field, text),
  details: (id) => operation(DocumentDetailsDocument, { id }),
  history: (id) => operation(DocumentHistoryDocument, { id }),
  remove: (id, commandId) => operation(DeleteDocumentDocument, { id, commandId }),
  outdated: ['documentCards'],
};
