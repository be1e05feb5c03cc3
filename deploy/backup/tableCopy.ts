import { pipeline } from 'node:stream/promises';
import { ensureSchema } from '@insuremanager/services/platform/postgres/ensureSchema';
import type { Pool } from '@insuremanager/services/platform/postgres/postgres';
import { inSession, type Session } from '@insuremanager/services/platform/postgres/session';
import { masterKeyInUse } from '@insuremanager/services/platform/vault/masterKeyInUse';
import { from, to } from 'pg-copy-streams';
import { LASTING_SCHEMAS, type LastingSchema } from './lastingTables.js';
import type { PostgresCopy, Sequence, TableCopy } from './manifest.js';
import { measure, measured, readSealed, type SealedFolder, writeSealed } from './sealedFiles.js';

/**
 * Copies all that lasts in Postgres, as it is at one moment.
 * @param masterKey must wrap the keys of the vault at that moment, too.
 */
export const copyTables = (
  folder: SealedFolder,
  session: Session,
  masterKey: Buffer,
): Promise<PostgresCopy> =>
  // A disk that is slow to take what was copied keeps the server silent.
  session.withoutLimit(() => copyAtOneMoment(folder, session, masterKey));

async function copyAtOneMoment(
  folder: SealedFolder,
  session: Session,
  masterKey: Buffer,
): Promise<PostgresCopy> {
  const { client } = session;
  await client.query('BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY');
  try {
    await masterKeyInUse(client, { masterKey });
    const schemas: { name: string; steps: number }[] = [];
    const tables: TableCopy[] = [];
    const sequences: Sequence[] = [];
    for (const schema of LASTING_SCHEMAS) {
      if (!(await isThere(session, schema.name))) continue;
      schemas.push({ name: schema.name, steps: await stepsDone(session, schema.name) });
      for (const table of schema.tables) {
        tables.push(await copyTable(folder, session, schema.name, table));
      }
      sequences.push(...(await sequencesOf(session, schema.name)));
    }
    return { schemas, tables, sequences };
  } finally {
    await client.query('ROLLBACK').catch(() => undefined);
  }
}

async function isThere({ client }: Session, schema: string): Promise<boolean> {
  const { rows } = await client.query<{ found: boolean }>(
    'SELECT to_regclass($1) IS NOT NULL AS found',
    [`${schema}.steps_done`],
  );
  return rows[0]?.found ?? false;
}

async function stepsDone({ client }: Session, schema: string): Promise<number> {
  const { rows } = await client.query<{ done: number }>(
    `SELECT count(*)::int AS done FROM ${schema}.steps_done`,
  );
  return rows[0]?.done ?? 0;
}

async function columnsOf({ client }: Session, schema: string, table: string): Promise<string[]> {
  const { rows } = await client.query<{ column_name: string }>(
    `SELECT column_name FROM information_schema.columns
     WHERE table_schema = $1 AND table_name = $2 AND is_generated = 'NEVER'
     ORDER BY ordinal_position`,
    [schema, table],
  );
  return rows.map(({ column_name: name }) => name);
}

const columnList = (columns: readonly string[]): string =>
  columns.map((column) => `"${column}"`).join(', ');

/** What `COPY` writes of a table, read no faster than it is asked for. */
const copyOut = ({ client }: Session, { schema, table, columns }: Place) =>
  client.query(to(`COPY ${schema}."${table}" (${columnList(columns)}) TO STDOUT`));

type Place = Pick<TableCopy, 'schema' | 'table' | 'columns'>;

async function copyTable(
  folder: SealedFolder,
  session: Session,
  schema: string,
  table: string,
): Promise<TableCopy> {
  const name = `postgres-${schema}.${table}`;
  const place = { schema, table, columns: await columnsOf(session, schema, table) };
  const rows = copyOut(session, place);
  const { through, result } = measured(rows);
  const stored = await writeSealed(folder, name, through());
  return { name, ...place, rows: rows.rowCount, copySha256: result().sha256, ...stored };
}

