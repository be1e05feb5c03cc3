import type {
  PastOffice,
  PastOfficeState,
} from '@insuremanager/contracts/pastOffices/pastOfficeViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { ensureSchema } from '../platform/postgres/ensureSchema.js';
import {
  inTransaction,
  type Pool,
  type PoolClient,
  type Queryable,
  query,
} from '../platform/postgres/postgres.js';
import { applicationOf, type PastProgress } from '../platform/readModels/pastReadModels.js';

/** What was not heard of for so long has ended with its process. */
const GONE_AFTER = '15 seconds';
/** Whoever looks at it goes on within this time. */
const IN_USE_FOR = '10 minutes';
const KEPT_FOR = '1 hour';
/** Somebody may have been read a moment before they were erased. */
const READ_BEFORE = '1 second';

const steps = [
  `-- Gone when Postgres crashes, as the offices themselves are.
   CREATE UNLOGGED TABLE past_offices.offices (
     schema text PRIMARY KEY,
     day text NOT NULL,
     begun_at timestamptz NOT NULL DEFAULT now(),
     heard_at timestamptz NOT NULL DEFAULT now(),
     used_at timestamptz NOT NULL DEFAULT now(),
     share real NOT NULL DEFAULT 0,
     events bigint NOT NULL DEFAULT 0,
     ready_at timestamptz,
     has_failed boolean NOT NULL DEFAULT false,
     -- Can be asked everything before all of its indexes are made.
     is_indexed boolean NOT NULL DEFAULT false);
   -- Nobody looks at one without having opened it, which is recorded.
   CREATE UNLOGGED TABLE past_offices.openings (
     schema text REFERENCES past_offices.offices ON DELETE CASCADE,
     user_id integer,
     PRIMARY KEY (schema, user_id))`,
];

/** One row: when another one takes its place, what was begun for this one changes nothing. */
export interface OfficeRef {
  readonly schema: string;
  readonly begunAt: string;
}

export interface OfficeFound extends PastOffice {
  readonly schema: string;
  /** It shows somebody who was erased since. */
  readonly isStale: boolean;
  /** Nobody has looked at it for long. */
  readonly isIdle: boolean;
  /** Somebody is making it. */
  readonly isHeard: boolean;
  /** Ready, and nothing is left to be made. */
  readonly isWhole: boolean;
}

/** `ready`: but for indexes that are made while people look; `whole`: with them. */
export type Made = 'ready' | 'whole' | 'failed';

interface Row {
  schema: string;
  day: Day;
  share: number;
  events: string;
  used_at: Date;
  state: PastOfficeState;
  is_stale: boolean;
  is_heard: boolean;
  is_idle: boolean;
  is_indexed: boolean;
}

const END_MAKERS = `SELECT pg_terminate_backend(pid) FROM pg_stat_activity
  WHERE application_name = $1 AND datname = current_database() AND usename = current_user`;

const isBuilt = (schema: string) => `to_regclass(${schema} || '.checkpoint') IS NOT NULL`;

const FOUND = `
  SELECT schema, day, share, events, used_at, is_indexed,
    CASE WHEN ready_at IS NOT NULL AND ${isBuilt('schema')} THEN 'ready'
      WHEN has_failed THEN 'failed' ELSE 'building' END AS state,
    heard_at > now() - interval '${GONE_AFTER}' AS is_heard,
    used_at < now() - interval '${KEPT_FOR}' AS is_idle,
    EXISTS (SELECT FROM vault.keys WHERE destroyed_at > begun_at - interval '${READ_BEFORE}')
      AS is_stale
  FROM past_offices.offices`;

const found = (row: Row): OfficeFound => ({
  schema: row.schema,
  day: row.day,
  state: row.state,
  percent: row.state === 'ready' ? 100 : Math.min(100, Math.floor(row.share * 100)),
  events: Number(row.events),
  usedAt: row.used_at.toISOString(),
  isStale: row.is_stale,
  isHeard: row.is_heard,
  isIdle: row.is_idle,
  isWhole: row.state === 'ready' && row.is_indexed,
});

/**
 * With its row, or not at all. Whoever makes it is ended: an index takes seconds. What reads it
 * meanwhile is waited for, but not for long.
 */
async function drop(client: PoolClient, schema: string): Promise<void> {
  await query(client, END_MAKERS, [applicationOf(schema)]);
  await query(client, `SET LOCAL lock_timeout = '3s'`);
  await query(client, 'DELETE FROM past_offices.offices WHERE schema = $1', [schema]);
  await query(client, `DROP SCHEMA IF EXISTS ${schema} CASCADE`);
}

