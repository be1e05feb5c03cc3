import { AnchorButton, Button, Intent } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { rejectedRowsPath } from '@insuremanager/contracts/imports/importViews';
import { awaitImport } from '../../../data/importsHere';
import { operation } from '../../../data/operation';
import {
  StartImportDocument,
  TakeImportDuplicatesDocument,
} from '../../../data/operations.generated';
import { useConfirm } from '../../../ui/Confirm';
import { formatCount } from '../../../ui/format';
import { rowsOf } from '../importTexts';
import { PhaseProgress } from '../run/PhaseProgress';
import { useImportChange } from '../useImportChange';
import type { ImportOf } from '../useImports';
import { RowsView } from './RowsView';
import './check.css';

const OUTCOMES = ['problem', 'duplicate', 'new', 'changes', 'same'] as const;

/** What each row would do: nothing is written yet, and what is wrong is repaired here. */
export function CheckStep({ one }: { one: ImportOf }) {
  const { id, state, counts } = one;
  const ask = useConfirm();
  const { change, isBusy } = useImportChange();
  if (state === 'checking') {
    return (
      <PhaseProgress one={one} title="Checking every row">
        <p className="muted">Nothing is written. You can leave this page and come back.</p>
      </PhaseProgress>
    );
  }
  const written = counts.created + counts.changed;
  const start = async () => {
    const isMeant = await ask({
      title: `Import ${rowsOf(written)}?`,
      text: whatHappens(counts),
      confirm: 'Import',
      intent: Intent.PRIMARY,
    });
    if (!isMeant) return;
    const toSend = (commandId: string) => operation(StartImportDocument, { id, commandId });
    if (await change(toSend, 'Failed to begin. Please try again.')) awaitImport(id);
  };
  const take = async (sheet: number, rows: readonly number[] | null) => {
    const asked = { id, sheet, rows: rows && [...rows], areTaken: true };
    const toSend = () => operation(TakeImportDuplicatesDocument, asked);
    return (await change(toSend, 'Failed to change the rows. Please try again.')) !== null;
  };
  return (
    <div className="import-check">
      <div className="import-bar">
        <p className="muted">{whatHappens(counts)}</p>
        <div className="import-actions">
          {counts.rejected > 0 && <RejectedDownload id={id} />}
          <Button
            intent={Intent.PRIMARY}
            loading={isBusy}
            disabled={written === 0}
            onClick={() => void start()}
          >
            {written === 0 ? 'Nothing to Import' : `Import ${rowsOf(written)}`}
          </Button>
        </div>
      </div>
      <RowsView
        // Once all are taken, others are shown.
        key={counts.duplicates === 0 ? 'none' : 'some'}
        {...{ one, outcomes: OUTCOMES, canRepair: true, onTake: take }}
        actions={(sheet, { only }) =>
          only === 'duplicate' && (
            <Button size="small" onClick={() => void take(sheet.index, null)}>
              Import All Anyway
            </Button>
          )
        }
      />
    </div>
  );
}

/** What an import would do, in a few sentences. */
export function whatHappens({ created, changed, same, duplicates, rejected }: ImportOf['counts']) {
  const does = [
    created > 0 && `${formatCount(created)} ${created === 1 ? 'record is' : 'records are'} added`,
    changed > 0 && `${formatCount(changed)} ${changed === 1 ? 'is' : 'are'} changed`,
  ].filter(Boolean);
  const left = [
    rejected > 0 && `${rowsOf(rejected)} with problems`,
    duplicates > 0 &&
      `${formatCount(duplicates)} that ${duplicates === 1 ? 'looks like a duplicate' : 'look like duplicates'}`,
  ].filter(Boolean);
  const sentences = [
    does.length === 0 ? 'Nothing is written' : does.join(', '),
    left.length > 0 && `Left out: ${left.join(', ')}`,
    same > 0 && `${rowsOf(same)} say nothing new`,
  ].filter(Boolean);
  return `${sentences.join('. ')}.`;
}

/** The rows that are not written as they came, with the reasons. */
export const RejectedDownload = ({ id }: { id: number }) => (
  <AnchorButton icon={<Download />} href={rejectedRowsPath(id)} download>
    Rejected Rows
  </AnchorButton>
);
