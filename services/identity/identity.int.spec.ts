import { randomBytes } from 'node:crypto';
import { userEventDefinitions } from '@insuremanager/contracts/identity/userEvents';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLogger } from '../platform/logger.js';
import { openPlatform, type Platform } from '../platform/platform.js';
import { createIdentity, type Identity } from './index.js';

const HOUR_MS = 3_600_000;
const ADMIN = { username: 'Admin', email: 'Admin@example.in', password: 'correct horse' };
const from = { address: '192.0.2.1', userAgent: '', correlationId: 'c', token: null };

let backend: TestBackend;
let platform: Platform;
let identity: Identity;
/** Time passes only when a test says so. */
let now = new Date('2026-04-01T04:30:00Z');
const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};

beforeAll(async () => {
  backend = await startTestBackend();
  platform = await openPlatform({
    ...backend,
    masterKey: randomBytes(32),
    definitions: userEventDefinitions,
    clock: { now: () => now },
    logger: createLogger('silent'),
  });
  identity = await createIdentity(platform, {
    publicUrl: 'http://localhost:4000',
    agencyName: async () => 'Test Agency',
  });
});
afterAll(async () => {
  await identity.close();
  await platform.close();
  await backend.stop();
});

const credentials = async () =>
  (await platform.pool.query('SELECT * FROM identity.credentials ORDER BY user_id')).rows;
const accessOf = async (userId: number) =>
  (await platform.commands.readHistory(`userAccess-${userId}`)).map(({ type }) => type);

describe('the first admin', () => {
  it('is refused with a username, email or password that is none', async () => {
    const wrong = { username: 'a@b', email: 'nowhere', password: 'short' };
    await expect(identity.ensureFirstAdmin(wrong)).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field: 'username' }, { field: 'email' }, { field: 'password' }],
    });
  });

  it('is completed by the next start when a crash left no credential', async () => {
    expect(await identity.ensureFirstAdmin({ ...ADMIN, password: 'lost in the crash' })).toEqual({
      created: true,
    });
    await platform.pool.query('DELETE FROM identity.credentials');

    expect(await identity.ensureFirstAdmin(ADMIN)).toEqual({ created: true });
    expect(await platform.commands.readHistory('user-1')).toHaveLength(1);
    expect(await credentials()).toMatchObject([{ user_id: 1, username: 'admin', role: 'admin' }]);
    expect(await identity.signIn(ADMIN, from)).toMatchObject({ user: { userId: 1 } });
  });

  it('is made once: further starts change nothing, whatever they are given', async () => {
    const others = { username: 'other', email: 'other@example.in', password: 'other password' };
    const starts = [ADMIN, others, ADMIN].map((first) => identity.ensureFirstAdmin(first));
    expect(await Promise.all(starts)).toEqual(Array(3).fill({ created: false }));
    expect(await credentials()).toHaveLength(1);
  });

  it('is listed among the users, by number and name alone', async () => {
    expect(await identity.activeUsers()).toEqual([{ userId: 1, username: 'admin', role: 'admin' }]);
  });

  it('leaves neither password nor email readable', async () => {
    const [row] = await credentials();
    expect(row.password_hash).toMatch(/^\$argon2id\$/);
    const [event] = await platform.eventLog.readStream('user-1');
    expect(JSON.stringify({ ...event, position: 0, revision: 0 })).not.toContain('@example.in');
  });

  it('is made by one of two processes that start at once', async () => {
    await platform.pool.query('DELETE FROM identity.credentials');
    const starts = await Promise.all([1, 2, 3].map(() => identity.ensureFirstAdmin(ADMIN)));
    expect(starts.filter(({ created }) => created)).toHaveLength(1);
    expect(await platform.commands.readHistory('user-1')).toHaveLength(1);
  });
});

