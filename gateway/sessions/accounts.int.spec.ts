import { USUAL_PREFERENCES } from '@insuremanager/contracts/identity/userInputs';
import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import { mailedTo } from '@insuremanager/deploy/testing/mailedTo';
import { signInAs, TEST_PASSWORD, type TestUser } from '@insuremanager/deploy/testing/signInAs';
import { type Answer, call } from '@insuremanager/deploy/testing/testGateway';
import { softAuthenticator } from '@insuremanager/services/identity/testing/softAuthenticator';
import { generate } from 'otplib';
import { beforeEach, describe, expect, it } from 'vitest';

const ORIGIN = 'http://localhost:4000';
const NEW_PASSWORD = 'copper lantern 81 monsoon';

/** Goes by hand, so that no test waits for the next code of an authenticator. */
let now = new Date('2026-04-01T06:00:00Z');
const pass = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};

const gateway = oneGateway({ clock: { now: () => now } });
let user: TestUser;
/** Each test has a user of its own. */
beforeEach(async () => {
  user = await signInAs(gateway, 'agent');
});

const post = (path: string, body?: unknown, cookie: string | null = user.cookie) =>
  call(gateway.url, `/api/auth/${path}`, { method: 'POST', body, cookie: cookie ?? undefined });
const get = (path: string, cookie = user.cookie) =>
  call(gateway.url, `/api/auth/${path}`, { cookie });
const remove = (path: string, cookie = user.cookie) =>
  call(gateway.url, `/api/auth/${path}`, { method: 'DELETE', cookie });
const cookieOf = ({ headers }: Answer): string =>
  [headers['set-cookie'] ?? []].flat()[0]?.split(';')[0] ?? '';
const login = (password = TEST_PASSWORD) =>
  post('login', { username: user.username, password }, null);
const codeNow = (secret: string) => generate({ secret, epoch: Math.floor(now.getTime() / 1000) });
/** What the user was mailed, where it matches. */
const mailed = async (pattern: RegExp): Promise<string | undefined> => {
  const texts = await mailedTo(gateway, `${user.username}@example.in`);
  return texts.map((text) => pattern.exec(text)?.at(-1)).find(Boolean);
};

/** Enables two-factor authentication, as the screens do. */
async function enable(): Promise<{ secret: string; recoveryCodes: string[] }> {
  const setup = await post('setup-2fa');
  expect(setup.status).toBe(200);
  expect(String(setup.json.qrCode)).toMatch(/^data:image\/png;base64,/);
  const secret = String(setup.json.manualEntryKey);
  const code = await codeNow(secret);
  const verified = await post('verify-2fa-setup', { code, password: TEST_PASSWORD });
  expect(verified.status).toBe(200);
  pass(60_000);
  return { secret, recoveryCodes: verified.json.recoveryCodes as unknown as string[] };
}

