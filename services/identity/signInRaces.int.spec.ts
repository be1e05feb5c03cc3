import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Caller, SignedInUser } from './identity.js';
import { byAdmin, caller, openIdentityFixture, PASSWORD } from './testing/identityFixture.js';
import { softAuthenticator } from './testing/softAuthenticator.js';

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

/** Each test has a user of its own. */
beforeEach(async () => {
  count += 1;
  username = `agent${count}`;
  ({ user, caller: inside } = await fixture.enter(username));
});

/** A process where something happens between the check of a sign-in and its session. */
const startSlow = async (meanwhile: () => Promise<unknown>) => {
  const { pool } = fixture.platform;
  const slow = {
    connect: () => pool.connect(),
    async query(sql: string, parameters: unknown[]) {
      if (/^\s*INSERT INTO identity\.sessions/.test(sql)) await meanwhile();
      return pool.query(sql, parameters);
    },
  } as unknown as typeof pool;
  return fixture.start({ ...fixture.platform, pool: slow });
};
const openSessions = async () => (await fixture.users.find(user.userId)).openSessions;
const changePassword = () =>
  fixture.identity.changePassword(
    user,
    { currentPassword: PASSWORD, newPassword: NEW_PASSWORD },
    inside,
  );
const disableAndEnable = async () => {
  await fixture.users.disable(user.userId, byAdmin(boss));
  await fixture.users.enable(user.userId, byAdmin(boss));
};
const enable = () => fixture.enableTwoFactor({ user, caller: inside });

describe('a sign-in by password that was checked', () => {
  it.each([
    ['the password was changed', changePassword, 1],
    ['the user was disabled', () => fixture.users.disable(user.userId, byAdmin(boss)), 0],
    ['the user was disabled and enabled again', disableAndEnable, 0],
    ['a second factor was enabled', enable, 1],
  ])('opens nothing when %s meanwhile', async (_case, meanwhile, sessionsLeft) => {
    const identity = await startSlow(meanwhile);
    await expect(identity.signIn({ username, password: PASSWORD }, caller)).rejects.toMatchObject({
      kind: 'unauthenticated',
      code: 'wrong-credentials',
    });
    expect(await openSessions()).toBe(sessionsLeft);
    await identity.close();
  });

  it('waits for no second step when the password was changed meanwhile', async () => {
    await enable();
    const identity = await startSlow(changePassword);
    await expect(identity.signIn({ username, password: PASSWORD }, caller)).rejects.toMatchObject({
      code: 'wrong-credentials',
    });
    await identity.close();
  });
});

describe('a sign-in by a passkey that was checked', () => {
  it.each([
    ['removed', (passkeyId: number) => ownRemoval(passkeyId), 1],
    ['taken away', () => fixture.users.resetTwoFactor(user.userId, byAdmin(boss)), 0],
  ])('opens nothing when it was %s meanwhile', async (_case, take, sessionsLeft) => {
    const authenticator = softAuthenticator('https://agency.example');
    const { identity } = fixture;
    const asked = await identity.passkeyCreationOptions(user, { password: PASSWORD }, inside);
    const passkey = { name: 'Laptop', answer: authenticator.create(asked) };
    const { id } = await identity.addPasskey(user, passkey, inside);
    const slow = await startSlow(() => take(id));
    const answer = authenticator.get(await slow.passkeySignInOptions(caller));
    await expect(slow.signInByPasskey(answer, caller)).rejects.toMatchObject({
      kind: 'unauthenticated',
      code: 'passkey-refused',
    });
    expect(await openSessions()).toBe(sessionsLeft);
    await slow.close();
  });
});

const ownRemoval = (passkeyId: number) =>
  fixture.identity.removePasskey(user, { passkeyId, proof: { password: PASSWORD } }, inside);
