import type { ImportedRecord } from '@insuremanager/contracts/imports/importViews';
import { addressOfRecord } from '../../../records/addresses';
import { Badge } from '../../../ui/StatusBadge';
import { OUTCOMES } from '../importTexts';
import type { ColumnOf } from '../useImports';
import { faultOfRow, otherChanges } from './cells';
import type { Row } from './useRows';

interface RowOutcomeProps {
  row: Row;
  columns: readonly ColumnOf[];
  onTake: ((row: number) => void) | null;
}

/** What a row is in the book, and the record that it is or looks like. */
export function RowOutcome({ row, columns, onTake }: RowOutcomeProps) {
  const { outcome, record, duplicateOfRow } = row;
  const { label, tone } = OUTCOMES[outcome];
  const fault = faultOfRow(row);
  const others = otherChanges(row, columns);
  return (
    <>
      <span className="import-outcome-head">
        <Badge tone={tone}>{label}</Badge>
        {record && <RecordName record={record} />}
        {outcome === 'duplicate' && onTake && (
          <button type="button" className="link-button" onClick={() => onTake(row.row)}>
            Import<span className="visually-hidden"> row {row.row}</span> anyway
          </button>
        )}
      </span>
      {duplicateOfRow !== null && (
        <small className="ellipsis import-wait">Looks like row {duplicateOfRow}</small>
      )}
      {fault !== null && (
        <small className="ellipsis import-bad" title={fault}>
          {fault}
        </small>
      )}
      {fault === null && others.length > 0 && (
        <small className="ellipsis muted">
          {others.map(({ field, after }) => `${field}: ${after ?? 'empty'}`).join(', ')}
        </small>
      )}
    </>
  );
}

const RecordName = ({ record: { kind, id, label } }: { record: NonNullable<Row['record']> }) => (
  <a
    href={addressOfRecord({ kind: kind as ImportedRecord, id })}
    target="_blank"
    rel="noreferrer"
    className="ellipsis"
    dir="auto"
    title={label}
  >
    {label}
    <span className="visually-hidden"> (opens in a new tab)</span>
  </a>
);
