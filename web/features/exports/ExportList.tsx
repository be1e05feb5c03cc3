import { AnchorButton, Intent, ProgressBar } from '@blueprintjs/core';
import { Cross, Download, Export, Th, Trash } from '@blueprintjs/icons';
import { type ExportView, exportFilePath } from '@insuremanager/contracts/exports/exportViews';
import { IconButton } from '../../ui/IconButton';
import { EmptyState } from '../../ui/list/EmptyState';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import type { Tone } from '../../ui/statusTones';
import { describeExport, FORMAT_NAMES, nameOfExport, shareOf, timeOfExport } from './exportTexts';
import { type Exports, isUnderWay } from './useExports';
import '../../ui/iconLine.css';
import './ExportList.css';

const TONES: Partial<Record<ExportView['state'], Tone>> = {
  ...{ waiting: 'wait', running: 'wait', ready: 'good', failed: 'bad' },
};

/** Exports with their state, and what can be done about each. */
export function ExportList({ exports, isFailed, reload, cancel }: Exports) {
  if (!exports) {
    if (!isFailed) return <SkeletonRows height={64} what="the exports" />;
    const message = 'The server cannot be reached.';
    return <ErrorPanel title="Failed to load exports" message={message} onRetry={reload} />;
  }
  if (exports.length === 0) {
    const text = 'Lists of more than 10,000 rows that you export are here for a day';
    return <EmptyState icon={<Export size={20} />} text={text} />;
  }
  return (
    <ul className="exports">
      {exports.map((one) => (
        <Row key={one.id} one={one} onCancel={() => void cancel(one.id)} />
      ))}
    </ul>
  );
}

function Row({ one, onCancel }: { one: ExportView; onCancel: () => void }) {
  const { id, state, format } = one;
  const name = `${nameOfExport(one)}, ${FORMAT_NAMES[format]}`;
  const share = shareOf(one);
  return (
    <li className="export" data-state={state}>
      <span className="line-icon" data-tone={TONES[state]} aria-hidden="true">
        <Th size={16} />
      </span>
      <div className="line-text">
        <strong className="ellipsis">{name}</strong>
        <span className="tabular">{describeExport(one)}</span>
        {state === 'running' && (
          <div
            role="progressbar"
            aria-label={name}
            {...(share !== undefined && {
              'aria-valuemin': 0,
              'aria-valuemax': 100,
              'aria-valuenow': Math.round(share * 100),
            })}
          >
            <ProgressBar
              intent={Intent.PRIMARY}
              animate={false}
              stripes={false}
              value={share ?? 0}
              aria-hidden="true"
            />
          </div>
        )}
        {!isUnderWay(one) && <span className="export-when">{timeOfExport(one)}</span>}
      </div>
      {isUnderWay(one) && (
        <IconButton text="Cancel" label={`Cancel: ${name}`} icon={<Cross />} onClick={onCancel} />
      )}
      {state === 'ready' && (
        <>
          <AnchorButton
            icon={<Download />}
            className="export-download"
            href={exportFilePath(id)}
            download
            aria-label={`Download: ${name}`}
          >
            Download
          </AnchorButton>
          <IconButton
            text="Remove the file"
            label={`Remove the file: ${name}`}
            icon={<Trash />}
            onClick={onCancel}
          />
        </>
      )}
    </li>
  );
}

/** The address of an export's file, opened as a download. */
export function download(id: number): void {
  const link = document.createElement('a');
  link.href = exportFilePath(id);
  link.download = '';
  link.click();
}
