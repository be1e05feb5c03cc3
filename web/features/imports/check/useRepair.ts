import { useApolloClient } from '@apollo/client/react';
import { useCallback, useMemo, useRef } from 'react';
import { operation } from '../../../data/operation';
import {
  AlikeImportRowsDocument,
  ImportDocument,
  RepairImportCellDocument,
  RepairImportCellsDocument,
  TakeImportDuplicatesDocument,
} from '../../../data/operations.generated';
import { useToast } from '../../../ui/toaster/Toaster';
import { rowsOf } from '../importTexts';
import { useImportChange } from '../useImportChange';
import type { Row, Rows } from './useRows';

export interface Repair {
  /** Changes one cell. */
  one: (row: Row, column: number, text: string) => void;
  /** Changes all cells of a column that have the same text as this one. */
  alike: (row: Row, column: number, text: string) => void;
  /** How many have the same fault with the same text in this column; 1 where it has none. */
  countAlike: (row: Row, column: number) => Promise<number>;
  /** Whether a row is written although it looks like a duplicate; null: all of the sheet. */
  take: (row: number | null, isTaken: boolean) => void;
}

const FAILED = 'Failed to change the row. Please try again.';
/** How often is asked whether rows have been checked again. Milliseconds. */
const LOOK_MS = 250;

/** Repairs rows of a sheet, one repair after another. @param onRepaired other rows have problems now */
export function useRepair(
  { id, sheet }: { id: number; sheet: number },
  { patch, reloadRow, reload }: Rows,
  onRepaired: () => void,
): Repair {
  const client = useApolloClient();
  const showToast = useToast();
  const { change } = useImportChange();
  const last = useRef(Promise.resolve());

  /** Carries out one once those before it are through; false: it failed. */
  const inTurn = useCallback(
    (toSend: Parameters<typeof change>[0]): Promise<boolean> => {
      const turn = last.current.then(async () => {
        if (!(await change(toSend, FAILED))) return false;
        const { query, variables } = operation(ImportDocument, { id });
        for (;;) {
          const answer = await client.query({ query, variables, fetchPolicy: 'network-only' });
          if (answer.data?.import?.state !== 'checking') return true;
          await new Promise((resolve) => setTimeout(resolve, LOOK_MS));
        }
      });
      const ended = turn.catch(() => false);
      last.current = ended.then(() => undefined);
      return ended;
    },
    [client, id, change],
  );
  const one = useCallback<Repair['one']>(
    (row, column, text) => {
      patch(row.row, (before) => withText(before, column, text));
      const asked = { id, sheet, row: row.row, column, text };
      void inTurn(() => operation(RepairImportCellDocument, asked)).then(async (isDone) => {
        if (!isDone) return patch(row.row, () => row);
        await reloadRow(row.row).catch(reload);
        onRepaired();
      });
    },
    [id, sheet, patch, reloadRow, reload, inTurn, onRepaired],
  );
  const countAlike = useCallback<Repair['countAlike']>(
    async (row, column) => {
      const only = row.problems.find((problem) => problem.column === column)?.code;
      if (only === undefined) return 1;
      const asked = { id, sheet, only, column, text: row.cells[column] ?? '' };
      const { query, variables } = operation(AlikeImportRowsDocument, asked);
      const answer = await client.query({ query, variables, fetchPolicy: 'no-cache' });
      return answer.data?.importRows.count ?? 1;
    },
    [client, id, sheet],
  );
  const alike = useCallback<Repair['alike']>(
    (row, column, text) => {
      const asked = { id, sheet, column, from: row.cells[column] ?? '', to: text };
      const toSend = () => operation(RepairImportCellsDocument, asked);
      const counted = countAlike(row, column);
      void counted
        .then(() => inTurn(toSend))
        .then(async (isDone) => {
          if (!isDone) return;
          showToast({ title: 'Cells Changed', description: `In ${rowsOf(await counted)}.` });
          reload();
          onRepaired();
        });
    },
    [id, sheet, countAlike, reload, inTurn, showToast, onRepaired],
  );
  const take = useCallback<Repair['take']>(
    (row, isTaken) => {
      const asked = { id, sheet, rows: row === null ? null : [row], areTaken: isTaken };
      void inTurn(() => operation(TakeImportDuplicatesDocument, asked)).then(async (isDone) => {
        if (!isDone) return;
        if (row === null) reload();
        else await reloadRow(row).catch(reload);
        onRepaired();
      });
    },
    [id, sheet, inTurn, reload, reloadRow, onRepaired],
  );
  return useMemo(() => ({ one, alike, countAlike, take }), [one, alike, countAlike, take]);
}

/** As it is until its row has been checked again. */
const withText = (row: Row, column: number, text: string): Row => ({
  ...row,
  cells: row.cells.map((cell, nth) => (nth === column ? text : cell)),
  problems: row.problems.filter((problem) => problem.column !== column),
  changes: [],
  repaired: [...row.repaired, column],
});
