import { pipeline } from 'node:stream/promises';
import { ensureLogSchema } from '@insuremanager/services/platform/eventLog/postgres/logSchema';
import type { FileStore } from '@insuremanager/services/platform/files/fileStore';
import { ensureSchema } from '@insuremanager/services/platform/postgres/ensureSchema';
import type { Pool } from '@insuremanager/services/platform/postgres/postgres';
import { inSession, type Session } from '@insuremanager/services/platform/postgres/session';
import { from, to } from 'pg-copy-streams';
import { LASTING_SCHEMAS, LOG } from './lastingTables.js';
import type { OpenBackup, PostgresCopy, TableCopy } from './manifest.js';
import { readSealed, type SealedFiles, sha256Of, writeSealed } from './sealedFiles.js';

/**
 * Copies all that lasts in Postgres, as the transaction of the session sees it. Where that fails the
 * session is of no use any more: its `COPY` may not have been read.
 * @param without schemas that are not copied, such as the log where an EventStoreDB holds it
 */
export const copyTables = (
  sealed: SealedFiles<FileStore>,
  session: Session,
  { without, ended }: { without: readonly string[]; ended: AbortSignal },
): Promise<PostgresCopy> =>
  // A disk that is slow to take what was copied keeps the server silent.
  session.withoutLimit(async () => {
    const copy: PostgresCopy = { schemas: [], tables: [], sequences: [] };
    for (const { name, tables } of LASTING_SCHEMAS) {
      const steps = await stepsDone(session, name);
      if (steps === null || without.includes(name)) continue;
      copy.schemas.push({ name, steps });
      for (const table of tables) {
        const place = { schema: name, table, columns: await columnsOf(session, name, table) };
        const rows = await copyOut(session, place);
        const sha256 = await writeSealed(sealed, nameOf(place), rows, ended);
        copy.tables.push({ ...place, rows: rows.rowCount, sha256 });
      }
      const { rows } = await session.client.query<PostgresCopy['sequences'][number]>(
        `SELECT schemaname AS schema, sequencename AS name, last_value::text AS last
         FROM pg_sequences WHERE schemaname = $1 AND last_value IS NOT NULL ORDER BY sequencename`,
        [name],
      );
      copy.sequences.push(...rows);
    }
    return copy;
  });

/** Null: the schema is not there. */
async function stepsDone({ client }: Session, schema: string): Promise<number | null> {
  const place = `${schema}.steps_done`;
  const { rows: found } = await client.query('SELECT to_regclass($1) AS steps', [place]);
  if (found[0].steps === null) return null;
  const { rows } = await client.query(`SELECT count(*)::int AS done FROM ${place}`);
  return rows[0].done;
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

type Place = Pick<TableCopy, 'schema' | 'table' | 'columns'>;

/** Of the rows of a table in a backup. */
const nameOf = ({ schema, table }: Place): string => `postgres/${schema}.${table}`;

const columnList = ({ columns }: Place): string =>
  columns.map((column) => `"${column}"`).join(', ');

/**
 * What `COPY` writes of a table, read no faster than it is asked for. In the order of its primary key,
 * and of texts by their bytes: how rows lie in a table, and how languages sort, differs by server.
 */
async function copyOut({ client }: Session, place: Place) {
  const { rows } = await client.query<{ key: string | null }>(
    `SELECT string_agg(
       quote_ident(attname) || CASE attcollation WHEN 0 THEN '' ELSE ' COLLATE "C"' END, ', '
       ORDER BY array_position(indkey::int2[], attnum)) AS key
     FROM pg_index JOIN pg_attribute ON attrelid = indrelid AND attnum = ANY (indkey)
     WHERE indisprimary AND indrelid = $1::regclass`,
    [`${place.schema}.${place.table}`],
  );
  const from = `FROM ${place.schema}.${place.table} AS entry`;
  const order = rows[0]?.key ?? 'entry::text COLLATE "C"';
  return client.query(to(`COPY (SELECT ${columnList(place)} ${from} ORDER BY ${order}) TO STDOUT`));
}

/** @throws an Error that names the first table that is missing in a backup, or damaged */
export async function checkTables(backup: OpenBackup, ended: AbortSignal): Promise<void> {
  for (const copy of backup.manifest.postgres.tables) {
    const name = nameOf(copy);
    const found = await sha256Of(readSealed(backup.sealed, name), ended);
    if (found !== copy.sha256) throw new Error(`The backup: ${name} is damaged.`);
  }
}

/**
 * Makes the schemas as they were when they were copied; later releases go on from there. That of the
 * log, which may be another user's, is made in its newest form.
 */
export async function makeSchemas(pool: Pool, { schemas }: PostgresCopy): Promise<void> {
  for (const { name, steps } of schemas) {
    const known = LASTING_SCHEMAS.find((schema) => schema.name === name)?.steps ?? [];
    if (steps > known.length) {
      throw new Error(
        `This backup was made by a newer release: it knows more of schema ${name}. Install that one.`,
      );
    }
    if (name === LOG) await ensureLogSchema(pool);
    else await ensureSchema(pool, name, known.slice(0, steps));
  }
}

/** What a database gets by itself as soon as it is looked at. */
const MADE_BY_ITSELF = ['vault.secrets', 'vault.master_key'];

/** The tables that hold something already, such as `identity.credentials`. */
export async function filledTables(session: Session): Promise<string[]> {
  const filled: string[] = [];
  for (const { name, tables } of LASTING_SCHEMAS) {
    if ((await stepsDone(session, name)) === null) continue;
    for (const table of tables.map((table) => `${name}.${table}`)) {
      if (MADE_BY_ITSELF.includes(table)) continue;
      const { rows } = await session.client.query(`SELECT FROM ${table} LIMIT 1`);
      if (rows.length > 0) filled.push(table);
    }
  }
  return filled;
}

/**
 * Puts the rows into tables without any, and looks whether they are there as they were: all of it,
 * with `begun`, or nothing. @throws an Error that names the table that came out otherwise.
 */
export const restoreTables = (
  { sealed, session, ended }: { sealed: SealedFiles; session: Session; ended: AbortSignal },
  { tables, sequences }: PostgresCopy,
  begun: () => Promise<unknown>,
): Promise<void> => {
  const { client } = session;
  const work = async (): Promise<void> => {
    for (const name of MADE_BY_ITSELF) await client.query(`TRUNCATE ${name}`);
    for (const copy of tables) {
      const into = client.query(
        from(`COPY ${copy.schema}.${copy.table} (${columnList(copy)}) FROM STDIN`),
      );
      await pipeline(readSealed(sealed, nameOf(copy)), into, { signal: ended });
    }
    for (const { schema, name, last } of sequences) {
      const sequence = `${schema}."${name}"`;
      await client.query(`CREATE SEQUENCE IF NOT EXISTS ${sequence} AS integer`);
      await client.query('SELECT setval($1::regclass, $2)', [sequence, last]);
    }
    for (const copy of tables) {
      if ((await sha256Of(await copyOut(session, copy))) === copy.sha256) continue;
      throw new Error(`${copy.schema}.${copy.table} did not come out as it was copied.`);
    }
    await begun();
  };
  // The server may be busy with its disk for longer than an answer usually takes.
  return session.withoutLimit(() => inSession(session, work));
};
