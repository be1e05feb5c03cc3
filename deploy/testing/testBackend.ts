import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';
import { startEventNode } from '../embedded/eventNode/eventNode.js';

/** What an integration test stands on: real servers with nothing in them. */
export interface TestBackend {
  /** A fresh database of the caller's own. */
  readonly databaseUrl: string;
  /** A fresh log, unless EVENTSTORE_URL names a server: then its log holds what others wrote. */
  readonly eventStoreUrl: string;
  stop(): Promise<void>;
}

/** Call in `beforeAll`, and `stop` in `afterAll`. Takes some 50 milliseconds. */
export async function startTestBackend(): Promise<TestBackend> {
  const database = await makeTestDatabase();
  const named = process.env.EVENTSTORE_URL;
  if (named) return { databaseUrl: database.url, eventStoreUrl: named, stop: database.drop };
  const node = await startEventNode({ databaseUrl: database.url });
  return {
    databaseUrl: database.url,
    eventStoreUrl: node.connectionString,
    stop: async () => {
      await node.stop();
      await database.drop();
    },
  };
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** A fresh database on the run's Postgres, for tests that need no log. */
export async function makeTestDatabase(): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${inject('templateDatabase')}`);
  const url = new URL(inject('postgresUrl'));
  url.pathname = `/${name}`;
  return {
    url: url.href,
    drop: () => onServer(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`),
  };
}

async function onServer(statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: inject('postgresUrl') });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
