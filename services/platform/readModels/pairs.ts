import type { PairTable, Table } from './projector.js';

/** A table that has pairs. */
type Paired = Table & { readonly pairs: PairTable };
export const isPaired = (table: Table): table is Paired => table.pairs !== undefined;

/** @throws when it names a column that is not there. */
export function assertPairs({ name, columns, pairs }: Paired): void {
  for (const { columns: shared } of [...pairs.by, ...pairs.besides]) {
    const missing = shared.find((column) => !columns[column]);
    if (missing) throw new Error(`${name} has no column ${missing} by which rows are pairs`);
  }
}

export const pairsDefinition = (schema: string, { pairs }: Paired): string =>
  `${schema}.${pairs.name} (
    first_id integer NOT NULL, second_id integer NOT NULL,
    score integer NOT NULL, reasons text[] NOT NULL,
    PRIMARY KEY (first_id, second_id)
  )`;

const pairIndexes = (schema: string, { pairs: { name } }: Paired): string[] =>
  ['(score DESC, first_id, second_id)', '(second_id)'].map(
    (part, i) => `CREATE INDEX IF NOT EXISTS ${name}_${i + 1}_idx ON ${schema}.${name} ${part}`,
  );

/** Of pairs, those of which both rows are in a relation. */
export const pairsWithin = (schema: string, { pairs, key }: Paired, rows: string): string =>
  `(SELECT * FROM "${schema}"."${pairs.name}"
    WHERE first_id IN (SELECT ${key} FROM ${rows} AS first)
      AND second_id IN (SELECT ${key} FROM ${rows} AS second))`;

/** Fills the table with all pairs. Can be run again. */
export const allPairsStatements = (schema: string, table: Paired): string[] => [
  `DELETE FROM ${schema}.${table.pairs.name}`,
  `INSERT INTO ${schema}.${table.pairs.name} ${pairsSelect(`${schema}.${table.name}`, table)}`,
  ...pairIndexes(schema, table),
  `ANALYZE ${schema}.${table.pairs.name}`,
];

/** What the table must hold, from the rows themselves. */
export const pairsSelect = (from: string, table: Paired): string =>
  pairsOf(
    from,
    table,
    (columns) => `SELECT array_agg(${table.key}) AS keys FROM ${from} AS each
      WHERE ${isThere(table, columns)} GROUP BY ${columns.join(', ')}
      HAVING count(*) BETWEEN 2 AND ${table.pairs.mostSharing}`,
  );

/** The variable of a trigger's function in which `pairsStatements` keep whose pairs may be others. */
export const MAY_DIFFER = 'rows_of_pairs';

/**
 * After a statement: finds the pairs anew of the rows that it changed, and of all who share a value
 * with them, before or now, that few share: no other pair can be another one.
 * @param rows where those are that went, and those that came.
 */
