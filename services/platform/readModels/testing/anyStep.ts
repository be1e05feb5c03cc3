import fc from 'fast-check';
import type { RowWriter, Table } from '../projector.js';

export const policies: Table = {
  name: 'policies',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    policyholder: { type: 'text' },
    note: { type: 'text', nullable: true },
    claims: { type: 'integer', nullable: true },
  },
  book: 'none',
  indexes: [],
};
export const totals: Table = {
  name: 'totals',
  key: 'day',
  columns: {
    day: { type: 'text' },
    issued: { type: 'integer' },
    premium: { type: 'bigint', nullable: true },
  },
  book: 'none',
  indexes: [],
};
export const tables = new Map([policies, totals].map((table) => [table.name, table]));

export type Step = (rows: RowWriter) => void;

const id = fc.integer({ min: 1, max: 3 });
const text = fc.constantFrom('Asha', 'Ravi', 'Meera');
const count = fc.integer({ min: -3, max: 3 });
const policyColumns = fc.record(
  { policyholder: text, note: fc.option(text), claims: fc.option(count) },
  { requiredKeys: [] },
);
/** Anything that a projector may do to a few rows of two tables. */
export const step: fc.Arbitrary<Step> = fc.oneof(
  fc.tuple(id, text, fc.option(text), fc.option(count)).map(
    ([key, policyholder, note, claims]): Step =>
      (rows) => {
        rows.put('policies', { id: key, policyholder, note, claims });
      },
  ),
  fc.tuple(id, policyColumns).map(
    ([key, columns]): Step =>
      (rows) => {
        rows.patch('policies', key, columns);
      },
  ),
  id.map(
    (key): Step =>
      (rows) =>
        rows.remove('policies', key),
  ),
  fc.tuple(id, count).map(
    ([key, claims]): Step =>
      (rows) => {
        rows.increment('policies', key, { claims });
      },
  ),
  fc.tuple(text, count, count).map(
    ([day, issued, premium]): Step =>
      (rows) => {
        rows.increment('totals', day, { issued, premium });
      },
  ),
  fc.tuple(text, count).map(
    ([day, issued]): Step =>
      (rows) => {
        rows.patch('totals', day, { issued });
      },
  ),
  text.map(
    (day): Step =>
      (rows) =>
        rows.remove('totals', day),
  ),
);
