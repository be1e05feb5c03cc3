import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

/** What an integration test stands on: a real Postgres with nothing in it, the event log included. */
export interface TestBackend {
  /** A database of the caller's own, with an empty log and the empty read models of the product. */
  readonly databaseUrl: string;
  stop(): Promise<void>;
}

/**
 * Call in `beforeAll`, and `stop` in `afterAll`.
 * @param hasReadModels false: the database is empty, for tests that look at all schemas.
 */
export async function startTestBackend({ hasReadModels = true } = {}): Promise<TestBackend> {
  const { url, drop } = await makeDatabase(
    hasReadModels ? inject('templateDatabase') : 'template0',
  );
  return { databaseUrl: url, stop: drop };
}

/** An empty database on the run's Postgres, for tests that need no log and no lists. */
export const makeTestDatabase = (): Promise<TestDatabase> => makeDatabase('template0');

async function makeDatabase(template: string) {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

export type TestDatabase = Awaited<ReturnType<typeof makeDatabase>>;

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
