import { describe, expect, it } from 'vitest';
import type { Projector, Table } from './projector.js';
import { indexStatements, readSchemaOf, tableStatements } from './schema.js';

const table: Table = {
  name: 'cities',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    city: { type: 'text', nullable: true },
    city_key: { type: 'text', generatedAs: `lower(coalesce(city, ''))` },
  },
  indexes: ['USING gin (city_key gin_trgm_ops)'],
};
const cities: Projector = { name: 'cities', version: 1, tables: [table], on: {} };
const others: Projector = { name: 'others', version: 1, tables: [], on: {} };

describe('the name of a read-model schema', () => {
  it('is the same for the same projectors in any order', () => {
    expect(readSchemaOf([cities, others]).name).toMatch(/^read_[0-9a-f]{10}$/);
    expect(readSchemaOf([others, cities]).name).toBe(readSchemaOf([cities, others]).name);
  });
  it.each([
    ['a projector is raised', { ...cities, version: 2 }],
    ['a table changes', { ...cities, tables: [{ ...table, indexes: [] }] }],
  ])('is another one when %s', (_, changed) => {
    expect(readSchemaOf([changed]).name).not.toBe(readSchemaOf([cities]).name);
  });
  it('is refused for two tables of one name', () => {
    expect(() => readSchemaOf([cities, { ...cities, name: 'again' }])).toThrow('cities');
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
    expect(indexStatements('read_0', [table])).toEqual([
      'CREATE INDEX IF NOT EXISTS cities_1_idx ON read_0.cities USING gin (city_key gin_trgm_ops)',
      'ANALYZE read_0.cities',
    ]);
  });
});
