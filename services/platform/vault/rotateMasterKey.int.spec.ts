import { randomBytes } from 'node:crypto';
import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../logger.js';
import { openPostgres, type Pool } from '../postgres/postgres.js';
import { openVault } from './openVault.js';
import { rotateMasterKey } from './rotateMasterKey.js';
import type { Vault } from './vault.js';

const oldKey = randomBytes(32);
const newKey = randomBytes(32);
/** More than two batches. */
const SUBJECTS = 2_100;

let database: TestDatabase;
let pool: Pool;
/** As processes were given the keys, one after the other. */
let before: Vault;
let sealed: Map<string, string>;

const rotate = (more: Partial<Parameters<typeof rotateMasterKey>[0]> = {}) =>
  rotateMasterKey({
    ...{ pool, masterKey: newKey, oldMasterKey: oldKey, onProgress: () => undefined },
    ...more,
  });
const opened = async (vault: Vault): Promise<unknown[]> => {
  await vault.loadKeys(sealed.keys());
  return [...sealed].map(([subject, text]) => vault.unseal(subject, text));
};
const subjects = () => [...sealed.keys()];

beforeEach(async () => {
  database = await makeTestDatabase();
  pool = openPostgres(database.url, { max: 8, logger: createLogger('silent') });
  before = await openVault({ pool, masterKey: oldKey });
  sealed = new Map();
  const names = Array.from({ length: SUBJECTS }, (_, index) => `customer-${index}`);
  await Promise.all(
    names.map(async (name) => {
      sealed.set(name, await before.seal(name, name));
    }),
  );
});
afterEach(async () => {
  await pool.end();
  await database.drop();
});

/** Ends a rotation after its first batch, as a crash would. */
const breakOff = async () => {
  const crash = new AbortController();
  const broken = rotate({ onProgress: () => crash.abort(), signal: crash.signal });
  await expect(broken).rejects.toMatchObject({ code: 'rotation-ended' });
};

describe('a rotation of the master key', () => {
  it('leaves all that was sealed readable by the new key, and by no other', async () => {
    const print = before.fingerprint('phone', '+919876543210');
    await before.destroyKey('customer-0');
    sealed.delete('customer-0');
    const done = await rotate();
    expect(done).toEqual({ seen: SUBJECTS - 1, rewrapped: SUBJECTS - 1, total: SUBJECTS - 1 });
    const after = await openVault({ pool, masterKey: newKey });
    expect(await opened(after)).toEqual(subjects());
    expect(after.fingerprint('phone', '+919876543210')).toBe(print);
    await expect(after.seal('customer-0', 'x')).rejects.toMatchObject({ code: 'subject-erased' });
    await expect(openVault({ pool, masterKey: oldKey })).rejects.toThrow(/does not open the vault/);
  });

  it('that broke off in the middle is readable with both keys, and finished by another', async () => {
    await breakOff();
    await expect(openVault({ pool, masterKey: newKey })).rejects.toThrow(
      /not finished.*MASTER_KEY_OLD/,
    );
    const both = await openVault({ pool, masterKey: newKey, oldMasterKey: oldKey });
    expect(await opened(both)).toEqual(subjects());
    sealed.set('customer-new', await both.seal('customer-new', 'customer-new'));
    const rest = await rotate();
    expect(rest.seen).toBe(SUBJECTS + 1);
    expect(rest.rewrapped).toBe(SUBJECTS - 1_000);
    expect(await opened(await openVault({ pool, masterKey: newKey }))).toEqual(subjects());
    expect(await rotate()).toMatchObject({ rewrapped: 0 });
  });

  it('misses no key that processes with both make meanwhile', async () => {
    const both = await openVault({ pool, masterKey: newKey, oldMasterKey: oldKey });
    let isOver = false;
    const atWork = Array.from({ length: 4 }, async (_, worker) => {
      for (let index = 0; !isOver; index += 1) {
        const subject = `user-${worker}-${index}`;
        sealed.set(subject, await both.seal(subject, subject));
      }
    });
    await rotate();
    isOver = true;
    await Promise.all(atWork);
    expect(await opened(await openVault({ pool, masterKey: newKey }))).toEqual(subjects());
  });

  it('leaves a process with the old key only unable to make keys that nobody could open', async () => {
    await rotate();
    await expect(before.seal('customer-late', 'x')).rejects.toThrow(/Start it anew with both/);
    const { rows } = await pool.query("SELECT FROM vault.keys WHERE subject = 'customer-late'");
    expect(rows).toHaveLength(0);
  });

  it.each([
    ['another old key', { oldMasterKey: randomBytes(32) }],
    ['another pair', { masterKey: randomBytes(32), oldMasterKey: randomBytes(32) }],
    ['the same key twice', { masterKey: oldKey }],
  ])('is refused with %s, and nothing changes', async (_, keys) => {
    await expect(rotate(keys)).rejects.toMatchObject({ kind: 'conflict' });
    expect(await opened(await openVault({ pool, masterKey: oldKey }))).toEqual(subjects());
  });

  it('that broke off is refused with another pair of keys', async () => {
    await breakOff();
    const other = { oldMasterKey: newKey, masterKey: randomBytes(32) };
    await expect(rotate(other)).rejects.toMatchObject({ code: 'other-master-key' });
    await expect(rotate({ oldMasterKey: randomBytes(32) })).rejects.toMatchObject({
      code: 'other-master-key',
    });
  });
});
