import fc from 'fast-check';
import type { Table } from '../projector.js';
import type { Step } from './covers.js';

/* People with owners, and what is theirs, for the tests of summaries by owners. */

const people: Table = {
  name: 'people',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    owner_id: { type: 'integer', nullable: true },
    owner_key: { type: 'integer', generatedAs: 'coalesce(owner_id, 0)' },
  },
  book: 'owner_id',
  indexes: [],
};
const ownedCovers: Table = {
  name: 'owned_covers',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    customer_id: { type: 'integer' },
    kind: { type: 'text' },
    premium: { type: 'bigint', nullable: true },
  },
  book: 'customer_id',
  indexes: [],
  summaries: [
    {
      ...{ name: 'owned_per_kind', by: ['kind'], ownedBy: people.name },
      ...{ sums: ['premium'], where: `kind <> 'travel'` },
    },
    { name: 'owned_at_all', by: [], ownedBy: people.name },
  ],
};
export const ownedTables = new Map([people, ownedCovers].map((table) => [table.name, table]));

const id = fc.integer({ min: 1, max: 8 });
const customer_id = fc.integer({ min: 1, max: 4 });
const owner_id = fc.option(fc.constantFrom(7, 8));
const kind = fc.constantFrom('motor', 'health', 'travel');
const premium = fc.option(fc.integer({ min: -3, max: 9_000_000 }));

/** Anything that a projector may do to a few people and to what is theirs. */
export const ownedStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ id, customer_id, kind, premium }).map(
    (row): Step =>
      (rows) =>
        rows.put('owned_covers', row),
  ),
  fc.tuple(id, fc.record({ customer_id, kind, premium }, { requiredKeys: [] })).map(
    ([key, columns]): Step =>
      (rows) =>
        rows.patch('owned_covers', key, columns),
  ),
  id.map(
    (key): Step =>
      (rows) =>
        rows.remove('owned_covers', key),
  ),
  fc.record({ id: customer_id, owner_id }).map(
    (row): Step =>
      (rows) =>
        rows.put('people', row),
  ),
  fc.tuple(customer_id, owner_id).map(
    ([key, owner]): Step =>
      (rows) =>
        rows.patch('people', key, { owner_id: owner }),
  ),
  customer_id.map(
    (key): Step =>
      (rows) =>
        rows.remove('people', key),
  ),
);
