import { describe, expect, it } from 'vitest';
import type { Projector, SummaryTable, Table } from './projector.js';
import { indexSteps, readSchemaOf, tableStatements } from './schema.js';

const table: Table = {
  name: 'cities',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    city: { type: 'text', nullable: true },
    city_key: { type: 'text', generatedAs: `lower(coalesce(city, ''))` },
  },
  book: 'none',
  indexes: ['USING gin (city_key gin_trgm_ops)'],
};
const cities: Projector = { name: 'cities', version: 1, tables: [table], on: {} };
const others: Projector = { name: 'others', version: 1, tables: [], on: {} };

const summarized = (...summaries: SummaryTable[]): Projector => ({
  ...cities,
  tables: [{ ...table, summaries }],
});

describe('the name of a read-model schema', () => {
  it('is the same for the same projectors in any order', () => {
    expect(readSchemaOf([cities, others]).name).toMatch(/^read_[0-9a-f]{10}$/);
    expect(readSchemaOf([others, cities]).name).toBe(readSchemaOf([cities, others]).name);
  });
  it.each([
    ['a projector is raised', { ...cities, version: 2 }],
    ['a table changes', { ...cities, tables: [{ ...table, indexes: [] }] }],
    [
      'a summary is wanted',
      { ...cities, tables: [{ ...table, summaries: [{ name: 'all', by: [] }] }] },
    ],
  ])('is another one when %s', (_, changed) => {
    expect(readSchemaOf([changed]).name).not.toBe(readSchemaOf([cities]).name);
  });
  it('is refused for two tables of one name', () => {
    expect(() => readSchemaOf([cities, { ...cities, name: 'again' }])).toThrow('cities');
    expect(() => readSchemaOf([summarized({ name: 'cities', by: [] })])).toThrow('cities');
  });
});

describe('the statements that make a schema', () => {
  it('keep generated columns, and bring trigrams only where an index wants them', () => {
    const made = tableStatements('read_0', [table]).join('\n');
    expect(made).toContain(`city_key text GENERATED ALWAYS AS (lower(coalesce(city, ''))) STORED`);
    expect(made).toContain('pg_trgm');
    expect(tableStatements('read_0', [{ ...table, indexes: [] }]).join('\n')).not.toContain('trgm');
  });
  it('leave secondary indexes to the end', () => {
    expect(tableStatements('read_0', [table]).join('\n')).not.toContain('CREATE INDEX');
    const found = { ...table, indexes: [...table.indexes, '(city)', '(id, city)'] };
    expect(indexSteps('read_0', [found])).toMatchObject({
      statistics: ['VACUUM (ANALYZE) read_0.cities'],
      indexes: ['CREATE INDEX IF NOT EXISTS cities_3_idx ON read_0.cities (id, city)'],
      laterIndexes: [
        'CREATE INDEX IF NOT EXISTS cities_1_idx ON read_0.cities USING gin (city_key gin_trgm_ops)',
        'CREATE INDEX IF NOT EXISTS cities_2_idx ON read_0.cities (city)',
      ],
    });
  });
  it('have Postgres look closer at a column before it judges the table', () => {
    const city = { type: 'text', statistics: 300 } as const;
    const watched = { ...table, columns: { ...table.columns, city } };
    expect(
      Object.values(indexSteps('read_0', [watched]))
        .flat()
        .slice(0, 2),
    ).toEqual([
      'ALTER TABLE read_0.cities ALTER COLUMN city SET STATISTICS 300',
      'VACUUM (ANALYZE) read_0.cities',
    ]);
  });
  it('make all tables or none outlast a crash of Postgres, the checkpoint with them', () => {
    const tables = [{ ...table, summaries: [{ name: 'cities_by_name', by: ['city_key'] }] }];
    const made = (durability: 'lasting' | 'brief') =>
      tableStatements('read_0', tables, durability)
        .map((statement) => /^CREATE (?:UNLOGGED )?TABLE/.exec(statement)?.[0])
        .filter((create) => create !== undefined);
    expect(made('brief')).toEqual(Array(3).fill('CREATE UNLOGGED TABLE'));
    expect(made('lasting')).toEqual(Array(3).fill('CREATE TABLE'));
  });
  it('leave tables alone that are vacuumed once and never changed', () => {
    const settings = (durability: 'lasting' | 'brief') =>
      tableStatements('read_0', [table], durability).filter((one) => one.includes('autovacuum'));
    expect(settings('brief')).toHaveLength(1);
    expect(settings('lasting')).toEqual([]);
  });
});

describe('a summary', () => {
  it('has a table of its own', () => {
    const summary = { name: 'cities_by_name', by: ['city_key'], sums: ['id'] };
    const made = tableStatements('read_0', [{ ...table, summaries: [summary] }]).join('\n');
    expect(made).toContain(
      'CREATE TABLE read_0.cities_by_name (city_key text NOT NULL, count bigint NOT NULL, ' +
        'id numeric NOT NULL, PRIMARY KEY (city_key))',
    );
  });
  it.each([
    ['groups by a nullable column', { by: ['city'] }],
    ['groups by a column that is not there', { by: ['street'] }],
    ['adds up a text', { by: [], sums: ['city_key'] }],
    ['adds up what it groups by', { by: ['id'], sums: ['id'] }],
  ])('is refused when it %s', (_, summary) => {
    expect(() => readSchemaOf([summarized({ name: 'wrong', ...summary })])).toThrow(
      'wrong of cities',
    );
  });
});
