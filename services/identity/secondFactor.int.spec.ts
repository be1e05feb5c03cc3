import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Caller, SignedInUser } from './identity.js';
import { totpCode } from './secondFactors.js';
import { openIdentityFixture, PASSWORD } from './testing/identityFixture.js';

const MINUTE_MS = 60_000;
const fixture = testFixture(openIdentityFixture);
let count = 0;
let username: string;
let user: SignedInUser;
let inside: Caller;
let secret: string;
let recoveryCodes: string[];

/** Each test has a user of its own, who has an authenticator. */
beforeEach(async () => {
  count += 1;
  username = `agent${count}`;
  const entered = await fixture.enter(username);
  user = entered.user;
  inside = entered.caller;
  ({ secret, recoveryCodes } = await fixture.enableTwoFactor(entered));
  // The code that enabled it is used up: the next one comes.
  fixture.pass(MINUTE_MS);
});

const codeNow = () => totpCode(secret, fixture.now());
const begin = (changes?: Partial<Caller>) => fixture.beginSignIn(username, changes);
const verify = (code: string, caller: Caller, method: 'totp' | 'email' = 'totp') =>
  fixture.identity.verifySecondFactor({ code, method }, caller);
const access = () => fixture.typesOf(`userAccess-${user.userId}`);
const emailedCode = async () => {
  const mails = await fixture.mailsTo(username);
  return /^\d{6}$/m.exec(mails.at(-1)?.text ?? '')?.[0] ?? '';
};