describe('two-factor authentication over REST', () => {
  it('is enabled, asked for, and disabled', async () => {
    const { secret, recoveryCodes } = await enable();
    expect(recoveryCodes).toHaveLength(10);
    expect((await get('me')).json.isTwoFactorEnabled).toBe(true);

    const first = await login();
    expect(first.status).toBe(200);
    expect(first.json).toEqual({ requiresTwoFactor: true, methods: ['totp', 'email'] });
    const pending = cookieOf(first);
    for (const path of ['me', 'security']) expect((await get(path, pending)).status).toBe(401);
    const graphql = { query: '{ dashboard { totalCustomers } }' };
    expect(
      (await call(gateway.url, '/graphql', { method: 'POST', body: graphql, cookie: pending }))
        .status,
    ).toBe(401);

    const wrong = await post('verify-2fa', { code: '000000', method: 'totp' }, pending);
    expect(wrong.status).toBe(401);
    expect(wrong.json).toMatchObject({ code: 'wrong-code' });
    const second = await post(
      'verify-2fa',
      { code: await codeNow(secret), method: 'totp' },
      pending,
    );
    expect(second.status).toBe(200);
    expect(second.json).toMatchObject({ username: user.username, isTwoFactorEnabled: true });
    expect(cookieOf(second)).not.toBe(pending);
    expect((await get('me', cookieOf(second))).status).toBe(200);

    expect((await post('disable-2fa', {})).json).toMatchObject({ code: 'wrong-proof' });
    expect((await post('disable-2fa', { code: recoveryCodes[0] })).status).toBe(204);
    expect((await login()).json.username).toBe(user.username);
  });

  it('takes the code of an email', async () => {
    await enable();
    const pending = cookieOf(await login());
    expect((await post('send-email-code', undefined, pending)).status).toBe(204);
    const code = await mailed(/^\d{6}$/m);
    const answer = await post('verify-2fa', { code, method: 'email' }, pending);
    expect(answer.status).toBe(200);
  });

  it.each([
    [{ code: '12345', method: 'totp' }],
    [{ code: 'abcdef', method: 'email' }],
    [{ method: 'totp' }],
  ])('says what is no code: %o', async (body) => {
    await enable();
    const answer = await post('verify-2fa', body, cookieOf(await login()));
    expect(answer.status).toBe(400);
    expect(answer.json.error).toBe('Code must be 6 digits');
  });

  it('needs the first step', async () => {
    const second = await post('verify-2fa', { code: '123456', method: 'totp' }, null);
    expect(second.status).toBe(401);
    expect((await post('send-email-code', undefined, null)).status).toBe(401);
    expect((await post('send-email-code')).status).toBe(401);
  });

  it('gives new recovery codes for a proof', async () => {
    const { recoveryCodes } = await enable();
    const made = await post('recovery-codes', { password: TEST_PASSWORD });
    expect(made.json.recoveryCodes).toHaveLength(10);
    expect(made.json.recoveryCodes).not.toEqual(recoveryCodes);
    expect((await get('security')).json).toMatchObject({ recoveryCodesLeft: 10 });
  });
});

describe('a passkey over REST', () => {
  it('is added, signs in, and is removed', async () => {
    const authenticator = softAuthenticator(ORIGIN);
    const options = await post('passkeys/options', { password: TEST_PASSWORD });
    expect(options.status).toBe(200);
    expect(options.json).toMatchObject({ rp: { id: 'localhost' } });
    const answer = authenticator.create(options.json);
    const added = await post('passkeys', { name: ' My\u0000 phone ', answer });
    expect(added.status).toBe(201);
    expect(added.json).toMatchObject({ name: 'My phone' });

    const asked = await post('passkey-login/options', undefined, null);
    const signedIn = await post(
      'passkey-login',
      { answer: authenticator.get(asked.json) },
      user.cookie,
    );
    expect(signedIn.status).toBe(200);
    const cookie = cookieOf(signedIn);
    expect((await get('me', user.cookie)).status).toBe(401);
    expect((await get('security', cookie)).json).toMatchObject({
      arePasskeysPossible: true,
      passkeys: [{ id: added.json.id, name: 'My phone' }],
    });

    const removePasskey = (id: unknown, proof: unknown = { password: TEST_PASSWORD }) =>
      post(`passkeys/${id}/remove`, proof, cookie);
    expect((await removePasskey(added.json.id, {})).json).toMatchObject({ code: 'wrong-proof' });
    expect((await removePasskey(added.json.id)).status).toBe(204);
    for (const id of [added.json.id, 'x', '0']) {
      expect((await removePasskey(id)).status).toBe(404);
    }
  });

  it('is out of reach of a session alone', async () => {
    // Not even by a code that its owner lost.
    const { recoveryCodes } = await enable();
    const options = await post('passkeys/options', { code: recoveryCodes[0] });
    expect(options.status).toBe(400);
    expect(options.json).toMatchObject({ fields: [{ field: 'password' }] });
  });

  it.each([
    [{}],
    [{ answer: 'text' }],
    [{ answer: {} }],
    [{ answer: { id: '\u0000', response: {} } }],
    [{ answer: { id: 'x', rawId: 'x', type: 'public-key', response: { userHandle: {} } } }],
  ])('is refused as %o', async (body) => {
    expect([400, 401]).toContain((await post('passkey-login', body, null)).status);
    expect((await post('passkeys', { name: 'x', ...body })).status).toBe(400);
  });
});

