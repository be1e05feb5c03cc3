import { Button } from '@blueprintjs/core';
import { Edit } from '@blueprintjs/icons';
import { useState } from 'react';
import { letterOf } from '../columns/mapping';
import type { ColumnOf } from '../useImports';
import { CellEditor } from './CellEditor';
import { cellOf } from './cells';
import { RowOutcome } from './RowOutcome';
import type { Repair } from './useRepair';
import type { Row, Rows } from './useRows';

interface RowCardsProps {
  rows: Rows & { items: readonly Row[] };
  columns: readonly ColumnOf[];
  repair: Repair | null;
}

/** On a phone a row is a card, with what is wrong with it first. */
export const RowCards = ({ rows: { items, hasMore, loadMore }, ...rest }: RowCardsProps) => (
  <>
    <ul className="import-cards">
      {items.map((row) => (
        <RowCard key={row.row} row={row} {...rest} />
      ))}
    </ul>
    {hasMore && (
      <Button fill onClick={loadMore}>
        Show More
      </Button>
    )}
  </>
);

function RowCard({ row, columns, repair }: Omit<RowCardsProps, 'rows'> & { row: Row }) {
  const [edited, setEdited] = useState<number | null>(null);
  const cells = columns
    .map((column) => ({ column, cell: cellOf(row, column) }))
    .filter(
      ({ cell: { text, fault, before } }) => text !== '' || fault !== null || before !== null,
    );
  const isLoud = ({ cell }: (typeof cells)[number]) => cell.fault !== null || cell.before !== null;
  return (
    <li className="import-card-row" data-outcome={row.outcome}>
      <div className="import-card-head">
        <span className="muted tabular">Row {row.row}</span>
        <RowOutcome row={row} columns={columns} onTake={repair?.take ?? null} />
      </div>
      <dl>
        {[...cells.filter(isLoud), ...cells.filter((one) => !isLoud(one))].map(
          ({ column, cell: { text, fault, before } }) => (
            <div key={column.index} data-fault={fault !== null || undefined}>
              <dt dir="auto">{column.header || letterOf(column.index)}</dt>
              <dd>
                {edited === column.index && repair ? (
                  <CellEditor {...{ repair, row, column }} onDone={() => setEdited(null)} />
                ) : (
                  <>
                    <bdi>{text || <span className="muted">empty</span>}</bdi>
                    {repair && (
                      <Button
                        variant="minimal"
                        icon={<Edit />}
                        aria-label={`Edit ${column.header || letterOf(column.index)} of row ${row.row}`}
                        onClick={() => setEdited(column.index)}
                      />
                    )}
                  </>
                )}
                {fault !== null && <small className="import-bad">{fault}</small>}
                {before !== null && (
                  <small className="import-wait">
                    {before === '' ? 'was empty' : `was ${before}`}
                  </small>
                )}
              </dd>
            </div>
          ),
        )}
      </dl>
    </li>
  );
}
