import { Button } from '@blueprintjs/core';
import { Cross, Refresh, WarningSign } from '@blueprintjs/icons';
import { formatFileSize } from '@insuremanager/contracts/rules/fileSize';
import { IconButton } from '../../ui/IconButton';
import '../../ui/fileProgress.css';
import type { SheetUpload, SheetUploads } from './useSheetUploads';

/** Files that are not imports yet: how far each is, or why it was not taken. */
export const UploadList = ({ uploads, retry, remove }: SheetUploads) =>
  uploads.length > 0 && (
    <ul className="import-uploads" aria-label="Uploads">
      {uploads.map((upload) => (
        <UploadRow key={upload.key} upload={upload} onRetry={retry} onRemove={remove} />
      ))}
    </ul>
  );

interface UploadRowProps {
  upload: SheetUpload;
  onRetry: (key: string) => void;
  onRemove: (key: string) => void;
}

function UploadRow({ upload, onRetry, onRemove }: UploadRowProps) {
  const { key, file, phase, sent, sentence } = upload;
  const isOnItsWay = phase === 'waiting' || phase === 'sending';
  return (
    <li data-phase={phase}>
      <span className="file-line">
        <bdi className="ellipsis" title={file.name}>
          {file.name}
        </bdi>
        <span className="muted tabular">{formatFileSize(file.size)}</span>
      </span>
      {phase === 'failed' && (
        <Button size="small" icon={<Refresh />} onClick={() => onRetry(key)}>
          Retry<span className="visually-hidden"> {file.name}</span>
        </Button>
      )}
      <IconButton
        text={isOnItsWay ? 'Cancel' : 'Dismiss'}
        label={`${isOnItsWay ? 'Cancel' : 'Dismiss'} ${file.name}`}
        icon={<Cross />}
        size="small"
        onClick={() => onRemove(key)}
      />
      {isOnItsWay && (
        <>
          <progress
            className="file-progress"
            aria-label={`Progress of ${file.name}`}
            value={sent}
            max={1}
          />
          <span className="import-upload-says muted tabular">
            {phase === 'waiting'
              ? 'Waiting'
              : sent < 1
                ? `${Math.floor(sent * 100)}%`
                : 'Looking into it…'}
          </span>
        </>
      )}
      {sentence !== null && (
        <span className="import-upload-says import-bad" role="alert">
          <WarningSign size={12} /> {sentence}
        </span>
      )}
    </li>
  );
}
