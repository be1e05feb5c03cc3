import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { AlreadyRunning, lockDataFolder, runningOn } from './lock.js';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'insuremanager-lock-'));
});
afterEach(() => rm(folder, { recursive: true }));

const file = () => join(folder, 'running.json');

describe('the lock of a data folder', () => {
  it('lets one in and says to the next where it runs', async () => {
    const lock = await lockDataFolder(folder);
    await lock.publish({ url: 'http://127.0.0.1:4000' });
    await expect(lockDataFolder(folder)).rejects.toThrow(/already running.*127\.0\.0\.1:4000/);
  });

  it('is free again after its release', async () => {
    await (await lockDataFolder(folder)).release();
    expect(await runningOn(folder)).toBeUndefined();
    await expect(lockDataFolder(folder)).resolves.toBeDefined();
  });

  it('lets one of many in, also over the lock of one who was killed', async () => {
    await writeFile(file(), JSON.stringify({ pid: process.pid, born: 'another time' }));
    const attempts = await Promise.allSettled(
      Array.from({ length: 20 }, () => lockDataFolder(folder)),
    );
    const refused = attempts.filter((attempt) => attempt.status === 'rejected');
    expect(refused).toHaveLength(19);
    expect(refused.every(({ reason }) => reason instanceof AlreadyRunning)).toBe(true);
  });

  it('does not take a stranger with the same process number for its owner', async () => {
    await writeFile(file(), JSON.stringify({ pid: process.pid, born: 'another time' }));
    expect(await runningOn(folder)).toBeUndefined();
    await lockDataFolder(folder);
    expect(JSON.parse(await readFile(file(), 'utf8')).born).not.toBe('another time');
  });

  it('takes the place of a lock that was written half-way', async () => {
    await writeFile(file(), '{"pid": 1');
    await expect(lockDataFolder(folder)).resolves.toBeDefined();
  });

  it('is for the owner to read only: it holds the address with the password', async () => {
    await lockDataFolder(folder);
    expect((await stat(file())).mode & 0o777).toBe(0o600);
  });
});
