import { inSession, type Session } from '../postgres/session.js';
import { allPairsStatements, isPaired, MAY_DIFFER, pairsStatements } from './pairs.js';
import type { ColumnType, SummaryTable, Table } from './projector.js';

/** The key of the one row of a summary without groups. */
const ONLY_ROW = 'only_row';
/** Whose the rows of a group are, in a summary by owners; see `ownedBy`. */
export const OWNER_KEY = 'owner_key';
const SUMMED_AS: Partial<Record<ColumnType, string>> = {
  integer: 'numeric',
  bigint: 'numeric',
  // With a scale, so that a sum reads the same whether it was built up or added up at once.
  'numeric(14,2)': 'numeric(38,2)',
};

/** @throws when it names a column that it cannot group by or add up, or one twice. */
export function assertSummary(table: Table, summary: SummaryTable): void {
  const { name, by, sums = [], latest = [], ownedBy } = summary;
  const wrong = (why: string) => new Error(`The summary ${name} of ${table.name} ${why}`);
  const grouped = by.map((column) => table.columns[column]);
  if (grouped.some((column) => !column || column.nullable)) {
    throw wrong('groups by a column that is not there or nullable');
  }
  if (sums.some((column) => !SUMMED_AS[typeOf(table, column)])) {
    throw wrong('adds up a column that is not there or no number');
  }
  if (ownedBy !== undefined && (table.book !== 'customer_id' || OWNER_KEY in table.columns)) {
    throw wrong('has owners, but its rows belong to no customer, or have an owner of their own');
  }
  if (latest.some((column) => !table.columns[column])) {
    throw wrong('keeps the greatest of a column that is not there');
  }
  if (latest.length > 0 && (by.length === 0 || ownedBy !== undefined)) {
    throw wrong('keeps the greatest of a column without groups of its own');
  }
  const columns = [...groupsOf(summary), ...sums, ...latest, 'count', 'sign', ONLY_ROW];
  if (new Set(columns).size < columns.length) throw wrong('has two columns of one name');
}

export function summaryDefinition(schema: string, table: Table, summary: SummaryTable): string {
  const { name, by, sums = [], latest = [], ownedBy } = summary;
  const columns = [
    ...by.map((column) => `${column} ${typeOf(table, column)} NOT NULL`),
    ...(ownedBy === undefined ? [] : [`${OWNER_KEY} integer NOT NULL`]),
    ...(hasGroups(summary) ? [] : [`${ONLY_ROW} boolean DEFAULT true CHECK (${ONLY_ROW})`]),
    'count bigint NOT NULL',
    ...sums.map((column) => `${column} ${SUMMED_AS[typeOf(table, column)]} NOT NULL`),
    ...latest.map((column) => `${column} ${typeOf(table, column)}`),
    `PRIMARY KEY (${keyOf(summary).join(', ')})`,
  ];
  // Few rows that change with every batch: room on their pages keeps that cheap.
  return `${schema}.${name} (${columns.join(', ')}) WITH (fillfactor = 50)`;
}

/** Can be run again after a break. */
const summaryIndexStatements = (schema: string, { name, indexes = [] }: SummaryTable) =>
  indexes.map(
    (part, i) => `CREATE INDEX IF NOT EXISTS ${name}_${i + 1}_idx ON ${schema}.${name} ${part}`,
  );

/** What it holds beside the columns by which it is grouped. */
export const totalsOf = ({ sums = [], latest = [] }: SummaryTable): readonly string[] => [
  'count',
  ...sums,
  ...latest,
];

/** What a summary is grouped by. */
export const groupsOf = ({ by, ownedBy }: SummaryTable): readonly string[] =>
  ownedBy === undefined ? by : [...by, OWNER_KEY];
const hasGroups = (summary: SummaryTable): boolean => groupsOf(summary).length > 0;
const keyOf = (summary: SummaryTable): readonly string[] =>
  hasGroups(summary) ? groupsOf(summary) : [ONLY_ROW];

/**
 * What a summary must hold, from the rows themselves: its columns in the order of its table.
 * @param relation tables as SQL names them.
 */
