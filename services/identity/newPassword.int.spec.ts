import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, SignedInUser } from './identity.js';
import { byAdmin, caller, openIdentityFixture, PASSWORD } from './testing/identityFixture.js';

const HOUR_MS = 3_600_000;
const NEW_PASSWORD = 'copper lantern 81 monsoon';
const fixture = testFixture(openIdentityFixture);
let count = 0;
let username: string;
let user: SignedInUser;
let inside: Caller;
let boss: number;

beforeAll(async () => {
  boss = await fixture.add('boss', 'admin');
});

/** Each test has a user of its own, who calls from an address of their own. */
beforeEach(async () => {
  count += 1;
  username = `agent${count}`;
  ({ user, caller: inside } = await fixture.enter(username));
});

const from = (): Caller => ({ ...caller, address: `198.51.100.${count}` });
const signInWith = (password: string) => fixture.identity.signIn({ username, password }, from());
const access = () => fixture.typesOf(`userAccess-${user.userId}`);
const subjects = async () => (await fixture.mailsTo(username)).map(({ subject }) => subject);
const tokenOf = (text = ''): string => /#([\w-]{43})$/m.exec(text)?.[1] ?? '';
const askFor = (typed: string) => fixture.identity.requestPasswordReset({ user: typed }, from());
const mailedToken = async () => tokenOf((await fixture.mailsTo(username)).at(-1)?.text);
const setByLink = (token: string, newPassword = NEW_PASSWORD) =>
  fixture.identity.setPasswordByLink({ token, newPassword, removePasskeys: false }, from());

describe('changing the password', () => {
  const change = (currentPassword: string, newPassword = NEW_PASSWORD) =>
    fixture.identity.changePassword(user, { currentPassword, newPassword }, inside);

  it('ends all other sessions; this one goes on under a new token', async () => {
    const other = await fixture.enterAgain(username);
    const { token } = await change(PASSWORD);
    const { identity } = fixture;
    expect(await identity.userOfSession(token)).toMatchObject({ username });
    expect(await identity.userOfSession(inside.token ?? '')).toBeNull();
    expect(await identity.userOfSession(other.token)).toBeNull();
    await expect(signInWith(PASSWORD)).rejects.toMatchObject({ code: 'wrong-credentials' });
    await signInWith(NEW_PASSWORD);
  });

  it('is recorded, and mailed', async () => {
    await fixture.enterAgain(username);
    await change(PASSWORD);
    expect(await subjects()).toContain('Your password was changed');
    expect((await access()).slice(-2)).toEqual(['UserPasswordChanged', 'UserSessionsEnded']);
  });

  it('needs the present one', async () => {
    await expect(change('wrong')).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field: 'currentPassword', code: 'wrong-password' }],
    });
  });

  it.each([
    ['easy to guess', 'password123', 'weak-password'],
    ['made of the own name', 'agentagent1', 'weak-password'],
    ['the present one', PASSWORD, 'same-password'],
  ])('refuses one that is %s', async (_case, newPassword, code) => {
    await expect(change(PASSWORD, newPassword)).rejects.toMatchObject({
      fields: [{ field: 'newPassword', code }],
    });
    expect(await fixture.identity.isSessionOpen(inside.token ?? '')).toBe(true);
  });

  it('does not make the session last longer', async () => {
    fixture.pass(11 * HOUR_MS);
    await fixture.identity.userOfSession(inside.token ?? '');
    const { expiresAt } = await change(PASSWORD);
    expect(expiresAt.getTime() - fixture.now().getTime()).toBe((7 * 24 - 11) * HOUR_MS);
  });

  it('cannot be guessed at an open window', async () => {
    for (let tries = 0; tries < 10; tries += 1) await expect(change('wrong')).rejects.toThrow();
    await expect(change(PASSWORD)).rejects.toMatchObject({ kind: 'too-many' });
  });
});

