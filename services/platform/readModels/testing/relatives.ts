import fc from 'fast-check';
import type { Table } from '../projector.js';
import type { Step } from './covers.js';

/* People who share what few share, for the tests of pairs. */

export const relatives: Table = {
  name: 'relatives',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    name: { type: 'text', nullable: true },
    born: { type: 'date', nullable: true },
    phone: { type: 'text' },
    owner_id: { type: 'integer', nullable: true },
    owner_key: { type: 'integer', generatedAs: 'coalesce(owner_id, 0)' },
  },
  book: 'owner_id',
  indexes: ['(phone)', '(name, born)'],
  pairs: {
    name: 'relatives_alike',
    by: [
      { name: 'nameAndBirthday', columns: ['name', 'born'], score: 60 },
      { name: 'phone', columns: ['phone'], score: 40 },
    ],
    mostSharing: 3,
    besides: [{ name: 'name', columns: ['name'], score: 30 }],
  },
};
export const relativesTables = new Map([[relatives.name, relatives]]);

const id = fc.integer({ min: 1, max: 9 });
const changeable = {
  name: fc.option(fc.constantFrom('Asha', 'Bina')),
  born: fc.option(fc.constantFrom('1980-01-01', '1990-02-02')),
  phone: fc.constantFrom('', '98470', '94470'),
  owner_id: fc.option(fc.constantFrom(7, 8)),
};

/** Anything that a projector may do to a few of them. */
export const relativesStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ id, ...changeable }).map(
    (row): Step =>
      (rows) =>
        rows.put('relatives', row),
  ),
  fc.tuple(id, fc.record(changeable, { requiredKeys: [] })).map(
    ([key, columns]): Step =>
      (rows) =>
        rows.patch('relatives', key, columns),
  ),
  id.map(
    (key): Step =>
      (rows) =>
        rows.remove('relatives', key),
  ),
);
