import { inTransaction, type Pool } from './postgres.js';

/**
 * Brings a schema that lasts (unlike the read models, which are built anew) to its newest form.
 * Steps are SQL, run once each and in order; a step that was released never changes, new ones are
 * added at the end. Of two processes that start at once, one waits for the other.
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
      await client.query(step);
      await client.query(`INSERT INTO ${schema}.steps_done (step) VALUES ($1)`, [index + 1]);
    }
  });
}
