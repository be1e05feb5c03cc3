import { join } from 'node:path';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded/postgres/embeddedPostgres.js';
import { freePort } from '../embedded/postgres/freePort.js';
import { tunedSettings } from '../embedded/postgres/tuning.js';
import type { Part } from './part.js';

const role = 'insuremanager';
const database = 'insuremanager';

export interface PostgresFacts {
  readonly databaseUrl: string;
}

/** The embedded Postgres, with a database whose owner may nothing beyond it. */
export async function postgresPart(
  dataDir: string,
  password: string,
): Promise<Part<PostgresFacts>> {
  // The same over restarts: others hold the address.
  const port = await freePort();
  return {
    name: 'the embedded Postgres',
    start: async () => {
      const postgres = await startEmbeddedPostgres({
        folder: join(dataDir, 'postgres'),
        port,
        password,
        settings: tunedSettings(),
      });
      await ensureDatabase(postgres, password).catch(async (error: unknown) => {
        await postgres.stop();
        throw error;
      });
      return {
        facts: { databaseUrl: ownerUrl(postgres, password) },
        ended: postgres.ended,
        stop: postgres.stop,
      };
    },
  };
}

function ownerUrl(postgres: EmbeddedPostgres, password: string): string {
  const url = new URL(postgres.url(database));
  url.username = role;
  url.password = password;
  return url.href;
}

async function ensureDatabase(postgres: EmbeddedPostgres, password: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgres.url('postgres') });
  await client.connect();
  try {
    const roles = await client.query('SELECT FROM pg_roles WHERE rolname = $1', [role]);
    if (roles.rowCount === 0) {
      await client.query(`CREATE ROLE ${role} LOGIN PASSWORD ${client.escapeLiteral(password)}`);
    }
    const databases = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${database} OWNER ${role}`);
  } finally {
    await client.end();
  }
}
