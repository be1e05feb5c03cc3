import type { ClaimRequirement } from '@insuremanager/contracts/claims/claimRequirements';
import {
  DocumentAttached,
  DocumentDeleted,
  type DocumentEvent,
  type DocumentSecrets,
  DocumentUploaded,
} from '@insuremanager/contracts/documents/documentEvents';
import type { ActiveContent, DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { conflict, notFound } from '../platform/errors.js';
import type { RecordState } from '../platform/records/recordService.js';
import { unreachable } from '../platform/unreachable.js';

export interface DocumentRecord {
  readonly id: number;
  readonly customerId: number;
  readonly documentType: DocumentType;
  readonly policyKind: PolicyKind | null;
  readonly policyId: number | null;
  readonly claimId: number | null;
  /** What of the claim’s checklist it is. */
  readonly requirement: ClaimRequirement | null;
  /** Where the file store has it. */
  readonly fileKey: string;
  /** Bytes. */
  readonly fileSize: number;
  readonly mimeType: string;
  readonly activeContent: ActiveContent;
  /** Null once its person has been erased: then nobody can read the file any more. */
  readonly secrets: DocumentSecrets | null;
  readonly uploadedAt: Date;
}

export type Document = RecordState<DocumentRecord>;

/** A file that is stored, and to what it belongs. */
export type UploadDocument = {
  type: 'UploadDocument';
  documentId: number;
  secrets: DocumentSecrets;
} & Omit<DocumentRecord, 'id' | 'secrets' | 'uploadedAt'>;

export interface DeleteDocument {
  type: 'DeleteDocument';
  documentId: number;
  /** The name of the customer whose KYC status rests on it; null when nobody's does. */
  kycOf: string | null;
}

/** To a policy of its customer. */
export interface AttachDocument {
  type: 'AttachDocument';
  documentId: number;
  policyKind: PolicyKind;
  policyId: number;
}

export type DocumentCommand = UploadDocument | AttachDocument | DeleteDocument;

const evolve = (document: Document, event: RecordedEvent<DocumentEvent>): Document => {
  switch (event.type) {
    case 'DocumentUploaded': {
      const { documentId, personal, ...rest } = event.data;
      return {
        phase: 'existing',
        record: { id: documentId, ...rest, secrets: personal, uploadedAt: event.at },
      };
    }
    case 'DocumentAttached': {
      if (document.phase === 'unknown') return document;
      const { policyKind, policyId } = event.data;
      return { ...document, record: { ...document.record, policyKind, policyId } };
    }
    case 'DocumentDeleted':
      return document.phase === 'existing' ? { ...document, phase: 'deleted' } : document;
    default:
      return unreachable(event);
  }
};

const decide = (command: DocumentCommand, document: Document): DocumentEvent[] => {
  switch (command.type) {
    case 'UploadDocument':
      return upload(command, document);
    case 'AttachDocument':
      return attach(command, document);
    case 'DeleteDocument':
      return remove(command, document);
    default:
      return unreachable(command);
  }
};

export const documentDecider: Decider<Document, DocumentCommand, DocumentEvent> = {
  initial: { phase: 'unknown' },
  evolve,
  decide,
};

const upload = (command: UploadDocument, document: Document): DocumentEvent[] => {
  if (document.phase !== 'unknown') {
    throw conflict('document-exists', 'This document has been uploaded already.');
  }
  const { type, secrets, ...rest } = command;
  return [DocumentUploaded({ ...rest, personal: secrets })];
};

/** A document belongs to one policy for good; a KYC document belongs to the customer. */
const attach = (command: AttachDocument, document: Document): DocumentEvent[] => {
  const { type, ...attached } = command;
  if (document.phase !== 'existing') throw notFound('document', command.documentId);
  const { policyId, documentType } = document.record;
  if (policyId === attached.policyId) return [];
  if (policyId !== null) {
    throw conflict('document-attached', 'This document belongs to another policy already.');
  }
  if (documentType === 'kyc') {
    throw conflict('document-kyc', 'A KYC document belongs to the customer, not to a policy.');
  }
  return [DocumentAttached(attached)];
};

const remove = ({ documentId, kycOf }: DeleteDocument, document: Document): DocumentEvent[] => {
  if (document.phase !== 'existing') throw notFound('document', documentId);
  if (kycOf !== null) {
    const message = `The KYC status of ${kycOf} is based on this document. Base it on another document first.`;
    throw conflict('kyc-document-in-use', message);
  }
  return [DocumentDeleted({ documentId })];
};
