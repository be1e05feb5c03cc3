/** A table of a file: its header and the rows below it. */
export interface Sheet {
  /** As the tab is called; '' for a file that has no tabs. */
  readonly name: string;
  /** As typed; '' for a column without a name. As many as the widest row of the first ones has. */
  readonly header: readonly string[];
  /** Streams the rows below the header, empty ones left out; may be called again. @throws UnusableFile */
  read(): AsyncIterable<SheetRow>;
}

export interface SheetRow {
  /** As the spreadsheet program numbers it: the first of the file is 1. */
  readonly row: number;
  /**
   * As many as the header has, as typed. Of workbooks: numbers as plain decimals, days as
   * `YYYY-MM-DD`, what a formula came to; '' where there is nothing.
   */
  readonly cells: readonly string[];
}

/** The file as a whole cannot be imported; the message is a sentence that says what to do. */
export class UnusableFile extends Error {}
