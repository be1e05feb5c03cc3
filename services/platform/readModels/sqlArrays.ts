import { ProjectionDefect } from './failures.js';
import type { ColumnType, Value } from './projector.js';

/**
 * Values of one column as a Postgres array literal. The driver writes arrays, too, but takes
 * several times as long, and this is where a rebuild spends its time.
 */
export function arrayLiteral(type: ColumnType | 'smallint', values: readonly Value[]): string {
  const element = elementOf(type);
  let literal = '{';
  for (let i = 0; i < values.length; i += 1) {
    const value = values[i] ?? null;
    if (i > 0) literal += ',';
    literal += value === null ? 'NULL' : element(value);
  }
  return `${literal}}`;
}

function elementOf(type: ColumnType | 'smallint'): (value: Value) => string {
  switch (type) {
    case 'text':
      return (value) => quoted(typeof value === 'string' ? value : String(value));
    case 'jsonb':
      return (value) => quoted(JSON.stringify(value));
    case 'timestamptz':
      return (value) => (value instanceof Date ? value.toISOString() : quoted(String(value)));
    case 'date':
      return (value) => quoted(dayText(value));
    default:
      // Numbers and booleans; whatever else is quoted, so that Postgres judges it as one value.
      return (value) => (typeof value === 'string' ? quoted(value) : String(value));
  }
}

/** A day is a text, YYYY-MM-DD: an instant would need a time zone to become one. */
export function dayText(value: Value): string {
  if (typeof value !== 'string') throw new ProjectionDefect('A day is written as YYYY-MM-DD.');
  return value;
}

const NEEDS_ESCAPE = /["\\]/;

const quoted = (text: string): string =>
  NEEDS_ESCAPE.test(text) ? `"${text.replace(/["\\]/g, '\\$&')}"` : `"${text}"`;
