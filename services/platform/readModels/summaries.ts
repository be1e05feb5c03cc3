import { inSession, type Session } from '../postgres/session.js';
import type { ColumnType, SummaryTable, Table } from './projector.js';

/** The key of the one row of a summary without groups. */
const ONLY_ROW = 'only_row';
const SUMMED_AS: Partial<Record<ColumnType, string>> = {
  integer: 'numeric',
  bigint: 'numeric',
  // With a scale, so that a sum reads the same whether it was built up or added up at once.
  'numeric(14,2)': 'numeric(38,2)',
};

/** @throws when it names a column that it cannot group by or add up, or one twice. */
export function assertSummary(table: Table, { name, by, sums = [] }: SummaryTable): void {
  const wrong = (why: string) => new Error(`The summary ${name} of ${table.name} ${why}`);
  const grouped = by.map((column) => table.columns[column]);
  if (grouped.some((column) => !column || column.nullable)) {
    throw wrong('groups by a column that is not there or nullable');
  }
  if (sums.some((column) => !SUMMED_AS[typeOf(table, column)])) {
    throw wrong('adds up a column that is not there or no number');
  }
  const columns = [...by, ...sums, 'count', 'sign', ONLY_ROW];
  if (new Set(columns).size < columns.length) throw wrong('has two columns of one name');
}

export function summaryTableStatement(schema: string, table: Table, summary: SummaryTable): string {
  const { name, by, sums = [] } = summary;
  const columns = [
    ...by.map((column) => `${column} ${typeOf(table, column)} NOT NULL`),
    ...(by.length === 0 ? [`${ONLY_ROW} boolean DEFAULT true CHECK (${ONLY_ROW})`] : []),
    'count bigint NOT NULL',
    ...sums.map((column) => `${column} ${SUMMED_AS[typeOf(table, column)]} NOT NULL`),
    `PRIMARY KEY (${by.length === 0 ? ONLY_ROW : by.join(', ')})`,
  ];
  // Few rows that change with every batch: room on their pages keeps that cheap.
  return `CREATE TABLE ${schema}.${name} (${columns.join(', ')}) WITH (fillfactor = 50)`;
}

/**
 * What a summary must hold, from the rows themselves: its columns in the order of its table.
 * @param from the table as SQL names it.
 */
export function summarySelect(from: string, summary: SummaryTable): string {
  const { by, sums = [], where } = summary;
  const columns = [
    ...by,
    'count(*) AS count',
    ...sums.map((column) => `sum(coalesce(${column}, 0)) AS ${column}`),
  ];
  return `SELECT ${columns.join(', ')} FROM ${from}
    ${where === undefined ? '' : `WHERE (${where})`}
    ${by.length > 0 ? `GROUP BY ${by.join(', ')}` : 'HAVING count(*) > 0'}`;
}

/**
 * Fills the summaries and has the database keep them from here on. While a schema is built from
 * nothing that would only cost; so it is done once, when it has caught up. Can be run again after
 * a break: for each table, all of it is done or nothing.
 */
export async function startSummaries(
  session: Session,
  schema: string,
  tables: Iterable<Table>,
): Promise<void> {
  for (const table of tables) {
    if (!table.summaries?.length) continue;
    await inSession(session, async () => {
      // For the projector's own statements these are off.
      await session.client.query('SET LOCAL enable_seqscan = on');
      for (const statement of startStatements(schema, table)) {
        await session.client.query(statement);
      }
    });
  }
}

/** The triggers first: making them locks the table against writers until the transaction ends. */
const startStatements = (schema: string, table: Table): string[] => [
  ...CHANGES.filter(({ event }) => isCounted(table, event)).flatMap((change) =>
    triggerStatements(schema, table, change),
  ),
  ...(table.summaries ?? []).flatMap((summary) => {
    const columns = [...summary.by, 'count', ...(summary.sums ?? [])];
    return [
      `DELETE FROM ${schema}.${summary.name}`,
      `INSERT INTO ${schema}.${summary.name} (${columns.join(', ')})
       ${summarySelect(`${schema}.${table.name}`, summary)}`,
      `ANALYZE ${schema}.${summary.name}`,
    ];
  }),
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
const isCounted = ({ summaries = [] }: Table, event: Change['event']): boolean =>
  event !== 'update' ||
  summaries.some(({ by, sums = [], where }) => by.length > 0 || sums.length > 0 || where);

/**
 * One trigger per kind of statement, one upsert per summary and statement. The function finds its
 * summaries beside the table, by the search path: its text holds no schema's name, which changes
 * when a rebuild takes the place of what serves, and its plans are kept.
 */
function triggerStatements(schema: string, table: Table, change: Change): string[] {
  const name = `${table.name}_summarized_${change.event}`;
  const statements = (table.summaries ?? []).map((summary) => summaryStatement(summary, change));
  return [
    `CREATE OR REPLACE FUNCTION ${schema}.${name}() RETURNS trigger LANGUAGE plpgsql AS $summaries$
     #variable_conflict use_column
     DECLARE
       path_outside text := current_setting('search_path');
       emptied record;
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

/**
 * Adds what a statement did to the groups that it changed; a group without rows goes. Every group
 * is reached by its key, whatever the planner believes: these plans are kept, and the first is made
 * while the summary is empty.
 */
function summaryStatement(summary: SummaryTable, { event, rows }: Change): string {
  const { name, by, sums = [], where } = summary;
  const condition = where === undefined ? '' : `WHERE (${where})`;
  const signed = rows.map(
    ({ from, sign }) => `SELECT ${[`${sign} AS sign`, ...by, ...sums].join(', ')}
      FROM ${from} ${condition}`,
  );
  const added = ['sum(sign)', ...sums.map((column) => `sum(sign * coalesce(${column}, 0))`)];
  const totals = ['count', ...sums];
  const key = by.length > 0 ? by : [ONLY_ROW];
  const upsert = `INSERT INTO ${name} AS existing (${[...by, ...totals].join(', ')})
    SELECT ${[...by, ...added].join(', ')}
    FROM (${signed.join(' UNION ALL ')}) AS signed
    ${by.length > 0 ? `GROUP BY ${by.join(', ')}` : ''}
    HAVING ${added.map((sum) => `${sum} <> 0`).join(' OR ')}
    ON CONFLICT (${key.join(', ')}) DO UPDATE SET
      ${totals.map((total) => `${total} = existing.${total} + excluded.${total}`).join(', ')}`;
  if (event === 'insert') return `${upsert};`;
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
