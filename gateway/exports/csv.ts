import type { CellValue, Column } from './exportColumns.js';

/** So that spreadsheets read it as UTF-8. */
const BYTE_ORDER_MARK = '\ufeff';

/** A file of lines by RFC 4180, a page of rows at a time. */
export async function* csvFile<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + csvLine(columns.map(({ heading }) => heading));
  for await (const rows of pages) {
    yield rows.map((row) => csvLine(columns.map(({ cellOf }) => cellOf(row)))).join('');
  }
}

/** One line; what is not there is empty. */
export const csvLine = (values: readonly CellValue[]): string =>
  `${values.map((value) => quoted(defused(value === null ? '' : String(value)))).join(',')}\r\n`;

/** A spreadsheet would take such a text for a formula, which may fetch and run things. */
const FORMULA = /^[=+\-@＝＋－＠\t\r]/;

const defused = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
