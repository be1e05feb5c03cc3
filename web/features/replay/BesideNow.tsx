import { Checkbox } from '@blueprintjs/core';
import { useEffect, useState } from 'react';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import { RecordAsOfDocument, type RecordAsOfQuery } from '../../data/operations.generated';
import { formatInstant } from '../../ui/format';
import { labelOf } from '../../ui/labels';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/Loaded';
import { replayAddress } from '../../ui/record/replayAddress';
import '../../ui/SectionCard.css';
import { formatterOf, type ReplayEvent, type ReplayKey, referenceIn } from './replayed';

type PastField = RecordAsOfQuery['recordAsOf']['fields'][number];

interface BesideNowProps extends ReplayKey {
  event: ReplayEvent;
  /** Its number leads to another customer now. */
  isMerged: boolean;
}

/** The record right after an event, beside what it is now; what differs is marked. */
export function BesideNow({ record, id, event, isMerged }: BesideNowProps) {
  const [onlyChanged, setOnlyChanged] = useState(false);
  const version = useSettled(event.version);
  const { data, previousData, error, retry } = useGatewayQuery(
    operation(RecordAsOfDocument, { record, id, version }),
    { fetchPolicy: 'no-cache' },
  );
  const shown = (data ?? previousData)?.recordAsOf;
  if (error) return <LoadFailure what="the record" error={error} onRetry={retry} />;
  if (!shown) return <SkeletonRows height={36} what="the record" />;
  const { fields, exists, existsNow } = shown as RecordAsOfQuery['recordAsOf'];
  const changed = fields.filter(({ isChanged }) => isChanged).length;
  const rows = onlyChanged ? fields.filter(({ isChanged }) => isChanged) : fields;
  return (
    <section
      className="panel-card replay-card"
      aria-labelledby="replay-beside"
      aria-busy={!data || version !== event.version}
    >
      <div className="section-card-head">
        <h3 id="replay-beside">As of this event, beside now</h3>
        <Checkbox
          label={`Only what differs (${changed})`}
          checked={onlyChanged}
          onChange={({ currentTarget }) => setOnlyChanged(currentTarget.checked)}
        />
      </div>
      <table className="replay-table">
        <thead>
          <tr>
            <th scope="col">Field</th>
            <th scope="col">
              Then
              <small>{exists ? formatInstant(event.at) : goneBy(event)}</small>
            </th>
            <th scope="col">
              Now
              {!existsNow && <small>{isMerged ? 'Merged' : 'Deleted'}; as it was before</small>}
            </th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <FieldRow key={row.field} record={record} row={row} />
          ))}
          {rows.length === 0 && (
            <tr>
              <td colSpan={3} className="muted">
                Nothing differs
              </td>
            </tr>
          )}
        </tbody>
      </table>
    </section>
  );
}

const goneBy = ({ type }: ReplayEvent): string =>
  type === 'CustomerMerged' ? 'Merged' : 'Deleted';

function FieldRow({ record, row }: Pick<ReplayKey, 'record'> & { row: PastField }) {
  const { field, label, before, after, isChanged } = row;
  return (
    <tr data-changed={isChanged || undefined}>
      <th scope="row">
        {label}{' '}
        {isChanged && (
          <span className="replay-differs">
            <span aria-hidden="true">≠</span>
            <span className="visually-hidden"> differs</span>
          </span>
        )}
      </th>
      {[before, after].map((value, nth) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: then and now
        <td key={nth} className="tabular" dir="auto">
          <Value {...{ record, field, value }} />
        </td>
      ))}
    </tr>
  );
}

interface ValueProps extends Pick<ReplayKey, 'record'> {
  field: string;
  value: string | null;
}

function Value({ record, field, value }: ValueProps) {
  if (value === null) return <span className="muted">–</span>;
  const reference = referenceIn(field, value);
  if (!reference) return formatterOf(record)(field, value);
  return (
    <Link to={replayAddress(reference.record, reference.id)}>
      {`${labelOf(reference.record)} ${value}`}
    </Link>
  );
}

/** Whoever holds an arrow key asks for the event where it comes to rest, and not for each. */
function useSettled(version: number): number {
  const [settled, setSettled] = useState(version);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(version), REST_MS);
    return () => clearTimeout(timer);
  }, [version]);
  return settled;
}
const REST_MS = 120;
