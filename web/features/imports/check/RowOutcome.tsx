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
  const canBeTaken = onTake !== null && (isTaken || outcome === 'duplicate');
  return (
    <>
      <span className="import-outcome-head">
        <Badge tone={tone}>{label}</Badge>
        {record && <RecordName record={record} opensHere={onTake === null} />}
      </span>
      {(duplicateOfRow !== null || canBeTaken) && (
        <span className="import-outcome-head">
          {duplicateOfRow !== null && (
            <small className="ellipsis import-wait">Looks like row {duplicateOfRow}</small>
          )}
          {canBeTaken && (
            <button
              type="button"
              className="link-button import-take"
              onClick={() => onTake?.(row.row, !isTaken)}
            >
              {isTaken ? 'Leave' : 'Import'}
              <span className="visually-hidden"> row {row.row}</span> {isTaken ? 'out' : 'anyway'}
            </button>
          )}
        </span>
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
