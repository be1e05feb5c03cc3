import type pg from 'pg';
import { comparePositions, type PlacedEvent, parsePosition } from '../eventLog/eventLog.js';
import { isLocked } from '../postgres/advisoryLocks.js';
import type { Session } from '../postgres/session.js';
import { readCheckpoint } from './checkpoint.js';
import { rebuildLock, schemaInTheMaking } from './rebuild.js';

/** A schema of read models that lies in the database. */
export interface ReadSchemaFound {
  readonly name: string;
  /** `in use`: not of this release, but a projector or a rebuild is at work on it. */
  readonly use: 'serving' | 'in use' | 'old';
  readonly megabytes: number;
  readonly eventsHandled: number;
}

const SERVING_SCHEMA = '^read_[0-9a-f]{10}$';
const READ_SCHEMA = '^read_[0-9a-f]{10}(_next|_old)?$';
const PAST_SCHEMA = '^past_[0-9a-f]{10}_';

/** All schemas of read models, `serving` first. */
export async function listReadSchemas(pool: pg.Pool, serving: string): Promise<ReadSchemaFound[]> {
  const { rows } = await pool.query<{ name: string; bytes: string }>(
    `SELECT nspname AS name, coalesce(sum(pg_total_relation_size(c.oid)), 0)::text AS bytes
     FROM pg_namespace n LEFT JOIN pg_class c ON c.relnamespace = n.oid AND c.relkind = 'r'
     WHERE nspname ~ '${READ_SCHEMA}'
     GROUP BY nspname ORDER BY nspname = $1 DESC, nspname`,
    [serving],
  );
  const found: ReadSchemaFound[] = [];
  for (const { name, bytes } of rows) {
    const checkpoint = await readCheckpoint(pool, name);
    found.push({
      name,
      use: await useOf(pool, name, serving),
      megabytes: Math.round(Number(bytes) / 1024 / 1024),
      eventsHandled: checkpoint?.eventsHandled ?? 0,
    });
  }
  return found;
}

/**
 * Drops what earlier releases and broken rebuilds left. Never what serves or is at work.
 * @param restedMs only what has not been written to for so many milliseconds.
 */
export async function dropOldSchemas(
  pool: pg.Pool,
  serving: string,
  { restedMs = 0 } = {},
): Promise<{ dropped: string[]; inUse: string[] }> {
  const found = await listReadSchemas(pool, serving);
  const namesOf = (use: string) => found.filter((one) => one.use === use).map(({ name }) => name);
  const dropped: string[] = [];
  for (const name of namesOf('old')) {
    if (!(await hasRested(pool, name, restedMs))) continue;
    await pool.query(`DROP SCHEMA IF EXISTS ${name} CASCADE`);
    dropped.push(name);
  }
  return { dropped, inUse: namesOf('in use') };
}

/** A schema without a checkpoint is a remnant, which nobody writes to. */
async function hasRested(pool: pg.Pool, name: string, restedMs: number): Promise<boolean> {
  if (restedMs === 0 || !(await readCheckpoint(pool, name))) return true;
  const { rows } = await pool.query<{ rested: boolean }>(
    `SELECT updated_at < now() - $1 * interval '1 millisecond' AS rested FROM ${name}.checkpoint`,
    [restedMs],
  );
  return rows[0]?.rested ?? true;
}

async function useOf(
  pool: pg.Pool,
  name: string,
  serving: string,
): Promise<ReadSchemaFound['use']> {
  if (name === serving) return 'serving';
  const isProjected = await isLocked(pool, { space: 'roles', name });
  const isBeingBuilt =
    name === schemaInTheMaking(serving) && (await isLocked(pool, rebuildLock(serving)));
  return isProjected || isBeingBuilt ? 'in use' : 'old';
}

/**
 * The last event of the log that was read for a schema; or for those of other releases, where that
 * one has not begun. Null: none.
 */
export async function lastEventRead(pool: pg.Pool, schema: string): Promise<PlacedEvent | null> {
  const lastOf = async (name: string) => (await readCheckpoint(pool, name))?.lastEvent ?? null;
  const own = await lastOf(schema);
  if (own) return own;
  const { rows } = await pool.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname ~ '${SERVING_SCHEMA}'`,
  );
  const others = await Promise.all(rows.map(({ name }) => lastOf(name)));
  const inOrder = others
    .filter((event) => event !== null)
    .sort((a, b) => comparePositions(parsePosition(a.position), parsePosition(b.position)));
  return inOrder.at(-1) ?? null;
}

/** Drops all read models, whoever works on them: they are made from the log again. Those of the past, too. */
export async function dropReadSchemas({ client }: Session): Promise<void> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname AS name FROM pg_namespace WHERE nspname ~ '${READ_SCHEMA}|${PAST_SCHEMA}'`,
  );
  for (const { name } of rows) await client.query(`DROP SCHEMA ${name} CASCADE`);
}
