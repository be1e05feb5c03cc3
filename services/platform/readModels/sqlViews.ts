import { createHash } from 'node:crypto';
import type { Logger } from '../logger.js';
import { pause } from '../pauses.js';
import { type Connect, inSession, type Session } from '../postgres/session.js';

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
  /** May read them, where there is such a role. */
  readonly readers: string;
  readonly views: readonly SqlView[];
}

const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** All of them over one schema of read models. */
export function viewStatements({ schema, readers, views }: SqlViews, serving: string): string[] {
  return [
    `CREATE SCHEMA IF NOT EXISTS ${schema}`,
    ...views.flatMap(({ name, comment, columns, from }) => [
      `CREATE OR REPLACE VIEW ${schema}.${name} AS SELECT
         ${Object.entries(columns)
           .map(([column, [sql]]) => `${sql} AS ${column}`)
           .join(',\n         ')}
       FROM ${from((table) => `${serving}.${table}`)}`,
      `COMMENT ON VIEW ${schema}.${name} IS ${literal(comment)}`,
      ...Object.entries(columns).map(
        ([column, [, meaning]]) =>
          `COMMENT ON COLUMN ${schema}.${name}.${column} IS ${literal(meaning)}`,
      ),
    ]),
    `DO $$ BEGIN
       IF EXISTS (SELECT FROM pg_roles WHERE rolname = ${literal(readers)}) THEN
         GRANT USAGE ON SCHEMA ${schema} TO ${readers};
         GRANT SELECT ON ALL TABLES IN SCHEMA ${schema} TO ${readers};
       END IF;
     END $$`,
  ];
}

interface Shown {
  readonly views: SqlViews;
  readonly connect: Connect;
  readonly logger: Logger;
  readonly signal: AbortSignal;
}

/** A view is replaced once no query reads it; meanwhile others wait for it so long, milliseconds. */
const LOCK_TIMEOUT_MS = 1_000;
const TRY_AGAIN_MS = 5_000;

/**
 * Has the views show a schema, as soon as the queries of others allow it. They are for others:
 * whatever stands in their way keeps no list from moving on.
 */
export async function showViews({ views, connect, logger, signal }: Shown, serving: string) {
  for (let isTold = false; !signal.aborted; isTold = true) {
    try {
      const session = await connect(`views ${views.schema}`);
      try {
        await session.client.query(`SET lock_timeout = ${LOCK_TIMEOUT_MS}`);
        return await publishViews(session, views, serving);
      } finally {
        await session.end();
      }
    } catch (error) {
      if (!isTold) logger.warn({ schema: views.schema }, 'The views are not up to date yet', error);
    }
    await pause(TRY_AGAIN_MS, signal);
  }
}

/**
 * Lets the views show what serves, where they do not yet. Queries that run meanwhile end first; the
 * views themselves are replaced and never dropped, so that nobody finds them missing.
 * @param isAnew also where they are as they should be: the tables of that name are others now
 */
export async function publishViews(
  session: Session,
  views: SqlViews,
  serving: string,
  { isAnew = false } = {},
): Promise<void> {
  const statements = viewStatements(views, serving);
  const state = `${serving} ${createHash('sha256').update(statements.join()).digest('hex').slice(0, 16)}`;
  await inSession(session, async () => {
    // Two projectors, of two releases, may come to it at once.
    await session.client.query(`SELECT pg_advisory_xact_lock(hashtext($1))`, [views.schema]);
    const { rows } = await session.client.query<{ is_there: boolean }>(
      `SELECT obj_description(to_regnamespace($1), 'pg_namespace') = $2
         AND (SELECT count(*) FROM pg_views WHERE schemaname = $1) = $3 AS is_there`,
      [views.schema, state, views.views.length],
    );
    if (rows[0]?.is_there && !isAnew) return;
    for (const statement of statements) await session.client.query(statement);
    await session.client.query(`COMMENT ON SCHEMA ${views.schema} IS ${literal(state)}`);
  });
}
