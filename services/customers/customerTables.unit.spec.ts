import { setFlagsFromString } from 'node:v8';
import { describe, expect, it } from 'vitest';
import { type CustomerRow, customerColumns, viewOfRow } from './customerTables.js';

setFlagsFromString('--allow-natives-syntax');
/** Whether the engine describes two objects once: what it has to describe anew outlives its object. */
const areOfOneShape = new Function('one', 'other', 'return %HaveSameMap(one, other)') as (
  one: object,
  other: object,
) => boolean;

const rowOf = (id: number): CustomerRow => ({
  ...(Object.fromEntries(
    Object.keys(customerColumns.columns).map((column) => [column, null]),
  ) as unknown as CustomerRow),
  ...{ id, version: id, name: `Lakshmi ${id}`, phone: '9847012345', kyc_status: 'pending' },
  ...{ aadhaar_last4: '1234', created_at: new Date(id), updated_at: new Date(id) },
});

describe('views of rows', () => {
  it('have a column and a masked Aadhaar number', () =>
    expect(viewOfRow(rowOf(5))).toMatchObject({
      ...{ id: 5, name: 'Lakshmi 5', email: null, aadhaarNumber: 'XXXX XXXX 1234' },
      createdAt: '1970-01-01T00:00:00.005Z',
    }));

  it('are of one shape, however many there are', () => {
    const views = Array.from({ length: 20 }, (_, index) => viewOfRow(rowOf(index + 1)));
    // Of the first few the engine still learns.
    const [one, other] = views.slice(-2) as [object, object];
    expect(areOfOneShape(one, other)).toBe(true);
  });
});
