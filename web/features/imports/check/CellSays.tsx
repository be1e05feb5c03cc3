import { WarningSign } from '@blueprintjs/icons';
import { letterOf } from '../columns/mapping';
import type { ColumnOf } from '../useImports';
import { cellOf } from './cells';
import type { Row } from './useRows';

interface CellSaysProps {
  row: Row;
  column: ColumnOf;
  canRepair: boolean;
}

/** The cell that one is in, whole, and what is wrong with it. */
export function CellSays({ row, column, canRepair }: CellSaysProps) {
  const { text, fault, before } = cellOf(row, column);
  return (
    <div className="import-says">
      <span className="muted tabular">
        {letterOf(column.index)}
        {row.row}
      </span>
      <span className="import-says-text" dir="auto">
        {text || <span className="muted">empty</span>}
      </span>
      {fault !== null && (
        <span className="import-bad">
          <WarningSign size={12} /> {fault}
        </span>
      )}
      {before !== null && (
        <span className="import-wait">{before === '' ? 'was empty' : `was ${before}`}</span>
      )}
      {canRepair && (
        <span className="import-keys muted" aria-hidden="true">
          <kbd>Enter</kbd> edit
        </span>
      )}
    </div>
  );
}