export function summarySelect(
  relation: (table: string) => string,
  table: Table,
  summary: SummaryTable,
): string {
  const { sums = [], latest = [] } = summary;
  const columns = [
    ...groupsOf(summary),
    'count(*) AS count',
    ...sums.map((column) => `sum(coalesce(${column}, 0)) AS ${column}`),
    ...latest.map((column) => `max(${column}) AS ${column}`),
  ];
  const rows = groupedRows(`${relation(table.name)} AS ${table.name}`, summary, relation);
  return `SELECT ${columns.join(', ')} FROM ${rows}
    ${hasGroups(summary) ? `GROUP BY ${groupsOf(summary).join(', ')}` : 'HAVING count(*) > 0'}`;
}

/** The rows that a summary counts, with whose they are. */
function groupedRows(
  from: string,
  { where, ownedBy }: SummaryTable,
  relation: (table: string) => string,
): string {
  const rows = `SELECT * FROM ${from} ${where === undefined ? '' : `WHERE (${where})`}`;
  if (ownedBy === undefined) return `(${rows}) AS counted`;
  return `(SELECT owned.*, coalesce(known_owner, ${OF_NO_CUSTOMER}) AS ${OWNER_KEY}
    FROM (${rows}) AS owned
    LEFT JOIN (SELECT id AS known_customer, ${OWNER_OF_CUSTOMER} AS known_owner
      FROM ${relation(ownedBy)} AS customer) AS customers_known
    ON known_customer = customer_id) AS counted`;
}

/** The key of an owner: 0 where a customer has none. */
const OWNER_OF_CUSTOMER = 'coalesce(owner_id, 0)';
/** That of the rows of a customer who is not there, or not yet. */
const OF_NO_CUSTOMER = -1;

/**
 * Fills the summaries and pairs and has the database keep them from here on. While a schema is
 * built from nothing that would only cost; so it is done once, when it has caught up. Can be run
 * again after a break: for each table, all of it is done or nothing.
 */
export async function startSummaries(
  session: Session,
  schema: string,
  tables: Iterable<Table>,
): Promise<void> {
  const all = [...tables];
  for (const table of all) {
    const owned = summariesOwnedBy(table, all);
    if (!table.summaries?.length && !isPaired(table) && owned.length === 0) continue;
    await runAll(session, startStatements(schema, table, owned));
  }
}

/**
 * As `startSummaries`, of tables that nobody writes any more: each summary by itself, over any
 * session, and none is kept up. Without pairs, which are asked for of today only.
 */
export const summaryFillings = (schema: string, tables: Iterable<Table>) =>
  [...tables].flatMap((table) =>
    (table.summaries ?? []).map(
      (summary) => (session: Session) => runAll(session, fillStatements(schema, table, summary)),
    ),
  );

const runAll = (session: Session, statements: readonly string[]): Promise<void> =>
  inSession(session, async () => {
    // For the projector's own statements these are off.
    await session.client.query('SET LOCAL enable_seqscan = on; SET LOCAL enable_hashjoin = on');
    for (const statement of statements) await session.client.query(statement);
  });

/** A summary whose groups follow the owners that stand in another table. */
interface OwnedSummary {
  readonly table: Table;
  readonly summary: SummaryTable;
}

const summariesOwnedBy = ({ name }: Table, tables: readonly Table[]): OwnedSummary[] =>
  tables.flatMap((table) =>
    (table.summaries ?? [])
      .filter(({ ownedBy }) => ownedBy === name)
      .map((summary) => ({ table, summary })),
  );

/** The triggers first: making them locks the table against writers until the transaction ends. */
const startStatements = (
  schema: string,
  table: Table,
  owned: readonly OwnedSummary[],
): string[] => [
  ...CHANGES.filter(({ event }) => owned.length > 0 || isCounted(table, event)).flatMap((change) =>
    triggerStatements(schema, table, { change, owned }),
  ),
  ...(table.summaries ?? []).flatMap((summary) => fillStatements(schema, table, summary)),
  ...(isPaired(table) ? allPairsStatements(schema, table) : []),
];

const fillStatements = (schema: string, table: Table, summary: SummaryTable): string[] => [
  `DELETE FROM ${schema}.${summary.name}`,
  `INSERT INTO ${schema}.${summary.name} (${[...groupsOf(summary), ...totalsOf(summary)].join(', ')})
   ${summarySelect((name) => `${schema}.${name}`, table, summary)}`,
  ...summaryIndexStatements(schema, summary),
  `ANALYZE ${schema}.${summary.name}`,
];

