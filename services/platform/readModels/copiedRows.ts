import { finished } from 'node:stream/promises';
import type pg from 'pg';
import { from } from 'pg-copy-streams';
import type { TableChanges } from './batch.js';
import type { ColumnType, Table, Value } from './projector.js';
import { storedColumns } from './rowStatements.js';
import { dayText } from './sqlArrays.js';

/** Rows that are new in their table, all of which `COPY` takes. */
export interface CopiedRows {
  readonly text: string;
  /** In Postgres's text form: a line for each row. */
  readonly lines: string;
}

/**
 * The whole rows of a batch, as COPY takes them: neither side builds or parses arrays. A
 * row whose key is there is refused, and the batch with it.
 */
export function copiedRows(
  schema: string,
  changes: ReadonlyMap<Table, TableChanges>,
  isCopied: (table: Table) => boolean,
): CopiedRows[] {
  const copies: CopiedRows[] = [];
  for (const [table, rows] of changes) {
    if (!isCopied(table)) continue;
    const columns = storedColumns(table);
    const fields = columns.map((column) => fieldOf(table.columns[column]?.type ?? 'text'));
    let lines = '';
    for (const change of rows.values()) {
      if (change.kind !== 'fixed' || !change.row) continue;
      for (let i = 0; i < columns.length; i += 1) {
        const value = change.row[columns[i] as string] ?? null;
        if (i > 0) lines += '\t';
        lines += value === null ? '\\N' : fields[i]?.(value);
      }
      lines += '\n';
    }
    const text = `COPY ${schema}.${table.name} (${columns.join(', ')}) FROM STDIN`;
    if (lines !== '') copies.push({ text, lines });
  }
  return copies;
}

export async function copy(client: pg.Client, { text, lines }: CopiedRows): Promise<void> {
  const copying = from(text);
  const written = finished(copying);
  copying.end(Buffer.from(lines));
  await Promise.all([client.query(copying), written]);
}

function fieldOf(type: ColumnType): (value: Value) => string {
  switch (type) {
    case 'jsonb':
      return (value) => escaped(JSON.stringify(value));
    case 'timestamptz':
      return (value) => (value instanceof Date ? value.toISOString() : escaped(String(value)));
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
