import { Button } from '@blueprintjs/core';
import { Cross, Disable, Refresh, TickCircle, WarningSign } from '@blueprintjs/icons';
import { formatFileSize } from '@insuremanager/contracts/rules/fileSize';
import { isUnderway, type Upload } from '../../data/uploads';
import { IconButton } from '../../ui/IconButton';
import '../../ui/fileProgress.css';
import './UploadRows.css';

interface UploadRowProps {
  upload: Upload;
  onRetry: (key: string) => void;
  onCancel: (key: string) => void;
  onRemove: (key: string) => void;
}

interface UploadRowsProps extends Omit<UploadRowProps, 'upload'> {
  uploads: readonly Upload[];
}

/** Files that were chosen, each with how far it is and what can be done with it. */
export const UploadRows = ({ uploads, ...actions }: UploadRowsProps) =>
  uploads.length > 0 && (
    <ul className="upload-rows" aria-label="Files to upload">
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} {...actions} />
      ))}
    </ul>
  );

function UploadRow({ upload, onRetry, onCancel, onRemove }: UploadRowProps) {
  const { key, file, phase, sent } = upload;
  const canRetry = phase === 'failed' || phase === 'cancelled';
  return (
    <li data-phase={phase}>
      <span className="file-line">
        <bdi className="ellipsis" title={file.name}>
          {file.name}
        </bdi>
        <span className="muted tabular">{formatFileSize(file.size)}</span>
      </span>
      <span className="upload-actions">
        {canRetry && (
          <Button size="small" icon={<Refresh />} onClick={() => onRetry(key)}>
            Retry<span className="visually-hidden"> {file.name}</span>
          </Button>
        )}
        {isUnderway(upload) && (
          <IconButton
            text="Cancel"
            label={`Cancel ${file.name}`}
            icon={<Disable />}
            size="small"
            onClick={() => onCancel(key)}
          />
        )}
        {!isUnderway(upload) && phase !== 'stored' && (
          <IconButton
            text="Remove"
            label={`Remove ${file.name}`}
            icon={<Cross />}
            size="small"
            onClick={() => onRemove(key)}
          />
        )}
      </span>
      {isUnderway(upload) && (
        <progress
          className="file-progress"
          aria-label={`Progress of ${file.name}`}
          value={sent}
          max={1}
        />
      )}
      <UploadNote upload={upload} />
    </li>
  );
}

/** In what state a file is, in words. */
function UploadNote({ upload: { phase, sent, sentence } }: { upload: Upload }) {
  switch (phase) {
    case 'ready':
      return null;
    case 'waiting':
      return <span className="upload-note muted">Waiting</span>;
    case 'sending':
      return (
        <span className="upload-note muted tabular">
          {/* What has left is still checked and stored. */}
          {sent < 1 ? `${Math.floor(sent * 100)}%` : 'Saving…'}
        </span>
      );
    case 'stored':
      return (
        <span className="upload-note upload-good">
          <TickCircle size={12} /> Uploaded{sentence !== null && `. ${sentence}`}
        </span>
      );
    case 'cancelled':
      return <span className="upload-note muted">{sentence}</span>;
    case 'failed':
    case 'unfit':
    case 'refused':
      return (
        <span className="upload-note upload-bad" role="alert">
          <WarningSign size={12} /> {sentence}
        </span>
      );
  }
}
