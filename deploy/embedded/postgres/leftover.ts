import { execFile } from 'node:child_process';
import { readdir, readFile, readlink, rm } from 'node:fs/promises';
import { platform } from 'node:os';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { systemEnvironment } from '../../childEnvironment.js';

const run = promisify(execFile);

/** Milliseconds that each way of stopping is given before a harder one. */
const timeouts = { SIGINT: 20_000, SIGQUIT: 5_000, SIGKILL: 5_000 } as const;

/**
 * Stops what a killed predecessor left behind on this cluster: a whole server, or single backends
 * whose server was killed. Removes a `postmaster.pid` that belongs to nobody, which would block
 * the start once its number belongs to another process.
 *
 * @returns true when something had to be stopped.
 */
export async function stopLeftoverPostgres(cluster: string): Promise<boolean> {
  const pidFile = join(cluster, 'postmaster.pid');
  const server = await serverIn(pidFile);
  const stopped =
    // SIGINT is Postgres' fast shutdown, SIGQUIT its immediate one.
    server !== undefined && (await stop([server], cluster, ['SIGINT', 'SIGQUIT', 'SIGKILL']));
  const orphans = await processesWorkingIn(cluster);
  const stoppedOrphans = await stop(orphans, cluster, ['SIGQUIT', 'SIGKILL']);
  await rm(pidFile, { force: true });
  return stopped || stoppedOrphans;
}

/** The server that a `postmaster.pid` names. */
export async function serverIn(pidFile: string): Promise<number | undefined> {
  const pid = Number.parseInt(await readFile(pidFile, 'utf8').catch(() => ''), 10);
  return pid > 1 ? pid : undefined;
}

/**
 * Postgres works in its cluster's folder: that distinguishes ours from a stranger with the same
 * number.
 */
async function isPostgresOf(pid: number, cluster: string): Promise<boolean> {
  try {
    if (platform() !== 'linux') {
      const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)], {
        env: systemEnvironment(),
      });
      return stdout.includes('postgres') && stdout.includes(cluster);
    }
    const [folder, program] = await Promise.all([
      readlink(`/proc/${pid}/cwd`),
      readlink(`/proc/${pid}/exe`),
    ]);
    return folder === cluster && basename(program).startsWith('postgres');
  } catch {
    return false;
  }
}

async function processesWorkingIn(cluster: string): Promise<number[]> {
  const entries = platform() === 'linux' ? await readdir('/proc') : [];
  return postgresAmong(entries.filter((entry) => /^\d+$/.test(entry)).map(Number), cluster);
}

async function postgresAmong(pids: readonly number[], cluster: string): Promise<number[]> {
  const ours = await Promise.all(pids.map((pid) => isPostgresOf(pid, cluster)));
  return pids.filter((_, index) => ours[index]);
}

/** @returns whether there was anything to stop. */
async function stop(
  pids: readonly number[],
  cluster: string,
  signals: readonly (keyof typeof timeouts)[],
): Promise<boolean> {
  let left = await postgresAmong(pids, cluster);
  if (left.length === 0) return false;
  for (const signal of signals) {
    for (const pid of left) sendSignal(pid, signal);
    const deadline = performance.now() + timeouts[signal];
    while (left.length > 0 && performance.now() < deadline) {
      await pause(20);
      left = await postgresAmong(left, cluster);
    }
    if (left.length === 0) return true;
  }
  throw new Error(`A Postgres of an earlier start (process ${left.join(', ')}) cannot be stopped.`);
}

/** One that has just ended is no error. */
export function sendSignal(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
