import { type NumberStyle, numberText, styleOf } from './numberText.js';
import { checkedCell, LIMITS, type SheetRow, tooManyColumns, UnusableFile } from './sheet.js';
import type { RawSheet } from './table.js';
import { createTexts, type Texts } from './texts.js';
import type { Attributes, Package, Visitor } from './zipPackage.js';

// Office Open XML (ECMA-376), as much of it as tables need: what a cell holds, and what of its style
// says that a number is a day.

interface Tab {
  readonly name: string;
  readonly path: string;
  readonly isHidden: boolean;
}

/** @throws UnusableFile */
export async function xlsxSheets(parts: Package): Promise<readonly RawSheet[]> {
  const { tabs, is1904 } = await tabsOf(parts);
  if (tabs.length > LIMITS.sheets) {
    throw new UnusableFile(
      `The workbook has more than ${LIMITS.sheets} sheets. Upload it in parts.`,
    );
  }
  const styles = await stylesOf(parts);
  const shown = tabs.filter(({ isHidden }) => !isHidden);
  // Read once, when the first cell is asked for.
  let texts: Promise<Texts> | null = null;
  return shown.map(({ name, path }) => ({
    name,
    async *read() {
      texts ??= sharedTexts(parts);
      const shared = await texts;
      yield* parts.visit(path, () => rowVisitor({ shared, styles, is1904 }));
    },
  }));
}

async function tabsOf(parts: Package): Promise<{ tabs: Tab[]; is1904: boolean }> {
  const targets = new Map<string, string>();
  const relationships = partAt(parts, 'xl/_rels/workbook.xml.rels');
  await whole(parts, relationships, {
    open: (name, attribute) => {
      const isSheet = /\/worksheet$/.test(attribute('Type') ?? '');
      if (name !== 'Relationship' || !isSheet) return;
      targets.set(attribute('Id') ?? '', pathOf(attribute('Target') ?? ''));
    },
  });
  const tabs: Tab[] = [];
  let is1904 = false;
  await whole(parts, partAt(parts, 'xl/workbook.xml'), {
    open: (name, attribute) => {
      if (name === 'workbookPr') is1904 = isTrue(attribute('date1904'));
      const path =
        name === 'sheet' ? targets.get(attribute('r:id') ?? attribute('id') ?? '') : undefined;
      if (path === undefined) return;
      const isHidden = (attribute('state') ?? 'visible') !== 'visible';
      tabs.push({ name: attribute('name') ?? '', path: partAt(parts, path), isHidden });
    },
  });
  return { tabs, is1904 };
}

const isTrue = (text: string | undefined): boolean => text === '1' || text === 'true';

/** Targets stand by the folder of the workbook, or by the root. */
const pathOf = (target: string): string =>
  target.startsWith('/') ? target.slice(1) : `xl/${target.replace(/^\.\//, '')}`;

/** Names of parts are the same in any letter case. */
const partAt = (parts: Package, path: string): string =>
  parts.paths.find((name) => name.toLowerCase() === path.toLowerCase()) ?? path;

async function whole(parts: Package, path: string, visitor: Visitor<never>): Promise<void> {
  for await (const _ of parts.visit(path, () => visitor));
}

/** How the numbers of each style are to be read, by the place of the style. */
async function stylesOf(parts: Package): Promise<readonly NumberStyle[]> {
  const codes = new Map<number, string>();
  const styles: NumberStyle[] = [];
  let isInCells = false;
  await whole(parts, partAt(parts, 'xl/styles.xml'), {
    open(name, attribute) {
      if (name === 'numFmt')
        codes.set(Number(attribute('numFmtId')), attribute('formatCode') ?? '');
      if (name === 'cellXfs') isInCells = true;
      if (name !== 'xf' || !isInCells) return;
      const id = Number(attribute('numFmtId') ?? 0);
      styles.push(styleOf(id, codes.get(id)));
    },
    close(name) {
      if (name === 'cellXfs') isInCells = false;
    },
  });
  return styles;
}

