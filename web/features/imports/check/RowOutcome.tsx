import type { ImportedRecord } from '@insuremanager/contracts/imports/importViews';
import { Link } from 'react-router';
import { addressOfRecord } from '../../../records/addresses';
import { Badge } from '../../../ui/StatusBadge';
import { OUTCOMES } from '../importTexts';
import type { ColumnOf } from '../useImports';
import { faultOfRow, otherChanges } from './cells';
import type { Repair } from './useRepair';
import type { Row } from './useRows';

interface RowOutcomeProps {
  row: Row;
  columns: readonly ColumnOf[];
  onTake: Repair['take'] | null;
}

/** What a row is in the book, and the record that it is or looks like. */
export function RowOutcome({ row, columns, onTake }: RowOutcomeProps) {
  const { outcome, record, duplicateOfRow, isTaken } = row;
  const { label, tone } = OUTCOMES[outcome];
  const fault = faultOfRow(row);
  const others = otherChanges(row, columns);
  return (
    <>
      <span className="import-outcome-head">
        <Badge tone={tone}>{label}</Badge>
        {record && <RecordName record={record} opensHere={onTake === null} />}
        {outcome === 'duplicate' && onTake && (
          <button type="button" className="link-button" onClick={() => onTake(row.row, true)}>
            Import<span className="visually-hidden"> row {row.row}</span> anyway
          </button>
        )}
        {isTaken && onTake && (
          <button type="button" className="link-button" onClick={() => onTake(row.row, false)}>
            Leave<span className="visually-hidden"> row {row.row}</span> out
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

interface RecordNameProps {
  record: NonNullable<Row['record']>;
  /** Else beside what is being repaired, in a tab of its own. */
  opensHere: boolean;
}

function RecordName({ record: { kind, id, label }, opensHere }: RecordNameProps) {
  const address = addressOfRecord({ kind: kind as ImportedRecord, id });
  const shared = { className: 'ellipsis', dir: 'auto', title: label };
  if (opensHere) {
    return (
      <Link to={address} {...shared}>
        {label}
      </Link>
    );
  }
  return (
    <a href={address} target="_blank" rel="noreferrer" {...shared}>
      {label}
      <span className="visually-hidden"> (opens in a new tab)</span>
    </a>
  );
}
