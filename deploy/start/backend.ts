import { createHmac } from 'node:crypto';
import { access, chmod, constants, mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import {
  ensureLogSchema,
  letAppend,
} from '@insuremanager/services/platform/eventLog/postgres/logSchema';
import { createLogger } from '@insuremanager/services/platform/logger';
import { openPostgres } from '@insuremanager/services/platform/postgres/postgres';
import pg from 'pg';
import {
  type EmbeddedPostgres,
  SUPERUSER,
  startEmbeddedPostgres,
} from '../embedded/postgres/embeddedPostgres.js';
import { freePort } from '../embedded/postgres/freePort.js';
import { tunedSettings } from '../embedded/postgres/tuning.js';
import type { Settings } from '../settings.js';
import { loadKeys } from './keys.js';
import { type DataFolderLock, lockDataFolderSoon, runningOn } from './lock.js';
import { type KeptPart, keepRunning, type Part, type Say } from './part.js';

/** The servers that hold the data, and the key that opens it. */
export interface Backend {
  readonly databaseUrl: string;
  /** Undefined: Postgres holds the event log, too. */
  readonly eventStoreUrl?: string | undefined;
  /** 32 bytes. */
  readonly masterKey: Buffer;
  /** The one before it, while a rotation is not finished. */
  readonly oldMasterKey?: Buffer;
}

export interface OpenBackend {
  readonly servers: Backend;
  /** Undefined when the servers belong to another process, which goes on. */
  readonly lock: DataFolderLock | undefined;
  /** In order: Postgres, the lock. */
  stop(): Promise<void>;
}

/**
 * Locks the data folder and starts Postgres unless the settings name one.
 * @param processes of the application, which it has connections for
 * @throws AlreadyRunning when another process is at work on the folder.
 */
export async function startBackend(
  settings: Settings,
  say: Say,
  processes = 1,
): Promise<OpenBackend> {
  await makeDataFolder(settings.dataDir);
  const lock = await lockDataFolderSoon(settings.dataDir);
  let postgres: KeptPart<{ databaseUrl: string }> | undefined;
  const stop = async () => {
    await postgres?.stop();
    await lock.release();
  };
  try {
    const { masterKey, oldMasterKey, postgresPassword } = await loadKeys(settings);
    let { databaseUrl } = settings;
    if (databaseUrl === undefined) {
      postgres = await keepRunning(
        await postgresPart(settings.dataDir, postgresPassword, processes),
        say,
      );
      databaseUrl = postgres.facts.databaseUrl;
    }
    await lock.publish({ databaseUrl });
    const { eventStoreUrl } = settings;
    return { servers: { databaseUrl, eventStoreUrl, masterKey, oldMasterKey }, lock, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

/**
 * For commands beside the app (import, ops, bench): the servers of the process that is at work on
 * the data folder, or else servers of our own until `stop`.
 */
export async function useBackend(settings: Settings, say: Say): Promise<OpenBackend> {
  const serversOfOthers = (servers: Backend): OpenBackend => ({
    ...{ servers, lock: undefined },
    stop: async () => {},
  });
  const { databaseUrl: url, masterKey: key, oldMasterKey: oldKey, eventStoreUrl } = settings;
  // Nothing here needs the data folder, which a container may not even be able to write.
  if (url !== undefined && key !== undefined) {
    const keys = { masterKey: key, oldMasterKey: oldKey };
    return serversOfOthers({ databaseUrl: url, eventStoreUrl, ...keys });
  }
  const running = await runningOn(settings.dataDir);
  if (!running) return startBackend(settings, say);
  const databaseUrl = settings.databaseUrl ?? running.databaseUrl;
  if (databaseUrl === undefined) {
    throw new Error('InsureManager is just starting on this data folder. Try again in a moment.');
  }
  const { masterKey, oldMasterKey } = await loadKeys(settings);
  return serversOfOthers({ databaseUrl, eventStoreUrl, masterKey, oldMasterKey });
}

/**
 * Connection string of whoever may make users of Postgres: the superuser of the embedded one, and
 * else whom DATABASE_URL names.
 */
export async function administratorUrl(
  settings: Settings,
  { databaseUrl }: Pick<Backend, 'databaseUrl'>,
): Promise<string> {
  if (settings.databaseUrl !== undefined) return settings.databaseUrl;
  const url = new URL(databaseUrl);
  url.username = SUPERUSER;
  url.password = (await loadKeys(settings)).postgresPassword;
  return url.href;
}

/** Others may pass (Postgres may be another user) but not look; the keys have a folder of their own. */
export async function makeDataFolder(dataDir: string): Promise<void> {
  try {
    const made = await mkdir(dataDir, { recursive: true, mode: 0o711 });
    if (made !== undefined) await chmod(dataDir, process.getuid?.() === 0 ? 0o711 : 0o700);
    await access(dataDir, constants.W_OK | constants.X_OK);
  } catch (cause) {
    const { code } = cause as NodeJS.ErrnoException;
    throw new Error(`DATA_DIR=${dataDir} is no folder that can be written to (${code}).`, {
      cause,
    });
  }
}

const role = 'insuremanager';
const database = 'insuremanager';

/** The embedded Postgres, with a database whose owner may nothing beyond it. */
async function postgresPart(
  dataDir: string,
  password: string,
  processes: number,
): Promise<Part<{ databaseUrl: string }>> {
  // The same over restarts: others hold the address.
  const port = await freePort();
  return {
    name: 'the embedded Postgres',
    start: async () => {
      const postgres = await startEmbeddedPostgres({
        folder: join(dataDir, 'postgres'),
        port,
        password,
        settings: tunedSettings({ processes }),
      });
      await prepareDatabase(postgres, password).catch(async (error: unknown) => {
        await postgres.stop();
        throw error;
      });
      return {
        facts: { databaseUrl: urlOfProduct(postgres, passwordOfProduct(password)) },
        ended: postgres.ended,
        stop: postgres.stop,
      };
    },
  };
}

/** A database for the product, and the event log in it, which the product may only append to. */
async function prepareDatabase(postgres: EmbeddedPostgres, password: string): Promise<void> {
  await ensureDatabase(postgres, passwordOfProduct(password));
  const owner = openPostgres(postgres.url(database), { max: 1, logger: createLogger('warn') });
  try {
    await ensureLogSchema(owner);
    await letAppend(owner, role);
  } finally {
    await owner.end();
  }
}

/** Another one than the superuser's, who could change the log: the product knows only its own. */
const passwordOfProduct = (password: string): string =>
  createHmac('sha256', password).update(role).digest('hex');

function urlOfProduct(postgres: EmbeddedPostgres, password: string): string {
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
    if (roles.rowCount === 0) await client.query(`CREATE ROLE ${role} LOGIN`);
    await client.query(`ALTER ROLE ${role} PASSWORD ${client.escapeLiteral(password)}`);
    const databases = await client.query('SELECT FROM pg_database WHERE datname = $1', [database]);
    if (databases.rowCount === 0) await client.query(`CREATE DATABASE ${database} OWNER ${role}`);
  } finally {
    await client.end();
  }
}