describe('a password over REST', () => {
  it('is changed, under a new cookie', async () => {
    const elsewhere = cookieOf(await login());
    const body = { currentPassword: TEST_PASSWORD, newPassword: NEW_PASSWORD };
    const changed = await post('password', body);
    expect(changed.status).toBe(204);
    expect((await get('me', cookieOf(changed))).status).toBe(200);
    expect((await get('me')).status).toBe(401);
    expect((await get('me', elsewhere)).status).toBe(401);
    expect((await login()).status).toBe(401);
    expect((await login(NEW_PASSWORD)).status).toBe(200);
  });

  it.each([
    [{ currentPassword: 'wrong', newPassword: NEW_PASSWORD }, 'currentPassword'],
    [{ currentPassword: TEST_PASSWORD, newPassword: 'short' }, 'newPassword'],
    [{ currentPassword: TEST_PASSWORD, newPassword: 'password123' }, 'newPassword'],
  ])('is not changed by %o', async (body, field) => {
    const answer = await post('password', body);
    expect(answer.status).toBe(400);
    expect(answer.json).toMatchObject({ fields: [{ field }] });
    expect((await get('me')).status).toBe(200);
  });

  it('that was forgotten is chosen by the link of an email', async () => {
    expect((await post('forgot-password', { user: 'nobody' }, null)).status).toBe(204);
    expect((await post('forgot-password', { user: user.username }, null)).status).toBe(204);
    const token = await mailed(/reset-password#([\w-]{43})/);
    const choose = (newPassword: string) => post('password-by-link', { token, newPassword }, null);
    expect((await choose('password123')).json).toMatchObject({
      fields: [{ field: 'newPassword' }],
    });
    expect((await choose(NEW_PASSWORD)).status).toBe(204);
    const again = await choose(NEW_PASSWORD);
    expect(again.status).toBe(400);
    expect(again.json).toMatchObject({ code: 'link-invalid' });
    expect((await login(NEW_PASSWORD)).status).toBe(200);
  });
});

describe('sessions over REST', () => {
  it('are listed, and ended from elsewhere', async () => {
    const elsewhere = [cookieOf(await login()), cookieOf(await login())];
    const { json } = await get('security');
    const sessions = json.sessions as unknown as { id: string; isCurrent: boolean }[];
    expect(sessions).toHaveLength(3);
    expect(sessions.filter(({ isCurrent }) => isCurrent)).toHaveLength(1);
    const other = sessions.find(({ isCurrent }) => !isCurrent);
    expect((await remove(`sessions/${other?.id}`)).status).toBe(204);
    expect((await remove(`sessions/${other?.id}`)).status).toBe(404);
    expect((await remove('sessions/%00')).status).toBe(404);
    expect((await remove('sessions')).status).toBe(204);
    for (const cookie of elsewhere) expect((await get('me', cookie)).status).toBe(401);
    expect((await get('me')).status).toBe(200);
  });
});

describe('preferences over REST', () => {
  const save = (body: unknown) =>
    call(gateway.url, '/api/auth/preferences', { method: 'PUT', body, cookie: user.cookie });

  it('are saved', async () => {
    const preferences = {
      ...USUAL_PREFERENCES,
      theme: 'dark',
      mutedNotifications: ['kyc-pending'],
    };
    const answer = await save(preferences);
    expect(answer.status).toBe(200);
    expect((await get('me')).json.preferences).toEqual(preferences);
  });

  it('are refused where they are none', async () => {
    expect((await save({ ...USUAL_PREFERENCES, theme: 'pink' })).status).toBe(400);
    expect((await save({ ...USUAL_PREFERENCES, mutedNotifications: ['\u0000'] })).status).toBe(400);
  });
});

describe('many wrong sign-ins at once', () => {
  it('do not keep others waiting for long', async () => {
    const guesses = Array.from({ length: 80 }, (_, index) =>
      call(gateway.url, '/api/auth/login', {
        method: 'POST',
        body: { username: `nobody${index}`, password: 'wrong' },
        from: '127.0.0.8',
      }),
    );
    let finished = 0;
    for (const guess of guesses) void guess.then(() => (finished += 1));
    const answer = await get('me');
    const finishedBefore = finished;
    expect(answer.status).toBe(200);
    await Promise.all(guesses);
    // Answered while most of them still waited for their turn.
    expect(finishedBefore).toBeLessThan(80);
  });
});
