import { describe, expect, it } from 'vitest';
import type { ColumnOf } from '../useImports';
import { cellAfter, cellOf, editedFrom, faultOfRow, otherChanges, widthOf } from './cells';
import type { Row } from './useRows';

const ROW: Row = {
  ...{ row: 7, cells: ['Asha Menon', '98470'], repaired: [], outcome: 'new' },
  ...{ problems: [], record: null, isTaken: false, duplicateOfRow: null, changes: [] },
};
const PHONE = { index: 1, field: 'phone' };
const problem = (column: number | null, message: string) => ({ column, code: 'any', message });
const CHANGE = { field: 'phone', before: '98460', after: '98470' };

describe('a cell', () => {
  it('is empty where the row ends before it', () =>
    expect(cellOf(ROW, { index: 9, field: null }).text).toBe(''));

  it('has all that is wrong with it, and nothing of others', () => {
    const problems = [problem(1, 'Too short.'), problem(0, 'No name.'), problem(1, 'Not Indian.')];
    expect(cellOf({ ...ROW, problems }, PHONE).fault).toBe('Too short. Not Indian.');
    expect(cellOf(ROW, PHONE).fault).toBeNull();
  });

  it('says what it changes, also what was empty, unless it is wrong', () => {
    expect(cellOf({ ...ROW, changes: [CHANGE] }, PHONE).before).toBe('98460');
    expect(cellOf({ ...ROW, changes: [{ ...CHANGE, before: null }] }, PHONE).before).toBe('');
    const problems = [problem(1, 'Too short.')];
    expect(cellOf({ ...ROW, changes: [CHANGE], problems }, PHONE).before).toBeNull();
    expect(cellOf(ROW, PHONE).before).toBeNull();
  });

  it('remembers that it was repaired', () =>
    expect(cellOf({ ...ROW, repaired: [1] }, PHONE).isRepaired).toBe(true));

  it('is edited from what stands there, a masked number from nothing', () => {
    expect(editedFrom('98470')).toBe('98470');
    expect(editedFrom('XXXX XXXX 1234')).toBe('');
  });
});

describe('a row', () => {
  it('has what is wrong with it as a whole', () => {
    const problems = [problem(null, 'No such customer.'), problem(1, 'Too short.')];
    expect(faultOfRow({ ...ROW, problems })).toBe('No such customer.');
    expect(faultOfRow(ROW)).toBeNull();
  });

  it('has changes that no column holds', () => {
    const changes = [CHANGE, { field: 'status', before: 'active', after: 'expired' }];
    expect(otherChanges({ ...ROW, changes }, [PHONE])).toEqual([changes[1]]);
  });
});

describe('a column', () => {
  const column = { ...PHONE, header: 'Phone' } as ColumnOf;
  const long = { ...ROW, cells: ['', 'x'.repeat(200)] };

  it('is as wide as what it holds, within limits', () => {
    expect(widthOf(column, [ROW])).toBe(96);
    expect(widthOf(column, [ROW, long])).toBe(240);
  });

  it('has room for the sentence of a fault', () =>
    expect(widthOf(column, [{ ...ROW, problems: [problem(1, 'Too short.')] }])).toBe(200));
});

describe('keys in the grid', () => {
  const size = { rows: 100, columns: 5, page: 10 };
  const at = { row: 50, column: 2 };

  it.each([
    ['ArrowDown', { row: 51, column: 2 }],
    ['ArrowUp', { row: 49, column: 2 }],
    ['ArrowRight', { row: 50, column: 3 }],
    ['ArrowLeft', { row: 50, column: 1 }],
    ['PageDown', { row: 60, column: 2 }],
    ['PageUp', { row: 40, column: 2 }],
    ['Home', { row: 50, column: 0 }],
    ['End', { row: 50, column: 4 }],
    ['a', null],
  ])('%s leads to %o', (key, to) => expect(cellAfter(key, at, size, false)).toEqual(to));

  it('lead to the corners with Ctrl', () => {
    expect(cellAfter('Home', at, size, true)).toEqual({ row: 0, column: 0 });
    expect(cellAfter('End', at, size, true)).toEqual({ row: 99, column: 4 });
  });

  it('never lead out of it', () => {
    expect(cellAfter('ArrowUp', { row: 0, column: 0 }, size, false)).toEqual({ row: 0, column: 0 });
    expect(cellAfter('PageDown', { row: 99, column: 4 }, size, false)?.row).toBe(99);
  });
});
