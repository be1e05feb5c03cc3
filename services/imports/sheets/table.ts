import { isKnownName, looksLikeValue } from '../guess/names.js';
import { LIMITS, type Sheet, type SheetRow, UnusableFile } from './sheet.js';

/** All rows of a sheet, whatever they are: titles, header, data, totals. */
export interface RawSheet {
  readonly name: string;
  /** May be called again. */
  read(): AsyncIterable<SheetRow>;
}

/** Rows among which the header is looked for, and from which the width of a sheet is told. */
const SAMPLE_ROWS = 60;
/** Titles, addresses and dates of print that may stand above a header. */
const MOST_ABOVE = 20;

/** A sheet by its header, wherever that stands; null where there is nothing below it. */
export async function tableOf({ name, read }: RawSheet): Promise<Sheet | null> {
  const sample = await firstRows(read());
  const [first] = sample;
  if (!first) return null;
  const found = headerOf(sample);
  const width = Math.max(...sample.slice(found ? sample.indexOf(found) : 0).map(widthOf));
  const header = Array.from({ length: width }, (_, at) => found?.cells[at] ?? '');
  const from = found ? found.row : first.row - 1;
  if (!sample.some(({ row }) => row > from)) return null;
  return { name, header, read: () => dataRows(read(), from, header) };
}

async function firstRows(rows: AsyncIterable<SheetRow>): Promise<SheetRow[]> {
  const sample: SheetRow[] = [];
  for await (const row of rows) {
    if (isEmpty(row)) continue;
    sample.push(row);
    if (sample.length === SAMPLE_ROWS) break;
  }
  return sample;
}

const widthOf = ({ cells }: SheetRow): number => cells.findLastIndex(isFilled) + 1;
const isFilled = (cell: string): boolean => cell.trim() !== '';
const isEmpty = ({ cells }: SheetRow): boolean => !cells.some(isFilled);

/**
 * The row with the most names of columns; where none has two, the first that is as wide as what is
 * below it. Undefined where that row already holds values: then the file has no header.
 */
function headerOf(sample: readonly SheetRow[]): SheetRow | undefined {
  const above = sample.slice(0, MOST_ABOVE);
  const named = above.map((row) => ({ row, names: row.cells.filter(isKnownName).length }));
  const best = named.reduce((one, other) => (other.names > one.names ? other : one));
  if (best.names >= 2) return best.row;
  const filled = ({ cells }: SheetRow): number => cells.filter(isFilled).length;
  const usual = sample.map(filled).toSorted((a, b) => a - b)[Math.floor(sample.length / 2)] ?? 0;
  const wide = above.find((row) => filled(row) >= usual * 0.6) ?? above[0];
  const isData = wide?.cells.some(looksLikeValue) ?? false;
  return isData && best.names === 0 ? undefined : wide;
}

async function* dataRows(
  rows: AsyncIterable<SheetRow>,
  from: number,
  header: readonly string[],
): AsyncIterable<SheetRow> {
  let count = 0;
  /** Of numbers only, in a few cells: a total, when it is the last. */
  let sparse: SheetRow | null = null;
  for await (const { row, cells: raw } of rows) {
    if (row <= from) continue;
    const last = raw.findLastIndex(isFilled);
    if (last === -1) continue;
    const cells = Array.from(
      { length: Math.max(header.length, last + 1) },
      (_, at) => raw[at] ?? '',
    );
    if (isTotal(cells) || isHeaderAgain(cells, header)) continue;
    count += sparse ? 2 : 1;
    if (count > LIMITS.rows) throw tooManyRows();
    if (sparse) yield sparse;
    sparse = null;
    if (isSparse(cells)) {
      sparse = { row, cells };
      count -= 1;
    } else {
      yield { row, cells };
    }
  }
}

const tooManyRows = (): UnusableFile =>
  new UnusableFile(
    `The sheet has more than ${LIMITS.rows.toLocaleString('en-IN')} rows. Split it into several files, each with the header.`,
  );

const TOTAL =
  /^(?:(?:grand|sub|net)[\s-]*)?totals?(?:\s+(?:premium|amount|policies|customers|count|records|rows))?\s*[:=-]*$|^(?:ആകെ|മൊത്തം|कुल|योग|कुल योग)\s*:?$/iu;
const NUMBER = /^[\s₹$().,\d-]+(?:\/-)?$/u;

/** A row that adds up others: it says so, and has nothing but numbers beside that. */
function isTotal(cells: readonly string[]): boolean {
  const filled = cells.filter(isFilled);
  const first = filled.findIndex((cell) => TOTAL.test(cell.trim()));
  return (
    first !== -1 &&
    filled.length <= Math.max(2, cells.length / 2) &&
    filled.every((cell, at) => at === first || NUMBER.test(cell))
  );
}

/** Only numbers, in at most a third of the cells. */
const isSparse = (cells: readonly string[]): boolean => {
  const filled = cells.filter(isFilled);
  return (
    cells.length >= 5 &&
    filled.length <= cells.length / 3 &&
    filled.every((cell) => NUMBER.test(cell))
  );
};

/** Printed lists repeat it on each page. */
const isHeaderAgain = (cells: readonly string[], header: readonly string[]): boolean =>
  header.some(isFilled) && cells.every((cell, at) => cell === (header[at] ?? ''));
