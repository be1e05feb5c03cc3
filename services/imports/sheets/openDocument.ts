import { numberText } from './numberText.js';
import { checkedCell, LIMITS, type SheetRow, tooManyColumns, UnusableFile } from './sheet.js';
import type { RawSheet } from './table.js';
import { type Attributes, LOCKED, type Package, type Visitor } from './zipPackage.js';

// OpenDocument (ISO/IEC 26300), as much of it as tables need. All sheets stand in one part, one
// after another.

const CONTENT = 'content.xml';

/** @throws UnusableFile */
export async function openDocumentSheets(parts: Package): Promise<readonly RawSheet[]> {
  for await (const _ of parts.visit('META-INF/manifest.xml', () => refusingEncrypted));
  const tabs: Tab[] = [];
  for await (const tab of parts.visit(CONTENT, tabVisitor)) tabs.push(tab);
  if (tabs.length > LIMITS.sheets) {
    throw new UnusableFile(
      `The workbook has more than ${LIMITS.sheets} sheets. Upload it in parts.`,
    );
  }
  return tabs.flatMap(({ name, isHidden }, place) =>
    isHidden ? [] : [{ name, read: () => parts.visit(CONTENT, () => rowVisitor(place)) }],
  );
}

const refusingEncrypted: Visitor<never> = {
  open(name) {
    if (name === 'encryption-data') throw new UnusableFile(LOCKED);
  },
};

interface Tab {
  readonly name: string;
  readonly isHidden: boolean;
}

function tabVisitor(): Visitor<Tab> {
  let tabs: Tab[] = [];
  const hidden = new Set<string>();
  let style = '';
  let depth = 0;
  let isSpreadsheet = false;
  return {
    open(name, attribute) {
      if (name === 'spreadsheet') isSpreadsheet = true;
      if (name === 'style') style = attribute('style:name') ?? '';
      if (name === 'table-properties' && attribute('table:display') === 'false') hidden.add(style);
      if (name !== 'table') return;
      depth += 1;
      if (!isSpreadsheet || depth > 1) return;
      const isHidden = hidden.has(attribute('table:style-name') ?? '');
      tabs.push({ name: attribute('table:name') ?? '', isHidden });
    },
    close(name) {
      if (name === 'table') depth -= 1;
    },
    take() {
      const taken = tabs;
      tabs = [];
      return taken;
    },
  };
}

/** The rows of the table at a place. What is the same many times in a row is written once. */
function rowVisitor(place: number): Visitor<SheetRow> {
  let table = -1;
  let depth = 0;
  let done: { row: SheetRow; times: number }[] = [];
  let row = 0;
  let rowTimes = 1;
  let cells: string[] = [];
  let column = 0;
  let cellTimes = 1;
  let value: string | null = null;
  let lines: string[] = [];
  let isInLine = false;
  /** A comment has lines, too. */
  let comments = 0;
  let isOver = false;

  const isHere = (): boolean => table === place && depth === 1;
  const openRow = (attribute: Attributes) => {
    rowTimes = timesOf(attribute('number-rows-repeated'));
    cells = [];
    column = 0;
  };
  const openCell = (attribute: Attributes) => {
    cellTimes = timesOf(attribute('number-columns-repeated'));
    value = typedValue(attribute);
    lines = [];
  };
  const closeCell = () => {
    const shown = lines.join('\n');
    // Zeros in front, such as of a pincode, are only in what is shown.
    const isPadded = value !== null && /^0\d+$/.test(shown) && Number(shown) === Number(value);
    const text = checkedCell(isPadded ? shown : (value ?? shown), row + 1);
    if (text !== '') {
      if (column + cellTimes > LIMITS.columns) throw tooManyColumns();
      while (cells.length < column) cells.push('');
      for (let nth = 0; nth < cellTimes; nth += 1) cells.push(text);
    }
    column += cellTimes;
  };
  const closeRow = () => {
    if (cells.length > 0) done.push({ row: { row: row + 1, cells }, times: rowTimes });
    row += rowTimes;
  };
  const addText = (piece: string) => {
    if (isInLine && comments === 0) lines[lines.length - 1] += piece;
  };

  return {
    open(name, attribute) {
      if (name === 'table') {
        depth += 1;
        if (depth === 1) table += 1;
      }
      if (!isHere()) return;
      if (name === 'annotation') comments += 1;
      if (comments > 0) return;
      if (name === 'table-row') openRow(attribute);
      if (name === 'table-cell' || name === 'covered-table-cell') openCell(attribute);
      if (name === 'p') {
        isInLine = true;
        lines.push('');
      }
      if (name === 's') addText(' '.repeat(Math.min(timesOf(attribute('c')), 100)));
      if (name === 'tab') addText('\t');
      if (name === 'line-break') addText('\n');
    },
    text: addText,
    close(name) {
      if (isHere()) {
        if (name === 'annotation') comments -= 1;
        else if (comments === 0) {
          if (name === 'p') isInLine = false;
          if (name === 'table-cell' || name === 'covered-table-cell') closeCell();
          if (name === 'table-row') closeRow();
        }
      }
      if (name !== 'table') return;
      if (isHere()) isOver = true;
      depth -= 1;
    },
    *take() {
      const taken = done;
      done = [];
      for (const { row, times } of taken) {
        for (let nth = 0; nth < times; nth += 1) yield { row: row.row + nth, cells: row.cells };
      }
    },
    isDone: () => isOver,
  };
}

const timesOf = (text: string | undefined): number =>
  Math.max(1, Math.floor(Number(text ?? 1)) || 1);

/** What a cell holds; null where it is what its text says. */
function typedValue(attribute: Attributes): string | null {
  switch (attribute('office:value-type')) {
    case 'date':
      return attribute('date-value')?.slice(0, 10) ?? null;
    case 'float':
    case 'currency':
      return numberText(attribute('office:value') ?? '');
    case 'percentage':
      return numberText(attribute('office:value') ?? '', { kind: 'percent' });
    case 'boolean':
      return attribute('boolean-value') === 'true' ? 'TRUE' : 'FALSE';
    default:
      return null;
  }
}
