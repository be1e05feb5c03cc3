import { randomBytes } from 'node:crypto';
import type { S3Settings } from '@insuremanager/services/platform/files/s3Files';
import { createLogger } from '@insuremanager/services/platform/logger';
import {
  type AdvisoryLock,
  LOCK_SPACES,
} from '@insuremanager/services/platform/postgres/advisoryLocks';
import { unusedPorts } from '@insuremanager/services/platform/testing/unusedPorts';
import type pg from 'pg';
import { send } from '../../harness/client.js';
import { type Launched, launch as launchEntry } from '../../harness/testing/launch.js';
import { until } from '../../harness/waiting.js';
import type { Backend } from '../../start/backend.js';
import { openServices, type Services } from '../openServices.js';

/** Between two looks: so seldom that looking does not keep processes from their work. */
const LOOK_MS = 100;

/** Asks until the state is there. @throws after minutes. */
export const eventually = (state: () => boolean | Promise<boolean>, what: string): Promise<void> =>
  until(state, what, undefined, LOOK_MS);

/** The settings that all processes of an installation share. */
export type Environment = Readonly<Record<string, string>>;

/** No server is ever there: for what a test does not touch. */
const NOWHERE: S3Settings = {
  endpoint: 'http://127.0.0.1:9',
  ...{ accessKey: 'nobody', secretKey: 'nothing', bucket: 'insuremanager', region: 'us-east-1' },
};

interface Servers extends Omit<Backend, 'masterKey'> {
  readonly masterKey?: Buffer;
  readonly smtpUrl: string;
  /** Absent: no file can be stored. */
  readonly files?: S3Settings;
}

export const environmentOf = ({ files = NOWHERE, ...servers }: Servers): Environment => ({
  DATABASE_URL: servers.databaseUrl,
  ...(servers.eventStoreUrl && { EVENTSTORE_URL: servers.eventStoreUrl }),
  MASTER_KEY: (servers.masterKey ?? randomBytes(32)).toString('hex'),
  SMTP_URL: servers.smtpUrl,
  S3_ENDPOINT: files.endpoint,
  S3_ACCESS_KEY: files.accessKey,
  S3_SECRET_KEY: files.secretKey,
  S3_BUCKET: files.bucket,
  S3_REGION: files.region,
  LOG_LEVEL: 'info',
});

/** Starts an entry of the build, with no other settings than these. */
export function launch(entry: string, args: readonly string[], environment: Environment): Launched {
  const { PATH = '', NODE_ENV = '' } = process.env;
  return launchEntry(entry, args, { PATH, NODE_ENV, ...environment });
}

/**
 * Starts a process, which need not be ready when this resolves.
 * @param entry the release: its entry in the build.
 */
export async function startProcess(
  role: string,
  name: string,
  environment: Environment,
  entry = 'roles/serve.js',
) {
  const [port, opsPort] = await unusedPorts(2);
  const databaseUrl = new URL(environment.DATABASE_URL ?? '');
  databaseUrl.searchParams.set('application_name', name);
  const { child, said, ended } = launch(entry, [role], {
    ...environment,
    DATABASE_URL: databaseUrl.href,
    PORT: String(port),
    OPS_PORT: String(opsPort),
  });
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  const pid = child.pid ?? 0;
  const url = `http://127.0.0.1:${port}`;
  // Where strangers ask, the answer is one word, and costs less.
  const asked = role === 'gateway' ? url : opsUrl;
  const signal = (name: NodeJS.Signals): void => void child.kill(name);
  return {
    /** Its sessions in Postgres have this name. */
    name,
    /** Where it serves when it is a gateway. */
    url,
    ...{ pid, opsUrl, said, ended, signal },
    isReady: () =>
      send(`${asked}/health/ready`).then(
        ({ status }) => status === 200,
        () => false,
      ),
    /** As by a crash. */
    async kill() {
      signal('SIGKILL');
      await ended();
    },
    /** As by a new release. @throws unless it ends well. */
    async stop() {
      signal('SIGTERM');
      const code = await ended();
      if (code !== 0) throw new Error(`${name} ended with ${code}.\n${said()}`);
    },
  };
}

/** One process of an installation, as a container runs it. */
export type ProcessUnderTest = Awaited<ReturnType<typeof startProcess>>;

/** Ten of them begin at once, on two cores that may have others to serve. */
const START_MS = 900_000;

/** Settles when all are ready. @throws with what they said when one ends before. */
export async function allReady(processes: readonly ProcessUnderTest[]): Promise<void> {
  const over = processes.map(async ({ name, ended, said }) => {
    throw new Error(`${name} ended with ${await ended()}.\n${said()}`);
  });
  const ready = processes.map(({ name, isReady, said }) =>
    until(isReady, () => `readiness of ${name}, which said:\n${said()}`, START_MS, LOOK_MS),
  );
  await Promise.race([Promise.all(ready), ...over]);
}

/** The name of the process that has a role for itself; undefined when none has. */
export async function holderOf(
  pool: Pick<pg.Pool, 'query'>,
  { space, name }: AdvisoryLock,
): Promise<string | undefined> {
  const { rows } = await pool.query<{ name: string }>(
    `SELECT application_name AS name FROM pg_locks JOIN pg_stat_activity USING (pid)
     WHERE locktype = 'advisory' AND granted AND datname = current_database()
       AND classid::bigint = $1 AND objid::bigint = hashtext($2)::bigint & 4294967295`,
    [LOCK_SPACES[space], name],
  );
  return rows[0]?.name;
}

/** The capabilities on the same servers, to look into them and to make what is needed. */
export const lookInside = (backend: Backend): Promise<Services> =>
  openServices({ ...backend, logger: createLogger('silent') });
