import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller } from './identity.js';
import { byAdmin, caller, openIdentityFixture, PASSWORD } from './testing/identityFixture.js';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const CHROME = 'Mozilla/5.0 (Windows NT 10.0) AppleWebKit/537.36 Chrome/140.0 Safari/537.36';
const fixture = testFixture(openIdentityFixture);
let count = 0;
let username: string;
let boss: number;

beforeAll(async () => {
  boss = await fixture.add('boss', 'admin');
});

/** Each test has a user of its own. */
beforeEach(() => {
  count += 1;
  username = `agent${count}`;
});

const subjects = async () => (await fixture.mailsTo(username)).map(({ subject }) => subject);
const refusalOf = (input: { username: string; password: string }) =>
  fixture.identity.signIn(input, { ...caller, address: `198.51.100.${count}` }).then(
    () => null,
    ({ kind, code, message }) => ({ kind, code, message }),
  );

describe('who may not sign in', () => {
  it('is answered the same, whatever the reason', async () => {
    const disabled = await fixture.add(`${username}-disabled`);
    await fixture.users.disable(disabled, byAdmin(boss));
    await fixture.users.invite(
      { username: `${username}-invited`, email: `${username}-i@example.in`, role: 'agent' },
      byAdmin(boss),
    );
    await fixture.add(username);
    const wrong = {
      kind: 'unauthenticated',
      code: 'wrong-credentials',
      message: 'The username or password is wrong.',
    };
    expect(await refusalOf({ username: 'nobody', password: PASSWORD })).toEqual(wrong);
    expect(await refusalOf({ username, password: 'wrong' })).toEqual(wrong);
    const ofDisabled = { username: `${username}-disabled`, password: PASSWORD };
    expect(await refusalOf(ofDisabled)).toEqual(wrong);
    expect(await refusalOf({ username: `${username}-invited`, password: '' })).toEqual(wrong);
  });
});

describe('a new sign-in', () => {
  it('ends the session that the browser had, and never takes its token', async () => {
    const first = await fixture.enter(username);
    const second = await fixture.enterAgain(username, { token: first.token });
    expect(second.token).not.toBe(first.token);
    expect(await fixture.identity.isSessionOpen(first.token)).toBe(false);
    expect(await fixture.identity.isSessionOpen(second.token)).toBe(true);
    await fixture.identity.close();
    expect(await fixture.typesOf(`userAccess-${first.user.userId}`)).toEqual(
      expect.arrayContaining(['UserSignedIn', 'UserSignedOut', 'UserSignedIn']),
    );
  });

  it('ends the session of another user, too', async () => {
    const first = await fixture.enter(username);
    await fixture.add(`${username}b`);
    await fixture.enterAgain(`${username}b`, { token: first.token });
    expect(await fixture.identity.isSessionOpen(first.token)).toBe(false);
  });

  it('that fails ends none', async () => {
    const { token } = await fixture.enter(username);
    const wrong = { username, password: 'wrong' };
    await expect(fixture.identity.signIn(wrong, { ...caller, token })).rejects.toThrow();
    expect(await fixture.identity.isSessionOpen(token)).toBe(true);
  });

  it('takes no token that somebody made up', async () => {
    await fixture.add(username);
    const made = 'A'.repeat(43);
    const { token } = await fixture.enterAgain(username, { token: made });
    expect(token).not.toBe(made);
    expect(await fixture.identity.isSessionOpen(made)).toBe(false);
  });
});

describe('a session of a disabled user', () => {
  it('opens nothing, even where its row is still there', async () => {
    const { user, token } = await fixture.enter(username);
    await fixture.platform.pool.query(
      `UPDATE identity.credentials SET status = 'disabled' WHERE user_id = $1`,
      [user.userId],
    );
    expect(await fixture.identity.isSessionOpen(token)).toBe(false);
    expect(await fixture.identity.userOfSession(token)).toBeNull();
  });
});