/** Which offices of past days there are, and how far each is. It knows no schema of read models. */
export async function openPastOfficeTable(pool: Pool) {
  await ensureSchema(pool, 'past_offices', steps);

  const select = async (on: Queryable, rest: string, values: unknown[] = []) =>
    (await query<Row>(on, `${FOUND} ${rest}`, values)).map(found);

  return {
    find: async (schema: string): Promise<OfficeFound | null> =>
      (await select(pool, 'WHERE schema = $1', [schema]))[0] ?? null,

    list: (): Promise<OfficeFound[]> => select(pool, 'ORDER BY used_at DESC'),

    /**
     * Adds one, or takes over one that was begun, and drops the one that was used longest ago where
     * there are too many. Null: all are in use.
     */
    add: (schema: string, day: Day, most: number): Promise<OfficeRef | null> =>
      inTransaction(pool, async (client) => {
        await query(client, "SELECT pg_advisory_xact_lock(hashtextextended('past offices', 0))");
        const others = await query<{ schema: string; in_use: boolean }>(
          client,
          `SELECT schema, used_at > now() - interval '${IN_USE_FOR}' AS in_use
           FROM past_offices.offices WHERE schema <> $1 ORDER BY used_at`,
          [schema],
        );
        const [idle] = others.length >= most ? others : [];
        if (idle?.in_use) return null;
        if (idle) await drop(client, idle.schema);
        const known = await query(client, 'SELECT FROM past_offices.offices WHERE schema = $1', [
          schema,
        ]);
        // What is there without a row is of one that was dropped while it was made.
        if (known.length === 0) await drop(client, schema);
        const [row] = await query<{ begun_at: string }>(
          client,
          `INSERT INTO past_offices.offices (schema, day) VALUES ($1, $2)
           ON CONFLICT (schema) DO UPDATE
             SET used_at = now(), heard_at = now(), has_failed = false,
               ready_at = CASE WHEN ${isBuilt('offices.schema')} THEN offices.ready_at END
           RETURNING begun_at::text`,
          [schema, day],
        );
        return row ? { schema, begunAt: row.begun_at } : null;
      }),

    use: (schema: string) =>
      query(pool, 'UPDATE past_offices.offices SET used_at = now() WHERE schema = $1', [schema]),

    /** Somebody has opened it, and may look at it. */
    recordOpened: (schema: string, userId: number) =>
      query(
        pool,
        `INSERT INTO past_offices.openings (schema, user_id)
         SELECT schema, $2 FROM past_offices.offices WHERE schema = $1 ON CONFLICT DO NOTHING`,
        [schema, userId],
      ),

    hasOpened: async (schema: string, userId: number): Promise<boolean> =>
      (
        await query(pool, 'SELECT FROM past_offices.openings WHERE schema = $1 AND user_id = $2', [
          schema,
          userId,
        ])
      ).length > 0,

    say: ({ schema, begunAt }: OfficeRef, { share, events }: PastProgress) =>
      query(
        pool,
        `UPDATE past_offices.offices SET share = $3, events = $4, heard_at = now()
         WHERE schema = $1 AND begun_at = $2::timestamptz`,
        [schema, begunAt, share, events],
      ),

    /** What was made for a row that is gone, or is another one, is dropped unless that has its own. */
    finish: ({ schema, begunAt }: OfficeRef, made: Made) =>
      inTransaction(pool, async (client) => {
        const changed = await query(
          client,
          `UPDATE past_offices.offices SET has_failed = $3 = 'failed', is_indexed = $3 = 'whole',
             ready_at = CASE WHEN $3 <> 'failed' THEN coalesce(ready_at, now()) END
           WHERE schema = $1 AND begun_at = $2::timestamptz RETURNING schema`,
          [schema, begunAt, made],
        );
        if (made === 'ready') return;
        const [other] = await query(
          client,
          'SELECT schema FROM past_offices.offices WHERE schema = $1',
          [schema],
        );
        if (changed.length === 0 && !other) await drop(client, schema);
      }),

    remove: (schema: string) => inTransaction(pool, (client) => drop(client, schema)),

    /** Those that nobody has looked at for long, and those that may not be looked at any more. */
    unused: async (): Promise<OfficeFound[]> =>
      (await select(pool, '')).filter(({ isStale, isIdle }) => isStale || isIdle),
  };
}
