import { connect } from 'node:net';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { describe, expect, it } from 'vitest';

const { fixture, gateway, send } = gatewayFixture({ publicUrl: null });

/** The answer to a path exactly as it is written: clients tidy paths up. */
function raw(path: string, headers: Record<string, string> = {}): Promise<string> {
  const { hostname, port } = new URL(gateway.url);
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname);
    let text = '';
    socket.setEncoding('latin1');
    socket.on('data', (part) => {
      text += part;
    });
    socket.on('end', () => resolve(text));
    socket.on('error', reject);
    const lines = Object.entries({ Host: 'localhost', Connection: 'close', ...headers }).map(
      ([name, value]) => `${name}: ${value}`,
    );
    socket.write(`GET ${path} HTTP/1.1\r\n${lines.join('\r\n')}\r\n\r\n`);
  });
}

const statusOf = (answer: string): number => Number(answer.split(' ')[1]);
const HTML = 'text/html,*/*;q=0.8';

const ABOVE = ['..', '%2e%2e', '%2E.', '..%00', '..;', '%252e%252e', '..%c0%af', '%u002e%u002e'];
const SLASHES = ['/', '%2f', '%5c', '\\', '%252f', '//'];

describe('a path that leads out of the folder', () => {
  it.each(ABOVE)('by %s shows nothing that lies there', async (above) => {
    for (const slash of SLASHES) {
      for (const start of ['/', '/assets/', '/api/documents/', '/api/']) {
        const path = `${start}${`${above}${slash}`.repeat(6)}etc${slash}passwd`;
        const answer = await raw(path, { Accept: HTML, Cookie: fixture.cookie });
        expect(answer).not.toContain('root:');
        expect([200, 400, 404]).toContain(statusOf(answer));
      }
    }
  });

  it.each([
    'package.json',
    'index.html%00.png',
    'landing.html',
    'login.html',
    '.env',
    '.gitignore',
  ])('to %s finds no file', async (file) => {
    for (const start of ['/', '/assets/../', '/assets/%2e%2e/']) {
      const answer = await raw(`${start}${file}`, { Accept: '*/*' });
      expect(statusOf(answer)).toBeGreaterThanOrEqual(400);
    }
  });

  it.each([
    '1%00',
    '1/../1',
    '..%2f1',
    '1%2f..%2f2',
    '1.0',
    '0x1',
    '１',
    '1e0',
    '-1',
    '1;2',
    "1'--",
  ])('is no document: %s', async (id) => {
    for (const what of ['', '/download', '/preview', '/history']) {
      const status = statusOf(await raw(`/api/documents/${id}${what}`, { Cookie: fixture.cookie }));
      expect([400, 404]).toContain(status);
    }
  });

  it.each(['/%', '/%zz', '/api/customers/%', '/%ff%fe', '/api/documents/%c0%80/download'])(
    'that cannot be decoded is refused: %s',
    async (path) => {
      const answer = await raw(path, { Cookie: fixture.cookie });
      expect([400, 404]).toContain(statusOf(answer));
      expect(answer).not.toMatch(/node_modules|URIError/);
    },
  );
});

describe('a redirect', () => {
  const ELSEWHERE = [
    '//evil.example',
    '///evil.example/%2e%2e',
    '/\\evil.example',
    '/%5cevil.example',
    '/%2f%2fevil.example',
    '//evil.example/%2f..',
    '/login?next=//evil.example',
    '/login?next=https://evil.example',
    '/login?redirect=javascript:alert(1)',
    '/login/?returnTo=//evil.example',
    '/login//evil.example',
    '/assets?next=//evil.example',
    '/assets',
    '/api/docs?next=//evil.example',
    'http://evil.example/login',
  ];

  it.each(ELSEWHERE)('leads nowhere else: %s', async (path) => {
    for (const who of [{ Cookie: 'a=b' }, { Cookie: fixture.cookie }]) {
      for (const host of ['localhost', 'evil.example']) {
        const more = { Host: host, 'X-Forwarded-Host': 'evil.example', Accept: HTML };
        const answer = await raw(path, { ...more, ...who });
        const location = /^location: (.*)$/im.exec(answer.split('\r\n\r\n')[0] ?? '')?.[1];
        expect([undefined, '/']).toContain(location?.trim());
        expect(answer).not.toMatch(/http-equiv="?refresh/i);
      }
    }
  });

  it('is answered to who is signed in at the login, and leads to the root', async () => {
    const answer = await raw('/login?next=//evil.example', {
      Accept: HTML,
      Cookie: fixture.cookie,
    });
    expect(statusOf(answer)).toBe(303);
    expect(answer).toMatch(/^location: \/\r$/im);
  });

  it('of a new record is a path of ours, whatever Host says', async () => {
    const answer = await send('POST', '/api/customers', {
      headers: { Host: 'evil.example' },
      body: { name: 'Asha Nair', phone: '9876543210' },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toMatch(/^\/api\/customers\/\d+$/);
  });
});

it('whatever the path, the server goes on', async () => {
  expect((await call(gateway.url, '/health/live')).status).toBe(200);
  expect(gateway.logged.filter((line) => line.includes('unforeseen'))).toEqual([]);
});
