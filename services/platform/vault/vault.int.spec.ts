import { randomBytes, randomUUID } from 'node:crypto';
import { makeTestDatabase, type TestDatabase } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger } from '../logger.js';
import { openPostgres, type Pool } from '../postgres/postgres.js';
import { listenersForKeys } from '../testing/listeners.js';
import { openVault } from './openVault.js';
import type { Vault } from './vault.js';

const TTL_MS = 5_000;
const masterKey = randomBytes(32);
const logger = createLogger('silent');

let database: TestDatabase;
let pool: Pool;
let vault: Vault;
/** Another process on the same database, with a clock that the tests set. */
let other: Vault;
let otherTime = 0;

beforeAll(async () => {
  database = await makeTestDatabase();
  pool = openPostgres(database.url, { max: 10, logger });
  [vault, other] = await Promise.all([
    openVault({ pool, masterKey, ttlMs: TTL_MS }),
    openVault({ pool, masterKey, ttlMs: TTL_MS, now: () => otherTime }),
  ]);
});
afterAll(async () => {
  await pool?.end();
  await database?.drop();
});

const newSubject = (): string => `customer-${randomUUID()}`;

const unsealBy = async (by: Vault, subject: string, sealed: string): Promise<unknown> => {
  await by.loadKeys([subject]);
  return by.unseal(subject, sealed);
};

describe('the vault', () => {
  it('lets every process read what one has sealed', async () => {
    const subject = newSubject();
    const sealed = await vault.seal(subject, { name: 'Lakshmi' });
    expect(sealed).not.toContain('Lakshmi');
    expect(await unsealBy(other, subject, sealed)).toEqual({ name: 'Lakshmi' });
  });

  it('makes one key for a subject, whoever is first', async () => {
    const subject = newSubject();
    const sealed = await Promise.all(
      Array.from({ length: 20 }, (_, i) => (i % 2 ? vault : other).seal(subject, i)),
    );
    for (const [i, text] of sealed.entries()) {
      expect(await unsealBy(vault, subject, text)).toBe(i);
      expect(await unsealBy(other, subject, text)).toBe(i);
    }
  });

  it('makes the keys of many by one statement, also where one of them was erased', async () => {
    const subjects = Array.from({ length: 40 }, newSubject);
    const erased = newSubject();
    await vault.destroyKey(erased);
    const sealing = subjects.map((subject) => vault.seal(subject, subject));
    await expect(vault.seal(erased, 'x')).rejects.toMatchObject({ code: 'subject-erased' });
    const sealed = await Promise.all(sealing);
    for (const [i, subject] of subjects.entries())
      expect(await unsealBy(other, subject, sealed[i] ?? '')).toBe(subject);
    const { rows } = await pool.query(
      'SELECT count(DISTINCT xmin::text)::int AS statements FROM vault.keys WHERE subject = ANY($1)',
      [subjects],
    );
    expect(rows).toEqual([{ statements: 1 }]);
  });

  it('makes one key for each of many, whichever order several processes ask in', async () => {
    const subjects = Array.from({ length: 200 }, newSubject);
    const seal = (by: Vault, order: readonly string[]) =>
      Promise.all(order.map((subject) => by.seal(subject, subject)));
    const [, texts] = await Promise.all([
      seal(vault, subjects.toReversed()),
      seal(other, subjects),
    ]);
    for (const [i, subject] of subjects.entries())
      expect(await unsealBy(vault, subject, texts[i] ?? '')).toBe(subject);
  });

  it('takes unknown subjects without an error, but opens nothing for them', async () => {
    const subject = newSubject();
    await vault.loadKeys([subject]);
    expect(() => vault.unseal(subject, 'v1.x')).toThrow(`no key for ${subject}`);
  });

  it('gives equal values equal fingerprints in every process, each purpose its own', () => {
    expect(vault.fingerprint('phone', '1')).toBe(other.fingerprint('phone', '1'));
    expect(vault.fingerprint('phone', '1')).toMatch(/^[\w-]{43}$/);
    expect(vault.fingerprint('email', '1')).not.toBe(vault.fingerprint('phone', '1'));
    expect(vault.fingerprint('phone', '2')).not.toBe(vault.fingerprint('phone', '1'));
  });
});

