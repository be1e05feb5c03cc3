import type { Proof } from '@insuremanager/contracts/identity/userInputs';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller, PasskeyAnswer, SignedInUser } from './identity.js';
import { createIdentity } from './index.js';
import { byAdmin, caller, openIdentityFixture, PASSWORD } from './testing/identityFixture.js';
import { type Manner, softAuthenticator } from './testing/softAuthenticator.js';

const ORIGIN = 'https://agency.example';
const MINUTE_MS = 60_000;
const fixture = testFixture(openIdentityFixture);
let count = 0;
let username: string;
let user: SignedInUser;
let inside: Caller;
let authenticator: ReturnType<typeof softAuthenticator>;

/** Each test has a user and an authenticator of its own. */
beforeEach(async () => {
  count += 1;
  username = `agent${count}`;
  ({ user, caller: inside } = await fixture.enter(username));
  authenticator = softAuthenticator(ORIGIN);
});

const options = () => fixture.identity.passkeyCreationOptions(user, { password: PASSWORD }, inside);
const add = async (manner?: Manner, name = 'Laptop') => {
  const answer = authenticator.create(await options(), manner);
  return fixture.identity.addPasskey(user, { name, answer }, inside);
};
const remove = (passkeyId: number, proof: Proof = { password: PASSWORD }) =>
  fixture.identity.removePasskey(user, { passkeyId, proof }, inside);
const enter = (answer: PasskeyAnswer) => fixture.identity.signInByPasskey(answer, caller);
const prove = async (manner?: Manner) =>
  enter(authenticator.get(await fixture.identity.passkeySignInOptions(caller), manner));
const refused = { code: 'passkey-refused' };
const access = () => fixture.platform.commands.readHistory(`userAccess-${user.userId}`);

describe('adding a passkey', () => {
  it('asks for the password first', async () => {
    const { identity } = fixture;
    await expect(
      identity.passkeyCreationOptions(user, { password: 'wrong' }, inside),
    ).rejects.toMatchObject({ code: 'wrong-proof' });
  });

  it('asks for one that the authenticator keeps, and that asks who uses it', async () => {
    expect(await options()).toMatchObject({
      rp: { id: 'agency.example', name: 'Malabar Brokers' },
      user: { name: username },
      attestation: 'none',
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    });
  });

  it('lists it, records it, and tells the user', async () => {
    const passkey = await add();
    expect(passkey).toMatchObject({ name: 'Laptop', lastUsedAt: null });
    expect(await fixture.identity.security(user, inside)).toMatchObject({
      arePasskeysPossible: true,
      passkeys: [passkey],
    });
    expect((await access()).at(-1)).toMatchObject({
      type: 'UserPasskeyAdded',
      data: { passkeyId: passkey.id },
    });
    const mail = (await fixture.mailsTo(username)).at(-1);
    expect(mail?.subject).toBe('A passkey was added');
    expect(mail?.text).toContain('If you did not add it, remove it in Settings, under Security.');
  });

  it.each<[string, Manner]>([
    ['another page', { origin: 'https://evil.example' }],
    ['one that asks nobody who they are', { isUserVerified: false }],
  ])('refuses %s', async (_case, manner) => {
    await expect(add(manner)).rejects.toMatchObject({ kind: 'invalid', ...refused });
  });

  it('takes an answer once, and within five minutes', async () => {
    const asked = await options();
    const answer = authenticator.create(asked);
    const { identity } = fixture;
    await identity.addPasskey(user, { name: 'One', answer }, inside);
    await expect(identity.addPasskey(user, { name: 'Two', answer }, inside)).rejects.toMatchObject(
      refused,
    );
    const late = softAuthenticator(ORIGIN).create(await options());
    fixture.pass(5 * MINUTE_MS);
    await expect(
      identity.addPasskey(user, { name: 'Late', answer: late }, inside),
    ).rejects.toMatchObject(refused);
  });

  it('takes no answer of another user, and none that is nonsense', async () => {
    const other = await fixture.enter(`${username}b`);
    const answer = authenticator.create(await options());
    const { identity } = fixture;
    await expect(
      identity.addPasskey(other.user, { name: 'Mine', answer }, other.caller),
    ).rejects.toMatchObject(refused);
    for (const nonsense of [
      {},
      { id: 1 },
      { id: 'x', response: null },
      { ...answer, response: {} },
    ]) {
      await expect(
        identity.addPasskey(user, { name: 'No', answer: nonsense }, inside),
      ).rejects.toMatchObject(refused);
    }
  });

  it('is not possible where the site has no domain name', async () => {
    const elsewhere = await createIdentity(fixture.platform, {
      publicUrl: 'http://192.0.2.7:4000',
      agencyName: async () => 'Malabar Brokers',
    });
    await expect(
      elsewhere.passkeyCreationOptions(user, { password: PASSWORD }, inside),
    ).rejects.toMatchObject({ kind: 'conflict', code: 'passkeys-impossible' });
    expect(await elsewhere.security(user, inside)).toMatchObject({ arePasskeysPossible: false });
  });
});

