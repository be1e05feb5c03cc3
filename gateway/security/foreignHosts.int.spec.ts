import {
  call,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const PROXY = '127.0.0.2';

/** At https://crm.example.in, and one that nobody has given an address. */
let named: TestGateway;
let unnamed: TestGateway;
beforeAll(async () => {
  unnamed = await startTestGateway({ publicUrl: null });
  named = await startTestGateway({
    ...{ beside: unnamed, publicUrl: 'https://crm.example.in', trustedProxies: PROXY },
  });
});
afterAll(async () => {
  await named.stop();
  await unnamed.stop();
});

const ask = (path: string, headers: Record<string, string>, from?: string) =>
  call(named.url, path, { headers, from });
const statusFor = async (headers: Record<string, string>, from?: string) =>
  (await ask('/login', headers, from)).status;

describe('where the public address is given', () => {
  it.each([
    'evil.example',
    'crm.example.in.evil.example',
    'evil.example.in',
    'crm.example.in:8443',
    'user@evil.example',
    'crm.example.in@evil.example',
    '192.0.2.7',
    '127.0.0.1.evil.example',
    'not a host',
  ])('nothing is served at "%s"', async (host) => {
    for (const path of ['/', '/login', '/assets/app-1a2b3c.js', '/api/auth/me', '/graphql']) {
      const { status, json } = await ask(path, { Host: host });
      expect({ status, code: json.code }).toEqual({ status: 421, code: 'foreign-host' });
      expect(json.error).toContain('https://crm.example.in');
    }
  });

  it.each(['crm.example.in', 'CRM.example.in', 'crm.example.in:443'])('%s is ours', async (host) =>
    expect(await statusFor({ Host: host })).toBe(200),
  );

  it.each(['localhost:4000', '127.0.0.1', '[::1]:4000'])(
    'a program of the same machine may call it %s',
    async (host) => expect(await statusFor({ Host: host })).toBe(200),
  );

  it('a proxy that is trusted says what the browser asked for, and nobody else does', async () => {
    const ours = { Host: 'gateway-1:4000', 'X-Forwarded-Host': 'crm.example.in' };
    expect(await statusFor(ours, PROXY)).toBe(200);
    expect(await statusFor(ours)).toBe(421);
    const foreign = { Host: 'crm.example.in', 'X-Forwarded-Host': 'evil.example' };
    expect(await statusFor(foreign, PROXY)).toBe(421);
    expect(await statusFor(foreign)).toBe(200);
  });

  it('operations are asked by any address, as containers and clusters do', async () => {
    for (const path of ['/health/live', '/health/ready/', '/HEALTH/live']) {
      expect((await ask(path, { Host: '10.1.2.3:4000' })).status).not.toBe(421);
    }
    expect((await ask('/metrics', { Host: 'gateway-1:4000' })).status).toBe(401);
    expect((await ask('/healthy', { Host: '10.1.2.3:4000' })).status).toBe(421);
    expect((await ask('/health/../login', { Host: '10.1.2.3:4000' })).status).not.toBe(200);
  });
});

it('where it is not given, any name that leads here will do', async () => {
  const { status } = await call(unnamed.url, '/login', { headers: { Host: 'crm.office' } });
  expect(status).toBe(200);
});
