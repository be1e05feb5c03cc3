import { createHash } from 'node:crypto';
import type { RecordedEvent } from '../codec/recordedEvent.js';
import type { LogPosition } from '../eventLog/eventLog.js';
import { type PoolClient, query } from '../postgres/postgres.js';
import { createBatch, namedRow } from '../readModels/batch.js';
import { readCheckpoint } from '../readModels/checkpoint.js';
import { handlersByType } from '../readModels/projection.js';
import type { Projector, Row, RowWriter, Table, Value } from '../readModels/projector.js';
import { arrayLiteral } from '../readModels/sqlArrays.js';
import type { Vault } from '../vault/vault.js';
import type { Findings } from './findings.js';

/** Rows of one table, chosen by a hash of their keys: from `from` on, before `to`, of 2³². */
export interface Slice {
  readonly from: number;
  readonly to: number;
}

export const ALL_HASHES = 2 ** 32;

/** The same in Postgres: see `inSlice`. */
const hashOf = (table: string, key: unknown): number =>
  createHash('md5').update(`${table}/${key}`).digest().readUInt32BE(0);

const inSlice = ({ name, key }: Table, { from, to }: Slice): string => {
  const hash = `('x' || substr(md5('${name}/' || ${key}::text), 1, 8))::bit(32)::bigint`;
  return `${hash} >= ${from} AND ${hash} < ${to}`;
};

interface SampleParts {
  /** One connection, whose temporary tables hold the rows. */
  readonly session: PoolClient;
  readonly schema: string;
  readonly projectors: readonly Projector[];
  readonly vault: Pick<Vault, 'fingerprint'>;
  readonly findings: Findings;
}

/**
 * Copies the rows of a slice of each table, all of one moment. Rows that the log does not have are
 * among them, and so is what the log has and the tables do not: a key belongs to the slice or not,
 * whether there is a row or not.
 * @throws when the read models are not there
 */
export async function takeSample(parts: SampleParts, slices: ReadonlyMap<Table, Slice>) {
  const { session, schema, projectors, vault } = parts;
  const tables = new Map([...slices.keys()].map((table) => [table.name, table]));
  const handlers = handlersByType(projectors);
  const { writer, changes } = createBatch(tables);
  const position = await copyRows(parts, slices);
  /** Rows that were made with an event that cannot be read whole any more, by `table/key`. */
  const erased = new Set<string>();
  let isOfErased = false;

  const wanted = (name: string, key: Value | undefined): boolean => {
    const slice = slices.get(tables.get(name) as Table);
    const hash = hashOf(name, key);
    if (!slice || hash < slice.from || hash >= slice.to) return false;
    if (isOfErased) erased.add(`${name}/${key}`);
    return true;
  };
  const sampled: RowWriter = {
    put(name, row, more) {
      if (wanted(name, row[tables.get(name)?.key ?? ''])) writer.put(name, row, more);
    },
    patch(name, key, columns) {
      if (wanted(name, key)) writer.patch(name, key, columns);
    },
    remove(name, key) {
      if (wanted(name, key)) writer.remove(name, key);
    },
    increment(name, key, amounts) {
      if (wanted(name, key)) writer.increment(name, key, amounts);
    },
  };
  const context = {
    fingerprint: (purpose: string, value: string) => vault.fingerprint(purpose, value),
    allocated: () => undefined,
  };

  return {
    /** The log up to here made these rows. */
    position,

    /** Takes the events of the log in order, up to the position. */
    fold(events: readonly RecordedEvent[]) {
      for (const event of events) {
        isOfErased = (event.data as { personal?: unknown }).personal === null;
        for (const handle of handlers.get(event.type) ?? []) {
          handle(event as never, sampled, context);
        }
      }
    },

    /** Adds a finding for each row that is not what the log makes of it. */
    async compare() {
      for (const table of tables.values()) {
        const rows: Row[] = [];
        for (const change of changes.get(table)?.values() ?? []) {
          const row = change.kind === 'fixed' ? change.row : change.absent;
          if (row) rows.push(namedRow(table, row));
        }
        await compareRows({ ...parts, table, erased }, rows);
      }
      await query(session, `DROP TABLE ${[...tables.keys()].map(copyOf).join(', ')}`);
    },
  };

  async function copyRows(
    { session }: SampleParts,
    wantedSlices: ReadonlyMap<Table, Slice>,
  ): Promise<LogPosition | null> {
    await query(session, 'BEGIN ISOLATION LEVEL REPEATABLE READ');
    try {
      const checkpoint = await readCheckpoint(session, schema);
      for (const [table, slice] of wantedSlices) {
        await query(
          session,
          `CREATE TEMP TABLE ${copyOf(table.name)} AS
           SELECT * FROM ${schema}.${table.name} WHERE ${inSlice(table, slice)}`,
        );
      }
      await query(session, 'COMMIT');
      return checkpoint?.position ?? null;
    } catch (error) {
      await query(session, 'ROLLBACK');
      throw error;
    }
  }
}

