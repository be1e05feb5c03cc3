import { AnchorButton, Button, Intent } from '@blueprintjs/core';
import { Download } from '@blueprintjs/icons';
import { rejectedRowsPath } from '@insuremanager/contracts/imports/importViews';
import { useState } from 'react';
import { Link } from 'react-router';
import { awaitImport } from '../../../data/importsHere';
import { operation } from '../../../data/operation';
import { StartImportDocument } from '../../../data/operations.generated';
import { useCurrentUser } from '../../../session/SessionProvider';
import { useConfirm } from '../../../ui/Confirm';
import { formatCount } from '../../../ui/format';
import { useAddress } from '../../../ui/useAddress';
import { rowsOf, whatHappens } from '../importTexts';
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
  const { change: changeAddress } = useAddress();
  const { change, isBusy } = useImportChange();
  // Rows that were repaired are checked again while one goes on with the others.
  const [wasChecked, setWasChecked] = useState(false);
  if (state === 'checked' && !wasChecked) setWasChecked(true);
  if (state === 'checking' && !wasChecked) {
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
    if (!(await change(toSend, 'Failed to begin. Please try again.'))) return;
    awaitImport(id);
    // Of the rows that were looked at, none may be what it was.
    changeAddress({ only: null, column: null });
  };
  return (
    <div className="import-check">
      <div className="import-bar">
        <p className="muted">{whatHappens(counts)}</p>
        <div className="import-actions">
          <RejectedDownload one={one} />
          <Button
            intent={Intent.PRIMARY}
            loading={isBusy}
            disabled={written === 0 || state === 'checking'}
            onClick={() => void start()}
          >
            {written === 0 ? 'Nothing to Import' : `Import ${rowsOf(written)}`}
          </Button>
        </div>
      </div>
      <UnknownWords one={one} />
      <RowsView {...{ one, outcomes: OUTCOMES }} canRepair />
    </div>
  );
}

/** Leads to where it is said what words of choices mean. */
function UnknownWords({ one: { sheets } }: { one: ImportOf }) {
  const unknown = sheets.flatMap(({ index, columns }) =>
    columns.flatMap(({ header, values }) =>
      values
        .filter(({ meaning }) => !meaning)
        .map(({ text, count }) => ({ index, header, text, count })),
    ),
  );
  const [first] = unknown;
  if (!first) return null;
  const others = unknown.length - 1;
  return (
    <p className="import-note import-note-wait">
      “<bdi>{first.text}</bdi>” in <bdi>{first.header}</bdi>, {rowsOf(first.count)}
      {others > 0 && `, and ${formatCount(others)} other ${others === 1 ? 'word' : 'words'}`}{' '}
      {others > 0 ? 'are' : 'is'} not understood.{' '}
      <Link to={{ search: `?step=columns&sheet=${first.index}` }}>
        Say what {others > 0 ? 'they mean' : 'it means'}
      </Link>
    </p>
  );
}

/** The rows that are not written as they came, with the reasons; for who uploaded them. */
export function RejectedDownload({ one: { id, startedBy, counts } }: { one: ImportOf }) {
  const { username } = useCurrentUser();
  if (counts.rejected === 0 || startedBy !== username) return null;
  return (
    <AnchorButton icon={<Download />} href={rejectedRowsPath(id)} download>
      Rejected Rows
    </AnchorButton>
  );
}