interface Change {
  readonly event: 'insert' | 'update' | 'delete';
  /** Where the trigger finds the rows that went (-1) and those that came (+1). */
  readonly rows: readonly { readonly from: string; readonly sign: 1 | -1 }[];
  readonly referencing: string;
}

const GONE = { from: 'rows_before', sign: -1 } as const;
const COME = { from: 'rows_after', sign: 1 } as const;
const CHANGES: readonly Change[] = [
  { event: 'insert', rows: [COME], referencing: `NEW TABLE AS ${COME.from}` },
  {
    event: 'update',
    rows: [GONE, COME],
    referencing: `OLD TABLE AS ${GONE.from} NEW TABLE AS ${COME.from}`,
  },
  { event: 'delete', rows: [GONE], referencing: `OLD TABLE AS ${GONE.from}` },
];

/** How many rows there are at all, no update changes. */
const isCounted = (table: Table, event: Change['event']): boolean =>
  event !== 'update' ||
  isPaired(table) ||
  (table.summaries ?? []).some(
    (summary) => hasGroups(summary) || summary.sums?.length || summary.where,
  );

/**
 * One trigger per kind of statement, one upsert per summary and statement. The function finds its
 * summaries beside the table, by the search path: its text holds no schema's name, which changes
 * when a rebuild takes the place of what serves, and its plans are kept.
 */
function triggerStatements(
  schema: string,
  table: Table,
  { change, owned }: { change: Change; owned: readonly OwnedSummary[] },
): string[] {
  const name = `${table.name}_summarized_${change.event}`;
  const statements = [
    ...(table.summaries ?? []).flatMap((summary) => [
      summaryStatement(summary, change),
      ...latestStatements(table, summary, change),
    ]),
    ...owned.map((one) => movedStatement(one, change)),
    ...(isPaired(table) ? pairsStatements(table, change) : []),
  ];
  return [
    `CREATE OR REPLACE FUNCTION ${schema}.${name}() RETURNS trigger LANGUAGE plpgsql AS $summaries$
     #variable_conflict use_column
     DECLARE
       path_outside text := current_setting('search_path');
       emptied record;
       ${MAY_DIFFER} integer[];
     BEGIN
       IF NOT EXISTS (SELECT FROM ${change.rows[0]?.from}) THEN RETURN NULL; END IF;
       PERFORM set_config('search_path', TG_TABLE_SCHEMA || ', public', true);
       ${statements.join('\n')}
       PERFORM set_config('search_path', path_outside, true);
       RETURN NULL;
     END $summaries$`,
    `CREATE OR REPLACE TRIGGER ${name} AFTER ${change.event.toUpperCase()}
     ON ${schema}.${table.name} REFERENCING ${change.referencing}
     FOR EACH STATEMENT EXECUTE FUNCTION ${schema}.${name}()`,
  ];
}

const inSearchPath = (table: string): string => table;

/** Adds what a statement did to the groups that it changed. */
function summaryStatement(summary: SummaryTable, { event, rows }: Change): string {
  const onlyAdds = event === 'insert';
  const { latest = [] } = summary;
  const signed = rows.map(({ from, sign }) =>
    signedRows(
      summary,
      sign,
      groupedRows(from, summary, inSearchPath),
      ...(onlyAdds ? latest : []),
    ),
  );
  return groupsStatement(summary, signed, onlyAdds);
}

/**
 * After the groups themselves, so that each is there: the rows of a group tell. Where rows only came,
 * the greatest of them is in what they add to their group.
 */
function latestStatements(
  table: Table,
  { name, by, latest = [], where }: SummaryTable,
  { event, rows }: Change,
): string[] {
  if (event === 'insert') return [];
  const group = by.join(', ');
  const isSame = (one: string, other: string) =>
    by.map((column) => `${one}.${column} = ${other}.${column}`).join(' AND ');
  const condition = where === undefined ? '' : `AND (${where})`;
  const changed = rows.map(({ from }) => `SELECT ${group} FROM ${from}`).join(' UNION ');
  return latest.map(
    (column) => `UPDATE ${name} AS existing SET ${column} = greatest
      FROM (SELECT ${by.map((one) => `touched.${one}`).join(', ')}, greatest
        FROM (${changed}) AS touched CROSS JOIN LATERAL (
          SELECT max(${column}) AS greatest FROM ${table.name} AS counted
          WHERE ${isSame('counted', 'touched')} ${condition}) AS found) AS latest
      WHERE ${isSame('latest', 'existing')} AND existing.${column} IS DISTINCT FROM greatest;`,
  );
}