export function pairsStatements(
  table: Paired,
  { event, rows }: { readonly event: string; readonly rows: readonly { from: string }[] },
): string[] {
  const { name, key, pairs } = table;
  const { mostSharing } = pairs;
  const columns = [...new Set([...pairs.by, ...pairs.besides].flatMap((one) => one.columns))];
  const [one = '', another] = rows.map(
    ({ from }) => `SELECT ${[key, ...columns].join(', ')} FROM ${from}`,
  );
  // Of rows that were updated, those of which a value that counts is another one.
  const changed = another
    ? `(${one} EXCEPT ALL ${another}) UNION ALL (${another} EXCEPT ALL ${one})`
    : one;
  /** Values of some rows, each with the keys of whoever has it, of whom no more than one too many. */
  const held = (values: readonly string[], of: string, most: string) =>
    `(SELECT DISTINCT ${values.join(', ')} FROM ${of} AND ${isThere(table, values)}) AS held
     CROSS JOIN LATERAL (SELECT array_agg(key) AS keys FROM (SELECT ${key} AS key
       FROM ${name} AS member WHERE ${isSame(values, 'member', 'held')}
       LIMIT ${most} + 1) AS members) AS members`;
  // As many as this share a value that few shared before.
  const most = `(SELECT ${mostSharing} + count(*) FROM changed)`;
  // What has just come has no pairs that may go, and mostly shares nothing with anybody.
  const [fewest, went] = event === 'insert' ? [2, []] : [1, [`SELECT ${key} FROM changed`]];
  const sharing = pairs.by.map(
    ({ columns: values }) => `SELECT unnest(keys) FROM ${held(values, 'changed WHERE true', most)}
      WHERE cardinality(keys) BETWEEN ${fewest} AND ${most}`,
  );
  const mayDiffer = (id: string) => `${id} IN (SELECT unnest(${MAY_DIFFER}))`;
  const found = pairsOf(
    name,
    table,
    (values) => `SELECT keys
      FROM ${held(values, `${name} AS each WHERE ${mayDiffer(key)}`, `${mostSharing}`)}
      WHERE cardinality(keys) BETWEEN 2 AND ${mostSharing}`,
  );
  return [
    `${MAY_DIFFER} := ARRAY(WITH changed AS (${changed})
      ${[...went, ...sharing].join(' UNION ')});`,
    `IF cardinality(${MAY_DIFFER}) > 0 THEN
      DELETE FROM ${pairs.name} WHERE ${mayDiffer('first_id')} AND ${mayDiffer('second_id')};
      INSERT INTO ${pairs.name} ${found}
        HAVING ${mayDiffer('first_id')} AND ${mayDiffer('second_id')};
    END IF;`,
  ];
}

/**
 * The pairs of those who share some values. They come from the keys alone: joined by the values, many
 * who share one would be paired before they are left out.
 * @param keysOf SELECTs, for each value of some columns that few share, `keys`: of whom
 */
function pairsOf(
  from: string,
  { key, pairs }: Paired,
  keysOf: (columns: readonly string[]) => string,
): string {
  const shared = pairs.by.map(
    ({
      name,
      columns,
      score,
    }) => `SELECT first_id, second_id, '${name}' AS reason, ${score} AS score
      FROM (${keysOf(columns)}) AS shared, unnest(keys) AS first_id, unnest(keys) AS second_id
      WHERE first_id < second_id`,
  );
  const known = (columns: readonly string[]) =>
    pairs.by.filter((one) => columns.some((column) => one.columns.includes(column)));
  const besides = pairs.besides.map(({ name, columns, score }) => {
    const more = known(columns).map((one) => `reason = '${one.name}'`);
    const isMore = [isSame(columns, 'one', 'another'), `NOT bool_or(${more.join(' OR ')})`];
    return { name, score, isMore: (more.length > 0 ? isMore : isMore.slice(0, 1)).join(' AND ') };
  });
  const score = [
    'sum(score)',
    ...besides.map((b) => `CASE WHEN ${b.isMore} THEN ${b.score} ELSE 0 END`),
  ];
  const reasons = [
    'array_agg(reason ORDER BY reason)',
    ...besides.map((b) => `CASE WHEN ${b.isMore} THEN ARRAY['${b.name}'] ELSE '{}' END`),
  ];
  return `SELECT first_id, second_id, (${score.join(' + ')})::integer AS score,
      ${reasons.join(' || ')} AS reasons
    FROM (${shared.join(' UNION ALL ')}) AS found
    JOIN ${from} AS one ON one.${key} = first_id
    JOIN ${from} AS another ON another.${key} = second_id
    GROUP BY first_id, second_id, one.${key}, another.${key}`;
}

const isSame = (columns: readonly string[], one: string, another: string): string =>
  columns.map((column) => `${one}.${column} = ${another}.${column}`).join(' AND ');

const isThere = ({ columns: all }: Table, columns: readonly string[]): string =>
  columns
    .map((column) => (all[column]?.type === 'text' ? `${column} <> ''` : `${column} IS NOT NULL`))
    .join(' AND ');
