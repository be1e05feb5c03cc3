import { Download, Share, Trash } from '@blueprintjs/icons';
import { DOCUMENT_LABELS } from '@insuremanager/contracts/documents/documentFields';
import { kindOfMimeType } from '@insuremanager/contracts/documents/documentKinds';
import { formatFileSize } from '@insuremanager/contracts/rules/fileSize';
import { CustomerLink } from '../../records/customers/CustomerLink';
import { useNameOfCustomer } from '../../records/customers/useNameOfCustomer';
import { DocumentBadges } from '../../records/documents/DocumentBadges';
import { type ListedDocument, newTabAddress } from '../../records/documents/document';
import { FileKindIcon } from '../../records/documents/FileKindIcon';
import { FillInPolicy } from '../../records/documents/FillInPolicy';
import { RecordLink } from '../../records/RecordLink';
import { useAllowed } from '../../ui/allowed';
import { formatInstant } from '../../ui/format';
import { IconButton, IconLink } from '../../ui/IconButton';
import { labelOf } from '../../ui/labels';
import { Details } from '../../ui/record/Details';
import { HeadFacts } from '../../ui/record/HeadFacts';
import { type DrawerProps, RecordDrawer } from '../../ui/record/RecordDrawer';
import { DOCUMENT, type DocumentAction } from './document';
import { PolicyLink } from './PolicyLink';
import { DocumentPreview } from './preview/DocumentPreview';

type DocumentDrawerProps = DrawerProps<ListedDocument, DocumentAction>;

/** A document beside the list: what it is, what it shows, and what happened to it. */
export default function DocumentDrawer({ id, onClose, onAction }: DocumentDrawerProps) {
  const nameOf = useNameOfCustomer();
  return (
    <RecordDrawer
      type={DOCUMENT}
      id={id}
      onClose={onClose}
      subtitle={(document) => (
        <>
          <DocumentBadges document={document} />
          <HeadFacts
            facts={[
              <CustomerLink key="customer" customer={document.customer} />,
              formatFileSize(document.fileSize),
            ]}
          />
        </>
      )}
      avatar={({ mimeType }) => <FileKindIcon mimeType={mimeType} size={20} />}
      actions={(document) => <Actions document={document} onAction={onAction} />}
      details={(document) => <DocumentDetails document={document} />}
      formatValue={(document) => (field, value) => {
        if (field === 'customerId') return nameOf(value);
        if (field === 'policyId') return document?.policy?.policyNumber ?? value;
        if (field === 'claimId') return document?.claim?.claimNumber ?? value;
        return DOCUMENT.formatValue(field, value);
      }}
    />
  );
}

const Actions = ({
  document,
  onAction,
}: Pick<DocumentDrawerProps, 'onAction'> & { document: ListedDocument }) => {
  const canDelete = useAllowed('documents.write');
  return (
    <>
      <IconLink
        text="Open in new tab"
        icon={<Share />}
        href={newTabAddress(document)}
        target="_blank"
        rel="noopener"
      />
      <IconLink text="Download" icon={<Download />} href={document.filePath} />
      <FillInPolicy document={document} />
      {canDelete && (
        <IconButton text="Delete" icon={<Trash />} onClick={() => onAction('delete', document)} />
      )}
    </>
  );
};

/** What a document is, and what it shows. */
function DocumentDetails({ document }: { document: ListedDocument }) {
  const { customer, documentType, fileSize, mimeType, uploadedAt } = document;
  const { claim, claimId, requirement } = document;
  const rows = [
    { label: DOCUMENT_LABELS.customerId, value: <CustomerLink customer={customer} /> },
    { label: DOCUMENT_LABELS.documentType, value: labelOf(documentType) },
    ...(documentType === 'kyc'
      ? []
      : [{ label: DOCUMENT_LABELS.policyId, value: <PolicyLink document={document} /> }]),
    ...(claimId === null
      ? []
      : [
          {
            label: DOCUMENT_LABELS.claimId,
            value: claim ? (
              <RecordLink record={{ kind: 'claim', id: claim.id }}>{claim.claimNumber}</RecordLink>
            ) : (
              'Deleted'
            ),
          },
        ]),
    ...(requirement === null
      ? []
      : [{ label: DOCUMENT_LABELS.requirement, value: labelOf(requirement) }]),
    { label: DOCUMENT_LABELS.mimeType, value: kindOfMimeType(mimeType)?.toUpperCase() },
    { label: DOCUMENT_LABELS.fileSize, value: formatFileSize(fileSize) },
    { label: 'Uploaded', value: formatInstant(uploadedAt) },
  ];
  return (
    <>
      <Details groups={[{ heading: 'Document', rows }]} />
      <DocumentPreview key={document.id} document={document} />
    </>
  );
}
