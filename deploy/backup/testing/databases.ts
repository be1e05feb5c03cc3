import pg from 'pg';
import type { Servers } from './bookFixture.js';

/** Of the kinds whose names are like that, as they stand before anything starts. */
export async function lastNumbers({ settings }: Servers, kinds: string): Promise<object[]> {
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  const { rows } = await client.query<{ sequencename: string; last_value: string }>(
    `SELECT sequencename, last_value FROM pg_sequences
     WHERE schemaname = 'ids' AND sequencename LIKE $1 ORDER BY sequencename`,
    [kinds],
  );
  await client.end();
  return rows;
}

export async function dropSchemas(
  { settings }: Servers,
  schemas: readonly string[],
): Promise<void> {
  const client = new pg.Client({ connectionString: settings.databaseUrl });
  await client.connect();
  for (const schema of schemas) await client.query(`DROP SCHEMA IF EXISTS ${schema} CASCADE`);
  await client.end();
}