describe('signing in with a second factor', () => {
  it('answers which codes are taken, and lets nobody in before', async () => {
    const pending = await fixture.signIn(username);
    expect(pending).toMatchObject({ requiresTwoFactor: true, methods: ['totp', 'email'] });
    expect(pending).not.toHaveProperty('user');
    expect(pending.expiresAt.getTime() - fixture.now().getTime()).toBe(10 * MINUTE_MS);
    expect(await fixture.identity.userOfSession(pending.token)).toBeNull();
    expect(await fixture.identity.isSessionOpen(pending.token)).toBe(false);
  });

  it('lets in who enters the code, under a new token', async () => {
    const caller = await begin();
    const signedIn = await verify(await codeNow(), caller);
    expect(signedIn.user).toMatchObject({ username, isTwoFactorEnabled: true });
    expect(signedIn.token).not.toBe(caller.token);
    expect(await fixture.identity.userOfSession(caller.token ?? '')).toBeNull();
    expect(await fixture.identity.userOfSession(signedIn.token)).toMatchObject({ username });
    const entries = await fixture.platform.commands.readHistory(`userAccess-${user.userId}`);
    expect(entries.at(-1)).toMatchObject({
      type: 'UserSignedIn',
      data: { method: 'password', secondFactor: 'totp' },
    });
  });

  it('takes the code of the period before or after, and of no other', async () => {
    const at = (ms: number) => totpCode(secret, new Date(fixture.now().getTime() + ms));
    await expect(verify(await at(-60_000), await begin())).rejects.toThrow();
    await expect(verify(await at(60_000), await begin())).rejects.toThrow();
    await verify(await at(-30_000), await begin());
    await verify(await at(30_000), await begin());
  });

  it('takes a code once, also within its period', async () => {
    const code = await codeNow();
    await verify(code, await begin());
    await expect(verify(code, await begin())).rejects.toMatchObject({ code: 'wrong-code' });
  });

  it('lets one in of two who enter the same code at once', async () => {
    const callers = [await begin(), await begin()];
    const code = await codeNow();
    const answers = await Promise.allSettled(callers.map((caller) => verify(code, caller)));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('lets in once of two who enter it at once in the same window', async () => {
    const caller = await begin();
    const code = await codeNow();
    const answers = await Promise.allSettled([verify(code, caller), verify(code, caller)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('waits ten minutes for the code', async () => {
    const caller = await begin();
    fixture.pass(10 * MINUTE_MS);
    await expect(verify(await codeNow(), caller)).rejects.toMatchObject({ code: 'not-signed-in' });
  });

  it('needs the first step', async () => {
    const code = await codeNow();
    await expect(verify(code, { ...inside, token: null })).rejects.toMatchObject({
      code: 'not-signed-in',
    });
    await expect(verify(code, inside)).rejects.toMatchObject({ code: 'not-signed-in' });
  });

  it('is over after five wrong codes, and the owner is told', async () => {
    const caller = await begin({ address: '192.0.2.77' });
    for (let tries = 0; tries < 4; tries += 1) {
      await expect(verify('000000', caller)).rejects.toMatchObject({ code: 'wrong-code' });
    }
    await expect(verify('000000', caller)).rejects.toMatchObject({ code: 'not-signed-in' });
    await expect(verify(await codeNow(), caller)).rejects.toMatchObject({ code: 'not-signed-in' });
    const [mail] = (await fixture.mailsTo(username)).slice(-1);
    expect(mail?.subject).toBe('Wrong codes at your sign-in');
    expect((await access()).slice(-5)).toEqual(Array(5).fill('UserSignInFailed'));
  });

  it('cannot be tried from one address for long, which stops no other address', async () => {
    const tryWrong = async (address: string) => {
      const caller = await begin({ address });
      return verify('000000', caller).catch(({ code }) => code);
    };
    const codes: string[] = [];
    for (let tries = 0; tries < 11; tries += 1) codes.push(await tryWrong('192.0.2.66'));
    expect(codes).toEqual([...Array(10).fill('wrong-code'), 'too-many-attempts']);
    await verify(await codeNow(), await begin({ address: '192.0.2.67' }));
  });

  it('stops all codes of an account after 50 wrong ones, but no recovery code', async () => {
    for (let tries = 0; tries < 50; tries += 1) {
      const caller = await begin({ address: `198.51.100.${Math.floor(tries / 8)}` });
      await expect(verify('000000', caller)).rejects.toMatchObject({ code: 'wrong-code' });
    }
    const caller = await begin({ address: '203.0.113.9' });
    await expect(verify(await codeNow(), caller)).rejects.toMatchObject({ kind: 'too-many' });
    await verify(recoveryCodes[0] ?? '', caller);
  });
});

describe('an emailed code', () => {
  it('lets in, once', async () => {
    const caller = await begin();
    await fixture.identity.sendEmailCode(caller);
    const code = await emailedCode();
    await verify(code, caller, 'email');
    await expect(verify(code, await begin(), 'email')).rejects.toMatchObject({
      code: 'wrong-code',
    });
  });

  it('is stored as a hash, and of the one sign-in that asked for it', async () => {
    const caller = await begin();
    await fixture.identity.sendEmailCode(caller);
    const code = await emailedCode();
    const { rows } = await fixture.platform.pool.query('SELECT * FROM identity.email_codes');
    expect(JSON.stringify(rows)).not.toContain(code);
    await expect(verify(code, await begin(), 'email')).rejects.toMatchObject({
      code: 'wrong-code',
    });
    await verify(code, caller, 'email');
  });

  it('is over after ten minutes, or when another one was sent', async () => {
    const caller = await begin();
    await fixture.identity.sendEmailCode(caller);
    const first = await emailedCode();
    await fixture.identity.sendEmailCode(caller);
    const second = await emailedCode();
    if (first !== second) {
      await expect(verify(first, caller, 'email')).rejects.toMatchObject({ code: 'wrong-code' });
    }
    fixture.pass(10 * MINUTE_MS);
    await expect(verify(second, caller, 'email')).rejects.toMatchObject({ code: 'not-signed-in' });
  });

  it('lets one in of two who enter it at once', async () => {
    const caller = await begin();
    await fixture.identity.sendEmailCode(caller);
    const code = await emailedCode();
    const answers = await Promise.allSettled([
      verify(code, caller, 'email'),
      verify(code, caller, 'email'),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is sent five times, then no more for a while', async () => {
    const caller = await begin();
    for (let sent = 0; sent < 5; sent += 1) await fixture.identity.sendEmailCode(caller);
    await expect(fixture.identity.sendEmailCode(caller)).rejects.toMatchObject({
      kind: 'too-many',
    });
  });

  it('is not sent to who did not do the first step', async () => {
    await expect(fixture.identity.sendEmailCode(inside)).rejects.toMatchObject({
      code: 'not-signed-in',
    });
  });

  it('says that the address is refused', async () => {
    fixture.mail.refused.add(user.email);
    await expect(fixture.identity.sendEmailCode(await begin())).rejects.toMatchObject({
      kind: 'conflict',
      code: 'email-refused',
    });
  });
});

describe('a recovery code', () => {
  it('lets in once, however it is typed, and the owner is told how many are left', async () => {
    const [code = ''] = recoveryCodes;
    await verify(code.toUpperCase().replace('-', ''), await begin());
    await expect(verify(code, await begin())).rejects.toMatchObject({ code: 'wrong-code' });
    const mails = await fixture.mailsTo(username);
    const text = mails.at(-1)?.text;
    expect(text).toContain('Codes left: 9.');
    // True of a proof, too; and a new password is not all that whoever did it may need.
    expect(text).toContain('to sign in or to confirm a change');
    expect(text).toContain('does not remove a passkey');
    expect(await access()).toContain('UserRecoveryCodeUsed');
  });

  it('lets one in of two who enter it at once', async () => {
    const callers = [await begin(), await begin()];
    const [code = ''] = recoveryCodes;
    const answers = await Promise.allSettled(callers.map((caller) => verify(code, caller)));
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
  });

  it('is stored as a hash, and there are ten different ones', async () => {
    expect(new Set(recoveryCodes).size).toBe(10);
    for (const code of recoveryCodes) expect(code).toMatch(/^[a-z2-9]{5}-[a-z2-9]{5}$/);
    const { rows } = await fixture.platform.pool.query('SELECT * FROM identity.recovery_codes');
    for (const code of recoveryCodes) expect(JSON.stringify(rows)).not.toContain(code);
  });
});

describe('enabling two-factor authentication', () => {
  it('seals the secret, records it and tells the user', async () => {
    const { rows } = await fixture.platform.pool.query('SELECT * FROM identity.credentials');
    expect(JSON.stringify(rows)).not.toContain(secret);
    expect(await access()).toContain('UserTwoFactorEnabled');
    const mails = await fixture.mailsTo(username);
    expect(mails.map(({ subject }) => subject)).toContain('Two-factor authentication is on');
    expect(JSON.stringify(mails)).not.toContain(secret);
  });

  it('needs a code of the new secret, and is done once', async () => {
    const entered = await fixture.enter(`${username}b`);
    const { identity } = fixture;
    const enable = (code: string) =>
      identity.verifyTwoFactorSetup(entered.user, { code, password: PASSWORD }, entered.caller);
    await expect(enable('123456')).rejects.toMatchObject({ code: 'no-setup' });
    const setup = await identity.setUpTwoFactor(entered.user, entered.caller);
    expect(setup.qrCode).toMatch(/^data:image\/png;base64,/);
    await expect(enable('000000')).rejects.toMatchObject({ code: 'wrong-code' });
    expect(await identity.userOfSession(entered.token)).toMatchObject({
      isTwoFactorEnabled: false,
    });
    const code = await totpCode(setup.manualEntryKey, fixture.now());
    const answers = await Promise.allSettled([enable(code), enable(code)]);
    expect(answers.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    await expect(identity.setUpTwoFactor(entered.user, entered.caller)).rejects.toMatchObject({
      code: 'two-factor-enabled',
    });
  });
});

describe('right after signing in', () => {
  it('the code alone enables it, and ends all other sessions', async () => {
    const { identity } = fixture;
    const entered = await fixture.enter(`${username}b`);
    const other = await fixture.enterAgain(`${username}b`);
    const { manualEntryKey, needsPassword } = await identity.setUpTwoFactor(
      entered.user,
      entered.caller,
    );
    expect(needsPassword).toBe(false);
    const code = await totpCode(manualEntryKey, fixture.now());
    await identity.verifyTwoFactorSetup(entered.user, { code }, entered.caller);
    expect(await identity.isSessionOpen(other.token)).toBe(false);
    expect(await identity.isSessionOpen(entered.token)).toBe(true);
    await identity.close();
    const entries = await fixture.platform.commands.readHistory(
      `userAccess-${entered.user.userId}`,
    );
    expect(entries.at(-1)).toMatchObject({
      type: 'UserSessionsEnded',
      data: { count: 1, reason: 'two_factor_enabled' },
    });
  });
});

describe('a window that was opened ten minutes ago, without the password', () => {
  it('neither enables two-factor authentication nor gets recovery codes', async () => {
    const { user: victim, caller: window } = await fixture.enter(`${username}b`);
    const { identity } = fixture;
    fixture.pass(10 * MINUTE_MS);
    const { manualEntryKey, needsPassword } = await identity.setUpTwoFactor(victim, window);
    expect(needsPassword).toBe(true);
    const code = await totpCode(manualEntryKey, fixture.now());
    await expect(identity.verifyTwoFactorSetup(victim, { code }, window)).rejects.toMatchObject({
      fields: [{ field: 'password', message: 'Password is required' }],
    });
    await expect(
      identity.verifyTwoFactorSetup(victim, { code, password: 'wrong' }, window),
    ).rejects.toMatchObject({ kind: 'invalid', code: 'wrong-proof' });
    expect(await identity.security(victim, window)).toMatchObject({
      isTwoFactorEnabled: false,
      recoveryCodesLeft: 0,
    });
  });
});

describe('disabling two-factor authentication', () => {
  const disable = (proof: { password?: string; code?: string }) =>
    fixture.identity.disableTwoFactor(user, proof, inside);

  it.each([
    ['nothing', {}],
    ['a wrong password', { password: 'wrong' }],
    ['a wrong code', { code: '000000' }],
    ['something else', { code: 'let me' }],
  ])('is not done for %s', async (_case, proof) => {
    await expect(disable(proof)).rejects.toMatchObject({ kind: 'invalid', code: 'wrong-proof' });
    expect(await fixture.signIn(username)).toHaveProperty('requiresTwoFactor');
  });

  it.each([
    ['the password', async () => ({ password: PASSWORD })],
    ['a code', async () => ({ code: await codeNow() })],
    ['a recovery code', async () => ({ code: recoveryCodes[3] })],
  ])('is done for %s, and takes the recovery codes away', async (_case, proof) => {
    await disable(await proof());
    expect(await fixture.signIn(username)).toHaveProperty('user');
    expect(await fixture.identity.security(user, inside)).toMatchObject({
      isTwoFactorEnabled: false,
      recoveryCodesLeft: 0,
    });
    expect(await access()).toContain('UserTwoFactorDisabled');
    const mails = await fixture.mailsTo(username);
    expect(mails.at(-1)?.subject).toBe('Two-factor authentication is off');
    await expect(disable({ password: PASSWORD })).rejects.toMatchObject({
      code: 'two-factor-not-enabled',
    });
  });

  it('cannot be guessed at an open window', async () => {
    for (let tries = 0; tries < 10; tries += 1) {
      await expect(disable({ password: `guess ${tries}` })).rejects.toThrow();
    }
    await expect(disable({ password: PASSWORD })).rejects.toMatchObject({ kind: 'too-many' });
  });

  it('records wrong proofs, and takes 50 of them a day', async () => {
    for (let round = 0; round < 5; round += 1) {
      for (let tries = 0; tries < 10; tries += 1) {
        await expect(disable({ code: '000000' })).rejects.toMatchObject({ code: 'wrong-proof' });
      }
      // A quarter of an hour later.
      await fixture.platform.pool.query(
        `DELETE FROM identity.guesses WHERE key LIKE 'proof user 900:%'`,
      );
    }
    await expect(disable({ password: PASSWORD })).rejects.toMatchObject({ kind: 'too-many' });
    await fixture.identity.close();
    const entries = await fixture.platform.commands.readHistory(`userAccess-${user.userId}`);
    const failed = entries.filter(({ type }) => type === 'UserSignInFailed');
    expect(failed).toHaveLength(50);
    expect(failed[0]).toMatchObject({ data: { step: 'proof' } });
  });
});

describe('new recovery codes', () => {
  it('count in place of the old ones', async () => {
    const { identity } = fixture;
    await expect(identity.newRecoveryCodes(user, {}, inside)).rejects.toMatchObject({
      code: 'wrong-proof',
    });
    const made = await identity.newRecoveryCodes(user, { password: PASSWORD }, inside);
    await expect(verify(recoveryCodes[0] ?? '', await begin())).rejects.toMatchObject({
      code: 'wrong-code',
    });
    await verify(made.recoveryCodes[0] ?? '', await begin());
    expect(await access()).toContain('UserRecoveryCodesMade');
  });
});
