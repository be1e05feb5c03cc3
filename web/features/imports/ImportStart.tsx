import { Intent, ProgressBar } from '@blueprintjs/core';
import { useCallback } from 'react';
import { Link, useNavigate } from 'react-router';
import type { ImportsQuery } from '../../data/operations.generated';
import { formatCount, formatInstant } from '../../ui/format';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/Loaded';
import { Badge } from '../../ui/StatusBadge';
import '../../ui/plainTable.css';
import { DropZone } from './DropZone';
import { isBusy, kindsOf, outcomeOf, rowsOf, STATES } from './importTexts';
import { UploadList } from './UploadList';
import { useImports } from './useImports';
import { useSheetUploads } from './useSheetUploads';

type Listed = ImportsQuery['imports'][number];

/** Where a spreadsheet is dropped, and the imports so far. */
export function ImportStart() {
  const navigate = useNavigate();
  const { imports, error, retry } = useImports();
  // One goes on with the only one; of several, the list says which they are.
  const onTaken = useCallback(
    (id: number, isAlone: boolean) => (isAlone ? navigate(`/import/${id}`) : retry()),
    [navigate, retry],
  );
  const uploads = useSheetUploads(onTaken);
  return (
    <div className="imports">
      <DropZone onFiles={uploads.choose} />
      <UploadList {...uploads} />
      <section className="import-list" aria-labelledby="import-list">
        <h2 id="import-list">Imports</h2>
        {error && !imports ? (
          <LoadFailure what="the imports" error={error} onRetry={retry} />
        ) : !imports ? (
          <SkeletonRows height={56} what="the imports" />
        ) : imports.length === 0 ? (
          <p className="muted import-none">
            Nothing has been imported yet. Before anything is written you see what each row would
            do, and a whole import can be undone.
          </p>
        ) : (
          <ImportTable imports={imports} />
        )}
      </section>
    </div>
  );
}

const ImportTable = ({ imports }: { imports: readonly Listed[] }) => (
  <table className="plain-table import-table">
    <thead>
      <tr>
        <th scope="col">File</th>
        <th scope="col">State</th>
        <th scope="col" data-align="end">
          Rows
        </th>
        <th scope="col">Outcome</th>
        <th scope="col">By</th>
      </tr>
    </thead>
    <tbody>
      {imports.map((one) => (
        <ImportRow key={one.id} one={one} />
      ))}
    </tbody>
  </table>
);

function ImportRow({ one }: { one: Listed }) {
  const { id, fileName, state, counts, startedBy, uploadedAt, sheets } = one;
  const { label, tone } = STATES[state];
  return (
    <tr>
      <th scope="row">
        <Link to={`/import/${id}`} dir="auto">
          {fileName}
        </Link>
        <small>{kindsOf(sheets)}</small>
      </th>
      <td data-label="State">
        <Badge tone={tone}>{label}</Badge>
      </td>
      <td data-label="Rows" className="tabular" data-align="end">
        {formatCount(counts.rows)}
      </td>
      <td data-label="Outcome">
        {isBusy(state) ? <Progress one={one} /> : <span className="tabular">{saidOf(one)}</span>}
      </td>
      <td data-label="By">
        <span dir="auto">{startedBy}</span>
        <small className="tabular">{formatInstant(uploadedAt)}</small>
      </td>
    </tr>
  );
}

function Progress({ one: { counts, fileName } }: { one: Listed }) {
  const share = counts.rows === 0 ? 0 : counts.done / counts.rows;
  return (
    <span
      role="progressbar"
      aria-label={fileName}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <ProgressBar
        value={share}
        intent={Intent.PRIMARY}
        stripes={false}
        animate={false}
        aria-hidden="true"
      />
    </span>
  );
}

/** What became of it, or would. */
function saidOf(one: Listed): string {
  if (one.state === 'failed') return one.problem ?? 'The file could not be read';
  if (one.state === 'mapping') return 'Columns are to be checked';
  return (
    outcomeOf(one) || (one.counts.same > 0 ? `${rowsOf(one.counts.same)} the same` : 'Nothing')
  );
}