async function sequencesOf({ client }: Session, schema: string): Promise<Sequence[]> {
  const { rows } = await client.query<Sequence>(
    `SELECT schemaname AS schema, sequencename AS name, data_type::text AS type,
       start_value::text AS start, increment_by::text AS increment, last_value::text AS last
     FROM pg_sequences WHERE schemaname = $1 ORDER BY sequencename`,
    [schema],
  );
  return rows;
}

/** Makes the schemas as they were when they were copied; later releases go on from there. */
export async function makeSchemas(pool: Pool, { schemas }: PostgresCopy): Promise<void> {
  for (const { name, steps } of schemas) {
    const known = lastingSchema(name).steps;
    if (steps > known.length) {
      throw new Error(
        `This backup was made by a newer release: it knows more of schema ${name}. Install that one.`,
      );
    }
    await ensureSchema(pool, name, known.slice(0, steps));
  }
}

function lastingSchema(name: string): LastingSchema {
  const schema = LASTING_SCHEMAS.find((known) => known.name === name);
  if (!schema) throw new Error(`This release knows no schema ${name}.`);
  return schema;
}

/** What a database gets by itself as soon as it is looked at. */
const MADE_BY_ITSELF = ['vault.secrets', 'vault.master_key'];

/** The tables that hold something already, such as `identity.credentials`. */
export async function filledTables(session: Session): Promise<string[]> {
  const filled: string[] = [];
  for (const { name, tables } of LASTING_SCHEMAS) {
    if (!(await isThere(session, name))) continue;
    for (const table of tables) {
      if (MADE_BY_ITSELF.includes(`${name}.${table}`)) continue;
      const { rows } = await session.client.query(`SELECT FROM ${name}."${table}" LIMIT 1`);
      if (rows.length > 0) filled.push(`${name}.${table}`);
    }
  }
  return filled;
}

/**
 * Puts the rows into tables without any, and looks whether they are there as they were: all of it,
 * with `begun`, or nothing. @throws an Error that names the table that came out otherwise.
 */
export const restoreTables = (
  folder: SealedFolder,
  session: Session,
  copy: PostgresCopy,
  begun: () => Promise<unknown>,
): Promise<void> =>
  // The server may be busy with its disk for longer than an answer usually takes.
  session.withoutLimit(() => inSession(session, () => fillTables(folder, session, copy, begun)));

async function fillTables(
  folder: SealedFolder,
  session: Session,
  { tables, sequences }: PostgresCopy,
  begun: () => Promise<unknown>,
): Promise<void> {
  const { client } = session;
  for (const name of MADE_BY_ITSELF) await client.query(`TRUNCATE ${name}`);
  for (const copy of tables) {
    const { schema, table, columns } = copy;
    const into = `COPY ${schema}."${table}" (${columnList(columns)}) FROM STDIN`;
    await pipeline(readSealed(folder, copy.name), client.query(from(into)));
  }
  for (const sequence of sequences) await restoreSequence(session, sequence);
  for (const copy of tables) {
    const rows = copyOut(session, copy);
    const { sha256 } = await measure(rows);
    if (sha256 !== copy.copySha256 || rows.rowCount !== copy.rows) {
      throw new Error(`${copy.schema}.${copy.table} did not come out as it was copied.`);
    }
  }
  await begun();
}

async function restoreSequence({ client }: Session, sequence: Sequence): Promise<void> {
  const { schema, name, type, start, increment, last } = sequence;
  const quoted = `${schema}."${name}"`;
  await client.query(
    `CREATE SEQUENCE IF NOT EXISTS ${quoted} AS ${type} START ${start} INCREMENT BY ${increment}`,
  );
  if (last !== null) await client.query('SELECT setval($1::regclass, $2)', [quoted, last]);
}
