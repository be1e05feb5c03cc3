import type { DocumentEvent } from '@insuremanager/contracts/documents/documentEvents';
import { DOCUMENT_LABELS } from '@insuremanager/contracts/documents/documentFields';
import {
  DOCUMENT_TYPE_WORDS,
  kindOfMimeType,
} from '@insuremanager/contracts/documents/documentKinds';
import type { FieldChange, HistoryEntry } from '@insuremanager/contracts/history';
import { shownFileSize } from '@insuremanager/contracts/rules/fileSize';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { ERASED, type Telling, toldHistory } from '../platform/history.js';
import { documentDecider } from './document.js';

/** Every event of a document in words, oldest first. */
export const documentHistory = (events: readonly RecordedEvent<DocumentEvent>[]): HistoryEntry[] =>
  toldHistory(events, documentDecider, tellingOf);

const tellingOf = (event: DocumentEvent): Telling => {
  switch (event.type) {
    case 'DocumentUploaded':
      return { summary: 'Document uploaded', changes: uploadedFields(event.data) };
    case 'DocumentDeleted':
      return { summary: 'Document deleted', changes: [] };
  }
};

type Uploaded = Extract<DocumentEvent, { type: 'DocumentUploaded' }>['data'];

const uploadedFields = (data: Uploaded): FieldChange[] => {
  const given = (field: keyof typeof DOCUMENT_LABELS, after: string | null): FieldChange => ({
    field,
    label: DOCUMENT_LABELS[field],
    before: null,
    after,
  });
  const { policyId, mimeType } = data;
  return [
    given('customerId', `${data.customerId}`),
    given('documentType', DOCUMENT_TYPE_WORDS[data.documentType]),
    given('policyType', data.policyKind),
    given('policyId', policyId === null ? null : `${policyId}`),
    given('fileName', data.personal ? data.personal.fileName : ERASED),
    given('fileSize', shownFileSize(data.fileSize)),
    given('mimeType', kindOfMimeType(mimeType)?.toUpperCase() ?? mimeType),
  ].filter(({ after }) => after !== null);
};
