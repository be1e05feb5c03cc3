import { AnchorButton } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { isShownInBrowser } from '@insuremanager/contracts/documents/documentKinds';
import { useEffect, useState } from 'react';
import { useFileContent } from '../../../data/useFileContent';
import type { ListedDocument } from '../../../records/documents/document';
import { FileKindIcon } from '../../../records/documents/FileKindIcon';
import { rarePart } from '../../../ui/lazyPart';
import { EmptyState } from '../../../ui/list/EmptyState';
import { ErrorPanel } from '../../../ui/list/ErrorPanel';
import './preview.css';

const Waiting = () => (
  <div className="preview-waiting" role="status" aria-label="Loading the preview" />
);

/** The reader of PDFs is heavy, and comes only with the first of them. */
const PdfPages = rarePart(() => import('../../../records/documents/pdf/PdfPages'), <Waiting />);

/** The document itself, as far as a browser shows it. */
export function DocumentPreview({ document }: { document: ListedDocument }) {
  const { mimeType, filePath } = document;
  return (
    <section className="preview" aria-label="Preview">
      <h3>Preview</h3>
      {isShownInBrowser(mimeType) ? (
        <Content document={document} />
      ) : (
        <EmptyState
          icon={<FileKindIcon mimeType={mimeType} />}
          text="No preview for Word files"
          action={
            <AnchorButton icon={<Download />} href={filePath}>
              Download
            </AnchorButton>
          }
        />
      )}
    </section>
  );
}

function Content({ document }: { document: ListedDocument }) {
  const { content, failure, retry, fail } = useFileContent(document.id);
  if (failure !== null) {
    return <ErrorPanel title="Failed to load the preview" message={failure} onRetry={retry} />;
  }
  if (!content) return <Waiting />;
  if (document.mimeType !== 'application/pdf') {
    return <Picture picture={content} fileName={document.fileName} onFailed={fail} />;
  }
  return <PdfPages file={content} fileName={document.fileName} onFailed={fail} />;
}

interface PictureProps {
  picture: Blob;
  fileName: string;
  onFailed: () => void;
}

function Picture({ picture, fileName, onFailed }: PictureProps) {
  const [address, setAddress] = useState<string>();
  useEffect(() => {
    const made = URL.createObjectURL(picture);
    setAddress(made);
    return () => URL.revokeObjectURL(made);
  }, [picture]);
  return (
    address && <img className="preview-picture" src={address} alt={fileName} onError={onFailed} />
  );
}
