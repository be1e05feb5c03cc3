import { Document } from '@blueprintjs/icons';
import { type DocumentSort, documentList } from '@insuremanager/contracts/documents/documentViews';
import { formatFileSize } from '@insuremanager/contracts/rules/fileSize';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { DocumentListDocument } from '../../data/operations.generated';
import { CUSTOMER_COLUMN } from '../../records/customers/CustomerLink';
import { badgesOf, DocumentBadges } from '../../records/documents/DocumentBadges';
import type { ListedDocument } from '../../records/documents/document';
import { FileKindIcon } from '../../records/documents/FileKindIcon';
import { columnsOf, LONGEST_NUMBER, QUIET_FIGURE } from '../../ui/list/columns';
import type { ListDesign } from '../../ui/list/listDesign';
import { DOCUMENT } from './document';
import { policyNameOf } from './PolicyLink';

export type DocumentCriteria = typeof documentList.criteria;
const column = columnsOf<ListedDocument, DocumentSort>();

export const DOCUMENT_LIST: ListDesign<ListedDocument, DocumentSort, DocumentCriteria> = {
  type: DOCUMENT,
  label: 'Documents',
  names: DOCUMENT,
  className: 'document-table',
  columns: [
    {
      key: 'name',
      label: 'Document',
      sort: 'name',
      room: { cut: ({ fileName }) => fileName, least: 148, extra: 40 },
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
      room: { badges: badgesOf },
      render: (document) => <DocumentBadges document={document} />,
    },
    CUSTOMER_COLUMN,
    column.text('policy', 'Policy', policyNameOf, { least: LONGEST_NUMBER }),
    column.whole('size', 'Size', ({ fileSize }) => formatFileSize(fileSize), {
      ...QUIET_FIGURE,
      sort: 'size',
    }),
    column.whole(
      'uploaded',
      'Uploaded',
      ({ uploadedAt }) => formatDay(kolkataDay(new Date(uploadedAt))),
      { ...QUIET_FIGURE, sort: 'uploaded' },
    ),
  ],
  list: documentList,
  document: DocumentListDocument,
  views: 'documents',
  exported: 'documents',
  rowHeights: { wide: 52, medium: 64 },
  stacks: [['name'], ['type', 'size'], ['customer', 'policy'], ['uploaded']],
  beside: [['name', 'customer'], ['type']],
  card: [['name'], ['customer', 'type'], ['policy', 'size'], ['uploaded']],
  icon: <Document size={20} />,
  addLabel: 'Upload Document',
};
