import { randomBytes } from 'node:crypto';
import { readFile, rm, writeFile } from 'node:fs/promises';
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
    async stop() {
      if (server) await server.remove();
      else await onServer(postgresUrl, `DROP DATABASE ${templateDatabase}`);
    },
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
  await letInCheaply(postgres.url('postgres'), password);
  return { postgres, remove: () => postgres.stop().then(remove) };
}

/**
 * Thousands of connections prove that they know the password, each in five messages and four thousand
 * rounds unless told otherwise: a third of what a connection costs.
 */
async function letInCheaply(url: string, password: string): Promise<void> {
  const cheap = `SET scram_iterations = 1; ALTER ROLE CURRENT_USER PASSWORD '${password}'`;
  await onServer(url, cheap);
  const { hba_file: file = '' } = (await onServer(url, 'SHOW hba_file')) ?? {};
  const ofSuperuser = `host all ${new URL(url).username} 127.0.0.1/32 password\n`;
  await writeFile(file, ofSuperuser + (await readFile(file, 'utf8')));
  await onServer(url, 'SELECT pg_reload_conf()');
}

/** A template of the run's own: while databases are copied from it, nobody may be connected to it. */
async function makeTemplate(postgresUrl: string): Promise<void> {
  await onServer(postgresUrl, `CREATE DATABASE ${templateDatabase} TEMPLATE template0`);
  const url = new URL(postgresUrl);
  url.pathname = `/${templateDatabase}`;
  await buildTemplate(url.href);
}

/** The first row. */
async function onServer(
  postgresUrl: string,
  statement: string,
): Promise<Record<string, string> | undefined> {
  const client = new pg.Client({ connectionString: postgresUrl });
  await client.connect();
  try {
    return (await client.query(statement)).rows?.[0];
  } finally {
    await client.end();
  }
}
