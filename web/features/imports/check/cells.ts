import type { ColumnOf } from '../useImports';
import type { Row } from './useRows';

/** What is shown in a cell. */
export interface Cell {
  text: string;
  /** What is wrong with it, as sentences. */
  fault: string | null;
  /** What stands in the record now, where the cell changes it; '' where nothing does. */
  before: string | null;
  isRepaired: boolean;
}

export function cellOf(row: Row, { index, field }: Pick<ColumnOf, 'index' | 'field'>): Cell {
  const faults = row.problems.filter(({ column }) => column === index);
  const change = row.changes.find((one) => one.field === field);
  return {
    text: row.cells[index] ?? '',
    fault: faults.map(({ message }) => message).join(' ') || null,
    before: change && faults.length === 0 ? (change.before ?? '') : null,
    isRepaired: row.repaired.includes(index),
  };
}

/** What is wrong with a row as a whole. */
export const faultOfRow = ({ problems }: Row): string | null =>
  problems
    .filter(({ column }) => column === null)
    .map(({ message }) => message)
    .join(' ') || null;

/** Changes of fields that no column holds, such as those that follow from others. */
export const otherChanges = (
  { changes }: Row,
  columns: readonly Pick<ColumnOf, 'field'>[],
): Row['changes'] => changes.filter(({ field }) => !columns.some((one) => one.field === field));

/** As a masked number begins: what is typed in its place is the whole one. */
const MASKED = /^[Xx*]{4}/;
/** What an edit of a cell begins with. */
export const editedFrom = (text: string): string => (MASKED.test(text) ? '' : text);

const LETTER = 7.8;
const SIDES = 26;
const LEAST = 96;
const MOST = 240;
const LEAST_AT_FAULT = 200;

/** How wide a column is, in CSS pixels, by the longest of what is loaded. */
export function widthOf(column: ColumnOf, rows: readonly Row[]): number {
  let letters = column.header.length;
  let hasFault = false;
  for (const row of rows) {
    const { text, fault, before } = cellOf(row, column);
    letters = Math.max(letters, text.length, before === null ? 0 : before.length + 4);
    hasFault ||= fault !== null;
  }
  const wanted = Math.ceil(letters * LETTER + SIDES);
  return Math.min(MOST, Math.max(wanted, hasFault ? LEAST_AT_FAULT : LEAST));
}

/** Where a key leads in a grid; null for a key that leads nowhere. */
export function cellAfter(
  key: string,
  { row, column }: { row: number; column: number },
  { rows, columns, page }: { rows: number; columns: number; page: number },
  isWithControl: boolean,
): { row: number; column: number } | null {
  const to = (nextRow: number, nextColumn: number) => ({
    row: Math.max(0, Math.min(rows - 1, nextRow)),
    column: Math.max(0, Math.min(columns - 1, nextColumn)),
  });
  switch (key) {
    case 'ArrowDown':
      return to(row + 1, column);
    case 'ArrowUp':
      return to(row - 1, column);
    case 'ArrowRight':
      return to(row, column + 1);
    case 'ArrowLeft':
      return to(row, column - 1);
    case 'PageDown':
      return to(row + page, column);
    case 'PageUp':
      return to(row - page, column);
    case 'Home':
      return to(isWithControl ? 0 : row, 0);
    case 'End':
      return to(isWithControl ? rows - 1 : row, columns - 1);
    default:
      return null;
  }
}