describe('a forgotten password', () => {
  it.each([
    ['username', () => username.toUpperCase()],
    ['email address', () => `${username}@Example.in`],
  ])('is chosen anew by a link, which the %s asks for', async (_case, typed) => {
    await askFor(typed());
    const mail = (await fixture.mailsTo(username)).at(-1);
    expect(mail?.text).toMatch(/https:\/\/agency\.example\/reset-password#[\w-]{43}$/m);
    expect(mail?.html).toContain('https://agency.example/reset-password#');
    await setByLink(tokenOf(mail?.text));
    await signInWith(NEW_PASSWORD);
    expect(await fixture.identity.isSessionOpen(inside.token ?? '')).toBe(false);
    expect(await access()).toEqual(
      expect.arrayContaining(['UserPasswordResetRequested', 'UserPasswordChanged']),
    );
    expect(await subjects()).toContain('Your password was changed');
  });

  it('leaves the second factor as it is', async () => {
    await fixture.enableTwoFactor({ user, caller: inside });
    await askFor(username);
    await setByLink(await mailedToken());
    expect(await signInWith(NEW_PASSWORD)).toMatchObject({ requiresTwoFactor: true });
  });

  it('is chosen once by a link, also of two at once', async () => {
    await askFor(username);
    const token = await mailedToken();
    const answers = await Promise.allSettled([setByLink(token), setByLink(token)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(setByLink(token)).rejects.toMatchObject({ code: 'link-invalid' });
  });

  it('is chosen by the newest link only, within an hour', async () => {
    await askFor(username);
    const first = await mailedToken();
    await askFor(username);
    const second = await mailedToken();
    await expect(setByLink(first)).rejects.toMatchObject({ code: 'link-invalid' });
    fixture.pass(HOUR_MS);
    await expect(setByLink(second)).rejects.toMatchObject({ code: 'link-invalid' });
    await expect(setByLink('nonsense')).rejects.toMatchObject({ code: 'link-invalid' });
  });

  it('does not use the link up when the new one is too easy to guess', async () => {
    await askFor(username);
    const token = await mailedToken();
    await expect(setByLink(token, 'password123')).rejects.toMatchObject({
      fields: [{ field: 'newPassword' }],
    });
    await setByLink(token);
  });

  it('is stored as a hash of the link alone', async () => {
    await askFor(username);
    const token = await mailedToken();
    const { rows } = await fixture.platform.pool.query('SELECT * FROM identity.links');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.some(({ token_hash }) => token_hash.toString() === token)).toBe(false);
  });

  it('is answered the same where there is no such user, or a disabled one', async () => {
    const before = fixture.mail.sent.length;
    await fixture.users.disable(user.userId, byAdmin(boss));
    expect(await askFor('nobody')).toBeUndefined();
    expect(await askFor('nobody@example.in')).toBeUndefined();
    expect(await askFor("' OR 1=1 --\u0000")).toBeUndefined();
    expect(await askFor('a\u0000@example.in')).toBeUndefined();
    expect(await askFor(username)).toBeUndefined();
    await fixture.identity.close();
    expect(fixture.mail.sent).toHaveLength(before);
  });

  it('is asked for five times from one address, whether there is the user or not', async () => {
    for (const typed of ['nobody', username]) {
      for (let asked = 0; asked < 5; asked += 1) await askFor(typed);
      await expect(askFor(typed)).rejects.toMatchObject({ kind: 'too-many' });
    }
  });

  it('mails at most five links an hour, and the last one still works', async () => {
    const { identity } = fixture;
    for (let asked = 0; asked < 8; asked += 1) {
      const address = `203.0.113.${asked}`;
      await identity.requestPasswordReset({ user: username }, { ...caller, address });
      await identity.close();
    }
    const mails = await fixture.mailsTo(username);
    expect(mails.filter(({ subject }) => subject === 'Choose a new password')).toHaveLength(5);
    await setByLink(await mailedToken());
  });
});

describe('an invitation', () => {
  it('is accepted by choosing a password, once', async () => {
    const invited = { username: `new${count}`, email: `new${count}@example.in` };
    const input = { ...invited, role: 'agent' as const };
    const { record: view } = await fixture.users.invite(input, byAdmin(boss));
    const token = tokenOf((await fixture.mailsTo(invited.username)).at(-1)?.text);
    const stream = `user-${view.id}`;

    await expect(
      fixture.identity.signIn({ username: invited.username, password: NEW_PASSWORD }, from()),
    ).rejects.toMatchObject({ code: 'wrong-credentials' });
    await askFor(invited.username);
    await setByLink(token);
    expect(await fixture.typesOf(stream)).toEqual(['UserInvited', 'UserInvitationAccepted']);
    expect(await fixture.users.find(view.id)).toMatchObject({ status: 'active' });
    const signedIn = await fixture.identity.signIn(
      { username: invited.username, password: NEW_PASSWORD },
      from(),
    );
    expect(signedIn).toMatchObject({ user: { userId: view.id, role: 'agent' } });
    await expect(setByLink(token)).rejects.toMatchObject({ code: 'link-invalid' });
    // Nobody changed a password that they had.
    expect(await fixture.mailsTo(invited.username)).toHaveLength(1);
  });

  it('is over when the user was disabled meanwhile', async () => {
    const input = {
      username: `new${count}`,
      email: `new${count}@example.in`,
      role: 'agent' as const,
    };
    const { record: view } = await fixture.users.invite(input, byAdmin(boss));
    const token = tokenOf((await fixture.mailsTo(input.username)).at(-1)?.text);
    await fixture.users.disable(view.id, byAdmin(boss));
    await expect(setByLink(token)).rejects.toMatchObject({ code: 'link-invalid' });
  });
});
