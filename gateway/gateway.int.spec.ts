import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import {
  call,
  signIn,
  startTestGateway,
  TEST_ADMIN,
  WEB_SCRIPT,
  WEB_TITLES,
} from '@insuremanager/deploy/testing/testGateway';
import { describe, expect, it, vi } from 'vitest';

const gateway = oneGateway();

const get = (path: string, headers: Record<string, string> = {}) =>
  call(gateway.url, path, { headers });
const HTML = { Accept: 'text/html,*/*;q=0.8' };

describe('every answer', () => {
  it('forbids scripts in pages, frames, sniffing and what comes from elsewhere', async () => {
    for (const path of [
      '/',
      '/api/auth/me',
      '/api/docs',
      '/health/live',
      '/assets/app-1a2b3c.js',
    ]) {
      const { headers } = await get(path, HTML);
      expect(headers['content-security-policy']).toContain("default-src 'self';script-src 'self';");
      expect(headers['content-security-policy']).toContain("frame-ancestors 'none'");
      expect(headers['x-content-type-options']).toBe('nosniff');
      expect(headers['x-frame-options']).toBe('DENY');
      expect(headers['x-powered-by']).toBeUndefined();
      expect(headers['x-request-id']).toMatch(/^[\da-f-]{36}$/);
    }
  });
});

it('an answer names no trace where none is recorded, whatever the client names', async () => {
  const headers = { traceparent: '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01' };
  const answer = await call(gateway.url, '/api/auth/me', { headers });
  expect(answer.headers).not.toHaveProperty('traceresponse');
});

describe('the web client', () => {
  const SIGN_IN_PATHS = ['/login', '/forgot-password', '/reset-password?token=x', '/invitation'];
  const titleAt = async (path: string, cookie?: string) => {
    const answer = await call(gateway.url, path, { headers: HTML, cookie });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-type']).toMatch(/^text\/html/);
    expect(answer.headers['cache-control']).toBe('private, no-cache');
    expect(answer.headers.vary).toContain('Cookie');
    return /<title>(.*)<\/title>/.exec(answer.text)?.[1];
  };

  it.each(['/', '/customers', '/customers/12', '/no/such/screen'])(
    'is what visitors see at %s, and the client for who is signed in',
    async (path) => {
      const cookie = await signIn(gateway.url);
      expect(await titleAt(path)).toBe('Visit InsureManager');
      expect(await titleAt(path, 'insuremanager_session=made-up')).toBe('Visit InsureManager');
      expect(await titleAt(path, cookie)).toBe(WEB_TITLES['index.html']);
      await call(gateway.url, '/api/auth/logout', { method: 'POST', cookie });
      expect(await titleAt(path, cookie)).toBe('Visit InsureManager');
    },
  );

  it.each(SIGN_IN_PATHS)('is the sign-in at %s', async (path) => {
    expect(await titleAt(path)).toBe(WEB_TITLES['login.html']);
  });

  it('leads who is signed in from the login to the root, and from nowhere else', async () => {
    const cookie = await signIn(gateway.url);
    const answer = await call(gateway.url, '/login', { headers: HTML, cookie });
    expect(answer.status).toBe(303);
    expect(answer.headers.location).toBe('/');
    for (const path of SIGN_IN_PATHS.slice(1)) {
      expect(await titleAt(path, cookie)).toBe(WEB_TITLES['login.html']);
    }
  });

  it('asks for no use of the session, which would keep it from ending', async () => {
    const cookie = await signIn(gateway.url);
    const { pool } = gateway.platform;
    await pool.query(
      "UPDATE identity.sessions SET last_seen_at = last_seen_at - interval '1 hour'",
    );
    const lastSeen = async () =>
      (await pool.query('SELECT token_hash, last_seen_at FROM identity.sessions ORDER BY 1')).rows;
    const before = await lastSeen();
    await titleAt('/', cookie);
    expect(await lastSeen()).toEqual(before);
  });

  it('shows no page under the name of its file', async () => {
    for (const path of ['/landing.html', '/index.html', '/login.html', '/LANDING.HTML']) {
      expect((await get(path, HTML)).status).toBe(404);
    }
  });

  it('keeps its hashed files for ever, unlike the others', async () => {
    const { headers } = await get('/assets/app-1a2b3c.js');
    expect(headers['cache-control']).toBe('public, max-age=31536000, immutable');
    expect((await get('/favicon.svg')).headers['cache-control']).toBe('no-cache');
  });

  it.each([
    ['br, gzip', 'br'],
    ['gzip', 'gzip'],
    ['identity', undefined],
  ])('sends to who accepts %s what the build made of them', async (accepted, encoding) => {
    const answer = await get('/assets/app-1a2b3c.js', { 'Accept-Encoding': accepted });
    expect(answer.status).toBe(200);
    expect(answer.headers['content-encoding']).toBe(encoding);
    expect(answer.headers.vary).toContain('Accept-Encoding');
    if (!encoding) expect(answer.text).toBe(WEB_SCRIPT);
  });

  it.each(['/assets/app-old.js', '/missing.png', '/assets/..%2f..%2f..%2fetc/passwd.txt'])(
    'has no %s',
    async (path) => {
      const answer = await get(path);
      expect([403, 404]).toContain(answer.status);
      expect(answer.headers['content-type']).toMatch(/^application\/problem\+json/);
    },
  );

  it('does not show what lies beside its folder', async () => {
    const answer = await get('/..%2f..%2f..%2fetc%2fpasswd', HTML);
    expect(answer.text).not.toContain('root:');
  });
});

