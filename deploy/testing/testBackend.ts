import { randomBytes } from 'node:crypto';
import type { EventLog } from '@insuremanager/services/platform/eventLog/eventLog';
import { createMemoryEventLog } from '@insuremanager/services/platform/eventLog/memoryEventLog';
import pg from 'pg';
import { inject } from 'vitest';
import { startEventNode } from '../embedded/eventNode/eventNode.js';

/** What an integration test stands on: real servers with nothing in them. */
export interface TestBackend {
  /** A database of the caller's own, with the empty read models of the product. */
  readonly databaseUrl: string;
  /**
   * A fresh log, unless EVENTSTORE_URL names a server: then its log holds what others wrote, and no
   * platform opens on it.
   */
  readonly eventStoreUrl: string;
  stop(): Promise<void>;
}

/**
 * Call in `beforeAll`, and `stop` in `afterAll`.
 * @param hasReadModels false: the database is empty, for tests that look at all schemas.
 */
export async function startTestBackend({ hasReadModels = true } = {}): Promise<TestBackend> {
  const database = await makeDatabase(hasReadModels ? inject('templateDatabase') : 'template0');
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

/** The same, with an empty log that ends with the test. */
export interface LocalBackend {
  readonly databaseUrl: string;
  readonly eventLog: EventLog;
  stop(): Promise<void>;
}

/** As `startTestBackend`, for tests that prove nothing about the server of the log. */
export async function startLocalBackend(): Promise<LocalBackend> {
  const { url, drop } = await makeDatabase(inject('templateDatabase'));
  return { databaseUrl: url, eventLog: createMemoryEventLog(), stop: drop };
}

export interface TestDatabase {
  readonly url: string;
  drop(): Promise<void>;
}

/** An empty database on the run's Postgres, for tests that need no log and no lists. */
export const makeTestDatabase = (): Promise<TestDatabase> => makeDatabase('template0');

async function makeDatabase(template: string): Promise<TestDatabase> {
  const name = `test_${randomBytes(6).toString('hex')}`;
  await onServer(`CREATE DATABASE ${name} TEMPLATE ${template} STRATEGY FILE_COPY`);
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
