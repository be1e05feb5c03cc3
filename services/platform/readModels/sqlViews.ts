import { createHash } from 'node:crypto';
import type { Logger } from '../logger.js';
import { pause } from '../pauses.js';
import { isLocked } from '../postgres/advisoryLocks.js';
import { type Connect, inSession, type Session } from '../postgres/session.js';
import { readCheckpoint } from './checkpoint.js';

/** A column of a view: its SQL, and what it means, in a sentence without a full stop. */
export type ViewColumn = readonly [sql: string, comment: string];

/** A view over the read models for people who write their own SQL. */
export interface SqlView {
  readonly name: string;
  /** What a row is. */
  readonly comment: string;
  /** Only ever more of them, at the end, of the same types: queries of others rest on these. */
  readonly columns: Readonly<Record<string, ViewColumn>>;
  /** What stands after FROM. @param table a table of the read models, as SQL names it */
  readonly from: (table: (name: string) => string) => string;
}

export interface SqlViews {
  /** The schema that they lie in, which outlives all read models. */
  readonly schema: string;
  readonly views: readonly SqlView[];
  /** Names of those that must not be there. */
  readonly dropped?: readonly string[];
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** SQL: the role that may read views. Of this database alone, as roles belong to all of a server. */
export const READERS = `current_database() || '_analysts'`;

/** What a view is, on the read models in some schema. */
export const bodyOf = ({ columns, from }: SqlView, serving: string): string =>
  `SELECT ${Object.entries(columns)
    .map(([column, [sql]]) => `${sql} AS ${column}`)
    .join(', ')} FROM ${from((table) => `${serving}.${table}`)}`;

/** Whether it shows something else than read models, and so the same over all of them. */
const restsElsewhere = (view: SqlView): boolean => bodyOf(view, 'a') === bodyOf(view, 'b');

/** Of what views are and say, whichever schema they show. */
const digestOf = (views: readonly SqlView[]): string =>
  createHash('sha256')
    .update(JSON.stringify(views.map((view) => [view, bodyOf(view, '')])))
    .digest('hex');

interface Shown {
  readonly views: SqlViews;
  readonly connect: Connect;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** For so long others wait for a view that waits for the queries that read it, milliseconds. */
const LOCK_TIMEOUT_MS = 300;
const LOOK_EVERY_MS = 60_000;
const TRY_AGAIN_MS = 5_000;

/**
 * Has the views show a schema for as long as the signal says, as soon as the queries of others
 * allow it. They are for others: whatever stands in their way keeps no list from moving on.
 */
export async function showViews(shown: Shown, serving: string): Promise<void> {
  const { views, connect, logger, signal } = shown;
  let isLogged = false;
  while (!signal.aborted) {
    let rest = LOOK_EVERY_MS;
    try {
      const session = await connect(`views ${views.schema}`);
      try {
        await publishViews(session, views, serving);
        isLogged = false;
      } finally {
        await session.end();
      }
    } catch (error) {
      rest = TRY_AGAIN_MS;
      if (!isLogged)
        logger.warn({ schema: views.schema }, 'The views are not up to date yet', error);
      isLogged = true;
    }
    await pause(rest, signal);
  }
}

/**
 * Lets each view that does not show this schema show it, one by one: who reads several of them keeps
 * nobody waiting for all. A newer schema that somebody projects is left alone.
 * @throws the driver's error, such as 55P03 while a query reads a view
 */
export async function publishViews(
  session: Session,
  { schema, views, dropped = [] }: SqlViews,
  serving: string,
): Promise<void> {
  const { client } = session;
  await client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
  // At once by two processes, and by two releases.
  await client.query('SELECT pg_advisory_lock(hashtext($1))', [`${schema} is published`]);
  try {
    const { rows } = await client.query<{ name: string; shows: string | null; state: string }>(
      `SELECT c.relname AS name, obj_description(c.relnamespace, 'pg_namespace') AS state,
         substring(pg_get_viewdef(c.oid) FROM '\\y(read_[0-9a-f]{10}(?:_next|_old)?)\\.') AS shows
       FROM pg_class c WHERE c.relnamespace = to_regnamespace($1) AND c.relkind = 'v'`,
      [schema],
    );
    const shown = rows.find(({ shows }) => shows !== null && shows !== serving)?.shows;
    if (shown && (await isNewer(session, shown, serving))) return;
    const digest = digestOf(views);
    const known = new Map(rows.map((row) => [row.name, row]));
    const isAsItShouldBe = (view: SqlView) => {
      const { shows, state } = known.get(view.name) ?? {};
      return state === digest && (restsElsewhere(view) ? shows === null : shows === serving);
    };
    for (const name of dropped)
      if (known.has(name)) await client.query(`DROP VIEW IF EXISTS ${schema}.${name}`);
    const others = views.filter((view) => !isAsItShouldBe(view));
    for (const view of others) {
      await inSession(session, () => replaceView(session, schema, view, serving));
    }
    // At last: what was broken off is done again.
    if (others.length > 0) await client.query(`COMMENT ON SCHEMA ${schema} IS ${literal(digest)}`);
  } finally {
    await client.query('SELECT pg_advisory_unlock(hashtext($1))', [`${schema} is published`]);
    await client.query('RESET lock_timeout');
  }
}

/** Of a release that came later, and is at work. */
async function isNewer({ client }: Session, shown: string, serving: string): Promise<boolean> {
  const { rows } = await client.query<{ is_later: boolean | null }>(
    `SELECT (SELECT oid FROM pg_namespace WHERE nspname = $1) >
       (SELECT oid FROM pg_namespace WHERE nspname = $2) AS is_later`,
    [shown, serving],
  );
  if (!rows[0]?.is_later || !(await isLocked(client, { space: 'roles', name: shown })))
    return false;
  return (await readCheckpoint(client, shown))?.complete ?? false;
}

/** Cannot drop or change columns: it is of a later release, to which nobody goes on. */
const INVALID_TABLE_DEFINITION = '42P16';

async function replaceView(
  { client }: Session,
  schema: string,
  view: SqlView,
  serving: string,
): Promise<void> {
  const name = `${schema}.${view.name}`;
  await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
  await client.query('SAVEPOINT before');
  try {
    await client.query(`CREATE OR REPLACE VIEW ${name} AS ${bodyOf(view, serving)}`);
  } catch (error) {
    if ((error as { code?: unknown }).code !== INVALID_TABLE_DEFINITION) throw error;
    await client.query('ROLLBACK TO before');
    await client.query(`DROP VIEW ${name}`);
    await client.query(`CREATE VIEW ${name} AS ${bodyOf(view, serving)}`);
  }
  const comments = Object.entries(view.columns).map(
    ([column, [, meaning]]) => `COMMENT ON COLUMN ${name}.${column} IS ${literal(meaning)}`,
  );
  const all = [`COMMENT ON VIEW ${name} IS ${literal(view.comment)}`, ...comments];
  await client.query(all.join('; '));
  await client.query(`DO $$ DECLARE readers text := ${READERS}; BEGIN
    IF EXISTS (SELECT FROM pg_roles WHERE rolname = readers) THEN
      EXECUTE format('GRANT USAGE ON SCHEMA ${schema} TO %I', readers);
      EXECUTE format('GRANT SELECT ON ${name} TO %I', readers);
    END IF;
  END $$`);
}