describe('a new device', () => {
  const enterFrom = (changes: Partial<Caller>) => fixture.enterAgain(username, changes);

  it('is mailed to the user, once, and not for the first one', async () => {
    await fixture.enter(username);
    expect(await subjects()).toEqual([]);
    await enterFrom({ userAgent: CHROME });
    await enterFrom({ userAgent: CHROME });
    await enterFrom({});
    const mails = await fixture.mailsTo(username);
    expect(mails.map(({ subject }) => subject)).toEqual(['Sign-in on a new device']);
    expect(mails[0]?.text).toContain('Chrome on Windows, 01/04/2026 11:30 (Indian time)');
  });

  it('is the same browser in another network, but not at a neighbouring address', async () => {
    await fixture.enter(username);
    await enterFrom({ address: '192.0.2.200' });
    expect(await subjects()).toEqual([]);
    await enterFrom({ address: '203.0.113.1' });
    expect(await subjects()).toHaveLength(1);
  });

  it('is not mailed to who does not want it', async () => {
    const { user } = await fixture.enter(username);
    const preferences = { ...user.preferences, emailOnNewDevice: false };
    await fixture.identity.savePreferences(user, preferences);
    await enterFrom({ userAgent: CHROME });
    expect(await subjects()).toEqual([]);
  });

  it('is mailed in the language of the user', async () => {
    const { user } = await fixture.enter(username);
    await fixture.identity.savePreferences(user, { ...user.preferences, language: 'hi' });
    await enterFrom({ userAgent: CHROME });
    expect(await subjects()).toEqual(['नए डिवाइस पर साइन-इन']);
  });

  it('is one that was not seen for 90 days', async () => {
    await fixture.enter(username);
    await enterFrom({ userAgent: CHROME });
    fixture.pass(60 * DAY_MS);
    await enterFrom({});
    fixture.pass(31 * DAY_MS);
    await enterFrom({ userAgent: CHROME });
    expect(await subjects()).toHaveLength(2);
  });
});

describe('the sessions of a user', () => {
  it('are listed with device and times, last seen first', async () => {
    const first = await fixture.enter(username);
    fixture.pass(HOUR_MS);
    await fixture.enterAgain(username, { userAgent: CHROME });
    fixture.pass(HOUR_MS);
    await fixture.identity.userOfSession(first.token);
    const { sessions } = await fixture.identity.security(first.user, first.caller);
    const at = (hoursAgo: number) =>
      new Date(fixture.now().getTime() - hoursAgo * HOUR_MS).toISOString();
    expect(sessions).toMatchObject([
      { device: 'Firefox on Linux', createdAt: at(2), lastSeenAt: at(0), isCurrent: true },
      { device: 'Chrome on Windows', createdAt: at(1), lastSeenAt: at(1), isCurrent: false },
    ]);
    expect(JSON.stringify(sessions)).not.toContain(first.token);
  });

  it('are ended one by one, by their user alone', async () => {
    const { identity } = fixture;
    const first = await fixture.enter(username);
    const second = await fixture.enterAgain(username);
    const { sessions } = await identity.security(first.user, first.caller);
    const { id = '' } = sessions.find(({ isCurrent }) => !isCurrent) ?? {};
    const other = await fixture.enter(`${username}b`);
    await expect(identity.endSession(other.user, id, other.caller)).rejects.toMatchObject({
      kind: 'not-found',
    });
    for (const nonsense of ['', 'x', '\u0000', "' OR 1=1 --"]) {
      await expect(identity.endSession(first.user, nonsense, first.caller)).rejects.toMatchObject({
        code: 'session-not-found',
      });
    }
    await identity.endSession(first.user, id, first.caller);
    expect(await identity.isSessionOpen(second.token)).toBe(false);
    expect(await identity.isSessionOpen(first.token)).toBe(true);
    await identity.close();
    const entries = await fixture.typesOf(`userAccess-${first.user.userId}`);
    expect(entries.at(-1)).toBe('UserSessionsEnded');
  });

  it('are ended all but this one', async () => {
    const { identity } = fixture;
    const first = await fixture.enter(username);
    const others = [await fixture.enterAgain(username), await fixture.enterAgain(username)];
    expect(await identity.endOtherSessions(first.user, first.caller)).toBe(2);
    expect(await identity.endOtherSessions(first.user, first.caller)).toBe(0);
    for (const { token } of others) expect(await identity.isSessionOpen(token)).toBe(false);
    expect(await identity.isSessionOpen(first.token)).toBe(true);
  });
});

describe('preferences', () => {
  it('are saved, and known wherever the user signs in', async () => {
    const { user } = await fixture.enter(username);
    const preferences = {
      theme: 'dark' as const,
      language: 'ml' as const,
      mutedNotifications: ['kyc-pending'],
      emailOnNewDevice: false,
      singleKeyShortcuts: false,
      putAway: ['first-steps' as const],
    };
    expect(await fixture.identity.savePreferences(user, preferences)).toEqual(preferences);
    const again = await fixture.enterAgain(username);
    expect(again.user.preferences).toEqual(preferences);
    expect(await fixture.identity.userOfSession(again.token)).toMatchObject({ preferences });
  });
});