describe('a derived key', () => {
  it('is the same in every process, and of its subject and purpose alone', async () => {
    const [a, b] = [newSubject(), newSubject()];
    const key = await vault.deriveKey(a, 'file 1');
    expect(key).toHaveLength(32);
    expect(await other.deriveKey(a, 'file 1')).toEqual(key);
    expect(await vault.deriveKey(a, 'file 2')).not.toEqual(key);
    expect(await vault.deriveKey(b, 'file 1')).not.toEqual(key);
  });

  it('makes the key of a subject that had none, durably', async () => {
    const subject = newSubject();
    const keys = await Promise.all([
      vault.deriveKey(subject, 'file'),
      other.deriveKey(subject, 'file'),
    ]);
    const reopened = await openVault({ pool, masterKey });
    expect([...keys, await reopened.deriveKey(subject, 'file')]).toEqual(Array(3).fill(keys[0]));
  });

  it('is lost with the key of its subject', async () => {
    const subject = newSubject();
    await vault.deriveKey(subject, 'file');
    await vault.destroyKey(subject);
    otherTime += TTL_MS;
    for (const process of [vault, other])
      await expect(process.deriveKey(subject, 'file')).rejects.toMatchObject({
        kind: 'conflict',
        code: 'subject-erased',
      });
  });
});

describe('destroying a key', () => {
  it('erases the person at once here, and within seconds in a process that hears of nothing', async () => {
    const subject = newSubject();
    const sealed = await vault.seal(subject, 'Lakshmi');
    expect(await unsealBy(other, subject, sealed)).toBe('Lakshmi');
    await vault.destroyKey(subject);
    expect(await unsealBy(vault, subject, sealed)).toBeNull();
    otherTime += TTL_MS;
    expect(await unsealBy(other, subject, sealed)).toBeNull();
  });

  it('is for ever: no second key is made', async () => {
    const subject = newSubject();
    await vault.seal(subject, 'Lakshmi');
    await vault.destroyKey(subject);
    await vault.destroyKey(subject);
    otherTime += TTL_MS;
    for (const process of [vault, other])
      await expect(process.seal(subject, 'again')).rejects.toMatchObject({
        kind: 'conflict',
        code: 'subject-erased',
      });
    const { rows } = await pool.query('SELECT wrapped FROM vault.keys WHERE subject = $1', [
      subject,
    ]);
    expect(rows).toEqual([{ wrapped: null }]);
  });

  it('also holds for a subject that never had one', async () => {
    const subject = newSubject();
    await vault.destroyKey(subject);
    await expect(other.seal(subject, 'x')).rejects.toMatchObject({ code: 'subject-erased' });
  });
});

describe('a key that is destroyed while it is asked for', () => {
  it('is not used by who made sure of it a moment before', async () => {
    const subject = newSubject();
    const slow: Pool = Object.create(pool);
    const asking = await openVault({ pool: slow, masterKey });
    const query = pool.query.bind(pool) as (...parts: unknown[]) => Promise<unknown>;
    slow.query = (async (...parts: unknown[]) => {
      const answer = await query(...parts);
      if (String(parts[0]).includes('offered')) await asking.destroyKey(subject);
      return answer;
    }) as typeof pool.query;
    const sealing = asking.seal(subject, 'Lakshmi');
    await expect(sealing).rejects.toMatchObject({ code: 'subject-erased' });
  });
});