/** Moves the rows of customers who came, went or got another owner from group to group. */
function movedStatement({ table, summary }: OwnedSummary, { event }: Change): string {
  const { by, sums = [], where } = summary;
  const columns = [...new Set([...by, ...sums])];
  const condition = where === undefined ? '' : `WHERE (${where})`;
  const owned = `(SELECT customer_id AS moved_from${columns.map((one) => `, ${one}`).join('')}
    FROM ${table.name} ${condition}) AS owned`;
  const signed = ([-1, 1] as const).map((sign) =>
    signedRows(
      summary,
      sign,
      `(SELECT owned.*, ${sign < 0 ? 'owner_before' : 'owner_after'} AS ${OWNER_KEY}
        FROM (${MOVED[event]}) AS moved JOIN ${owned} ON moved_from = moved_customer) AS counted`,
    ),
  );
  return groupsStatement(summary, signed, false);
}

/** The customers whose owner is another one after a statement. */
const MOVED: Readonly<Record<Change['event'], string>> = {
  insert: `SELECT id AS moved_customer, ${OF_NO_CUSTOMER} AS owner_before,
      ${OWNER_OF_CUSTOMER} AS owner_after FROM ${COME.from}`,
  update: `SELECT before.id AS moved_customer, coalesce(before.owner_id, 0) AS owner_before,
      coalesce(after.owner_id, 0) AS owner_after
    FROM ${GONE.from} AS before JOIN ${COME.from} AS after USING (id)
    WHERE before.owner_id IS DISTINCT FROM after.owner_id`,
  delete: `SELECT id AS moved_customer, ${OWNER_OF_CUSTOMER} AS owner_before,
      ${OF_NO_CUSTOMER} AS owner_after FROM ${GONE.from}`,
};

const signedRows = (
  summary: SummaryTable,
  sign: 1 | -1,
  rows: string,
  ...more: readonly string[]
): string =>
  `SELECT ${[`${sign} AS sign`, ...groupsOf(summary), ...(summary.sums ?? []), ...more].join(', ')}
   FROM ${rows}`;

/**
 * Adds rows, each with its sign, to their groups; a group without rows goes. Every group is reached
 * by its key, whatever the planner believes: these plans are kept, and the first is made while the
 * summary is empty.
 */
function groupsStatement(
  summary: SummaryTable,
  signed: readonly string[],
  onlyAdds: boolean,
): string {
  const { name, sums = [] } = summary;
  const latest = onlyAdds ? (summary.latest ?? []) : [];
  const groups = groupsOf(summary);
  const key = keyOf(summary);
  const added = ['sum(sign)', ...sums.map((column) => `sum(sign * coalesce(${column}, 0))`)];
  const totals = ['count', ...sums];
  const upsert = `INSERT INTO ${name} AS existing (${[...groups, ...totals, ...latest].join(', ')})
    SELECT ${[...groups, ...added, ...latest.map((column) => `max(${column})`)].join(', ')}
    FROM (${signed.join(' UNION ALL ')}) AS signed
    ${groups.length > 0 ? `GROUP BY ${groups.join(', ')}` : ''}
    HAVING ${added.map((sum) => `${sum} <> 0`).join(' OR ')}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET
      ${[
        ...totals.map((total) => `${total} = existing.${total} + excluded.${total}`),
        ...latest.map((column) => `${column} = greatest(existing.${column}, excluded.${column})`),
      ].join(', ')}`;
  if (onlyAdds) return `${upsert};`;
  const returned = [...key, 'count'].map((column) => `existing.${column}`);
  return `FOR emptied IN
      WITH existing AS (${upsert} RETURNING ${returned.join(', ')})
      SELECT * FROM existing WHERE count = 0
    LOOP
      DELETE FROM ${name} AS existing
      WHERE ${key.map((column) => `existing.${column} = emptied.${column}`).join(' AND ')};
    END LOOP;`;
}

function typeOf(table: Table, column: string): ColumnType {
  const type = table.columns[column]?.type;
  if (!type) throw new Error(`${table.name} has no column ${column}`);
  return type;
}