describe('signing in by a passkey', () => {
  it('names no user, and lets in without a password or a code', async () => {
    const entered = { user, caller: inside };
    await fixture.enableTwoFactor(entered);
    const passkey = await add();
    const asked = await fixture.identity.passkeySignInOptions(caller);
    expect(asked).toMatchObject({ rpId: 'agency.example', userVerification: 'required' });
    expect(asked.allowCredentials ?? []).toEqual([]);

    const signedIn = await enter(authenticator.get(asked));
    expect(signedIn.user).toMatchObject({ username, isTwoFactorEnabled: true });
    expect(await fixture.identity.userOfSession(signedIn.token)).not.toBeNull();
    const { passkeys } = await fixture.identity.security(user, inside);
    expect(passkeys).toEqual([{ ...passkey, lastUsedAt: fixture.now().toISOString() }]);
    expect((await access()).at(-1)).toMatchObject({
      type: 'UserSignedIn',
      data: { method: 'passkey', secondFactor: null },
    });
  });

  it('takes an answer once', async () => {
    await add();
    const answer = authenticator.get(await fixture.identity.passkeySignInOptions(caller));
    const answers = await Promise.allSettled([enter(answer), enter(answer)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(enter(answer)).rejects.toMatchObject({ kind: 'unauthenticated', ...refused });
  });

  it.each<[string, Manner]>([
    ['another page', { origin: 'https://evil.example' }],
    ['one that asked nobody who they are', { isUserVerified: false }],
  ])('refuses %s, and records it', async (_case, manner) => {
    await add();
    await expect(prove(manner)).rejects.toMatchObject(refused);
    await fixture.identity.close();
    expect((await access()).at(-1)).toMatchObject({
      type: 'UserSignInFailed',
      data: { step: 'passkey' },
    });
  });

  it('refuses an authenticator that counts back, which a copy does', async () => {
    await add({ counter: 5 });
    await prove({ counter: 6 });
    await expect(prove({ counter: 6 })).rejects.toMatchObject(refused);
    await expect(prove({ counter: 2 })).rejects.toMatchObject(refused);
    await prove({ counter: 7 });
  });

  it('refuses the challenge that was made to add one, and one that is unknown', async () => {
    await add();
    await expect(enter(authenticator.get(await options()))).rejects.toMatchObject(refused);
    await expect(enter(authenticator.get({ challenge: 'AAAA' }))).rejects.toMatchObject(refused);
  });

  it('refuses what is no passkey of anybody', async () => {
    const stranger = softAuthenticator(ORIGIN);
    stranger.create(await options());
    const asked = await fixture.identity.passkeySignInOptions(caller);
    await expect(enter(stranger.get(asked))).rejects.toMatchObject(refused);
    for (const nonsense of [{}, { id: {} }, { id: 'x'.repeat(10_000) }]) {
      await expect(enter(nonsense)).rejects.toMatchObject(refused);
    }
  });

  it('is over once the passkey was removed, or its user disabled', async () => {
    const { id } = await add();
    await prove();
    await remove(id);
    await expect(prove()).rejects.toMatchObject(refused);
    expect((await fixture.mailsTo(username)).at(-1)?.subject).toBe('A passkey was removed');
    await expect(remove(id)).rejects.toMatchObject({ kind: 'not-found' });

    authenticator = softAuthenticator(ORIGIN);
    await add();
    await fixture.users.disable(user.userId, byAdmin(999_999));
    await expect(prove()).rejects.toMatchObject(refused);
  });

  it.each([true, false])('goes with a forgotten password where that is asked: %s', async (goes) => {
    await add(undefined, 'Laptop');
    const { identity } = fixture;
    await identity.requestPasswordReset({ user: username }, caller);
    const { text = '' } = (await fixture.mailsTo(username)).at(-1) ?? {};
    const token = /#([\w-]{43})$/m.exec(text)?.[1] ?? '';
    expect(await identity.accountOfLink({ token }, caller)).toEqual({
      passkeys: ['Laptop'],
      sessions: [expect.any(String)],
    });
    await identity.setPasswordByLink(
      { token, newPassword: 'copper lantern 81 monsoon', removePasskeys: goes },
      caller,
    );
    expect(await identity.isSessionOpen(inside.token ?? '')).toBe(false);
    if (goes) await expect(prove()).rejects.toMatchObject(refused);
    else await prove();
    const removed = (await access()).filter(({ type }) => type === 'UserPasskeyRemoved');
    expect(removed).toHaveLength(goes ? 1 : 0);
    await expect(identity.accountOfLink({ token }, caller)).rejects.toMatchObject({
      code: 'link-invalid',
    });
  });

  it('is not removed by another user', async () => {
    const { id } = await add();
    const other = await fixture.enter(`${username}b`);
    const input = { passkeyId: id, proof: { password: PASSWORD } };
    await expect(
      fixture.identity.removePasskey(other.user, input, other.caller),
    ).rejects.toMatchObject({ kind: 'not-found' });
    await prove();
  });

  it('is not removed without a proof', async () => {
    const { id } = await add();
    for (const proof of [{}, { password: 'wrong' }, { code: '000000' }]) {
      await expect(remove(id, proof)).rejects.toMatchObject({ code: 'wrong-proof' });
    }
    await prove();
  });
});
