import type { DocumentEvent } from '@insuremanager/contracts/documents/documentEvents';
import { DOCUMENT_LABELS } from '@insuremanager/contracts/documents/documentFields';
import {
  DOCUMENT_TYPE_LABELS,
  kindOfMimeType,
} from '@insuremanager/contracts/documents/documentKinds';
import { ERASED, type FieldChange, type HistoryEntry } from '@insuremanager/contracts/history';
import { formatFileSize } from '@insuremanager/contracts/rules/fileSize';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { describeHistory, type EventDescription } from '../platform/history.js';
import { documentDecider } from './document.js';

/** Every event of a document in words, oldest first. */
export const documentHistory = (events: readonly RecordedEvent<DocumentEvent>[]): HistoryEntry[] =>
  describeHistory(events, documentDecider, describeEvent);

const describeEvent = (event: DocumentEvent): EventDescription => {
  switch (event.type) {
    case 'DocumentUploaded':
      return { summary: 'Document uploaded', changes: uploadedFields(event.data) };
    case 'DocumentAttached':
      return { summary: 'Attached to a policy', changes: belongsTo(event.data) };
    case 'DocumentDeleted':
      return { summary: 'Document deleted', changes: [] };
  }
};

const uploaded = (field: keyof typeof DOCUMENT_LABELS, after: string | null): FieldChange => ({
  field,
  label: DOCUMENT_LABELS[field],
  before: null,
  after,
});

/** The policy that it belongs to. */
const belongsTo = ({ policyKind, policyId }: Pick<Uploaded, 'policyKind' | 'policyId'>) => [
  uploaded('policyType', policyKind),
  uploaded('policyId', policyId === null ? null : `${policyId}`),
];

type Uploaded = Extract<DocumentEvent, { type: 'DocumentUploaded' }>['data'];

const uploadedFields = (data: Uploaded): FieldChange[] => {
  const { mimeType } = data;
  return [
    uploaded('customerId', `${data.customerId}`),
    uploaded('documentType', DOCUMENT_TYPE_LABELS[data.documentType]),
    ...belongsTo(data),
    uploaded('claimId', data.claimId === null ? null : `${data.claimId}`),
    uploaded('requirement', data.requirement),
    uploaded('fileName', data.personal ? data.personal.fileName : ERASED),
    uploaded('fileSize', formatFileSize(data.fileSize)),
    uploaded('mimeType', kindOfMimeType(mimeType)?.toUpperCase() ?? mimeType),
  ].filter(({ after }) => after !== null);
};
