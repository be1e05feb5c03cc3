import { execFile } from 'node:child_process';
import { readdir, readFile, readlink } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

interface Process {
  readonly pid: number;
  readonly parent: number;
  readonly command: string;
}

/** The children of a process whose command line holds the text. */
export async function childrenOf(parent: number, text: string): Promise<number[]> {
  const all = await processes();
  return all
    .filter((process) => process.parent === parent && process.command.includes(text))
    .map(({ pid }) => pid);
}

async function processes(): Promise<Process[]> {
  const { stdout } = await run('ps', ['-A', '-ww', '-o', 'pid=,ppid=,args=']);
  return stdout.split('\n').flatMap((line) => {
    const [, pid, parent, command] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return command === undefined ? [] : [{ pid: Number(pid), parent: Number(parent), command }];
  });
}

/** The postmaster of the embedded Postgres in a data folder, if it has one. */
export async function postmasterOf(dataDir: string): Promise<number | undefined> {
  const file = join(dataDir, 'postgres', 'cluster', 'postmaster.pid');
  const pid = Number.parseInt(await readFile(file, 'utf8').catch(() => ''), 10);
  return pid > 1 ? pid : undefined;
}

/**
 * Every process that was started for a data folder, orphans included: it was given the folder in
 * its environment, or (Postgres, which writes its title over that) works in it. Linux only;
 * elsewhere none is found.
 */
export async function processesOn(dataDir: string): Promise<number[]> {
  if (platform() !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map((pid) => belongsTo(pid, dataDir)));
  return pids.filter((pid, index) => found[index] && pid !== process.pid);
}

async function belongsTo(pid: number, dataDir: string): Promise<boolean> {
  const [environment, folder] = await Promise.all([
    readFile(`/proc/${pid}/environ`, 'utf8').catch(() => ''),
    readlink(`/proc/${pid}/cwd`).catch(() => ''),
  ]);
  return (
    environment.split('\0').includes(`DATA_DIR=${dataDir}`) || folder.startsWith(`${dataDir}/`)
  );
}

/** SIGKILL: no handler, no farewell. One that has just gone is no error. */
export function killHard(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error;
  }
}
