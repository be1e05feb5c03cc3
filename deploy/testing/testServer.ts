import { randomBytes } from 'node:crypto';
import { rm } from 'node:fs/promises';
import { join } from 'node:path';
import { unusedPort } from '@insuremanager/services/platform/testing/unusedPorts';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded/postgres/embeddedPostgres.js';
import { forgetfulSettings, tunedSettings } from '../embedded/postgres/tuning.js';
import { makeDataFolder } from '../harness/processes.js';
import { buildTemplate } from './templateDatabase.js';

/** Of this run: another one may build other read models. */
const templateDatabase = `template_${randomBytes(6).toString('hex')}`;

/** One Postgres for the whole run, in a temporary folder; or the one that DATABASE_URL names. */
export async function startTestServer() {
  const named = process.env.DATABASE_URL;
  const server = named ? undefined : await startTemporaryPostgres();
  const postgresUrl = named ?? server?.postgres.url('postgres') ?? '';
  try {
    await makeTemplate(postgresUrl);
  } catch (error) {
    await server?.remove();
    throw error;
  }
  return {
    postgresUrl,
    templateDatabase,
    stop: () => server?.remove() ?? onServer(postgresUrl, `DROP DATABASE ${templateDatabase}`),
  };
}

async function startTemporaryPostgres() {
  const folder = await makeDataFolder('test');
  const remove = () => rm(folder, { recursive: true, force: true });
  const password = randomBytes(16).toString('hex');
  let postgres: EmbeddedPostgres;
  try {
    postgres = await startEmbeddedPostgres({
      folder: join(folder, 'postgres'),
      port: await unusedPort(),
      password,
      settings: { ...tunedSettings(), ...forgetfulSettings },
    });
  } catch (error) {
    await remove();
    throw error;
  }
  // Thousands of connections prove that they know it, each in four thousand rounds unless told so.
  await onServer(
    postgres.url('postgres'),
    `SET scram_iterations = 1; ALTER ROLE CURRENT_USER PASSWORD '${password}'`,
  );
  return { postgres, remove: () => postgres.stop().then(remove) };
}

/** A template of the run's own: while databases are copied from it, nobody may be connected to it. */
async function makeTemplate(postgresUrl: string): Promise<void> {
  await onServer(postgresUrl, `CREATE DATABASE ${templateDatabase} TEMPLATE template0`);
  const url = new URL(postgresUrl);
  url.pathname = `/${templateDatabase}`;
  await buildTemplate(url.href);
}

async function onServer(postgresUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
