import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';

/** A record of a spreadsheet: its row as the spreadsheet program numbers it (the header is row 1). */
export interface SheetRow {
  readonly row: number;
  /** By column name as the import spells it; '' where the file has nothing. */
  readonly cells: Readonly<Record<string, string>>;
}

export interface Columns {
  readonly required: readonly string[];
  readonly optional: readonly string[];
}

/** The file as a whole cannot be imported; the message says what to do. */
export class UnusableFile extends Error {}

const DELIMITERS = [',', ';', '\t'];
/** Columns of a file of rejected rows, which may come back corrected. */
const OURS = ['row', 'field', 'reason'];

/**
 * Looks through the whole file before a single row is taken: it is text in UTF-8, its columns are
 * known, its quotes match. So a file that cannot be read leaves no trace.
 * @throws UnusableFile
 */
export async function openSpreadsheet(path: string, columns: Columns) {
  await mustBeFile(path);
  const header = await firstLine(path);
  const delimiter = delimiterOf(header, columns.required);
  const names = header.split(delimiter).map(bareName);
  const known = [...columns.required, ...columns.optional];
  const places = new Map(known.map((name) => [name, names.indexOf(name.toLowerCase())]));
  const lacking = columns.required.filter((name) => places.get(name) === -1);
  if (lacking.length > 0) {
    throw new UnusableFile(
      `The file has no column ${listed(lacking)}. Its first row must name the columns: ${known.join(', ')}.`,
    );
  }
  const read = () => sheetRows(path, delimiter, places);
  let rows = 0;
  for await (const _ of read()) rows += 1;
  if (rows === 0) throw new UnusableFile('The file has a header and no rows below it.');
  return {
    rows,
    /** Known columns that the file does not have. */
    missing: known.filter((name) => places.get(name) === -1),
    /** Columns of the file that the import does not know. */
    ignored: names.filter((name) => name && !OURS.includes(name) && !isAmong(known, name)),
    /** Streams the rows from the file; may be called again. */
    read,
  };
}

export type Spreadsheet = Awaited<ReturnType<typeof openSpreadsheet>>;

async function* sheetRows(
  path: string,
  delimiter: string,
  places: ReadonlyMap<string, number>,
): AsyncIterable<SheetRow> {
  const parser = parse({ delimiter, bom: true, relax_column_count: true });
  // The parser carries the error of either stream to the loop below.
  pipeline(utf8Text(path), parser, () => undefined);
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      if (row === 1) continue;
      if (cells.every((cell) => cell.trim() === '')) continue;
      const named = [...places].map(([name, at]) => [name, cells[at] ?? ''] as const);
      yield { row, cells: Object.fromEntries(named) };
    }
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new UnusableFile(
      `Row ${row + 1} cannot be read as CSV: its quotes do not match. Save the sheet as CSV again.`,
      { cause: error },
    );
  }
}

/** The file's text, piece by piece. @throws UnusableFile when it is binary or not UTF-8. */
async function* utf8Text(path: string): AsyncIterable<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });
  let lines = 1;
  let isFirst = true;
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    const isOther = isFirst && OTHER_FORMATS.includes(bytes.toString('hex', 0, 4));
    if (isOther || bytes.includes(0)) throw new UnusableFile(notText);
    isFirst = false;
    let text: string;
    try {
      text = decoder.decode(bytes, { stream: true });
    } catch {
      throw new UnusableFile(notUtf8(lines));
    }
    lines += text.split('\n').length - 1;
    yield text;
  }
  try {
    yield decoder.decode();
  } catch {
    throw new UnusableFile(notUtf8(lines));
  }
}

/** How a PDF, a workbook (a ZIP archive) and an old workbook begin. */
const OTHER_FORMATS = ['25504446', '504b0304', 'd0cf11e0'];

const notText = 'This is not a CSV file. Save the sheet as “CSV UTF-8” and try again.';
const notUtf8 = (line: number): string =>
  `The file is not in UTF-8 (after line ${line}). In Excel, choose “CSV UTF-8” when saving.`;

async function mustBeFile(path: string): Promise<void> {
  const found = await stat(path).catch(() => null);
  if (!found) throw new UnusableFile(`There is no file ${path}.`);
  if (!found.isFile()) throw new UnusableFile(`${path} is not a file.`);
  if (found.size === 0) throw new UnusableFile('The file is empty.');
}

async function firstLine(path: string): Promise<string> {
  let text = '';
  for await (const piece of utf8Text(path)) {
    text += piece;
    if (text.includes('\n') || text.length > 64 * 1024) break;
  }
  return text.replace(/^\uFEFF/, '').split(/\r?\n/, 1)[0] ?? '';
}

const delimiterOf = (header: string, required: readonly string[]): string =>
  DELIMITERS.find((delimiter) => {
    const names = header.split(delimiter).map(bareName);
    return required.every((name) => names.includes(name.toLowerCase()));
  }) ?? ',';

const bareName = (name: string): string => name.trim().replace(/^"|"$/g, '').trim().toLowerCase();
const isAmong = (names: readonly string[], name: string): boolean =>
  names.some((known) => known.toLowerCase() === name);
const listed = (names: readonly string[]): string => names.map((name) => `“${name}”`).join(', ');
