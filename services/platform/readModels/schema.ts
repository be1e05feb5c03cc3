import { createHash } from 'node:crypto';
import { filingStatements, settleStatements, withFiling } from './filing.js';
import { assertPairs, isPaired, pairsDefinition } from './pairs.js';
import type { Column, Projector, Table } from './projector.js';
import { searchableFunction } from './searchableText.js';
import { assertSummary, summaryDefinition } from './summaries.js';

/** Raised when the engine's own tables or what keeps summaries change: all is built anew then. */
const LAYOUT = 6;
const PLAIN_NAME = /^[a-z][a-z0-9_]{0,50}$/;
const NEEDS_TRIGRAMS = /\bg(in|ist)_trgm_ops\b/;

/** What a release's projectors keep, and the name that stands for exactly that. */
export interface ReadSchema {
  /** `read_` and ten hex digits. */
  readonly name: string;
  readonly tables: ReadonlyMap<string, Table>;
}

/**
 * The schema of a set of projectors. Another version or another table definition gives another
 * name: a new release builds its own beside the one that still serves.
 * @throws when two tables have one name, a name is not plain, or a summary does not fit its table.
 */
export function readSchemaOf(projectors: readonly Projector[]): ReadSchema {
  const tables = new Map<string, Table>();
  const names = new Set<string>();
  const take = (name: string): void => {
    if (names.has(name)) throw new Error(`Two tables are called ${name}`);
    if (name === 'checkpoint') throw new Error('A table may not be called checkpoint');
    assertPlain(name);
    names.add(name);
  };
  for (const table of withFiling(projectors.flatMap((projector) => projector.tables))) {
    take(table.name);
    Object.keys(table.columns).forEach(assertPlain);
    if (!table.columns[table.key]) throw new Error(`${table.name} has no column ${table.key}`);
    for (const summary of table.summaries ?? []) {
      take(summary.name);
      assertSummary(table, summary);
    }
    if (isPaired(table)) {
      take(table.pairs.name);
      assertPairs(table);
    }
    tables.set(table.name, table);
  }
  const definitions = projectors
    .map(({ name, version, tables }) => ({ name, version, tables }))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const hash = createHash('sha256')
    .update(JSON.stringify([LAYOUT, definitions]))
    .digest('hex');
  return { name: `read_${hash.slice(0, 10)}`, tables };
}

/** `brief`: not written to disk in advance, so that all rows are gone when Postgres crashes. */
export type Durability = 'lasting' | 'brief';

/** Everything but the secondary indexes and what fills summaries, in order, for one transaction. */
export function tableStatements(
  schema: string,
  tables: Iterable<Table>,
  durability: Durability = 'lasting',
): string[] {
  const create = durability === 'brief' ? 'CREATE UNLOGGED TABLE' : 'CREATE TABLE';
  const all = [...tables];
  const needsTrigrams = all.some(({ indexes }) =>
    indexes.some((part) => NEEDS_TRIGRAMS.test(part)),
  );
  return [
    ...(needsTrigrams ? ['CREATE EXTENSION IF NOT EXISTS pg_trgm WITH SCHEMA public'] : []),
    `CREATE SCHEMA ${schema}`,
    searchableFunction(schema),
    // Columns find it there, and keep it when the schema gets another name.
    `SET LOCAL search_path = ${schema}, public`,
    ...all.map((table) => `${create} ${tableDefinition(schema, table, durability)}`),
    ...filingStatements(schema, all),
    ...all.flatMap((table) =>
      (table.summaries ?? []).map(
        (summary) => `${create} ${summaryDefinition(schema, table, summary)}`,
      ),
    ),
    ...all.filter(isPaired).map((table) => `${create} ${pairsDefinition(schema, table)}`),
    // Its one row is rewritten with every batch: room on its page keeps that cheap.
    `${create} ${schema}.checkpoint (
       only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
       position text,
       last_event jsonb,
       events_handled bigint NOT NULL DEFAULT 0,
       updated_at timestamptz NOT NULL DEFAULT now(),
       complete boolean NOT NULL DEFAULT false,
       highest_ids jsonb NOT NULL DEFAULT '{}',
       poison jsonb
     ) WITH (fillfactor = 10)`,
    `INSERT INTO ${schema}.checkpoint DEFAULT VALUES`,
  ];
}

/** Steps of statements: those of one over any sessions, begun in their order. */
interface IndexSteps {
  readonly settling: string[];
  readonly settings: string[];
  readonly statistics: string[];
  /** By whose rows are, and by when: without these, lists would look for the rows of each row. */
  readonly indexes: string[];
  /**
   * By texts and amounts, and of trigrams: four fifths of the work, for lists that are searched,
   * filtered or sorted otherwise. Without these, such a list reads all rows once.
   */
  readonly laterIndexes: string[];
}

/** The secondary indexes and statistics. Can be run again after a break. */
export function indexSteps(schema: string, tables: Iterable<Table>): IndexSteps {
  const all = [...tables];
  const made = all.flatMap((table) =>
    table.indexes.map((part, i) => ({
      isFirst: isByNumberOrTime(table, part),
      text: `CREATE INDEX IF NOT EXISTS ${table.name}_${i + 1}_idx ON ${schema}.${table.name} ${part}`,
    })),
  );
  const textsOf = (some: typeof made) => some.map(({ text }) => text);
  return {
    settling: settleStatements(schema, all),
    settings: all.flatMap(({ name, columns }) =>
      Object.entries(columns)
        .filter(([, { statistics }]) => statistics !== undefined)
        .map(
          ([column, { statistics }]) =>
            `ALTER TABLE ${schema}.${name} ALTER COLUMN ${column} SET STATISTICS ${statistics}`,
        ),
    ),
    // Records which pages all can see: without that, no query is answered by an index alone. Before
    // there are indexes, from each of which it would take the rows that are gone.
    statistics: all.map(({ name }) => `VACUUM (ANALYZE) ${schema}.${name}`),
    indexes: textsOf(made.filter(({ isFirst }) => isFirst)),
    laterIndexes: textsOf(made.filter(({ isFirst }) => !isFirst)),
  };
}

/** The part of an index after the name of its table: whether it begins with such a column. */
function isByNumberOrTime({ columns }: Table, part: string): boolean {
  const [, column = ''] = /^\((\w+)/.exec(part) ?? [];
  return ['integer', 'timestamptz', 'date'].includes(columns[column]?.type ?? '');
}

const tableDefinition = (schema: string, table: Table, durability: Durability): string => {
  const columns = Object.entries(table.columns).map(([name, column]) =>
    columnDefinition(name, column),
  );
  const settings = [
    // Room for the next version of a row beside it: where no index sees a change, none is written to.
    'fillfactor = 90',
    // Made once, vacuumed at its end and never changed: before that, it would only cost.
    ...(durability === 'brief' ? ['autovacuum_enabled = false'] : []),
  ];
  return `${schema}.${table.name} (
    ${[...columns, `PRIMARY KEY (${table.key})`].join(',\n    ')}
  ) WITH (${settings.join(', ')})`;
};

const columnDefinition = (name: string, { type, nullable, generatedAs }: Column): string =>
  generatedAs
    ? `${name} ${type} GENERATED ALWAYS AS (${generatedAs}) STORED`
    : `${name} ${type}${nullable ? '' : ' NOT NULL'}`;

function assertPlain(name: string): void {
  if (!PLAIN_NAME.test(name)) throw new Error(`Not a plain lower-case name: ${name}`);
}
