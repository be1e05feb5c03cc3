import { Readable } from 'node:stream';
import {
  type Day,
  isDay,
  kolkataDay,
  startOfKolkataDay,
} from '@insuremanager/contracts/rules/kolkataDay';
import { conflict } from '@insuremanager/services/platform/errors';
import { ZipFile } from 'yazl';
import type { CellKind, CellValue, Column } from './exportColumns.js';

// Office Open XML (ECMA-376), as much of it as a table needs. Values are what they are: a text is a
// text and never a formula, an amount a number, a day a date, an instant the time in Kolkata.

/** Rows of a sheet, of which the first has the headings. */
const MOST_ROWS = 1_048_576;

/**
 * A workbook with one sheet, made as fast as it is taken.
 * @param mostRows of the sheet. The stream fails with the Refusal `too-many-rows` where they are more.
 */
export function xlsxFile<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  { sheet: name, mostRows = MOST_ROWS }: { sheet: string; mostRows?: number },
): Readable {
  const zip = new ZipFile();
  for (const [path, xml] of Object.entries(fixedParts(name))) zip.addBuffer(Buffer.from(xml), path);
  const sheet = Readable.from(sheetXml(columns, pages, mostRows));
  zip.addReadStream(sheet, SHEET_PATH);
  zip.end();
  // Made by yazl as a PassThrough; its types know no more than that it can be read.
  const file = zip.outputStream as Readable;
  // yazl pipes: what fails on one side, or goes away on the other, it does not pass on.
  sheet.once('error', (error) => file.destroy(error));
  file.once('close', () => sheet.destroy());
  return file;
}