describe('a process that listens', () => {
  let listening: Vault;
  let time = 0;
  let stop: () => Promise<void>;

  beforeAll(async () => {
    listening = await openVault({ pool, masterKey, ttlMs: TTL_MS, now: () => time });
    stop = listening.listen({ databaseUrl: database.url, logger });
    const isListening = async () => expect(await listenersForKeys(pool)).toHaveLength(1);
    await vi.waitFor(isListening, { timeout: 120_000 });
  });
  afterAll(() => stop?.());

  it('hears at once of a key that another one destroys', async () => {
    const subject = newSubject();
    const sealed = await vault.seal(subject, 'Lakshmi');
    expect(await unsealBy(listening, subject, sealed)).toBe('Lakshmi');
    expect(listening.isDestroyed(subject)).toBe(false);
    await vault.destroyKey(subject);
    // Its clock stands still: only a message can tell it.
    await expect.poll(() => listening.isDestroyed(subject)).toBe(true);
    expect(listening.unseal(subject, sealed)).toBeNull();
  });

  it('need not ask for a key again, until the connection is lost', async () => {
    const subject = newSubject();
    const sealed = await vault.seal(subject, 'Lakshmi');
    await unsealBy(listening, subject, sealed);
    // As if the message of it were lost.
    await pool.query(
      'UPDATE vault.keys SET wrapped = NULL, destroyed_at = now() WHERE subject = $1',
      [subject],
    );
    time += TTL_MS;
    expect(await unsealBy(listening, subject, sealed)).toBe('Lakshmi');
    const [pid] = await listenersForKeys(pool);
    await pool.query('SELECT pg_terminate_backend($1)', [pid]);
    await expect.poll(() => unsealBy(listening, subject, sealed)).toBeNull();
  });
});

describe('opening the vault', () => {
  it('with another master key is refused in words for the operator', async () => {
    const opening = openVault({ pool, masterKey: randomBytes(32) });
    await expect(opening).rejects.toThrow(/MASTER_KEY does not open the vault/);
    await expect(openVault({ pool, masterKey: randomBytes(16) })).rejects.toThrow(/32 bytes/);
  });

  it('may be done by many processes at once on an empty database', async () => {
    const fresh = await makeTestDatabase();
    const freshPool = openPostgres(fresh.url, { max: 8, logger });
    const vaults = await Promise.all(
      Array.from({ length: 6 }, () => openVault({ pool: freshPool, masterKey })),
    );
    expect(new Set(vaults.map((opened) => opened.fingerprint('a', 'b'))).size).toBe(1);
    await freshPool.end();
    await fresh.drop();
  });

  it('notices keys that were swapped between subjects', async () => {
    const [a, b] = [newSubject(), newSubject()];
    await vault.seal(a, 1);
    await vault.seal(b, 2);
    await pool.query(
      `UPDATE vault.keys SET wrapped = (SELECT wrapped FROM vault.keys WHERE subject = $1)
       WHERE subject = $2`,
      [a, b],
    );
    otherTime += TTL_MS;
    await expect(other.loadKeys([b])).rejects.toThrow('changed from outside');
  });
});

describe('what the first release wrote', () => {
  /** Made by it; must open for ever. */
  const first = {
    masterKey: '5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a5a',
    subject: 'customer-12',
    wrapped:
      'f740b3d28fe02cd74df03f851d4f178c0d9bcf4ddd1fcebb5df382a872f601d4254bb464c668def9b59e6d1291aae8d9d562f48ad8ffa30967042d4d',
    sealed: 'v1.Q61yz4aXTSK3JvdeoeyvbMgjR9uR3y8y2SDwvSTCNiTJl7KsFWxQ_0A6uOGVEkg59uYv',
    secret:
      '022c02715e64a5025ed0bc3f5e274e3cd3875a075838a630f9a01bd8b673d0da4cab70d44c8cd49116434a4779732e87ca12011111673506685b2cb8',
    fingerprint: 'v7_4hhpq7yB9iBeFfFMrbHrkLSUXEyh0ecLOPwVnm78',
  };

  it('is still opened', async () => {
    const old = await makeTestDatabase();
    const oldPool = openPostgres(old.url, { max: 2, logger });
    const key = Buffer.from(first.masterKey, 'hex');
    await openVault({ pool: oldPool, masterKey: key });
    await oldPool.query("UPDATE vault.secrets SET wrapped = $1 WHERE name = 'fingerprint'", [
      Buffer.from(first.secret, 'hex'),
    ]);
    await oldPool.query('INSERT INTO vault.keys (subject, wrapped) VALUES ($1, $2)', [
      first.subject,
      Buffer.from(first.wrapped, 'hex'),
    ]);
    const opened = await openVault({ pool: oldPool, masterKey: key });
    expect(await unsealBy(opened, first.subject, first.sealed)).toEqual({ name: 'Lakshmi Nair' });
    expect(opened.fingerprint('phone', '+919876543210')).toBe(first.fingerprint);
    await oldPool.end();
    await old.drop();
  });
});
