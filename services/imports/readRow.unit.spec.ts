import { describe, expect, it } from 'vitest';
import { type Reading, readRow } from './readRow.js';

const reading = (kind: Reading['kind'], columns: Reading['columns']): Reading => ({
  ...{ kind, columns },
  habits: { dateOrder: 'dmy', values: new Map() },
});

describe('a row of a sheet', () => {
  it('has its name and its address joined, and says nothing of cells that say nothing', () => {
    const columns = ['name', 'lastName', 'phone', 'address', 'addressMore', 'city', 'email'];
    const cells = ['Meera', 'Nambiar', '9847012301', '12, MG Road', 'Near the mill', '-', ''];
    const read = readRow(reading('customers', columns), cells);
    expect(read.record?.input).toMatchObject({
      ...{ name: 'Meera Nambiar', address: '12, MG Road, Near the mill' },
    });
    expect(read.given).toEqual(['name', 'phone', 'address']);
  });

  it('is found by the whole name of its customer', () => {
    const columns = ['customerName', 'customerLastName', 'customerPhone'];
    const { links } = readRow(reading('health', columns), ['Meera', 'Nambiar', '98470 12301']);
    expect(links).toEqual({ customerName: 'Meera Nambiar', customerPhone: '+919847012301' });
  });

  it('is refused, with that sentence alone, where digits of a number were left out', () => {
    const cells = ['Meera Nambiar', '9.84701E+09'];
    const { record, problems } = readRow(reading('customers', ['name', 'phone']), cells);
    expect(record).toBeNull();
    expect(problems).toMatchObject([{ column: 1, code: 'digits-left-out' }]);
  });
});
