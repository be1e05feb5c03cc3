import { execFile } from 'node:child_process';
import { chmod, chown, copyFile, mkdir, readdir, stat, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Whether a path, relative to the folder that is copied, is left out with all that is below it. */
export type LeftOut = (path: string) => boolean;

/**
 * Copies a folder that others work in: what vanishes meanwhile is left out. Modes and times stay, and
 * owners, too, where we are root. Links are followed. @param to is made where it is missing; the folder
 * above it is there.
 */
export async function copyTree(from: string, to: string, isLeftOut: LeftOut = () => false) {
  const copy = async (path: string): Promise<void> => {
    if (path !== '' && isLeftOut(path)) return;
    const [source, target] = [join(from, path), join(to, path)];
    const found = await unlessGone(stat(source));
    if (!found) return;
    if (found.isDirectory()) {
      await mkdir(target, { recursive: true, mode: 0o700 });
      const names = (await unlessGone(readdir(source))) ?? [];
      for (const name of names) await copy(join(path, name));
    } else if (!found.isFile() || !(await unlessGone(copyFile(source, target).then(() => true)))) {
      return;
    }
    if (process.getuid?.() === 0) await chown(target, found.uid, found.gid);
    await chmod(target, found.mode & 0o7777);
    await utimes(target, found.atime, found.mtime);
  };
  await copy('');
}

/** Resolves when all that was written on this machine is on its disks. */
export const writtenToDisk = async (): Promise<void> => void (await run('sync'));

async function unlessGone<Result>(work: Promise<Result>): Promise<Result | undefined> {
  try {
    return await work;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}
