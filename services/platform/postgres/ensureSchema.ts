import { Refusal } from '../errors.js';
import {
  inTransaction,
  loggerOf,
  type Pool,
  type PoolClient,
  type Queryable,
  query,
} from './postgres.js';
import { withoutResponseTimeout } from './responseTimeout.js';

/**
 * A step that has to wait longer for a table gives up: behind it would wait whoever wants that
 * table, and with a release that is replaced at work people would.
 */
const LOCK_TIMEOUT = '3s';
const LOCK_NOT_AVAILABLE = '55P03';

/** What takes longer is told, so that nobody takes a start for stuck. Milliseconds. */
const LONG_MS = 5_000;

/**
 * Brings a schema that lasts (unlike the read models, which are built anew) to its newest form.
 * Steps are SQL, run once each and in order; a step that was released never changes, new ones are
 * added at the end. Of two processes that start at once, one waits for the other. A release that
 * knows fewer steps works beside one that knows more, and starts after it: a step only adds. A step
 * may take any time, and so may waiting for the other process.
 * @throws Refusal `unavailable` when Postgres cannot be reached, or a table is in use for longer.
 */
export async function ensureSchema(
  pool: Pool,
  schema: string,
  steps: readonly string[],
  { longMs = LONG_MS } = {},
): Promise<void> {
  // As at nearly every start: without a lock, and without a statement that changes anything.
  if ((await stepsDone(pool, schema)) >= steps.length) return;
  await inTransaction(pool, async (client) => {
    await withoutResponseTimeout(client, () =>
      client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
        `insuremanager schema ${schema}`,
      ]),
    );
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${schema}.steps_done (
         step integer PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now())`,
    );
    const done = await stepsDone(client, schema);
    for (const [index, step] of steps.entries()) {
      if (index < done) continue;
      const change = { pool, schema, step: index + 1 };
      await sayingWhenLong(change, longMs, () => take(client, schema, step));
      await client.query(`INSERT INTO ${schema}.steps_done (step) VALUES ($1)`, [index + 1]);
    }
  });
}

/**
 * 0 where the schema is not there yet. Read as rows: a session would remember of a name that it leads
 * to nothing, also behind the lock.
 */
async function stepsDone(on: Queryable, schema: string): Promise<number> {
  const [known] = await query(
    on,
    `SELECT FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE nspname = $1 AND relname = 'steps_done'`,
    [schema],
  );
  if (!known) return 0;
  const counted = `SELECT count(*)::int AS done FROM ${schema}.steps_done`;
  const [found] = await query<{ done: number }>(on, counted);
  return found?.done ?? 0;
}

interface Change {
  readonly pool: Pool;
  readonly schema: string;
  /** Counted from 1. */
  readonly step: number;
}

async function sayingWhenLong(
  { pool, schema, step }: Change,
  longMs: number,
  change: () => Promise<void>,
): Promise<void> {
  const logger = loggerOf(pool);
  const began = performance.now();
  let isLong = false;
  const sayIt = setTimeout(() => {
    isLong = true;
    logger?.info({ schema, step }, 'A schema is changed, which takes long');
  }, longMs);
  try {
    await change();
  } finally {
    clearTimeout(sayIt);
  }
  const seconds = Math.round((performance.now() - began) / 1_000);
  if (isLong) logger?.info({ schema, step, seconds }, 'The schema is changed');
}

async function take(client: PoolClient, schema: string, step: string): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    await withoutResponseTimeout(client, () => client.query(step));
  } catch (error) {
    if ((error as { code?: unknown }).code !== LOCK_NOT_AVAILABLE) throw error;
    throw new Refusal('unavailable', {
      code: 'schema-in-use',
      message: `A table of schema ${schema} is in use and cannot be changed just now. Try again.`,
      retryAfterSeconds: 5,
      cause: error,
    });
  }
}
