import { Document } from '@blueprintjs/icons';
import type { DocumentSort } from '@insuremanager/contracts/documents/documentViews';
import { shownFileSize } from '@insuremanager/contracts/rules/fileSize';
import { kolkataDay, shownDay } from '@insuremanager/contracts/rules/kolkataDay';
import { HolderLink } from '../../app/HolderLink';
import { DocumentTypeBadge } from '../../ui/documents/DocumentTypeBadge';
import type { ListedDocument } from '../../ui/documents/document';
import { FileKindIcon } from '../../ui/documents/FileKindIcon';
import type { ListDesign } from '../../ui/list/listDesign';
import { DOCUMENT_SORT_RULES } from './documentListAddress';
import { PolicyLink } from './PolicyLink';
import './documentTable.css';

export const DOCUMENT_LIST: ListDesign<ListedDocument, DocumentSort> = {
  label: 'Documents',
  className: 'document-table',
  columns: [
    {
      key: 'name',
      label: 'Document',
      sort: 'name',
      className: 'record-name',
      title: ({ fileName }) => fileName,
      render: ({ fileName, mimeType }) => (
        <>
          <FileKindIcon mimeType={mimeType} />
          <bdi className="ellipsis">{fileName}</bdi>
        </>
      ),
    },
    {
      key: 'type',
      label: 'Type',
      render: ({ documentType }) => <DocumentTypeBadge type={documentType} />,
    },
    {
      key: 'holder',
      label: 'Customer',
      className: 'ellipsis',
      title: ({ customer }) => customer?.name,
      render: ({ customer }) => <HolderLink customer={customer} isInRow />,
    },
    {
      key: 'policy',
      label: 'Policy',
      className: 'ellipsis tabular',
      title: ({ policy }) => policy?.policyNumber,
      render: (document) => <PolicyLink document={document} isInRow />,
    },
    {
      key: 'size',
      label: 'Size',
      sort: 'size',
      className: 'tabular quiet',
      render: ({ fileSize }) => shownFileSize(fileSize),
    },
    {
      key: 'uploaded',
      label: 'Uploaded',
      sort: 'uploaded',
      className: 'tabular quiet',
      render: ({ uploadedAt }) => shownDay(kolkataDay(new Date(uploadedAt))),
    },
  ],
  sortRules: DOCUMENT_SORT_RULES,
  rowHeights: { wide: 52, medium: 64, card: 112 },
  nameOf: ({ fileName }) => fileName,
  words: { one: 'document', many: 'documents' },
  empty: { icon: <Document size={20} />, text: 'Get started by adding your first document' },
  noneMatch: 'No documents match your search criteria',
  addLabel: 'Upload Document',
};
