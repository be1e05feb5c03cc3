import { describe, expect, it } from 'vitest';
import {
  chosenOf,
  extended,
  noSelection,
  type Selection,
  toggled,
  withAll,
  without,
} from './selection';

interface Row {
  id: number;
  name: string;
}
const rows: readonly Row[] = Array.from({ length: 8 }, (_, n) => ({
  id: n + 1,
  name: `Row ${n + 1}`,
}));
const row = (id: number): Row => rows[id - 1] as Row;
const none: Selection<Row> = noSelection();
const idsIn = ({ chosen }: Selection<Row>) => [...chosen.keys()].sort((a, b) => a - b);

describe('the selection of a list', () => {
  it('takes a row in, and out again', () => {
    const one = toggled(none, row(3));
    expect(idsIn(toggled(one, row(5)))).toEqual([3, 5]);
    expect(idsIn(toggled(one, row(3)))).toEqual([]);
  });

  it('reaches from the row that was chosen last, either way', () => {
    const start = toggled(none, row(4));
    expect(idsIn(extended(start, rows, { from: 3, to: 6 }))).toEqual([4, 5, 6, 7]);
    expect(idsIn(extended(start, rows, { from: 3, to: 1 }))).toEqual([2, 3, 4]);
  });

  it('shrinks and turns around as the range does, and keeps what was chosen besides', () => {
    const start = toggled(toggled(none, row(1)), row(4));
    const longer = extended(start, rows, { from: 3, to: 5 });
    const shorter = extended(longer, rows, { from: 5, to: 4 });
    expect([idsIn(longer), idsIn(shorter)]).toEqual([
      [1, 4, 5, 6],
      [1, 4, 5],
    ]);
    expect(idsIn(extended(shorter, rows, { from: 4, to: 2 }))).toEqual([1, 3, 4]);
  });

  it('begins a range where the focus is, when nothing was chosen', () => {
    const range = extended(none, rows, { from: 2, to: 3 });
    expect(idsIn(range)).toEqual([3, 4]);
    expect(idsIn(extended(range, rows, { from: 3, to: 4 }))).toEqual([3, 4, 5]);
  });

  it('begins anew where the row that a range began at has gone', () => {
    const start = toggled(none, row(4));
    const rest = rows.filter(({ id }) => id !== 4);
    expect(idsIn(extended(start, rest, { from: 5, to: 6 }))).toEqual([4, 7, 8]);
  });

  it('is a thousand records at most', () => {
    const many = Array.from({ length: 1200 }, (_, n) => ({ id: n + 1, name: '' }));
    const all = withAll(none, many);
    expect(all.chosen.size).toBe(1000);
    expect(toggled(all, { id: 2000, name: '' }).chosen.size).toBe(1000);
    expect(toggled(all, many[0] as Row).chosen.size).toBe(999);
  });

  it('loses what was done, and has records as the list has them now', () => {
    const some = withAll(none, rows.slice(0, 3));
    expect(idsIn(without(some, [2]))).toEqual([1, 3]);
    const now = [{ id: 1, name: 'Changed' }];
    expect(chosenOf(some, now).map(({ name }) => name)).toEqual(['Changed', 'Row 2', 'Row 3']);
  });
});
