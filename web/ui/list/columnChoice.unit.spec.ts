import { describe, expect, it } from 'vitest';
import { addressOfColumns, columnsIn, moved, toggled, withColumns } from './columnChoice';

const column = (key: string) => ({ key, label: key });
const list = {
  columns: ['name', 'kyc', 'phone'].map(column),
  furtherColumns: ['state', 'pincode'].map(column),
};
const read = (query: string) => columnsIn(new URLSearchParams(query), list);

describe('the columns of a list', () => {
  it('are the usual ones until the address says others, which it says in their order', () => {
    expect(read('')).toEqual(['name', 'kyc', 'phone']);
    expect(read('columns=name,state,kyc')).toEqual(['name', 'state', 'kyc']);
    expect(addressOfColumns(['name', 'state', 'kyc'], list)).toBe('name,state,kyc');
    expect(addressOfColumns(['name', 'kyc', 'phone'], list)).toBeNull();
  });

  it.each([
    ['the one that names the row', 'columns=kyc', ['name', 'kyc']],
    ['it at the beginning', 'columns=kyc,name', ['name', 'kyc']],
    ['each once', 'columns=kyc,kyc,name,name', ['name', 'kyc']],
    ['none that the list does not have', 'columns=shoe-size,kyc,,<b>', ['name', 'kyc']],
    ['one at least', 'columns=nothing', ['name']],
  ])('have %s, whatever the address says', (_what, query, keys) => {
    expect(read(query)).toEqual(keys);
  });

  it('are shown at the end, and hidden', () => {
    expect(toggled(['name', 'kyc'], 'state')).toEqual(['name', 'kyc', 'state']);
    expect(toggled(['name', 'kyc', 'state'], 'kyc')).toEqual(['name', 'state']);
  });

  it('are moved by one place, but not before the one that names the row', () => {
    const keys = ['name', 'kyc', 'phone'];
    expect(moved(keys, 'phone', -1)).toEqual(['name', 'phone', 'kyc']);
    expect(moved(keys, 'kyc', 1)).toEqual(['name', 'phone', 'kyc']);
    for (const [key, by] of [
      ['kyc', -1],
      ['phone', 1],
      ['name', 1],
      ['state', 1],
    ] as const) {
      expect(moved(keys, key, by)).toBe(keys);
    }
  });

  it('leave the design as it is where they are the usual ones', () => {
    const lines = { stacks: [['name', 'kyc'], ['phone']], card: [['name', 'phone'], ['kyc']] };
    const shown = { label: 'Customers', ...list, ...lines };
    expect(withColumns(shown as never, ['name', 'kyc', 'phone'])).toBe(shown);
    expect(withColumns(shown as never, ['name', 'state'])).toEqual({
      ...shown,
      columns: [column('name'), column('state')],
      stacks: [['name'], ['state']],
      card: [['name'], ['state']],
    });
  });

  it('have a place on a card too: of what is hidden, and then at the end, two to a line', () => {
    const card = [['name'], ['kyc', 'phone']];
    const design = { ...list, furtherColumns: ['a', 'b', 'c', 'd'].map(column), stacks: [], card };
    expect(withColumns(design as never, ['name', 'a', 'b', 'phone', 'c', 'd'])).toMatchObject({
      card: [['name'], ['phone', 'a'], ['b', 'c'], ['d']],
    });
  });
});
