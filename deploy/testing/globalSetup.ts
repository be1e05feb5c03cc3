import { randomBytes } from 'node:crypto';
import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import type { TestProject } from 'vitest/node';
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../embedded/postgres/embeddedPostgres.js';
import { freePort } from '../embedded/postgres/freePort.js';
import { forgetfulSettings, tunedSettings } from '../embedded/postgres/tuning.js';

declare module 'vitest' {
  export interface ProvidedContext {
    /** A server that the run may make databases on. */
    postgresUrl: string;
    templateDatabase: string;
  }
}

const templateDatabase = 'insuremanager_template';

/** One Postgres for the whole run, in a temporary folder; or the one that DATABASE_URL names. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const named = process.env.DATABASE_URL;
  const server = named ? undefined : await startTemporaryPostgres();
  const postgresUrl = named ?? server?.postgres.url('postgres') ?? '';
  try {
    await makeTemplate(postgresUrl);
  } catch (error) {
    await server?.remove();
    throw error;
  }
  project.provide('postgresUrl', postgresUrl);
  project.provide('templateDatabase', templateDatabase);
  return async () => server?.remove();
}

async function startTemporaryPostgres() {
  const folder = await mkdtemp(join(tmpdir(), 'insuremanager-test-'));
  // Postgres may run as another user, who must be able to pass.
  await chmod(folder, 0o711);
  const remove = () => rm(folder, { recursive: true, force: true });
  let postgres: EmbeddedPostgres;
  try {
    postgres = await startEmbeddedPostgres({
      folder: join(folder, 'postgres'),
      port: await freePort(),
      password: randomBytes(16).toString('hex'),
      settings: { ...tunedSettings(), ...forgetfulSettings },
    });
  } catch (error) {
    await remove();
    throw error;
  }
  return { postgres, remove: () => postgres.stop().then(remove) };
}

/** Databases are copied from a template of their own: nobody may be connected to it. */
async function makeTemplate(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(`CREATE DATABASE ${templateDatabase} TEMPLATE template0`);
  } catch (error) {
    const duplicate = (error as { code?: string }).code === '42P04';
    if (!duplicate) throw error;
  } finally {
    await client.end();
  }
}
