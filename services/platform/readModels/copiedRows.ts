import type { Statement } from '../postgres/together.js';
import { rowShape, type TableChanges } from './batch.js';
import type { ColumnType, Table, Value } from './projector.js';
import { dayText } from './sqlArrays.js';

/**
 * The whole rows of a batch, as COPY takes them: neither side builds or parses arrays. A
 * row whose key is there is refused, and the batch with it.
 */
export function copiedRows(
  schema: string,
  changes: ReadonlyMap<Table, TableChanges>,
  isCopied: (table: Table) => boolean,
): Statement[] {
  const copies: Statement[] = [];
  for (const [table, rows] of changes) {
    if (!isCopied(table)) continue;
    const { columns } = rowShape(table);
    const instantText = createInstantText();
    const fields = columns.map((column) =>
      fieldOf(table.columns[column]?.type ?? 'text', instantText),
    );
    const lines = growingText(rows.size * USUAL_ROW_BYTES);
    for (const change of rows.values()) {
      if (change.kind !== 'fixed' || !change.row) continue;
      let line = '';
      for (let i = 0; i < columns.length; i += 1) {
        const value = change.row[i] ?? null;
        if (i > 0) line += '\t';
        line += value === null ? '\\N' : fields[i]?.(value);
      }
      lines.add(`${line}\n`);
    }
    const text = `COPY ${schema}.${table.name} (${columns.join(', ')}) FROM STDIN`;
    const bytes = lines.bytes();
    if (bytes.length > 0) copies.push({ text, values: [], lines: bytes });
  }
  return copies;
}

const USUAL_ROW_BYTES = 512;

/**
 * A text as bytes at once, piece by piece: as one string it would be a tree of its pieces, which
 * the garbage collector has to carry along until it is sent.
 */
function growingText(firstBytes: number): { add(piece: string): void; bytes(): Buffer } {
  let buffer = Buffer.allocUnsafe(firstBytes);
  let length = 0;
  return {
    add(piece) {
      const most = length + piece.length * 3;
      if (most > buffer.length) {
        buffer = Buffer.concat([buffer.subarray(0, length)], Math.max(most, buffer.length * 2));
      }
      length += buffer.write(piece, length);
    },
    bytes: () => buffer.subarray(0, length),
  };
}

/** Of several columns the same instant is the rule: it is written out once. */
function createInstantText(): (instant: Date) => string {
  let last: Date | undefined;
  let text = '';
  return (instant) => {
    if (instant !== last) {
      last = instant;
      text = instant.toISOString();
    }
    return text;
  };
}

function fieldOf(
  type: ColumnType,
  instantText: (instant: Date) => string,
): (value: Value) => string {
  switch (type) {
    case 'jsonb':
      return (value) => escaped(JSON.stringify(value));
    case 'timestamptz':
      return (value) => (value instanceof Date ? instantText(value) : escaped(String(value)));
    case 'date':
      return (value) => escaped(dayText(value));
    default:
      return (value) => (typeof value === 'string' ? escaped(value) : String(value));
  }
}

const NEEDS_ESCAPE = /[\\\t\n\r]/;
const ESCAPES: Readonly<Record<string, string>> = {
  '\\': '\\\\',
  '\t': '\\t',
  '\n': '\\n',
  '\r': '\\r',
};

const escaped = (text: string): string =>
  NEEDS_ESCAPE.test(text) ? text.replace(/[\\\t\n\r]/g, (found) => ESCAPES[found] ?? found) : text;
