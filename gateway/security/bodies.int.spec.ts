import { request } from 'node:http';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { beforeEach, expect, it } from 'vitest';
import { nameOf } from '../rest/restRoute.js';
import { REST_ACCESS, REST_ROUTES } from '../testing/restAccess.js';

const { fixture, gateway, send } = gatewayFixture();
// Files of lists are limited by the hour, and there are more of them here than that.
beforeEach(() => gateway.platform.pool.query('DELETE FROM limits.spent'));

/** A body of more than 100 kB. */
const LARGE = JSON.stringify({ name: 'x'.repeat(200_000) });
const JSON_TYPE = { 'Content-Type': 'application/json' };

const pathOf = (name: string): string => name.replace(/^\w+ /, '').replace(/:\w+/g, '1');
const named = (method: string): string[] =>
  Object.keys(REST_ACCESS).filter((name) => name.startsWith(`${method} `));

/** Take no JSON: a form, a picture, or nothing at all. */
const WITHOUT_JSON = REST_ROUTES.filter(({ body }) => !body).map(nameOf);

it.each([...named('POST'), ...named('PUT')].filter((name) => !WITHOUT_JSON.includes(name)))(
  '%s takes no more than 100 kB, nor more than that unpacked',
  async (name) => {
    const [method = ''] = name.split(' ');
    const large = { method, cookie: fixture.cookie, headers: JSON_TYPE, body: LARGE };
    const refused = await call(gateway.url, pathOf(name), large);
    // Some look at the session or the headers before they look at the body.
    expect([413, 406]).toContain(refused.status);
    if (refused.status === 413) expect(refused.json.code).toBe('too-large');
  },
);

it.each(named('PUT').filter((name) => !WITHOUT_JSON.includes(name)))(
  '%s without a body is refused, as it may have been lost on the way',
  async (name) => {
    const answer = await send('PUT', pathOf(name));
    expect(answer).toMatchObject({ status: 400, json: { code: 'no-body' } });
  },
);

it.each([
  ['Latin-1', Buffer.from('{"name":"Jos\xe9","phone":"9847012345"}', 'latin1')],
  ['UTF-16', Buffer.from('\ufeff{"name":"Asha","phone":"9847012345"}', 'utf16le')],
  ['a character that is cut off', Buffer.from('{"name":"Jos\xc3"}', 'latin1')],
  ['half a pair', Buffer.from('7b226e616d65223a22eda080227d', 'hex')],
])('a body in %s is refused, and says what to send', async (_, body) => {
  for (const path of ['/api/customers', '/graphql', '/api/auth/login']) {
    const answer = await fetch(new URL(path, gateway.url), {
      method: 'POST',
      headers: { ...JSON_TYPE, Cookie: fixture.cookie },
      body: new Uint8Array(body),
    });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ code: 'not-utf8' });
  }
});

it.each([
  ['gzip', gzipSync],
  ['deflate', deflateSync],
  ['br', brotliCompressSync],
] as const)('a bomb in %s is refused as soon as it is unpacked too far', async (encoding, pack) => {
  const bomb = pack(Buffer.alloc(50_000_000, ' '));
  expect(bomb.length).toBeLessThan(100_000);
  for (const path of ['/api/customers', '/graphql', '/api/auth/login']) {
    expect(await statusOf(path, { ...JSON_TYPE, 'Content-Encoding': encoding }, bomb)).toBe(413);
  }
});

it.each(['x-gzip, gzip', 'gzip, gzip', 'compress', 'nonsense'])(
  'an encoding that we do not speak is refused: %s',
  async (encoding) => {
    const status = await statusOf(
      '/api/customers',
      { ...JSON_TYPE, 'Content-Encoding': encoding },
      gzipSync('{}'),
    );
    expect(status).toBe(415);
  },
);

it.each(named('GET').filter((name) => /^GET \/(api|health)/.test(name)))(
  '%s is answered as if it had no body',
  async (name) => {
    const path = pathOf(name);
    const without = await send('GET', path);
    for (const body of ['{"name":"x"}', '{', ' '.repeat(20_000)]) {
      const answer = await send('GET', path, { headers: JSON_TYPE, body });
      expect(answer.status).toBe(without.status);
    }
  },
);

function statusOf(path: string, headers: object, body: Buffer): Promise<number> {
  return new Promise((resolve, reject) => {
    const sending = request(
      new URL(path, gateway.url),
      { method: 'POST', agent: false, headers: { ...headers, Cookie: fixture.cookie } },
      (response) => {
        response.resume();
        resolve(response.statusCode ?? 0);
      },
    );
    sending.on('error', reject);
    sending.end(body);
  });
}
