import { isAscii } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { extname } from 'node:path';
import { pipeline } from 'node:stream';
import { parse } from 'csv-parse';
import { parse as parseAll } from 'csv-parse/sync';
import { checkedCell, LIMITS, type SheetRow, tooManyColumns, UnusableFile } from './sheet.js';
import type { RawSheet } from './table.js';

const DELIMITERS = [',', ';', '\t', '|'] as const;
/** Characters from which the delimiter is told. */
const SAMPLE = 64 * 1024;
/** The longest row, in bytes: quotes that do not match would make one of the rest of the file. */
const LONGEST_ROW = 1024 * 1024;

/** A text of rows, by whatever character its cells are parted. @throws UnusableFile */
export async function delimitedText(path: string, fileName: string): Promise<RawSheet> {
  const encoding = await encodingOf(path);
  const sample = await beginning(path, encoding);
  if (sample.trim() === '') throw new UnusableFile('The file is empty.');
  const said = SAID_BY_EXCEL.exec(sample)?.[1];
  const delimiter = said ?? delimiterOf(sample, extname(fileName));
  return { name: '', read: () => rows(textOf(path, encoding), delimiter) };
}

/** The line by which a file tells Excel its delimiter. Excel does not count it as a row. */
const SAID_BY_EXCEL = /^"?sep=(.)"?(?:\r\n|[\r\n])/i;

async function* rows(text: AsyncIterable<string>, delimiter: string): AsyncIterable<SheetRow> {
  const parser = parse({
    delimiter,
    record_delimiter: ['\r\n', '\n', '\r'],
    relax_column_count: true,
    // A quote inside of a cell that does not begin with one is a character like any other.
    relax_quotes: true,
    max_record_size: LONGEST_ROW,
  });
  // The parser carries the error of either stream to the loop below.
  pipeline(text, parser, () => undefined);
  let row = 0;
  try {
    for await (const cells of parser as AsyncIterable<string[]>) {
      row += 1;
      const last = cells.findLastIndex((cell) => cell !== '');
      if (last >= LIMITS.columns) throw tooManyColumns();
      for (const cell of cells) checkedCell(cell, row);
      yield { row, cells };
    }
  } catch (error) {
    if (error instanceof UnusableFile) throw error;
    throw new UnusableFile(
      `The file cannot be read after row ${row}: a quote is opened there and not closed, or the end of the file is missing. Save the sheet again, and upload that.`,
      { cause: error },
    );
  }
}

// Encodings

const ENCODINGS = ['utf-8', 'utf-16le', 'utf-16be', 'windows-1252'] as const;
type Encoding = (typeof ENCODINGS)[number];

const BYTE_ORDER_MARKS: readonly (readonly [mark: string, encoding: Encoding])[] = [
  ['efbbbf', 'utf-8'],
  ['fffe', 'utf-16le'],
  ['feff', 'utf-16be'],
];

/**
 * Text of Indian offices is UTF-8 or UTF-16, or else what Windows writes there by itself. Without a
 * mark, UTF-16 is told by its zeros, UTF-8 by being right.
 * @throws UnusableFile for what is no text.
 */
async function encodingOf(path: string): Promise<Encoding> {
  const utf8 = new TextDecoder('utf-8');
  let isFirst = true;
  let wrong = 0;
  let beyondAscii = 0;
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    if (isFirst) {
      isFirst = false;
      const start = bytes.toString('hex', 0, 3);
      const marked = BYTE_ORDER_MARKS.find(([mark]) => start.startsWith(mark));
      if (marked) return marked[1];
      const wide = wideEncodingOf(bytes);
      if (wide) return wide;
    }
    if (bytes.includes(0)) throw new UnusableFile(NO_TEXT);
    if (isAscii(bytes)) continue;
    // Half of a character at the end of a piece waits in the decoder for the next one.
    for (const character of utf8.decode(bytes, { stream: true }).match(BEYOND_ASCII) ?? []) {
      if (character === '\ufffd') wrong += 1;
      else beyondAscii += 1;
    }
  }
  // A damaged character or two do not make a text of Malayalam one of Windows-1252.
  return wrong * 10 > beyondAscii ? 'windows-1252' : 'utf-8';
}

const BEYOND_ASCII = /\P{ASCII}/gu;
const NO_TEXT =
  'This is no spreadsheet that can be read. Save it as .xlsx, .ods or CSV, and upload that.';

/** Commas, digits and line ends have a zero before or behind them in UTF-16. */
function wideEncodingOf(bytes: Buffer): Encoding | null {
  const length = Math.min(bytes.length, SAMPLE);
  const zeros = [0, 0];
  for (let at = 0; at < length; at += 1)
    if (bytes[at] === 0) zeros[at % 2] = (zeros[at % 2] ?? 0) + 1;
  const [even = 0, odd = 0] = zeros;
  if (odd > length / 20 && even === 0) return 'utf-16le';
  return even > length / 20 && odd === 0 ? 'utf-16be' : null;
}

async function* textOf(path: string, encoding: Encoding): AsyncIterable<string> {
  // Takes the byte order mark away.
  const decoder = new TextDecoder(encoding);
  let isFirst = true;
  const cleared = (text: string): string => {
    if (!isFirst || text === '') return text;
    isFirst = false;
    return text.replace(SAID_BY_EXCEL, '');
  };
  for await (const bytes of createReadStream(path) as AsyncIterable<Buffer>) {
    const text = cleared(decoder.decode(bytes, { stream: true }));
    if (text.includes('\0')) throw new UnusableFile(NO_TEXT);
    yield text;
  }
  yield cleared(decoder.decode());
}

async function beginning(path: string, encoding: Encoding): Promise<string> {
  const decoder = new TextDecoder(encoding);
  let text = '';
  for await (const bytes of createReadStream(path, { end: SAMPLE - 1 }) as AsyncIterable<Buffer>) {
    text += decoder.decode(bytes, { stream: true });
  }
  return text;
}

// Delimiters

/** The one by which most rows have the same number of cells, and more of them than by others. */
function delimiterOf(sample: string, extension: string): string {
  const usual = extension.toLowerCase() === '.tsv' ? '\t' : ',';
  const scored = DELIMITERS.map((delimiter) => ({
    delimiter,
    score: evenness(sample, delimiter) * (delimiter === usual ? 1.01 : 1),
  }));
  const best = scored.reduce((one, other) => (other.score > one.score ? other : one));
  return best.score > 0 ? best.delimiter : usual;
}

/** Cells of a row, by how many rows have as many; 0 where a row is one cell. */
function evenness(sample: string, delimiter: string): number {
  let rows: string[][] = [];
  try {
    rows = parseAll(sample, {
      delimiter,
      relax_column_count: true,
      relax_quotes: true,
      skip_empty_lines: true,
      to: 100,
    });
  } catch {
    // The sample ends inside of quotes: what comes before is lost here, so lines are counted.
    rows = sample.split(/\r\n|[\r\n]/).map((line) => line.split(delimiter));
  }
  const widths = rows.map((cells) => cells.length);
  const counts = new Map<number, number>();
  for (const width of widths) counts.set(width, (counts.get(width) ?? 0) + 1);
  const scores = [...counts].map(([width, count]) => (width - 1) * (count / widths.length) ** 2);
  return Math.max(0, ...scores);
}
