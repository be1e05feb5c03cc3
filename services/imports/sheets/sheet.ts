import type { GuessedSheet } from '../guess/guessSheet.js';

/** A table of a file: its header and the rows below it. */
export interface Sheet {
  /** As the tab is called; '' for a file that has no tabs. */
  readonly name: string;
  /** As typed; '' for a column without a name, for all of them where a file has no header. */
  readonly header: readonly string[];
  /** Where more is known of what it is than its names and cells say. */
  readonly guessed?: GuessedSheet;
  /**
   * Streams the rows below the header, without those that are empty, repeat the header or only add
   * up; may be called again.
   * @throws UnusableFile
   */
  read(): AsyncIterable<SheetRow>;
}

export interface SheetRow {
  /** As the spreadsheet program numbers it: the first of the file is 1. */
  readonly row: number;
  /**
   * As many as the header has, more where the row is wider; as typed. Of workbooks: numbers as plain
   * decimals, days as `YYYY-MM-DD`, what a formula came to; '' where there is nothing.
   */
  readonly cells: readonly string[];
}

/** The file as a whole cannot be imported; the message is a sentence that says what to do. */
export class UnusableFile extends Error {}

/** What a file may have. What is larger is to be split. */
export const LIMITS = {
  bytes: 100 * 1024 * 1024,
  /** Below the header of one sheet. */
  rows: 300_000,
  columns: 500,
  sheets: 50,
  /** Characters of a cell, as in Excel. */
  cell: 32_767,
} as const;

/** The text of a cell as it came. @throws UnusableFile */
export function checkedCell(text: string, row: number): string {
  if (text.length <= LIMITS.cell) return text;
  throw new UnusableFile(
    `Row ${row} has a cell of more than ${LIMITS.cell.toLocaleString('en-IN')} characters. Shorten it, or look whether its quotes match.`,
  );
}

export const tooManyColumns = (): UnusableFile =>
  new UnusableFile(
    `The sheet has more than ${LIMITS.columns} columns. Delete the columns that are not needed, and upload it again.`,
  );
