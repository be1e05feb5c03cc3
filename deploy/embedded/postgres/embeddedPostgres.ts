import type { ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, open, readFile, realpath, stat, truncate } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { type PostgresAccount, postgresAccount } from './account.js';
import { loadPostgresBinaries, type PostgresBinaries } from './binaries.js';
import { ensureCluster, quietEnvironment } from './cluster.js';
import { stopLeftoverPostgres } from './leftover.js';

export interface EmbeddedPostgresOptions {
  /** Holds the cluster and the server's log. Made when missing; nothing else may lie in it. */
  folder: string;
  /** Loopback port to listen on. */
  port: number;
  /** Of the superuser `postgres`. Taken when the cluster is made; must stay the same after. */
  password: string;
  /** Server settings, as in postgresql.conf. */
  settings: Record<string, string>;
  /** Another Postgres than the one that npm installed. */
  binaries?: PostgresBinaries;
}

/** Milliseconds; recovery after a crash under load takes the longest. */
const startTimeoutMs = 120_000;
const stopTimeoutMs = 20_000;
const largestLog = 10 * 1024 * 1024;

export const SUPERUSER = 'postgres';

/**
 * Starts the real Postgres that npm installed, on the loopback interface only, with password
 * authentication, no Unix socket, in a process group of its own (Ctrl-C is for us to pass on).
 *
 * @throws with the end of the server's log when it does not come up.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions) {
  await mkdir(options.folder, { recursive: true, mode: 0o700 });
  const folder = await realpath(options.folder);
  await chmod(folder, 0o700);
  const binaries = options.binaries ?? (await loadPostgresBinaries());
  const account = await postgresAccount(binaries, folder);
  await stopLeftoverPostgres(join(folder, 'cluster'));
  const cluster = await ensureCluster(folder, options.password, { binaries, account });
  const log = join(folder, 'postgres.log');
  const server = await launch({ binaries, account, cluster, log, options });
  const ended = once(server, 'exit').then(([code, signal]) => signal ?? `code ${code}`);
  await ready(server, cluster, log);
  return {
    port: options.port,
    pid: server.pid ?? 0,
    /** Connection string of the superuser for a database. */
    url: (database: string) =>
      `postgres://${SUPERUSER}:${encodeURIComponent(options.password)}@127.0.0.1:${options.port}/${database}`,
    /** Resolves with the signal or the exit code once the server has ended, whoever ended it. */
    ended,
    /** Ends the connections, writes everything down and stops. */
    stop: async () => {
      server.kill('SIGINT');
      const harder = setTimeout(() => server.kill('SIGQUIT'), stopTimeoutMs);
      await ended;
      clearTimeout(harder);
    },
  };
}

export type EmbeddedPostgres = Awaited<ReturnType<typeof startEmbeddedPostgres>>;

interface Launch {
  binaries: PostgresBinaries;
  account: PostgresAccount;
  cluster: string;
  log: string;
  options: EmbeddedPostgresOptions;
}

async function launch({ binaries, account, cluster, log, options }: Launch): Promise<ChildProcess> {
  const settings = {
    ...options.settings,
    port: String(options.port),
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
  };
  await truncateLarge(log);
  const output = await open(log, 'a', 0o600);
  try {
    const server = account.spawn(
      binaries.postgres,
      [
        '-D',
        cluster,
        ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]),
      ],
      { stdio: ['ignore', output.fd, output.fd], detached: true, env: quietEnvironment() },
    );
    // Waits for the process to be there, or fails as it failed.
    await once(server, 'spawn');
    return server;
  } finally {
    await output.close();
  }
}

/** The server itself writes into its pid file when it is ready: line 8 says so, line 1 who. */
async function ready(server: ChildProcess, cluster: string, log: string): Promise<void> {
  const deadline = performance.now() + startTimeoutMs;
  while (server.exitCode === null && server.signalCode === null) {
    const lines = await readFile(join(cluster, 'postmaster.pid'), 'utf8').catch(() => '');
    const [pid, , , , , , , status] = lines.split('\n');
    if (Number(pid) === server.pid && status?.trim() === 'ready') return;
    if (performance.now() > deadline) {
      server.kill('SIGQUIT');
      break;
    }
    await pause(15);
  }
  throw new Error(`The embedded Postgres does not start. It said:\n${await endOf(log)}`);
}

async function truncateLarge(log: string): Promise<void> {
  const size = await stat(log).then(
    (found) => found.size,
    () => 0,
  );
  if (size > largestLog) await truncate(log);
}

async function endOf(log: string): Promise<string> {
  const text = await readFile(log, 'utf8').catch(() => '');
  return text.trimEnd().split('\n').slice(-12).join('\n');
}
