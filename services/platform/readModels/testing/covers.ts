import fc from 'fast-check';
import type { RowWriter, Table } from '../projector.js';

/* Insurance covers and totals of every kind over them, for the tests of summaries. */

export const covers: Table = {
  name: 'covers',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    kind: { type: 'text' },
    status: { type: 'text' },
    premium: { type: 'bigint', nullable: true },
    tax: { type: 'numeric(14,2)', nullable: true },
    starts_on: { type: 'date' },
    // Also a name that the triggers use for themselves.
    path_outside: { type: 'text', nullable: true },
    month: {
      type: 'integer',
      generatedAs: `(extract(year FROM starts_on) * 100 + extract(month FROM starts_on))::integer`,
    },
  },
  book: 'none',
  indexes: ['(kind, status, id)'],
  summaries: [
    { name: 'covers_per_kind', by: ['kind', 'status'], sums: ['premium', 'tax'] },
    { name: 'covers_per_month', by: ['month'], sums: ['premium'], where: `status = 'active'` },
    { name: 'covers_at_all', by: [], sums: ['tax'] },
    { name: 'covers_noted', by: ['starts_on'], where: `path_outside IS NOT NULL OR premium > 2` },
    {
      ...{ name: 'covers_latest', by: ['kind'], latest: ['starts_on', 'premium'] },
      ...{ where: `status <> 'cancelled'`, indexes: ['(starts_on, kind)'] },
    },
  ],
};
export const coverTables = new Map([[covers.name, covers]]);

export type Step = (rows: RowWriter) => void;

const id = fc.integer({ min: 1, max: 8 });
const premium = fc.integer({ min: -3, max: 9_000_000 });
const changeable = {
  kind: fc.constantFrom('motor', 'health'),
  status: fc.constantFrom('active', 'expired', 'cancelled'),
  premium: fc.option(premium),
  tax: fc.option(fc.constantFrom('0.10', '18.25', '-3.00')),
  starts_on: fc.constantFrom('2026-03-31', '2026-04-01', '2026-04-30'),
  path_outside: fc.option(fc.constantFrom('a note', 'another')),
};

/** Anything that a projector may do to a few covers. */
export const coverStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ id, ...changeable }).map(
    (row): Step =>
      (rows) =>
        rows.put('covers', row),
  ),
  fc.tuple(id, fc.record(changeable, { requiredKeys: [] })).map(
    ([key, columns]): Step =>
      (rows) =>
        rows.patch('covers', key, columns),
  ),
  fc.tuple(id, premium).map(
    ([key, amount]): Step =>
      (rows) =>
        rows.increment('covers', key, { premium: amount }),
  ),
  id.map(
    (key): Step =>
      (rows) =>
        rows.remove('covers', key),
  ),
);
