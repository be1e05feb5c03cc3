import { Refusal } from '../errors.js';
import { inTransaction, type Pool, type PoolClient } from './postgres.js';

/**
 * A step that has to wait longer for a table gives up: behind it would wait whoever wants that
 * table, and with a release that is replaced at work people would.
 */
const LOCK_TIMEOUT = '3s';
const LOCK_NOT_AVAILABLE = '55P03';

/**
 * Brings a schema that lasts (unlike the read models, which are built anew) to its newest form.
 * Steps are SQL, run once each and in order; a step that was released never changes, new ones are
 * added at the end. Of two processes that start at once, one waits for the other. A release that
 * knows fewer steps works beside one that knows more, and starts after it: a step only adds.
 * @throws Refusal `unavailable` when Postgres cannot be reached, or a table is in use for longer.
 */
export async function ensureSchema(
  pool: Pool,
  schema: string,
  steps: readonly string[],
): Promise<void> {
  await inTransaction(pool, async (client) => {
    await client.query('SELECT pg_advisory_xact_lock(hashtextextended($1, 0))', [
      `insuremanager schema ${schema}`,
    ]);
    await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema}`);
    await client.query(
      `CREATE TABLE IF NOT EXISTS ${schema}.steps_done (
         step integer PRIMARY KEY, done_at timestamptz NOT NULL DEFAULT now())`,
    );
    const { rows } = await client.query<{ done: number }>(
      `SELECT count(*)::int AS done FROM ${schema}.steps_done`,
    );
    const done = rows[0]?.done ?? 0;
    for (const [index, step] of steps.entries()) {
      if (index < done) continue;
      await take(client, schema, step);
      await client.query(`INSERT INTO ${schema}.steps_done (step) VALUES ($1)`, [index + 1]);
    }
  });
}

async function take(client: PoolClient, schema: string, step: string): Promise<void> {
  await client.query(`SET LOCAL lock_timeout = '${LOCK_TIMEOUT}'`);
  try {
    await client.query(step);
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
