import {
  call,
  signIn,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PROXY = '127.0.0.2';

/** At https://crm.example.in, and one that nobody has given an address. */
let named: TestGateway;
let unnamed: TestGateway;
let cookie: string;
beforeAll(async () => {
  unnamed = await startTestGateway({ publicUrl: null, trustedProxies: PROXY });
  named = await startTestGateway({ beside: unnamed, publicUrl: 'https://crm.example.in' });
  cookie = await signIn(unnamed.url);
});
afterAll(async () => {
  await named.stop();
  await unnamed.stop();
});

const customer = { name: 'Asha Nair', phone: '9876543210' };
const change = (gateway: TestGateway, headers: Record<string, string>, from?: string) =>
  call(gateway.url, '/api/auth/logout', { method: 'POST', headers, from });
const own = () => new URL(unnamed.url).host;

describe('where the public address is given', () => {
  it.each([
    ['another scheme', 'http://crm.example.in'],
    ['another port', 'https://crm.example.in:8443'],
    ['a host of the same domain', 'https://evil.example.in'],
    ['a longer name', 'https://crm.example.in.evil.example'],
    ['a name within the address', 'https://crm.example.in@evil.example'],
    ['capital letters', 'HTTPS://CRM.EXAMPLE.IN'],
    ['a slash at the end', 'https://crm.example.in/'],
    ['no origin at all', 'null'],
    ['nothing', ''],
  ])('%s is another site, whatever Host says', async (_case, origin) => {
    for (const host of ['crm.example.in', new URL(named.url).host]) {
      expect((await change(named, { Origin: origin, Host: host })).status).toBe(403);
    }
    const evil = origin.replace(/^\w+:\/+/i, '');
    if (evil) expect((await change(named, { Origin: origin, Host: evil })).status).toBe(403);
  });

  it('only that origin is our own', async () => {
    expect((await change(named, { Origin: 'https://crm.example.in' })).status).toBe(204);
  });
});

describe('where it is not', () => {
  it('the origin that the browser has reached is our own, of the same scheme', async () => {
    expect((await change(unnamed, { Origin: `http://${own()}` })).status).toBe(204);
    expect((await change(unnamed, { Origin: `https://${own()}` })).status).toBe(403);
    expect((await change(unnamed, { Origin: 'http://elsewhere.example' })).status).toBe(403);
  });

  it('a proxy that is trusted says which scheme that was, and nobody else does', async () => {
    const headers = { Origin: `https://${own()}`, 'X-Forwarded-Proto': 'https' };
    expect((await change(unnamed, headers, PROXY)).status).toBe(204);
    expect((await change(unnamed, headers)).status).toBe(403);
  });

  it('a host that was made up for us is not', async () => {
    const headers = { Origin: 'https://evil.example', 'X-Forwarded-Host': 'evil.example' };
    expect((await change(unnamed, headers)).status).toBe(403);
  });
});

describe('a form of another site, which browsers send without asking', () => {
  it.each([
    ['text/plain', JSON.stringify(customer)],
    ['application/x-www-form-urlencoded', 'name=Asha&phone=9876543210'],
    ['multipart/form-data; boundary=x', '--x--\r\n'],
    ['application/json-patch+json', JSON.stringify(customer)],
  ])('cannot be taken for JSON: %s', async (type, body) => {
    const headers = { 'Content-Type': type };
    for (const path of ['/api/customers', '/graphql', '/api/auth/login']) {
      const answer = await call(unnamed.url, path, { method: 'POST', cookie, headers, body });
      expect(answer.status).toBe(415);
    }
  });

  it.each(['X-HTTP-Method-Override', 'X-Method-Override', '_method'])(
    'cannot be taken for another method by %s',
    async (name) => {
      const headers = { [name]: 'DELETE' };
      const answer = await call(unnamed.url, '/api/customers/1', {
        ...{ method: 'POST', cookie, headers, body: customer },
      });
      expect(answer.status).toBe(405);
    },
  );
});

it('no other site is allowed to read an answer', async () => {
  const headers = { Origin: 'https://elsewhere.example', 'Access-Control-Request-Method': 'POST' };
  for (const method of ['OPTIONS', 'GET']) {
    const answer = await call(unnamed.url, '/api/customers', { method, cookie, headers });
    expect(Object.keys(answer.headers).filter((name) => name.startsWith('access-control'))).toEqual(
      [],
    );
  }
});
