import { AnchorButton, Button } from '@blueprintjs/core';
import { Document, Download, Upload } from '@blueprintjs/icons';
import { formatFileSize } from '@insuremanager/contracts/rules/fileSize';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { Link } from 'react-router';
import { EmptyState } from '../../ui/list/EmptyState';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/Loaded';
import { useAddress } from '../../ui/useAddress';
import { addressOfRecord, OPENED_HERE } from '../addresses';
import { DocumentBadges } from './DocumentBadges';
import { DropHint } from './DropHint';
import type { ListedDocument } from './document';
import { FileKindIcon } from './FileKindIcon';
import { FillInPolicy } from './FillInPolicy';
import { UploadDialog } from './UploadDialog';
import type { FixedTarget } from './uploadFormTarget';
import { useDocumentsOf } from './useDocumentsOf';
import { useFileDrop } from './useFileDrop';
import './DocumentsPanel.css';

interface DocumentsPanelProps {
  /** Whose documents they are, and to whom new ones belong: a policy's, where one is named. */
  of: FixedTarget;
  /** Without it, documents are only to be read. */
  canAdd: boolean;
  /** Files that were dropped to come here. */
  given?: readonly File[];
  onKycSet?: (customerId: number) => void;
}

/** The documents of a customer or a policy, in its drawer. */
export function DocumentsPanel({ of, canAdd, given = [], onKycSet }: DocumentsPanelProps) {
  const { params, open, close } = useAddress();
  const { documents, hasMore, error, retry, reload } = useDocumentsOf({
    customerId: of.customer.id,
    policyId: of.policy?.id,
  });
  const [dropped, setDropped] = useState(given);
  const isUploading = canAdd && params.get('upload') === '1';
  const upload = (files: readonly File[]) => {
    setDropped(files);
    open({ upload: '1' });
  };
  const isDropping = useFileDrop(upload, canAdd && !isUploading);

  return (
    <section className="documents-panel" aria-label="Documents">
      {canAdd && (
        <header>
          <Button size="small" icon={<Upload />} onClick={() => upload([])}>
            Upload document
          </Button>
        </header>
      )}
      {error ? (
        <LoadFailure what="the documents" error={error} onRetry={retry} />
      ) : (
        <Listed documents={documents} canAdd={canAdd} />
      )}
      {hasMore && <p className="muted">Only the 200 newest are shown here.</p>}
      {isDropping && <DropHint text="Drop files to upload" />}
      {isUploading && (
        <UploadDialog
          fixed={of}
          dropped={dropped}
          onStored={() => void reload()}
          onKycSet={onKycSet}
          onClose={() => {
            setDropped([]);
            close('upload');
          }}
        />
      )}
    </section>
  );
}

interface ListedProps {
  documents: readonly ListedDocument[] | undefined;
  canAdd: boolean;
}

function Listed({ documents, canAdd }: ListedProps) {
  if (!documents) return <SkeletonRows height={56} what="the documents" />;
  if (documents.length === 0) {
    return <EmptyState icon={<Document size={20} />} text="No documents" />;
  }
  return (
    <ul>
      {documents.map((document) => (
        <li key={document.id}>
          <FileKindIcon mimeType={document.mimeType} />
          <span className="documents-panel-text">
            <Link
              to={addressOfRecord({ kind: 'document', id: document.id })}
              state={OPENED_HERE}
              title={document.fileName}
            >
              <bdi className="ellipsis">{document.fileName}</bdi>
            </Link>
            <span className="muted tabular">
              <DocumentBadges document={document} />
              {formatFileSize(document.fileSize)} ·{' '}
              {formatDay(kolkataDay(new Date(document.uploadedAt)))}
            </span>
          </span>
          <span className="documents-panel-buttons">
            {canAdd && <FillInPolicy document={document} />}
            <AnchorButton
              variant="minimal"
              icon={<Download />}
              aria-label={`Download ${document.fileName}`}
              href={document.filePath}
            />
          </span>
        </li>
      ))}
    </ul>
  );
}
