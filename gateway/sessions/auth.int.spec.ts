import { permissionsOf, ROLES } from '@insuremanager/contracts/identity/permissions';
import { USUAL_PREFERENCES } from '@insuremanager/contracts/identity/userInputs';
import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs } from '@insuremanager/deploy/testing/signInAs';
import { call, signIn, TEST_ADMIN } from '@insuremanager/deploy/testing/testGateway';
import { describe, expect, it } from 'vitest';

const gateway = oneGateway();

const { username, password, email } = TEST_ADMIN;
const login = (body: unknown, from?: string) =>
  call(gateway.url, '/api/auth/login', { method: 'POST', body, from });
const me = (cookie?: string) => call(gateway.url, '/api/auth/me', { cookie });

describe('signing in', () => {
  it('answers who it is, and a cookie that scripts and other sites cannot use', async () => {
    const answer = await login({ username: ' Admin ', password });

    expect(answer.status).toBe(200);
    expect(answer.json).toEqual({
      id: 1,
      username,
      email,
      role: 'admin',
      isTwoFactorEnabled: false,
      permissions: permissionsOf('admin'),
      preferences: USUAL_PREFERENCES,
    });
    expect(answer.headers['set-cookie']?.[0]).toMatch(
      /^insuremanager_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; SameSite=Lax$/,
    );
    expect(answer.headers['cache-control']).toBe('no-store');
  });

  it('lets the cookie be used, until the user signs out', async () => {
    const cookie = await signIn(gateway.url);
    expect((await me(cookie)).json.username).toBe(username);

    const out = await call(gateway.url, '/api/auth/logout', { method: 'POST', cookie });
    expect(out.status).toBe(204);
    expect(out.headers['set-cookie']?.[0]).toMatch(
      /^insuremanager_session=; .*Expires=Thu, 01 Jan 1970/,
    );
    expect((await me(cookie)).status).toBe(401);
  });

  it.each(ROLES)('says what the role %s may do', async (role) => {
    const { cookie, userId, username } = await signInAs(gateway, role);
    const { json } = await me(cookie);
    expect(json).toMatchObject({ id: userId, username, role, permissions: permissionsOf(role) });
  });

  it('keeps no token that could be stolen from the database', async () => {
    const cookie = await signIn(gateway.url);
    const token = cookie.split('=')[1] ?? '';
    const { rows } = await gateway.platform.pool.query('SELECT * FROM identity.sessions');
    expect(JSON.stringify(rows)).not.toContain(token);
    expect(rows.some(({ token_hash }) => token_hash.toString('utf8') === token)).toBe(false);
  });

  it('says what is missing', async () => {
    const answer = await login({ username: ' ' });
    expect(answer.status).toBe(400);
    expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(answer.json).toMatchObject({
      error: 'Username is required. Password is required.',
      fields: [
        { field: 'username', message: 'Username is required' },
        { field: 'password', message: 'Password is required' },
      ],
    });
  });

  it.each([
    ['a wrong password', { username, password: 'wrong horse' }],
    ['an unknown user', { username: 'nobody', password }],
    ['what can be no username', { username: "' OR 1=1 --\u0000", password }],
  ])('gives the same answer to %s', async (_case, body) => {
    const answer = await login(body, '127.0.0.9');
    expect(answer.status).toBe(401);
    expect(answer.headers['set-cookie']).toBeUndefined();
    expect(answer.json).toMatchObject({
      title: 'Unauthorized',
      status: 401,
      code: 'wrong-credentials',
      error: 'The username or password is wrong.',
    });
  });
});

describe('guessing passwords', () => {
  it('ends in 429 with Retry-After, and does not lock the owner out elsewhere', async () => {
    const statuses: number[] = [];
    let last = await login({ username, password: 'guess 0' }, '127.0.0.2');
    for (let guess = 1; guess < 100; guess += 1) {
      statuses.push(last.status);
      last = await login({ username, password: `guess ${guess}` }, '127.0.0.2');
    }

    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(new Set(statuses.slice(10))).toEqual(new Set([429]));
    expect(last.json.error).toMatch(
      /^Too many attempts to sign in\. Please try again in \d+ minutes\.$/,
    );
    const wait = Number(last.headers['retry-after']);
    expect(wait).toBeGreaterThan(0);
    expect(wait).toBeLessThanOrEqual(15 * 60);

    expect((await login({ username, password }, '127.0.0.2')).status).toBe(429);
    expect((await login({ username, password }, '127.0.0.3')).status).toBe(200);
  });

  it('of many usernames from one address ends too', async () => {
    const guesses = Array.from({ length: 101 }, (_, i) => ({ username: `user${i}`, password }));
    const answers = await Promise.all(guesses.map((guess) => login(guess, '127.0.0.4')));
    const refused = answers.filter(({ status }) => status === 429);
    expect(refused).toHaveLength(1);
  });
});

describe('without a session', () => {
  it.each([
    ['GET', '/api/auth/me'],
    ['GET', '/api/customers'],
    ['POST', '/api/customers'],
    ['GET', '/api/customers/1'],
    ['PUT', '/api/customers/1'],
    ['DELETE', '/api/customers/1'],
    ['GET', '/api/customers/1/history'],
  ])('%s %s is refused', async (method, path) => {
    const answer = await call(gateway.url, path, { method });
    expect(answer.status).toBe(401);
    expect(answer.json).toMatchObject({ code: 'not-signed-in', error: 'Please sign in.' });
  });

  it('a cookie that was made up is refused', async () => {
    expect((await me('insuremanager_session=x%zz')).status).toBe(401);
    expect((await me(`insuremanager_session=${'A'.repeat(43)}`)).status).toBe(401);
  });

  it('signing out is no error', async () => {
    const out = await call(gateway.url, '/api/auth/logout', { method: 'POST' });
    expect(out.status).toBe(204);
  });
});

describe('a page of another site', () => {
  it.each([
    [{ Origin: 'https://evil.example' }],
    [{ Origin: 'null' }],
    [{ 'Sec-Fetch-Site': 'cross-site' }],
    [{ 'Sec-Fetch-Site': 'same-site', Origin: 'http://localhost:4000' }],
  ])('cannot sign anybody in or out: %o', async (headers) => {
    const cookie = await signIn(gateway.url);
    for (const path of ['/api/auth/login', '/api/auth/logout', '/api/customers', '/graphql']) {
      const answer = await call(gateway.url, path, { method: 'POST', headers, cookie, body: {} });
      expect(answer.status).toBe(403);
      expect(answer.json.code).toBe('foreign-origin');
    }
    expect((await me(cookie)).status).toBe(200);
  });

  it.each([[{ Origin: 'http://localhost:4000' }], [{ 'Sec-Fetch-Site': 'same-origin' }]])(
    'is not confused with our own: %o',
    async (headers) => {
      const answer = await call(gateway.url, '/api/auth/logout', { method: 'POST', headers });
      expect(answer.status).toBe(204);
    },
  );
});