describe('operators', () => {
  it('see that it lives and is ready', async () => {
    expect((await get('/health/live')).json).toEqual({ status: 'live' });
    // The read models are built in the first moments.
    const ready = await vi.waitFor(async () => {
      const answer = await call(gateway.opsUrl, '/health/ready');
      expect(answer.json.readModels).toMatchObject({ state: 'live' });
      return answer;
    }, 60_000);
    expect(ready.status).toBe(200);
    expect(ready.json).toMatchObject({
      status: 'ready',
      missing: [],
      eventLog: 'reachable',
      database: 'reachable',
      fileStore: 'reachable',
      readModels: { state: 'live', lagSeconds: expect.any(Number) },
    });
  });

  it('see figures by route template, never by path', async () => {
    const cookie = await signIn(gateway.url);
    await call(gateway.url, '/api/customers/4711', { cookie });
    const { text, headers } = await call(gateway.opsUrl, '/metrics');
    expect(headers['content-type']).toMatch(/^text\/plain/);
    expect(text).toMatch(
      /insuremanager_http_request_duration_seconds_count\{method="GET",route="\/api\/customers\/:id",status="404"\} 1/,
    );
    expect(text).toMatch(/^insuremanager_read_model_live 1$/m);
    expect(text).toMatch(/^insuremanager_read_model_stopped 0$/m);
    expect(text).toMatch(/^insuremanager_read_model_lag_seconds 0$/m);
    expect(text).toMatch(/^process_resident_memory_bytes \d/m);
    // Figures may hold any digits; labels may not.
    expect(text).not.toMatch(/\{.*4711.*\}/);
  });
});

describe('the API described', () => {
  it('is public, for programs and for people', async () => {
    const document = await get('/api/openapi.json');
    expect(document.status).toBe(200);
    expect(document.json.openapi).toBe('3.1.0');

    expect((await get('/api/asyncapi.json')).json.asyncapi).toBe('3.0.0');

    const page = await get('/api/docs');
    expect(page.headers['content-type']).toMatch(/^text\/html/);
    expect(page.text).toContain('/api/customers/{id}');
    expect(page.text).not.toMatch(/<script|style="|(?:href|src)="(?:https?:)?\/\//);
    expect((await get('/api/docs/style.css')).headers['content-type']).toMatch(/^text\/css/);
  });
});

describe('behind TLS', () => {
  it('cookies are Secure, browsers stay with TLS, and the public address is our own', async () => {
    const publicUrl = 'https://crm.example.in/';
    const behindTls = await startTestGateway({ beside: gateway, publicUrl });
    try {
      const { username, password } = TEST_ADMIN;
      const answer = await call(behindTls.url, '/api/auth/login', {
        method: 'POST',
        headers: { Origin: 'https://crm.example.in', 'Sec-Fetch-Site': 'same-origin' },
        body: { username, password },
      });
      expect(answer.status).toBe(200);
      expect(answer.headers['set-cookie']?.[0]).toMatch(
        /^__Host-insuremanager_session=[\w-]{43}; Path=\/; Expires=[^;]+; HttpOnly; Secure; SameSite=Lax$/,
      );
      const [cookie = ''] = answer.headers['set-cookie']?.[0]?.split(';') ?? [];
      expect((await call(behindTls.url, '/api/auth/me', { cookie })).status).toBe(200);
      // What another host of the domain could set is no session.
      const withoutPrefix = cookie.replace('__Host-', '');
      const from = { cookie: withoutPrefix };
      expect((await call(behindTls.url, '/api/auth/me', from)).status).toBe(401);
      const document = await call(behindTls.url, '/api/openapi.json');
      expect(document.json.components?.securitySchemes?.session?.name).toBe(
        '__Host-insuremanager_session',
      );
      expect(answer.headers['strict-transport-security']).toMatch(/^max-age=\d{7,}/);
      expect(answer.headers['content-security-policy']).toContain('upgrade-insecure-requests');
    } finally {
      await behindTls.stop();
    }
  });
});
