import { documentFields } from '@insuremanager/contracts/documents/documentFields';
import { RECORDS } from '@insuremanager/contracts/records/records';
import { formatFileSize } from '@insuremanager/contracts/rules/fileSize';
import { DocumentOperations } from '../../data/operations.generated';
import type { ListedDocument } from '../../records/documents/document';
import { formatText } from '../../ui/record/fieldsForm';
import { recordType } from '../../ui/record/recordType';

export type DocumentAction = 'view' | 'newTab' | 'download' | 'delete';

export const DOCUMENT = recordType<ListedDocument>(RECORDS.document, DocumentOperations, {
  fields: documentFields,
  name: 'fileName',
  formatValue: (field, text) =>
    field === 'fileSize' && /^\d+$/.test(text)
      ? formatFileSize(Number(text))
      : formatText(documentFields, field, text),
  invalidates: ['documentCards'],
});
