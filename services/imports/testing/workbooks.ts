import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ZipFile } from 'yazl';

/** A cell of a workbook that is made for a test. */
export type Cell =
  | string
  | number
  | null
  /** A day `YYYY-MM-DD`, by its serial number and a style. */
  | { readonly day: string }
  /** A number in a format, as Excel spells it. */
  | { readonly number: number; readonly format: string }
  /** What a formula came to. */
  | { readonly formula: string; readonly value: string | number }
  /** A text in the cell itself instead of the table of texts, with markup in the middle. */
  | { readonly inline: string }
  | { readonly isTrue: boolean }
  | { readonly error: string };

export interface Tab {
  readonly name: string;
  readonly rows: readonly (readonly Cell[])[];
  readonly isHidden?: boolean;
  readonly merged?: readonly string[];
}

const DAY_MS = 24 * 60 * 60 * 1000;
const serialOf = (day: string): number =>
  (Date.parse(`${day}T00:00:00Z`) - Date.UTC(1899, 11, 30)) / DAY_MS;

const escaped = (text: string): string =>
  text.replace(/[<>&"]/g, (mark) => `&#${mark.charCodeAt(0)};`).replaceAll('\r', '&#13;');

export const letters = (column: number): string =>
  (column < 26 ? '' : letters(Math.floor(column / 26) - 1)) +
  String.fromCharCode(65 + (column % 26));

export async function zipOf(parts: Readonly<Record<string, string | Buffer>>): Promise<Buffer> {
  const zip = new ZipFile();
  for (const [path, part] of Object.entries(parts)) zip.addBuffer(Buffer.from(part), path);
  zip.end();
  return buffer(zip.outputStream as Readable);
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';

/** A workbook as Excel writes it: shared texts, styles, days as serial numbers. */
export function xlsxOf(tabs: readonly Tab[]): Promise<Buffer> {
  const texts = new Map<string, number>();
  const formats = new Map<string, number>([['General', 0]]);
  const styleOf = (format: string): number => {
    const known = formats.get(format) ?? formats.size;
    formats.set(format, known);
    return known;
  };
  const textAt = (text: string): number => {
    const known = texts.get(text) ?? texts.size;
    texts.set(text, known);
    return known;
  };
  const cellXml = (cell: Cell, at: string): string => {
    if (cell === null || cell === '') return '';
    if (typeof cell === 'string') return `<c r="${at}" t="s"><v>${textAt(cell)}</v></c>`;
    if (typeof cell === 'number') return `<c r="${at}"><v>${asExcel(cell)}</v></c>`;
    if ('day' in cell) {
      return `<c r="${at}" s="${styleOf('dd\\-mmm\\-yy')}"><v>${serialOf(cell.day)}</v></c>`;
    }
    if ('number' in cell) {
      return `<c r="${at}" s="${styleOf(cell.format)}"><v>${asExcel(cell.number)}</v></c>`;
    }
    if ('formula' in cell) {
      const type = typeof cell.value === 'string' ? ' t="str"' : '';
      return `<c r="${at}"${type}><f>${escaped(cell.formula)}</f><v>${escaped(String(cell.value))}</v></c>`;
    }
    if ('isTrue' in cell) return `<c r="${at}" t="b"><v>${cell.isTrue ? 1 : 0}</v></c>`;
    if ('error' in cell) return `<c r="${at}" t="e"><v>${cell.error}</v></c>`;
    const half = Math.ceil(cell.inline.length / 2);
    const runs = [cell.inline.slice(0, half), cell.inline.slice(half)].map(
      (run) => `<r><t xml:space="preserve">${escaped(run)}</t></r>`,
    );
    return `<c r="${at}" t="inlineStr"><is>${runs.join('')}</is></c>`;
  };
  const sheets = tabs.map(({ rows, merged = [] }) => {
    const rowXml = rows.map((cells, index) => {
      const inRow = cells.map((cell, column) => cellXml(cell, `${letters(column)}${index + 1}`));
      return inRow.join('') === '' ? '' : `<row r="${index + 1}">${inRow.join('')}</row>`;
    });
    const merges = merged.map((range) => `<mergeCell ref="${range}"/>`).join('');
    return `${XML}<worksheet xmlns="${MAIN}"><sheetData>${rowXml.join('')}</sheetData>${
      merges && `<mergeCells count="${merged.length}">${merges}</mergeCells>`
    }</worksheet>`;
  });
  const custom = [...formats.keys()].slice(1);
  return zipOf({
    '[Content_Types].xml': `${XML}<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"/>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets>${tabs
      .map(
        ({ name, isHidden }, at) =>
          `<sheet name="${escaped(name)}" sheetId="${at + 1}"${isHidden ? ' state="hidden"' : ''} r:id="rId${at + 1}"/>`,
      )
      .join('')}</sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">${tabs
      .map(
        (_tab, at) =>
          `<Relationship Id="rId${at + 1}" Type="${OFFICE}/worksheet" Target="worksheets/sheet${at + 1}.xml"/>`,
      )
      .join('')}</Relationships>`,
    'xl/styles.xml': `${XML}<styleSheet xmlns="${MAIN}"><numFmts>${custom
      .map((code, at) => `<numFmt numFmtId="${164 + at}" formatCode="${escaped(code)}"/>`)
      .join('')}</numFmts><cellXfs><xf numFmtId="0"/>${custom
      .map((_code, at) => `<xf numFmtId="${164 + at}"/>`)
      .join('')}</cellXfs></styleSheet>`,
    'xl/sharedStrings.xml': `${XML}<sst xmlns="${MAIN}">${[...texts.keys()]
      .map((text) => `<si><t xml:space="preserve">${escaped(text)}</t></si>`)
      .join('')}</sst>`,
    ...Object.fromEntries(sheets.map((xml, at) => [`xl/worksheets/sheet${at + 1}.xml`, xml])),
  });
}

/** Excel writes ten digits that end in a zero with an exponent. */
const asExcel = (number: number): string =>
  number >= 1e9 && number % 10 === 0 ? number.toExponential().replace('e+', 'E') : String(number);

/** A workbook as LibreOffice writes it: all sheets in one part, what repeats written once. */
export function odsOf(tabs: readonly Tab[]): Promise<Buffer> {
  const paragraphs = (text: string): string =>
    text
      .split('\n')
      .map((line) => `<text:p>${escaped(line).replace(/ {2}/g, ' <text:s/>')}</text:p>`)
      .join('');
  const cellXml = (cell: Cell): string => {
    if (cell === null || cell === '') return '<table:table-cell/>';
    if (typeof cell === 'string' || 'inline' in Object(cell)) {
      const text = typeof cell === 'string' ? cell : (cell as { inline: string }).inline;
      return `<table:table-cell office:value-type="string">${paragraphs(text)}</table:table-cell>`;
    }
    if (typeof cell === 'number') {
      return `<table:table-cell office:value-type="float" office:value="${cell}"><text:p>${cell}</text:p></table:table-cell>`;
    }
    if ('day' in cell) {
      return `<table:table-cell office:value-type="date" office:date-value="${cell.day}"><text:p>shown</text:p></table:table-cell>`;
    }
    if ('number' in cell) {
      const type = cell.format.includes('%') ? 'percentage' : 'float';
      const shown = /^0+$/.test(cell.format)
        ? String(cell.number).padStart(cell.format.length, '0')
        : '';
      return `<table:table-cell office:value-type="${type}" office:value="${cell.number}"><text:p>${shown}</text:p></table:table-cell>`;
    }
    if ('formula' in cell) {
      return typeof cell.value === 'string'
        ? `<table:table-cell table:formula="of:=1" office:value-type="string">${paragraphs(cell.value)}</table:table-cell>`
        : `<table:table-cell table:formula="of:=1" office:value-type="float" office:value="${cell.value}"><text:p/></table:table-cell>`;
    }
    if ('isTrue' in cell) {
      return `<table:table-cell office:value-type="boolean" office:boolean-value="${cell.isTrue}"/>`;
    }
    return `<table:table-cell><text:p>${escaped((cell as { error: string }).error)}</text:p></table:table-cell>`;
  };
  const tables = tabs.map(
    ({ name, rows, isHidden }) =>
      `<table:table table:name="${escaped(name)}" table:style-name="${isHidden ? 'hidden' : 'shown'}">${rows
        .map((cells) =>
          cells.length === 0
            ? '<table:table-row><table:table-cell/></table:table-row>'
            : `<table:table-row>${cells.map(cellXml).join('')}<table:table-cell table:number-columns-repeated="16300"/></table:table-row>`,
        )
        .join(
          '',
        )}<table:table-row table:number-rows-repeated="1048000"><table:table-cell table:number-columns-repeated="16384"/></table:table-row></table:table>`,
  );
  const spaces = ['office', 'table', 'text', 'style']
    .map((name) => `xmlns:${name}="urn:oasis:names:tc:opendocument:xmlns:${name}:1.0"`)
    .join(' ');
  return zipOf({
    mimetype: 'application/vnd.oasis.opendocument.spreadsheet',
    'content.xml': `${XML}<office:document-content ${spaces}><office:automatic-styles><style:style style:name="shown" style:family="table"><style:table-properties table:display="true"/></style:style><style:style style:name="hidden" style:family="table"><style:table-properties table:display="false"/></style:style></office:automatic-styles><office:body><office:spreadsheet>${tables.join('')}</office:spreadsheet></office:body></office:document-content>`,
    'META-INF/manifest.xml': `${XML}<manifest:manifest xmlns:manifest="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>`,
  });
}
