export type CsvValue = string | number | boolean | null;

/** So that spreadsheets read it as UTF-8. */
export const BYTE_ORDER_MARK = '\ufeff';

/** One line by RFC 4180; what is not there is empty. */
export const csvLine = (values: readonly CsvValue[]): string =>
  `${values.map((value) => quoted(defused(value === null ? '' : String(value)))).join(',')}\r\n`;

/** A spreadsheet would take such a text for a formula, which may fetch and run things. */
const FORMULA = /^[=+\-@\t\r]/;

const defused = (text: string): string => (FORMULA.test(text) ? `'${text}` : text);

const quoted = (text: string): string =>
  /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