/** Rows as they were at one moment, to be compared with what the log makes of them. */
export type RowSample = Awaited<ReturnType<typeof takeSample>>;

const copyOf = (table: string): string => `copy_of_${table}`;

interface Comparison extends SampleParts {
  readonly table: Table;
  readonly erased: ReadonlySet<string>;
}

/** In one statement. */
const COMPARED = 500;

async function compareRows(parts: Comparison, rows: readonly Row[]): Promise<void> {
  const { session, table, findings, erased } = parts;
  const add = (key: string, problem: string, columns: readonly string[] = []): void => {
    if (erased.has(`${table.name}/${key}`)) {
      findings.erased.rows += 1;
      return;
    }
    const where = columns.length > 0 ? `${key}: ${columns.join(', ')}` : key;
    findings.add({ check: 'rows', problem, where: `${table.name} ${where}` });
  };
  for (let at = 0; at < rows.length; at += COMPARED) {
    const some = rows.slice(at, at + COMPARED);
    const { text, values } = comparison(table, some);
    for (const row of await query<Differing>(session, text, values)) {
      add(row.key, row.is_missing ? 'row-missing' : 'row-differs', row.differing);
    }
    findings.checked.rows += some.length;
    const keys = arrayLiteral(
      typeOf(table, table.key),
      some.map((row) => row[table.key] ?? null),
    );
    await query(
      session,
      `DELETE FROM ${copyOf(table.name)} WHERE ${table.key} = ANY ($1::${typeOf(table, table.key)}[])`,
      [keys],
    );
  }
  // What is left, the log does not have.
  for (;;) {
    const surplus = await query<{ key: string }>(
      session,
      `DELETE FROM ${copyOf(table.name)} WHERE ${table.key} IN
         (SELECT ${table.key} FROM ${copyOf(table.name)} LIMIT ${COMPARED})
       RETURNING ${table.key}::text AS key`,
    );
    if (surplus.length === 0) return;
    findings.checked.rows += surplus.length;
    for (const { key } of surplus) add(key, 'row-surplus');
  }
}

interface Differing {
  key: string;
  is_missing: boolean;
  differing: string[];
}

/** What is expected is sent as the projector sends it, so that Postgres makes the same of it. */
function comparison(table: Table, rows: readonly Row[]): { text: string; values: string[] } {
  const columns = Object.keys(table.columns).filter((name) => !table.columns[name]?.generatedAs);
  const arrays = columns.map((column, at) => `$${at + 1}::${typeOf(table, column)}[]`);
  const others = columns.filter((column) => column !== table.key);
  const cases = others.map(
    (column) =>
      `CASE WHEN expected.${column} IS DISTINCT FROM found.${column} THEN '${column}' END`,
  );
  const text = `
    SELECT key, is_missing, CASE WHEN is_missing THEN '{}' ELSE differing END AS differing
    FROM (
      SELECT expected.${table.key}::text AS key, found.${table.key} IS NULL AS is_missing,
        array_remove(ARRAY[${cases.join(', ')}]::text[], NULL) AS differing
      FROM unnest(${arrays.join(', ')}) AS expected (${columns.join(', ')})
      LEFT JOIN ${copyOf(table.name)} AS found ON found.${table.key} = expected.${table.key}
    ) AS compared
    WHERE is_missing OR cardinality(differing) > 0`;
  const values = columns.map((column) =>
    arrayLiteral(
      typeOf(table, column),
      rows.map((row) => row[column] ?? null),
    ),
  );
  return { text, values };
}

function typeOf(table: Table, column: string) {
  const type = table.columns[column]?.type;
  if (!type) throw new Error(`${table.name} has no column ${column}`);
  return type;
}
