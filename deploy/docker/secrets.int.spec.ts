import { execFile } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';

const run = promisify(execFile);
const ENTRY = join(import.meta.dirname, '../dist/docker/secrets.js');
const newKey = () => randomBytes(32).toString('hex');

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'insuremanager-secrets-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const secrets = (environment: Record<string, string> = {}) =>
  run(process.execPath, [ENTRY, folder], { env: { PATH: process.env.PATH, ...environment } });
const read = (name: string) => readFile(join(folder, 'app', name), 'utf8');

// Only root may give files to the users of the containers.
describe.skipIf(process.getuid?.() !== 0)('secrets of containers', () => {
  it('are made once, for the eyes of their user alone', async () => {
    await secrets();
    const made = await read('master-key');
    expect(made).toMatch(/^[\da-f]{64}$/);
    const { mode, uid } = await stat(join(folder, 'app', 'master-key'));
    expect({ mode: mode & 0o777, uid }).toEqual({ mode: 0o400, uid: 10_001 });
    await secrets();
    expect(await read('master-key')).toBe(made);
    expect(await read('master-key-old')).toBe('');
  });

  it('keep the master key when another one is given', async () => {
    await secrets();
    const made = await read('master-key');
    for (const old of ['', newKey()]) {
      await expect(secrets({ MASTER_KEY: newKey(), MASTER_KEY_OLD: old })).rejects.toMatchObject({
        code: 1,
      });
      expect(await read('master-key')).toBe(made);
    }
  });

  it('have a new master key take the place of the old one, which stays beside it', async () => {
    await secrets();
    const old = await read('master-key');
    const given = { MASTER_KEY: newKey(), MASTER_KEY_OLD: old };
    for (const environment of [given, given, {}]) {
      await secrets(environment);
      expect([await read('master-key'), await read('master-key-old')]).toEqual([
        given.MASTER_KEY,
        old,
      ]);
    }
  });
});
