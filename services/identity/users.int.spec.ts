import { randomUUID } from 'node:crypto';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { Refusal } from '../platform/errors.js';
import { platformOver } from '../platform/testing/platformOver.js';
import type { Users } from './identity.js';
import { byAdmin, caller, openIdentityFixture, PASSWORD } from './testing/identityFixture.js';

const fixture = testFixture(openIdentityFixture);
let boss: number;
let count = 0;
/** Each test has users of its own. */
const name = (): string => {
  count += 1;
  return `user${count}`;
};
const newUser = () => {
  const username = name();
  return { username, email: `${username}@example.in`, role: 'agent' as const };
};

beforeAll(async () => {
  boss = await fixture.add('boss', 'admin');
});

const query = (sql: string, parameters: unknown[] = []) =>
  fixture.platform.pool.query(sql, parameters);

describe('an invitation', () => {
  it('makes a user without a password, and mails a link that lasts seven days', async () => {
    const input = newUser();
    const invited = await fixture.users.invite(input, byAdmin(boss));
    const { record: user, position } = invited;
    // A mail server takes it: the link is for nobody else.
    expect(invited.invitationLink).toBeNull();
    expect(user).toMatchObject({ ...input, status: 'invited', openSessions: 0, version: 0 });
    expect(user.invitationExpiresAt).toBe('2026-04-08T06:00:00.000Z');
    expect(position).not.toBeNull();
    const email = fixture.mail.sent.at(-1);
    expect(email?.to).toBe(input.email);
    expect(email?.text).toMatch(/https:\/\/agency\.example\/invitation#[\w-]{43}\n/);
    await expect(
      fixture.identity.signIn(
        { username: input.username, password: '' },
        {
          address: '192.0.2.9',
          userAgent: '',
          correlationId: 'test',
          token: null,
        },
      ),
    ).rejects.toMatchObject({ code: 'wrong-credentials' });
  });

  it('is one user for one command, and another link each time', async () => {
    const input = newUser();
    const context = byAdmin(boss);
    const first = await fixture.users.invite(input, context);
    const second = await fixture.users.invite(input, context);
    expect(second.record.id).toBe(first.record.id);
    expect(await fixture.typesOf(`user-${first.record.id}`)).toEqual(['UserInvited']);
    const links = fixture.mail.sent.slice(-2).map(({ text }) => /#\S+/.exec(text)?.[0]);
    expect(new Set(links).size).toBe(2);
  });

  it('is refused for a name or an address that is taken', async () => {
    const input = newUser();
    await fixture.users.invite(input, byAdmin(boss));
    await expect(
      fixture.users.invite({ ...newUser(), username: input.username }, byAdmin(boss)),
    ).rejects.toMatchObject({ code: 'username-taken' });
    await expect(
      fixture.users.invite({ ...newUser(), email: input.email.toUpperCase() }, byAdmin(boss)),
    ).rejects.toMatchObject({ code: 'email-taken' });
  });

  it('of two with one address at once, makes one user', async () => {
    const email = `${name()}@example.in`;
    const both = [newUser(), newUser()].map((input) =>
      fixture.users.invite({ ...input, email }, byAdmin(boss)),
    );
    const outcomes = await Promise.allSettled(both);
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  });

  it('says so when the mail server refuses the address, and can be sent again', async () => {
    const input = newUser();
    fixture.mail.refused.add(input.email);
    const sending = fixture.users.invite(input, byAdmin(boss));
    await expect(sending).rejects.toMatchObject({ code: 'email-refused' });
    const user = (await fixture.users.list()).find(({ username }) => username === input.username);
    if (!user) throw new Error('The user is invited');
    fixture.mail.refused.clear();
    const sent = fixture.mail.sent.length;
    await fixture.users.inviteAgain(user.id);
    expect(fixture.mail.sent).toHaveLength(sent + 1);
  });

  it('is not sent again to who has a password', async () => {
    const userId = await fixture.add(name());
    await expect(fixture.users.inviteAgain(userId)).rejects.toMatchObject({
      code: 'not-invited',
    });
  });
});

describe('a user', () => {
  it('gets another role, and has to sign in again', async () => {
    const username = name();
    const userId = await fixture.add(username);
    const { token } = await fixture.signIn(username);
    expect((await fixture.users.find(userId)).openSessions).toBe(1);
    const { record: user } = await fixture.users.update(
      userId,
      { role: 'manager' },
      byAdmin(boss, { expectedVersion: 0 }),
    );
    expect(user).toMatchObject({ role: 'manager', version: 1, openSessions: 0 });
    expect(await fixture.identity.userOfSession(token)).toBeNull();
    expect((await fixture.typesOf(`userAccess-${userId}`)).at(-1)).toBe('UserSessionsEnded');
    await expect(
      fixture.users.update(userId, { role: 'agent' }, byAdmin(boss, { expectedVersion: 0 })),
    ).rejects.toMatchObject({ code: 'stale-version', currentVersion: 1 });
  });

  it('gets another email address, of which the old one is told, and no old link counts', async () => {
    const { record: user } = await fixture.users.invite(newUser(), byAdmin(boss));
    const email = `${name()}@example.com`;
    await fixture.users.update(user.id, { email }, byAdmin(boss));
    await fixture.identity.close();
    expect(fixture.mail.sent.at(-1)?.to).toBe(user.email);
    expect(await fixture.users.find(user.id)).toMatchObject({ email, invitationExpiresAt: null });
    const again = await fixture.users.invite({ ...newUser(), email: user.email }, byAdmin(boss));
    expect(again.record.status).toBe('invited');
  });

  it('who is disabled is out at once, and in again when enabled', async () => {
    const username = name();
    const userId = await fixture.add(username);
    const { token } = await fixture.signIn(username);
    const context = byAdmin(boss);
    const { record: user } = await fixture.users.disable(userId, context);
    expect(user).toMatchObject({ status: 'disabled', openSessions: 0 });
    expect(await fixture.identity.isSessionOpen(token)).toBe(false);
    await expect(fixture.signIn(username)).rejects.toMatchObject({ code: 'wrong-credentials' });
    expect(await fixture.typesOf(`user-${userId}`)).toEqual(['UserRegistered', 'UserDisabled']);

    await fixture.users.enable(userId, byAdmin(boss));
    await fixture.signIn(username);
    // The first command once more: it was carried out, and they were enabled since.
    expect((await fixture.users.disable(userId, context)).record.status).toBe('active');
    expect((await fixture.users.find(userId)).openSessions).toBe(1);
  });

  it('does not disable their own account, nor reset their own second factor', async () => {
    const own = { code: 'own-account' };
    await expect(fixture.users.disable(boss, byAdmin(boss))).rejects.toMatchObject(own);
    await expect(fixture.users.resetTwoFactor(boss, byAdmin(boss))).rejects.toMatchObject(own);
  });

  it('who is unknown is found nowhere', async () => {
    const { users } = fixture;
    const unknown = { kind: 'not-found' };
    await expect(users.find(999)).rejects.toMatchObject(unknown);
    await expect(users.inviteAgain(999)).rejects.toMatchObject(unknown);
    await expect(users.update(999, {}, byAdmin(boss))).rejects.toMatchObject(unknown);
    await expect(users.disable(999, byAdmin(boss))).rejects.toMatchObject(unknown);
    await expect(users.enable(999, byAdmin(boss))).rejects.toMatchObject(unknown);
    await expect(users.resetTwoFactor(999, byAdmin(boss))).rejects.toMatchObject(unknown);
    await expect(users.endSessions(999, byAdmin(boss))).rejects.toMatchObject(unknown);
  });
});

describe('a reset of the second factor', () => {
  it('takes away authenticator, recovery codes and passkeys, and records each', async () => {
    const username = name();
    const userId = await fixture.add(username);
    await query(`UPDATE identity.credentials SET totp_secret = 'sealed' WHERE user_id = $1`, [
      userId,
    ]);
    await query(`INSERT INTO identity.recovery_codes VALUES ($1, 'hash')`, [userId]);
    await query(
      `INSERT INTO identity.passkeys
         (user_id, credential_id, public_key, counter, transports, name, created_at)
       VALUES ($1, 'key', '', 0, '{}', 'Phone', now())`,
      [userId],
    );
    await query(
      `INSERT INTO identity.sessions
         (token_hash, user_id, phase, method, device, created_at, last_seen_at, expires_at)
       VALUES ($1, $2, 'signed_in', 'passkey', 'Firefox', $3, $3, $3::timestamptz + '1 hour')`,
      [Buffer.from(username), userId, fixture.now()],
    );
    expect(await fixture.users.find(userId)).toMatchObject({
      isTwoFactorEnabled: true,
      passkeys: 1,
      openSessions: 1,
    });
    const { record: user } = await fixture.users.resetTwoFactor(userId, byAdmin(boss));
    expect(user).toMatchObject({ isTwoFactorEnabled: false, passkeys: 0, openSessions: 0 });
    const codes = await query('SELECT FROM identity.recovery_codes WHERE user_id = $1', [userId]);
    expect(codes.rowCount).toBe(0);
    expect(await fixture.typesOf(`userAccess-${userId}`)).toEqual([
      'UserTwoFactorDisabled',
      'UserPasskeyRemoved',
      'UserSessionsEnded',
    ]);
    expect((await fixture.mailsTo(username)).map(({ subject }) => subject).sort()).toEqual([
      'A passkey was removed',
      'Two-factor authentication is off',
    ]);
    await fixture.signIn(username);
  });
});

describe('ending sessions', () => {
  it('ends all of a user and records how many', async () => {
    const username = name();
    const userId = await fixture.add(username);
    const { token } = await fixture.signIn(username);
    await fixture.signIn(username);
    const { record: user } = await fixture.users.endSessions(userId, byAdmin(boss));
    expect(user.openSessions).toBe(0);
    expect(await fixture.identity.userOfSession(token)).toBeNull();
    const [ended] = (await fixture.platform.commands.readHistory(`userAccess-${userId}`)).slice(-1);
    expect(ended?.data).toEqual({ userId, count: 2, reason: 'by_admin' });
  });
});

describe('the last active admin', () => {
  let other: number;
  beforeEach(async () => {
    other = await fixture.add(name(), 'admin');
  });
  const activeAdmins = async () =>
    (await fixture.users.list()).filter(
      ({ role, status }) => role === 'admin' && status === 'active',
    );

  it('is neither disabled nor demoted', async () => {
    await fixture.users.disable(other, byAdmin(boss));
    const last = { kind: 'conflict', code: 'last-admin' };
    await expect(fixture.users.disable(boss, byAdmin(other))).rejects.toMatchObject(last);
    await expect(
      fixture.users.update(boss, { role: 'agent' }, byAdmin(boss)),
    ).rejects.toMatchObject(last);
    expect((await activeAdmins()).map(({ id }) => id)).toEqual([boss]);
  });

  it('is not somebody who was only invited', async () => {
    await fixture.users.invite({ ...newUser(), role: 'admin' }, byAdmin(boss));
    await fixture.users.disable(other, byAdmin(boss));
    await expect(
      fixture.users.update(boss, { role: 'agent' }, byAdmin(boss)),
    ).rejects.toMatchObject({ code: 'last-admin' });
  });

  it('stays when two take each other away at once, in two processes', async () => {
    const elsewhere = await fixture.start({
      ...fixture.platform,
      ...platformOver(fixture.platform, {}, fixture.platform.withLock),
    });
    const outcomes = await Promise.allSettled([
      fixture.users.disable(other, byAdmin(boss)),
      elsewhere.users.update(boss, { role: 'agent' }, byAdmin(other)),
    ]);
    await elsewhere.close();
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect(await activeAdmins()).toHaveLength(1);
    // As it was, for the tests that follow.
    await fixture.users.update(boss, { role: 'admin' }, byAdmin(other));
    await fixture.users.disable(other, byAdmin(boss));
  });

  it('is known by the streams, where a row is behind', async () => {
    await fixture.users.disable(other, byAdmin(boss));
    await query(`UPDATE identity.credentials SET status = 'active' WHERE user_id = $1`, [other]);
    await expect(fixture.users.disable(boss, byAdmin(other))).rejects.toMatchObject({
      code: 'last-admin',
    });
  });
});

describe('after a crash between event and row', () => {
  /** A process that dies before it writes rows. */
  const dying = async (...acts: ((users: Users) => Promise<unknown>)[]) => {
    const { pool } = fixture.platform;
    const killed = {
      connect: () => pool.connect(),
      query: (sql: string, parameters: unknown[]) =>
        /^\s*(UPDATE|INSERT INTO) identity\.credentials/.test(sql)
          ? Promise.reject(new Error('killed'))
          : pool.query(sql, parameters),
    } as unknown as typeof pool;
    const process = await fixture.start({ ...fixture.platform, pool: killed });
    for (const act of acts) await expect(act(process.users)).rejects.toThrow('killed');
  };

  it('the same command, sent again, completes it', async () => {
    const username = name();
    const userId = await fixture.add(username);
    const { token } = await fixture.signIn(username);
    const context = byAdmin(boss);
    await dying((users) => users.disable(userId, context));
    expect((await fixture.users.find(userId)).status).toBe('active');
    expect((await fixture.users.disable(userId, context)).record.status).toBe('disabled');
    expect(await fixture.identity.userOfSession(token)).toBeNull();
    expect(await fixture.typesOf(`user-${userId}`)).toEqual(['UserRegistered', 'UserDisabled']);
  });

  it('the next start completes it, and ends sessions', async () => {
    const username = name();
    const userId = await fixture.add(username);
    const { token } = await fixture.signIn(username);
    const input = newUser();
    await dying(
      (users) => users.update(userId, { role: 'analyst' }, byAdmin(boss)),
      (users) => users.invite(input, byAdmin(boss)),
    );
    await (await fixture.start()).close();
    expect(await fixture.users.find(userId)).toMatchObject({ role: 'analyst', openSessions: 0 });
    expect(await fixture.identity.userOfSession(token)).toBeNull();
    const invited = (await fixture.users.list()).find(({ email }) => email === input.email);
    expect(invited).toMatchObject({ status: 'invited', username: input.username });
  });

  /** A process that dies before it ends links and sessions. */
  const dyingBeforeEnds = async (act: (users: Users) => Promise<unknown>) => {
    const { pool } = fixture.platform;
    const killed = {
      connect: () => pool.connect(),
      query: (sql: string, parameters: unknown[]) =>
        /^\s*DELETE FROM identity\.(links|sessions)/.test(sql)
          ? Promise.reject(new Error('killed'))
          : pool.query(sql, parameters),
    } as unknown as typeof pool;
    const process = await fixture.start({ ...fixture.platform, pool: killed });
    await expect(act(process.users)).rejects.toThrow('killed');
  };
  const choosePassword = (email: string) => {
    const { text = '' } = fixture.mail.sent.findLast(({ to }) => to === email) ?? {};
    const token = /#([\w-]{43})$/m.exec(text)?.[1] ?? '';
    const input = { token, newPassword: PASSWORD, removePasskeys: false };
    return fixture.identity.setPasswordByLink(input, caller);
  };

  it('no link counts that went to an address that is theirs no more', async () => {
    const input = newUser();
    const { record: user } = await fixture.users.invite(input, byAdmin(boss));
    const email = `${name()}@example.com`;
    await dyingBeforeEnds((users) => users.update(user.id, { email }, byAdmin(boss)));
    await expect(choosePassword(input.email)).rejects.toMatchObject({ code: 'link-invalid' });
    await fixture.users.inviteAgain(user.id);
    await choosePassword(email);
  });

  it('who is enabled again has no link and no session of before', async () => {
    const username = name();
    const userId = await fixture.add(username);
    const { token } = await fixture.signIn(username);
    await fixture.identity.requestPasswordReset({ user: username }, caller);
    await fixture.identity.close();
    await dyingBeforeEnds((users) => users.disable(userId, byAdmin(boss)));
    await fixture.users.enable(userId, byAdmin(boss));
    expect(await fixture.identity.isSessionOpen(token)).toBe(false);
    await expect(choosePassword(`${username}@example.in`)).rejects.toMatchObject({
      code: 'link-invalid',
    });
  });

  it('a start without the event store goes on', async () => {
    const away = platformOver(fixture.platform, {
      readStream: () =>
        Promise.reject(new Refusal('unavailable', { code: 'unavailable', message: 'Away' })),
    });
    const identity = await fixture.start({ ...fixture.platform, ...away });
    await identity.close();
  });
});

it('leaves no email address, link or password readable in the log', async () => {
  const input = newUser();
  const commandId = randomUUID();
  const { record: user } = await fixture.users.invite(input, byAdmin(boss, { commandId }));
  const stored = await fixture.platform.eventLog.readStream(`user-${user.id}`);
  const text = JSON.stringify(stored.map(({ data, metadata }) => ({ data, metadata })));
  expect(text).not.toContain('@example.in');
  expect(text).not.toContain(PASSWORD);
});
