import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createBatch, namedRow, type RowChange } from './batch.js';
import type { Row, Table, Value } from './projector.js';
import { rowStatements } from './rowStatements.js';
import { type Step, step, tables } from './testing/anyStep.js';

type Rows = Map<string, Row>;

/** What a change makes of the row that is there: the meaning of a folded change. */
function applied(table: Table, change: RowChange, before: Row | undefined): Row | null {
  const made = change.kind === 'fixed' ? change.row : change.absent;
  if (change.kind === 'fixed' || !before) return made && namedRow(table, made);
  const after: Record<string, Value> = { ...before };
  for (const [column, { op, value }] of Object.entries(change.columns)) {
    after[column] = op === 'set' ? value : Number(after[column] ?? 0) + value;
  }
  return after;
}

/** Folds the steps as one batch over the rows that are there. */
function write(rows: Rows, steps: readonly Step[]): Rows {
  const { writer, changes } = createBatch(tables);
  for (const step of steps) step(writer);
  const after = new Map(rows);
  for (const [table, rowChanges] of changes) {
    for (const [key, change] of rowChanges) {
      const name = `${table.name} ${key}`;
      const row = applied(table, change, rows.get(name));
      if (row) after.set(name, row);
      else after.delete(name);
    }
  }
  return after;
}

describe('folding a batch', () => {
  it('gives the same rows as writing each step alone, however the steps are cut into batches', () =>
    fc.assert(
      fc.property(fc.array(step, { maxLength: 30 }), fc.array(fc.nat(30)), (steps, cuts) => {
        const oneByOne = steps.reduce<Rows>((rows, one) => write(rows, [one]), new Map());
        const places = [0, ...cuts.filter((cut) => cut < steps.length), steps.length];
        const sorted = places.sort((a, b) => a - b);
        const inBatches = sorted.reduce<Rows>(
          (rows, from, i) => write(rows, steps.slice(from, sorted[i + 1] ?? from)),
          new Map(),
        );
        expect(inBatches).toEqual(oneByOne);
      }),
      { numRuns: 500 },
    ));

  it('writes the same statements whatever order the rows were touched in', () => {
    const orders = [
      ['Asha', 'Ravi', 'Meera'],
      ['Meera', 'Asha', 'Ravi'],
    ];
    const [first, second] = orders.map((days) => {
      const { writer, changes } = createBatch(tables);
      for (const day of days) writer.increment('totals', day, { issued: 1 });
      return rowStatements('read_0', changes);
    });
    expect(first).toEqual(second);
  });

  it('writes many rows of a table with one statement, whichever columns each changes', () => {
    const { writer, changes } = createBatch(tables);
    writer.patch('policies', 1, { policyholder: 'Asha' });
    writer.patch('policies', 2, { note: 'late "again", \\ NULL' });
    writer.increment('policies', 3, { claims: 2 });
    const statements = rowStatements('read_0', changes);
    expect(statements).toHaveLength(1);
    expect(statements[0]?.values).toContain('{NULL,"late \\"again\\", \\\\ NULL",NULL}');
  });
});

describe('a projector that contradicts its tables', () => {
  const { writer } = createBatch(tables);
  it.each([
    ['an unknown table', () => writer.remove('claims', 1)],
    ['an unknown column', () => writer.patch('policies', 1, { colour: 'red' })],
    ['a row without a required column', () => writer.put('policies', { id: 1 })],
    ['another key for the row', () => writer.patch('policies', 1, { id: 2 })],
    ['a key of the wrong kind', () => writer.remove('policies', 'seven')],
    [
      'an increment of a text',
      () => {
        writer.put('policies', { id: 1, policyholder: 'Asha' });
        writer.increment('policies', 1, { policyholder: 1 });
      },
    ],
  ])('throws: %s', (_, contradict) => {
    expect(contradict).toThrowError(expect.objectContaining({ name: 'ProjectionDefect' }));
  });
});