async function sharedTexts(parts: Package): Promise<Texts> {
  const texts = createTexts();
  let text = '';
  let takes = false;
  let isPhonetic = false;
  await whole(parts, partAt(parts, 'xl/sharedStrings.xml'), {
    open(name) {
      if (name === 'si') text = '';
      if (name === 'rPh') isPhonetic = true;
      if (name === 't') takes = !isPhonetic;
    },
    text(piece) {
      if (takes) text += piece;
    },
    close(name) {
      if (name === 't') takes = false;
      if (name === 'rPh') isPhonetic = false;
      if (name === 'si') texts.add(unescaped(text));
    },
  });
  return texts;
}

/** `_x000D_` is a character that XML could not hold. */
const unescaped = (text: string): string =>
  text.includes('_x')
    ? text.replace(/_x([\dA-Fa-f]{4})_/g, (_all, code: string) =>
        String.fromCharCode(Number.parseInt(code, 16)).replace('\0', ''),
      )
    : text;

interface Book {
  readonly shared: Texts;
  readonly styles: readonly NumberStyle[];
  readonly is1904: boolean;
}

/** The rows of a sheet. A formula is what it came to when the workbook was saved. */
function rowVisitor({ shared, styles, is1904 }: Book): Visitor<SheetRow> {
  let done: SheetRow[] = [];
  let row = 0;
  let cells: string[] = [];
  let column = -1;
  let type = 'n';
  let style: NumberStyle | undefined;
  let text = '';
  let takes = false;
  let isPhonetic = false;
  let isInData = false;
  let isOver = false;

  const openCell = (attribute: Attributes) => {
    const place = attribute('r');
    column = place === undefined ? column + 1 : columnOf(place);
    type = attribute('t') ?? 'n';
    style = styles[Number(attribute('s') ?? 0)];
    text = '';
  };
  const closeCell = () => {
    if (text === '') return;
    if (column >= LIMITS.columns) throw tooManyColumns();
    const value = checkedCell(cellValue(), row);
    if (value === '') return;
    while (cells.length < column) cells.push('');
    cells[column] = value;
  };
  const cellValue = (): string => {
    switch (type) {
      case 's':
        return shared.at(Number(text));
      case 'n':
        return numberText(text, style, is1904);
      case 'b':
        return text === '1' ? 'TRUE' : 'FALSE';
      case 'd':
        return text.slice(0, 10);
      case 'inlineStr':
      case 'str':
        return unescaped(text);
      // An error, such as #N/A.
      default:
        return text;
    }
  };

  return {
    open(name, attribute) {
      switch (name) {
        case 'sheetData':
          isInData = true;
          break;
        case 'row':
          row = Number(attribute('r') ?? row + 1);
          cells = [];
          column = -1;
          break;
        case 'c':
          openCell(attribute);
          break;
        case 'v':
          takes = isInData;
          break;
        case 't':
          takes = isInData && !isPhonetic;
          break;
        case 'rPh':
          isPhonetic = true;
          break;
      }
    },
    text(piece) {
      if (takes) text += piece;
    },
    close(name) {
      switch (name) {
        case 'v':
        case 't':
          takes = false;
          break;
        case 'rPh':
          isPhonetic = false;
          break;
        case 'c':
          closeCell();
          break;
        case 'row':
          if (cells.length > 0) done.push({ row, cells });
          break;
        case 'sheetData':
          isOver = true;
          break;
      }
    },
    take() {
      const taken = done;
      done = [];
      return taken;
    },
    isDone: () => isOver,
  };
}

/** `A1` is 0, `AB7` is 27. */
function columnOf(place: string): number {
  let column = 0;
  for (let at = 0; at < place.length; at += 1) {
    const letter = place.charCodeAt(at) & 0xdf;
    if (letter < 65 || letter > 90) break;
    column = column * 26 + letter - 64;
  }
  return column - 1;
}