describe('a session', () => {
  let token: string;
  beforeEach(async () => {
    ({ token } = await identity.signIn(ADMIN, from));
  });

  it('ends 12 hours after it was last used', async () => {
    for (let used = 0; used < 3; used += 1) {
      pass(11 * HOUR_MS);
      expect(await identity.userOfSession(token)).toMatchObject({ username: 'admin' });
    }
    pass(12 * HOUR_MS);
    expect(await identity.userOfSession(token)).toBeNull();
  });

  it('is not prolonged by a look whether it is open', async () => {
    pass(11 * HOUR_MS);
    expect(await identity.isSessionOpen(token)).toBe(true);
    pass(HOUR_MS);
    expect(await identity.isSessionOpen(token)).toBe(false);
    expect(await identity.isSessionOpen('none')).toBe(false);
  });

  it('ends after 7 days, however busy it was', async () => {
    for (let hours = 0; hours < 7 * 24 - 8; hours += 8) {
      pass(8 * HOUR_MS);
      expect(await identity.userOfSession(token)).not.toBeNull();
    }
    pass(8 * HOUR_MS);
    expect(await identity.userOfSession(token)).toBeNull();
  });

  it('ends when its user signs out, and only that one', async () => {
    const other = await identity.signIn(ADMIN, from);
    await identity.signOut(token, 'c');
    await identity.signOut(token, 'c');
    expect(await identity.userOfSession(token)).toBeNull();
    expect(await identity.userOfSession(other.token)).not.toBeNull();
  });

  it('is looked up together with others that are asked for at the same moment', async () => {
    const other = await identity.signIn(ADMIN, from);
    const { pool } = platform;
    const query = pool.query.bind(pool) as (...parts: unknown[]) => unknown;
    let lookUps = 0;
    pool.query = ((...parts: unknown[]) => {
      if (JSON.stringify(parts[0]).includes('identity.sessions')) lookUps += 1;
      return query(...parts);
    }) as typeof pool.query;
    const tokens = [token, other.token, 'none', token];
    const users = await Promise.all(tokens.map((one) => identity.userOfSession(one)));
    pool.query = query as typeof pool.query;
    expect(users.map((user) => user?.username)).toEqual(['admin', 'admin', undefined, 'admin']);
    expect(lookUps).toBe(1);
    await identity.signOut(other.token, 'c');
    const left = await Promise.all(tokens.map((one) => identity.userOfSession(one)));
    expect(left.map((user) => user?.username)).toEqual(['admin', undefined, undefined, 'admin']);
  });

  it('is known by its hash alone', async () => {
    const { rows } = await platform.pool.query('SELECT token_hash FROM identity.sessions');
    for (const { token_hash } of rows) {
      expect(await identity.userOfSession(token_hash.toString('base64url'))).toBeNull();
    }
  });
});

describe('coming and going', () => {
  it('is recorded for auditors, with who it was', async () => {
    const before = (await accessOf(1)).length;
    const { token } = await identity.signIn(ADMIN, from);
    await expect(identity.signIn({ ...ADMIN, password: 'wrong' }, from)).rejects.toThrow();
    await identity.close();
    await identity.signOut(token, 'c');
    await identity.close();

    expect((await accessOf(1)).slice(before)).toEqual([
      'UserSignedIn',
      'UserSignInFailed',
      'UserSignedOut',
    ]);
    const notes = await platform.commands.readHistory('userAccess-1');
    expect(notes.at(-1)?.metadata.actor).toEqual({ userId: 1, username: 'admin', role: 'admin' });
    expect(notes.at(-2)?.metadata.actor.username).toBe('system');
  });

  it('of an unknown user leaves nothing', async () => {
    const head = await platform.eventLog.head();
    const nobody = { username: 'nobody', password: 'wrong' };
    await expect(identity.signIn(nobody, from)).rejects.toMatchObject({
      kind: 'unauthenticated',
      code: 'wrong-credentials',
    });
    await identity.close();
    expect(await platform.eventLog.head()).toEqual(head);
  });
});