async function* sheetXml<Row>(
  columns: readonly Column<Row>[],
  pages: AsyncIterable<readonly Row[]>,
  mostRows: number,
): AsyncGenerator<string | Buffer> {
  const letters = columns.map((_column, index) => columnLetters(index));
  const rowXml = (row: number, xmlOf: (column: Column<Row>, at: string) => string) =>
    `<row r="${row}">${columns.map((column, index) => xmlOf(column, `${letters[index]}${row}`)).join('')}</row>`;
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.map(widthXml).join('')}</cols><sheetData>`;
  yield rowXml(1, ({ heading }, at) => textCell(heading, at, STYLES.heading));
  let last = 1;
  for await (const rows of pages) {
    if (last + rows.length > mostRows) throw tooManyRows();
    const page = rows.map((row, index) =>
      rowXml(last + 1 + index, ({ kind, cellOf }, at) => cellXml(cellOf(row), kind, at)),
    );
    yield Buffer.from(page.join(''));
    last += rows.length;
  }
  yield '</sheetData></worksheet>';
}

const tooManyRows = () =>
  conflict('too-many-rows', 'A sheet has room for 1,048,575 records. Export them as CSV.');

/** A, B, … Z, AA, AB, … */
const columnLetters = (index: number): string =>
  (index < 26 ? '' : columnLetters(Math.floor(index / 26) - 1)) +
  String.fromCharCode(65 + (index % 26));

/** In characters of the usual font. */
const WIDTHS: Readonly<Record<CellKind, number>> = {
  text: 24,
  number: 12,
  amount: 18,
  day: 12,
  instant: 18,
};
const widthXml = ({ kind }: { kind: CellKind }, index: number): string =>
  `<col min="${index + 1}" max="${index + 1}" width="${WIDTHS[kind]}" customWidth="1"/>`;

function cellXml(value: CellValue, kind: CellKind, at: string): string {
  if (value === null || value === undefined || value === '') return '';
  const text = String(value);
  const number = numberOf(text, kind);
  return number === null
    ? textCell(text, at, STYLES.text)
    : `<c r="${at}" s="${STYLES[kind]}"><v>${number}</v></c>`;
}

const textCell = (text: string, at: string, style: number): string =>
  `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(text)}</t></is></c>`;

/** As a sheet counts; null for what stays a text, as does a value that is masked. */
function numberOf(text: string, kind: CellKind): number | string | null {
  switch (kind) {
    case 'text':
      return null;
    case 'number':
    case 'amount':
      return /^-?\d{1,15}(\.\d{1,2})?$/.test(text) ? text : null;
    case 'day':
      return isDay(text) ? serialOf(text) : null;
    case 'instant': {
      const instant = new Date(text);
      if (Number.isNaN(instant.getTime())) return null;
      const day = kolkataDay(instant);
      const since = (instant.getTime() - startOfKolkataDay(day).getTime()) / DAY_MS;
      return (serialOf(day) ?? 0) + since;
    }
  }
}

const DAY_MS = 24 * 60 * 60 * 1000;

/**
 * Days since the one before 31 December 1899. Spreadsheets disagree before March 1900, as some have
 * a 29 February of that year.
 */
const serialOf = (day: Day): number | null =>
  day < '1900-03-01' ? null : (Date.parse(day) - Date.parse('1899-12-30')) / DAY_MS;

/** What XML cannot hold, such as half a character, is taken out. */
const escaped = (text: string): string =>
  text
    .replace(/\p{Surrogate}/gu, '')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is looked for
    .replace(/[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g, '')
    // A spreadsheet would read `_x0041_` as an A.
    .replace(/_(?=x[\dA-Fa-f]{4}_)/g, '_x005F_')
    .replace(/[<>&]/g, (mark: string) => ENTITIES[mark] ?? '')
    // A line break of Windows would lose its half as XML is read.
    .replaceAll('\r', '&#13;');

const ENTITIES: Readonly<Record<string, string>> = { '<': '&lt;', '>': '&gt;', '&': '&amp;' };

/** Where each stands in `cellXfs` of the styles below. */
const STYLES = { text: 0, number: 0, heading: 1, amount: 2, day: 3, instant: 4 } as const;

/** Lakhs and crores are separated as they are written here. */
const INDIAN_AMOUNT =
  '[&gt;=10000000]##\\,##\\,##\\,##0.00;[&gt;=100000]##\\,##\\,##0.00;##,##0.00';

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const CONTENT = 'application/vnd.openxmlformats-officedocument.spreadsheetml';
const SHEET_PATH = 'xl/worksheets/sheet1.xml';

/** The media type of a workbook. */
export const XLSX_TYPE = `${CONTENT}.sheet`;

const relationships = (targets: readonly (readonly [type: string, target: string])[]): string =>
  `${XML}<Relationships xmlns="${PACKAGE}/relationships">${targets
    .map(
      ([type, target], index) =>
        `<Relationship Id="rId${index + 1}" Type="${OFFICE}/${type}" Target="${target}"/>`,
    )
    .join('')}</Relationships>`;

/** Every part but the sheet, by its path. */
const fixedParts = (sheet: string): Readonly<Record<string, string>> => ({
  '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${CONTENT}.sheet.main+xml"/><Override PartName="/${SHEET_PATH}" ContentType="${CONTENT}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${CONTENT}.styles+xml"/></Types>`,
  '_rels/.rels': relationships([['officeDocument', 'xl/workbook.xml']]),
  'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escaped(sheet)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  'xl/_rels/workbook.xml.rels': relationships([
    ['worksheet', 'worksheets/sheet1.xml'],
    ['styles', 'styles.xml'],
  ]),
  'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts count="3"><numFmt numFmtId="164" formatCode="${INDIAN_AMOUNT}"/><numFmt numFmtId="165" formatCode="dd/mm/yyyy"/><numFmt numFmtId="166" formatCode="dd/mm/yyyy\\ hh:mm"/></numFmts><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="2"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill></fills><borders count="1"><border><left/><right/><top/><bottom/><diagonal/></border></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="5"><xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/><xf numFmtId="0" fontId="1" fillId="0" borderId="0" xfId="0" applyFont="1"/><xf numFmtId="164" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="165" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/><xf numFmtId="166" fontId="0" fillId="0" borderId="0" xfId="0" applyNumberFormat="1"/></cellXfs></styleSheet>`,
});
