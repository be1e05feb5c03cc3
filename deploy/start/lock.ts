import { execFile } from 'node:child_process';
import { link, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { platform } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { z } from 'zod';

const run = promisify(execFile);

const runningSchema = z.object({
  pid: z.number(),
  /** When the process came to be, as its system tells it: a number may be given again. */
  born: z.string(),
  /** Missing until it is ready. */
  url: z.string().optional(),
  databaseUrl: z.string().optional(),
  eventStoreUrl: z.string().optional(),
});

/** Who is at work on a data folder, and where its servers listen. */
export type Running = z.infer<typeof runningSchema>;

export interface DataFolderLock {
  /** Tells others where the servers listen. */
  publish(where: Pick<Running, 'url' | 'databaseUrl' | 'eventStoreUrl'>): Promise<void>;
  release(): Promise<void>;
}

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
 * Takes the data folder for this process. What a killed process left does not count.
 * @throws AlreadyRunning
 */
export async function lockDataFolder(dataDir: string): Promise<DataFolderLock> {
  const file = join(dataDir, 'running.json');
  const draft = join(dataDir, `running.${process.pid}.json`);
  const own: Running = { pid: process.pid, born: (await bornAt(process.pid)) ?? '' };
  await write(draft, own);
  try {
    await place(draft, file, dataDir);
  } finally {
    await rm(draft, { force: true });
  }
  return {
    publish: async (where) => {
      Object.assign(own, where);
      await write(draft, own);
      await rename(draft, file);
    },
    release: () => rm(file, { force: true }),
  };
}

/** The process that is at work on the data folder, if there is one. */
export async function runningOn(dataDir: string): Promise<Running | undefined> {
  const found = await read(join(dataDir, 'running.json'));
  return found && (await isAlive(found)) ? found : undefined;
}

/** A link appears at once and whole, and only where nothing is: of two starters one wins. */
async function place(draft: string, file: string, dataDir: string): Promise<void> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await link(draft, file);
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
    const holder = await read(file);
    if (holder && (await isAlive(holder))) throw new AlreadyRunning(dataDir, holder);
    if (attempt === 5) throw new Error(`${file} can be neither read nor replaced.`);
    await takeAway(file, holder, dataDir);
  }
}

/** Removes a stale lock, unless another starter has replaced it in between. */
async function takeAway(file: string, stale: Running | undefined, dataDir: string): Promise<void> {
  const aside = join(dataDir, `running.stale.${process.pid}.json`);
  try {
    await rename(file, aside);
    const taken = await read(aside);
    const replaced = taken && (taken.pid !== stale?.pid || taken.born !== stale.born);
    if (replaced && (await isAlive(taken))) {
      await link(aside, file);
      throw new AlreadyRunning(dataDir, taken);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOENT') throw error;
  } finally {
    await rm(aside, { force: true });
  }
}

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
      const { stdout } = await run('ps', ['-o', 'lstart=', '-p', String(pid)]);
      return stdout.trim();
    }
    const [boot, stat] = await Promise.all([
      readFile('/proc/sys/kernel/random/boot_id', 'utf8'),
      readFile(`/proc/${pid}/stat`, 'utf8'),
    ]);
    // The name, in brackets, may hold blanks. After it: the state first, the start time as the 20th.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return fields[0] === 'Z' ? undefined : `${boot.trim()}:${fields[19]}`;
  } catch {
    return undefined;
  }
}
