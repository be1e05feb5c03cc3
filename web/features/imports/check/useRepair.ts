import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { operation } from '../../../data/operation';
import {
  AlikeImportRowsDocument,
  RepairImportCellDocument,
  RepairImportCellsDocument,
} from '../../../data/operations.generated';
import { formatCount } from '../../../ui/format';
import { useToast } from '../../../ui/toaster/Toaster';
import { useImportChange } from '../useImportChange';
import type { Row, Rows } from './useRows';

export interface Repair {
  /** Changes one cell. */
  one: (row: Row, column: number, text: string) => void;
  /** Changes all cells of a column that have the same text as this one. */
  alike: (row: Row, column: number, text: string) => void;
  /** How many have the same text in this column. */
  countAlike: (row: Row, column: number) => Promise<number>;
}

const FAILED = 'Failed to change the cell. Please try again.';

/** Repairs rows of a sheet. @param onRepaired the counts of problems are others now */
export function useRepair(
  { id, sheet }: { id: number; sheet: number },
  { patch, reloadRow, reload }: Rows,
  onRepaired: () => void,
): Repair {
  const client = useApolloClient();
  const showToast = useToast();
  const { change } = useImportChange();

  const one = useCallback<Repair['one']>(
    (row, column, text) => {
      patch(row.row, (before) => withText(before, column, text));
      const toSend = () =>
        operation(RepairImportCellDocument, { id, sheet, row: row.row, column, text });
      void change(toSend, FAILED).then(async (done) => {
        if (!done) return patch(row.row, () => row);
        await reloadRow(row.row).catch(() => reload());
        onRepaired();
      });
    },
    [id, sheet, patch, reloadRow, reload, change, onRepaired],
  );
  const countAlike = useCallback<Repair['countAlike']>(
    async (row, column) => {
      const asked = { id, sheet, column, text: row.cells[column] ?? '' };
      const { query, variables } = operation(AlikeImportRowsDocument, asked);
      const answer = await client.query({ query, variables, fetchPolicy: 'no-cache' });
      return answer.data?.importRows.count ?? 1;
    },
    [client, id, sheet],
  );
  const alike = useCallback<Repair['alike']>(
    (row, column, text) => {
      const from = row.cells[column] ?? '';
      const toSend = () =>
        operation(RepairImportCellsDocument, { id, sheet, column, from, to: text });
      void Promise.all([countAlike(row, column), change(toSend, FAILED)]).then(([count, done]) => {
        if (!done) return;
        showToast({ title: 'Cells Changed', description: `In ${formatCount(count)} rows.` });
        reload();
        onRepaired();
      });
    },
    [id, sheet, change, countAlike, reload, showToast, onRepaired],
  );
  return { one, alike, countAlike };
}

/** As it is until its row has been checked again. */
const withText = (row: Row, column: number, text: string): Row => ({
  ...row,
  cells: row.cells.map((cell, nth) => (nth === column ? text : cell)),
  problems: row.problems.filter((problem) => problem.column !== column),
  changes: [],
  repaired: [...row.repaired, column],
});
