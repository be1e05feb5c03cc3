import { Button, Intent } from '@blueprintjs/core';
import { ArrowDown, ArrowRight, Undo } from '@blueprintjs/icons';
import { SHEET_KIND_LABELS, type SheetKind } from '@insuremanager/contracts/imports/importTargets';
import { Link } from 'react-router';
import { awaitImport } from '../../../data/importsHere';
import { operation } from '../../../data/operation';
import { UndoImportDocument } from '../../../data/operations.generated';
import { RECORD_PLACES, type RecordKind } from '../../../records/addresses';
import { useConfirm } from '../../../ui/Confirm';
import { formatCount, formatInstant } from '../../../ui/format';
import { useAddress } from '../../../ui/useAddress';
import { RejectedDownload } from '../check/CheckStep';
import { RowsView } from '../check/RowsView';
import { whatUndoes } from '../importTexts';
import { useImportChange } from '../useImportChange';
import type { ImportOf } from '../useImports';
import { Figures } from './Figures';
import { PhaseProgress } from './PhaseProgress';
import './run.css';

/** The lists in which the records of a kind of sheet stand. */
const LISTS: Readonly<Record<SheetKind, readonly RecordKind[]>> = {
  customers: ['customer'],
  health: ['health'],
  vehicle: ['vehicle'],
  policies: ['health', 'vehicle'],
  quotations: ['quotation'],
  documents: ['document'],
  claims: ['claim'],
  leads: ['lead'],
};
const LIST_LABELS: Partial<Record<RecordKind, string>> = {
  customer: 'Customers',
  health: 'Health policies',
  vehicle: 'Vehicle policies',
  quotation: 'Quotations',
  document: 'Documents',
  claim: 'Claims',
  lead: 'Leads',
};

const DONE = ['done', 'rejected', 'problem', 'duplicate', 'same'] as const;
const UNDONE = ['kept', 'undone', 'rejected', 'problem', 'duplicate', 'same'] as const;

/** What became of an import; all of it can be taken back. */
export function DoneStep({ one }: { one: ImportOf }) {
  const { state, counts, hasRows } = one;
  if (state === 'undoing') {
    return (
      <PhaseProgress one={one} title="Undoing">
        <p className="muted">You can leave this page. A notification says when it has ended.</p>
      </PhaseProgress>
    );
  }
  const isUndone = state === 'undone';
  return (
    <div className="import-done">
      <div className="import-bar">
        <p className="muted" role="status">
          {isUndone ? undoneIn(one) : doneIn(one)}
        </p>
        <div className="import-actions">
          {hasRows && <RejectedDownload one={one} />}
          {!isUndone && <UndoButton one={one} />}
        </div>
      </div>
      <Figures
        figures={
          isUndone
            ? [
                ['Undone', counts.undone, 'ended'],
                ['Kept', counts.kept, 'wait'],
              ]
            : [
                ['Added', counts.created, 'good'],
                ['Changed', counts.changed, 'good'],
                ['The same', counts.same, 'ended'],
                ['Left out', counts.rejected + counts.duplicates, 'bad'],
              ]
        }
      />
      {!isUndone && (hasRows ? <Records one={one} /> : <Lists one={one} />)}
      {hasRows ? (
        <RowsView key={state} one={one} outcomes={isUndone ? UNDONE : DONE} canRepair={false} />
      ) : (
        <p className="muted">
          The rows of the file were removed{one.rowsUntil && ` on ${formatInstant(one.rowsUntil)}`},
          as they hold personal data. {!isUndone && 'The import can be undone all the same.'}
        </p>
      )}
    </div>
  );
}

const doneIn = ({ endedAt, rowsPerSecond, rowsUntil, hasRows }: ImportOf): string =>
  [
    endedAt && `Ended ${formatInstant(endedAt)}`,
    rowsPerSecond && `${formatCount(rowsPerSecond)} rows a second`,
    hasRows && rowsUntil && `its rows are kept until ${formatInstant(rowsUntil)}`,
  ]
    .filter(Boolean)
    .join(', ');

const undoneIn = ({ undoneAt, counts }: ImportOf): string =>
  [
    undoneAt && `Undone ${formatInstant(undoneAt)}.`,
    counts.kept > 0
      ? `${formatCount(counts.kept)} ${counts.kept === 1 ? 'record was' : 'records were'} kept: the rows say why.`
      : 'Nothing was kept.',
  ]
    .filter(Boolean)
    .join(' ');

/** The rows of each sheet that became records, which lead to them. */
function Records({ one: { sheets } }: { one: ImportOf }) {
  const written = sheets.flatMap(({ index, kind, outcomes }) =>
    outcomes
      .filter(({ outcome }) => kind && outcome === 'done')
      .map(({ rows }) => ({ index, rows, label: kind ? SHEET_KIND_LABELS[kind] : '' })),
  );
  return (
    <ul className="import-lists">
      {written.map(({ index, rows, label }) => (
        <li key={index}>
          <Link to={{ search: `?sheet=${index}&only=done` }} replace>
            {label} <span className="tabular">{formatCount(rows)}</span> <ArrowDown size={12} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Where the records are now, once nobody knows any more which they are. */
function Lists({ one: { sheets } }: { one: ImportOf }) {
  const kinds = new Set(sheets.flatMap(({ kind }) => (kind ? LISTS[kind] : [])));
  return (
    <ul className="import-lists">
      {[...kinds].map((kind) => (
        <li key={kind}>
          <Link to={RECORD_PLACES[kind].path}>
            {LIST_LABELS[kind]} <ArrowRight size={12} />
          </Link>
        </li>
      ))}
    </ul>
  );
}

/** Takes back what was written, once somebody has read what that means. */
export function UndoButton({ one: { id, counts } }: { one: ImportOf }) {
  const ask = useConfirm();
  const { change: changeAddress } = useAddress();
  const { change, isBusy } = useImportChange();
  if (counts.created + counts.changed === 0) return null;
  const undo = async () => {
    const isMeant = await ask({
      title: 'Undo this import?',
      text: whatUndoes(counts),
      confirm: 'Undo Import',
    });
    if (!isMeant) return;
    const toSend = (commandId: string) => operation(UndoImportDocument, { id, commandId });
    if (!(await change(toSend, 'Failed to undo. Please try again.'))) return;
    awaitImport(id);
    changeAddress({ only: null, column: null });
  };
  return (
    <Button
      icon={<Undo />}
      intent={Intent.DANGER}
      variant="outlined"
      loading={isBusy}
      onClick={() => void undo()}
    >
      Undo Import
    </Button>
  );
}
