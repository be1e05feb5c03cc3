import { mkdir, mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { parseSettings } from '../settings.js';
import {
  beginKeyRotation,
  endKeyRotation,
  firstSignInShown,
  loadKeys,
  pendingFirstSignIn,
} from './keys.js';

let dataDir: string;
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'insuremanager-keys-'));
});
afterEach(() => rm(dataDir, { recursive: true }));

const settings = (more: Record<string, string> = {}) =>
  parseSettings({ DATA_DIR: dataDir, ...more });
const modeOf = async (path: string) => (await stat(join(dataDir, path))).mode & 0o777;
const makeData = () => mkdir(join(dataDir, 'postgres', 'cluster'), { recursive: true });

describe('keys', () => {
  it('are made once and stay the same', async () => {
    const made = await loadKeys(settings());
    expect(made.masterKey).toHaveLength(32);
    await makeData();
    expect(await loadKeys(settings())).toEqual(made);
  });

  it('are for the owner only', async () => {
    await loadKeys(settings());
    expect(await modeOf('keys')).toBe(0o700);
    expect(await modeOf('keys/master.key')).toBe(0o600);
    expect(await modeOf('keys/postgres.password')).toBe(0o600);
  });

  it.each(['master.key', 'postgres.password'])(
    'are not made anew over data that the lost %s would open',
    async (name) => {
      await loadKeys(settings());
      await makeData();
      await rm(join(dataDir, 'keys', name));
      await expect(loadKeys(settings())).rejects.toThrow(new RegExp(`${name} is missing`));
    },
  );

  it('are two master keys while one takes the place of the other, and then the new one', async () => {
    const { masterKey: old, oldMasterKey: none } = await loadKeys(settings());
    expect(none).toBeUndefined();
    await beginKeyRotation(dataDir);
    const both = await loadKeys(settings());
    expect(both.oldMasterKey).toEqual(old);
    expect(both.masterKey).not.toEqual(old);
    expect(await modeOf('keys/master.key.next')).toBe(0o600);
    // A rotation that was broken off goes on with the key that it began with.
    await beginKeyRotation(dataDir);
    expect(await loadKeys(settings())).toEqual(both);
    await endKeyRotation(dataDir);
    expect(await loadKeys(settings())).toEqual({ ...both, oldMasterKey: undefined });
  });

  it('leave the master key to whoever gives it', async () => {
    const given = Buffer.alloc(32, 9);
    const keys = await loadKeys(settings({ MASTER_KEY: given.toString('base64') }));
    expect(keys.masterKey).toEqual(given);
    await expect(stat(join(dataDir, 'keys', 'master.key'))).rejects.toThrow('ENOENT');
  });
});

describe('the first sign-in', () => {
  it('is the same until it has been shown, and then no more', async () => {
    const first = await pendingFirstSignIn(settings());
    expect(first?.password).toMatch(/^[\w]{16}$/);
    expect(await pendingFirstSignIn(settings())).toEqual(first);
    await firstSignInShown(dataDir);
    expect(await pendingFirstSignIn(settings())).toBeUndefined();
  });

  it('leaves no password behind once it has been shown', async () => {
    await pendingFirstSignIn(settings());
    expect(await modeOf('keys/first-sign-in.json')).toBe(0o600);
    await firstSignInShown(dataDir);
    await expect(readFile(join(dataDir, 'keys', 'first-sign-in.json'))).rejects.toThrow('ENOENT');
  });

  it('takes what the settings give', async () => {
    const given = {
      ADMIN_USERNAME: 'meera',
      ADMIN_PASSWORD: 'a long enough one',
      ADMIN_EMAIL: 'meera@example.in',
    };
    expect(await pendingFirstSignIn(settings(given))).toEqual({
      username: 'meera',
      password: 'a long enough one',
      email: 'meera@example.in',
    });
  });
});
