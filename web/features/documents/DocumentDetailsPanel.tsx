import { DOCUMENT_LABELS } from '@insuremanager/contracts/documents/documentFields';
import {
  DOCUMENT_TYPE_WORDS,
  kindOfMimeType,
} from '@insuremanager/contracts/documents/documentKinds';
import { shownFileSize } from '@insuremanager/contracts/rules/fileSize';
import { HolderLink } from '../../app/HolderLink';
import type { ListedDocument } from '../../ui/documents/document';
import { Details } from '../../ui/record/Details';
import { shownInstant } from '../../ui/shownInstant';
import { PolicyLink } from './PolicyLink';
import { DocumentPreview } from './preview/DocumentPreview';

/** What a document is, and what it shows. */
export function DocumentDetailsPanel({ document }: { document: ListedDocument | null }) {
  if (!document) return <p className="muted">This document has been deleted.</p>;
  const { customer, documentType, fileSize, mimeType, uploadedAt } = document;
  const rows = [
    { label: DOCUMENT_LABELS.customerId, value: <HolderLink customer={customer} /> },
    { label: DOCUMENT_LABELS.documentType, value: DOCUMENT_TYPE_WORDS[documentType] },
    ...(documentType === 'kyc'
      ? []
      : [{ label: DOCUMENT_LABELS.policyId, value: <PolicyLink document={document} /> }]),
    { label: DOCUMENT_LABELS.mimeType, value: kindOfMimeType(mimeType)?.toUpperCase() },
    { label: DOCUMENT_LABELS.fileSize, value: shownFileSize(fileSize) },
    { label: 'Uploaded', value: shownInstant(uploadedAt) },
  ];
  return (
    <>
      <Details groups={[{ heading: 'Document', rows }]} />
      <DocumentPreview key={document.id} document={document} />
    </>
  );
}
