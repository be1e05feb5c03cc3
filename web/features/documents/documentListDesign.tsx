import { Document } from '@blueprintjs/icons';
import { type DocumentSort, documentList } from '@insuremanager/contracts/documents/documentViews';
import { formatFileSize } from '@insuremanager/contracts/rules/fileSize';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { CUSTOMER_COLUMN } from '../../records/customers/CustomerLink';
import { DocumentTypeBadge } from '../../records/documents/DocumentTypeBadge';
import type { ListedDocument } from '../../records/documents/document';
import { FileKindIcon } from '../../records/documents/FileKindIcon';
import type { ListDesign } from '../../ui/list/listDesign';
import { DOCUMENT } from './document';
import { PolicyLink } from './PolicyLink';
import './documentTable.css';

export type DocumentCriteria = typeof documentList.criteria;

export const DOCUMENT_LIST: ListDesign<ListedDocument, DocumentSort, DocumentCriteria> = {
  type: DOCUMENT,
  label: 'Documents',
  nouns: { one: 'document', many: 'documents' },
  className: 'document-table',
  columns: [
    {
      key: 'name',
      label: 'Document',
      sort: 'name',
      className: 'icon-cell record-name',
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
    CUSTOMER_COLUMN,
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
      render: ({ fileSize }) => formatFileSize(fileSize),
    },
    {
      key: 'uploaded',
      label: 'Uploaded',
      sort: 'uploaded',
      className: 'tabular quiet',
      render: ({ uploadedAt }) => formatDay(kolkataDay(new Date(uploadedAt))),
    },
  ],
  list: documentList,
  views: 'documents',
  rowHeights: { wide: 52, medium: 64, card: 112 },
  icon: <Document size={20} />,
  addLabel: 'Upload Document',
};
