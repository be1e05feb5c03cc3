import { Button, Intent } from '@blueprintjs/core';
import { useRef, useState } from 'react';
import { operation } from '../../../data/operation';
import { CheckImportDocument } from '../../../data/operations.generated';
import { useAddress } from '../../../ui/useAddress';
import { rowsOf } from '../importTexts';
import { SheetTabs } from '../SheetTabs';
import { useImportChange } from '../useImportChange';
import type { ImportOf } from '../useImports';
import { useShownSheet } from '../useShownSheet';
import { mappingOf, missingOf } from './mapping';
import { SheetColumns } from './SheetColumns';
import './columns.css';

/** What each column of each sheet is: guessed, and to be corrected. */
export function ColumnsStep({ one }: { one: ImportOf }) {
  const { id, sheets } = one;
  const { change: changeAddress } = useAddress();
  const sheet = useShownSheet(sheets);
  const { change, isBusy } = useImportChange();
  const [isAsked, setAsked] = useState(false);
  const [isSaving, setSaving] = useState(false);
  const said = useRef<HTMLDivElement>(null);
  const imported = sheets.filter(({ kind }) => kind);
  const rows = imported.reduce((sum, { rowCount }) => sum + rowCount, 0);

  const check = async () => {
    setAsked(true);
    const faulty = sheets.find((one) => missingOf(mappingOf(one)).length > 0);
    if (faulty || imported.length === 0) {
      if (faulty && faulty.index !== sheet?.index) {
        changeAddress({ sheet: String(faulty.index) });
      }
      requestAnimationFrame(() => said.current?.focus());
      return;
    }
    const toSend = () => operation(CheckImportDocument, { id });
    if (await change(toSend, 'Failed to begin. Please try again.')) changeAddress({ step: null });
  };
  if (!sheet) return <p className="muted">The file has no rows.</p>;
  return (
    <div className="import-columns">
      <div className="import-bar">
        <p className="muted">
          Say what each column is. Nothing is written until you have seen what every row would do.
        </p>
        <Button intent={Intent.PRIMARY} loading={isBusy || isSaving} onClick={() => void check()}>
          {imported.length === 0 ? 'Check' : `Check ${rowsOf(rows)}`}
        </Button>
      </div>
      <SheetTabs sheets={sheets} shown={sheet} />
      <SheetColumns
        key={sheet.index}
        {...{ id, sheet, isAsked }}
        saidRef={said}
        onSaving={setSaving}
      />
    </div>
  );
}
