import { execFile } from 'node:child_process';
import { createHash, randomUUID } from 'node:crypto';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { dirname, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { promisify } from 'node:util';
import { z } from 'zod';
import { systemEnvironment } from '../childEnvironment.js';

const run = promisify(execFile);

const runningSchema = z.object({
  pid: z.number(),
  /** When the process came to be, as its system reports it: numbers are reused. */
  born: z.string(),
  /** Missing until it is ready. */
  url: z.string().optional(),
  databaseUrl: z.string().optional(),
  /** It has been asked to stop and will soon end. */
  isStopping: z.boolean().optional(),
});

/** Who is at work on a data folder, and where its servers listen. */
export type Running = z.infer<typeof runningSchema>;

/** Another process is at work on the same data folder. */
export class AlreadyRunning extends Error {
  override readonly name = 'AlreadyRunning';
  readonly running: Running;

  constructor(dataDir: string, running: Running) {
    const where = running.url ? `at ${running.url}` : '(not ready yet)';
    super(
      `InsureManager is already running on ${dataDir}: ${where}, process ${running.pid}. ` +
        'Use that one, stop it first, or choose another folder with DATA_DIR.',
    );
    this.running = running;
  }
}

/**
 * Takes the data folder for this process. The lock of a killed process does not count.
 * @throws AlreadyRunning
 */
export async function lockDataFolder(dataDir: string) {
  const file = join(dataDir, 'running.json');
  const draft = join(dataDir, `running.${randomUUID()}.json`);
  const own: Running = { pid: process.pid, born: (await bornAt(process.pid)) ?? '' };
  await write(draft, own);
  try {
    await place(draft, file, dataDir);
  } finally {
    await rm(draft, { force: true });
  }
  return {
    /** Tells others where the servers listen, and that they are about to go. */
    publish: async (news: Omit<Running, 'pid' | 'born'>) => {
      Object.assign(own, news);
      await write(draft, own);
      await rename(draft, file);
    },
    release: () => rm(file, { force: true }),
  };
}

export type DataFolderLock = Awaited<ReturnType<typeof lockDataFolder>>;

/** Milliseconds. Killing only npm is noticed by what it started after half a second. */
const noticeTimeoutMs = 1_500;
const stopTimeoutMs = 60_000;

/**
 * As `lockDataFolder`, but lets a process that is about to go finish: a restart need not wait.
 * @throws AlreadyRunning
 */
export async function lockDataFolderSoon(dataDir: string): Promise<DataFolderLock> {
  const startedAt = performance.now();
  for (;;) {
    try {
      return await lockDataFolder(dataDir);
    } catch (error) {
      if (!(error instanceof AlreadyRunning)) throw error;
      const timeoutMs = error.running.isStopping ? stopTimeoutMs : noticeTimeoutMs;
      if (performance.now() - startedAt > timeoutMs) throw error;
    }
    await pause(100);
  }
}

/** The process that is at work on the data folder, if there is one. */
export async function runningOn(dataDir: string): Promise<Running | undefined> {
  const found = await read(join(dataDir, 'running.json'));
  return found && (await isAlive(found)) ? found : undefined;
}

/** A link appears at once and whole, and only where nothing is: of two starters one wins. */
async function place(draft: string, file: string, dataDir: string): Promise<void> {
  for (let attempt = 1; attempt <= 10; attempt += 1) {
    if (await linked(draft, file)) return;
    const owner = await read(file);
    if (owner && (await isAlive(owner))) throw new AlreadyRunning(dataDir, owner);
    if (await takenOver(draft, file, owner)) return;
  }
  throw new Error(`${file} can be neither read nor replaced.`);
}

/**
 * Replaces the lock of a dead owner. Every owner has one succession: of whoever makes the file
 * that is named after it. A successor that died before it was done is succeeded in the same way.
 * Successions are removed only after the lock was replaced; who comes late with the old lock in mind
 * may then make one again, but finds another lock in place, and steps back.
 */
async function takenOver(draft: string, file: string, dead: Running | undefined) {
  const dataDir = dirname(file);
  const successions: string[] = [];
  let last = dead;
  for (;;) {
    const succession = join(dataDir, `running.after.${nameOf(last)}.json`);
    successions.push(succession);
    if (await linked(draft, succession)) break;
    last = await read(succession);
    if (last && (await isAlive(last))) throw new AlreadyRunning(dataDir, last);
    if (!last) return false;
  }
  const isUnchanged = nameOf(await read(file)) === nameOf(dead);
  if (isUnchanged) await rename(draft, file);
  const own = successions.slice(-1);
  for (const succession of isUnchanged ? successions : own) await rm(succession, { force: true });
  return isUnchanged;
}

async function linked(draft: string, file: string): Promise<boolean> {
  try {
    await link(draft, file);
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}

const nameOf = (owner: Running | undefined): string =>
  createHash('sha256').update(`${owner?.pid}:${owner?.born}`).digest('hex').slice(0, 16);

/** It holds the database's password: for the owner's eyes only. */
const write = (file: string, running: Running) =>
  writeFile(file, `${JSON.stringify(running, null, 2)}\n`, { mode: 0o600, flush: true });

async function read(file: string): Promise<Running | undefined> {
  try {
    return runningSchema.parse(JSON.parse(await readFile(file, 'utf8')));
  } catch {
    // Unreadable is as good as left behind.
    return undefined;
  }
}

async function isAlive({ pid, born }: Running): Promise<boolean> {
  return (await bornAt(pid)) === born;
}

/** Undefined when there is no such process. */
async function bornAt(pid: number): Promise<string | undefined> {
  try {
    if (platform() !== 'linux') {
      const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)], {
        env: systemEnvironment(),
      });
      return stdout.trim();
    }
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The name, in brackets, may hold blanks. After it: the state first, the start time as the
    // 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${boot.trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}
