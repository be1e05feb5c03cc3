import {
  type Answer,
  call,
  signIn,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { samplePdf } from '@insuremanager/services/documents/testing/sampleFiles';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { fieldParts, filePart, formOf, sendForm } from '../testing/uploading.js';

let gateway: TestGateway;
let behindTls: TestGateway;
let cookie: string;
let documentPath: string;
beforeAll(async () => {
  gateway = await startTestGateway();
  behindTls = await startTestGateway({ beside: gateway, publicUrl: 'https://crm.example.in' });
  cookie = await signIn(gateway.url);
  documentPath = await uploadDocument();
});
afterAll(async () => {
  await behindTls.stop();
  await gateway.stop();
});

async function uploadDocument(): Promise<string> {
  const customer = { name: 'Asha Nair', phone: '9876543210' };
  const body = { method: 'POST', cookie, body: customer };
  const { json } = await call(gateway.url, '/api/customers', body);
  const fields = fieldParts({ customerId: json.id, documentType: 'kyc' });
  const form = formOf([...fields, filePart(samplePdf())]);
  const answer = await sendForm(gateway.url, form, { cookie });
  return `/api/documents/${(await answer.json()).id}`;
}

const HTML = { Accept: 'text/html,*/*;q=0.8' };
const broken = { method: 'POST', headers: { 'Content-Type': 'application/json' }, body: '{' };
const foreign = { method: 'POST', headers: { Origin: 'https://elsewhere.example' } };

type Kind = [string, () => Promise<Answer>];

const FILES: Kind[] = [
  ['a file to be saved', () => call(gateway.url, `${documentPath}/download`, { cookie })],
  ['a file to be looked at', () => call(gateway.url, `${documentPath}/preview`, { cookie })],
];
const PAGES: Kind[] = [
  ['a page', () => call(gateway.url, '/', { headers: HTML })],
  ['a screen', () => call(gateway.url, '/customers/12', { headers: HTML })],
  ['a script', () => call(gateway.url, '/assets/app-1a2b3c.js')],
  ['a file beside the pages', () => call(gateway.url, '/robots.txt')],
  ['a path that is not there', () => call(gateway.url, '/missing.png')],
];
const API: Kind[] = [
  ['a path of the API that is not there', () => call(gateway.url, '/api/nothing')],
  ['the API described', () => call(gateway.url, '/api/docs')],
  ['records', () => call(gateway.url, '/api/customers', { cookie })],
  ['a record that is not there', () => call(gateway.url, '/api/customers/999999', { cookie })],
  ['nobody signed in', () => call(gateway.url, '/api/customers')],
  ['a broken body', () => call(gateway.url, '/api/auth/login', broken)],
  ['another site', () => call(gateway.url, '/api/auth/login', foreign)],
  ['a method that is not there', () => call(gateway.url, '/api/auth/me', { method: 'PUT' })],
  ['GraphQL', () => call(gateway.url, '/graphql', { ...broken, cookie })],
  ['health', () => call(gateway.url, '/health/live')],
  ['the port of operations', () => call(gateway.opsUrl, '/metrics')],
];

describe('what every answer comes with', () => {
  it.each([...PAGES, ...API, ...FILES])('%s', async (_kind, ask) => {
    const { status, headers } = await ask();
    expect(status).not.toBe(500);
    const policy = String(headers['content-security-policy']);
    expect(policy).toMatch(/default-src '(self|none)'/);
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe-eval|unsafe-hashes|\*|https?:/);
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-request-id': expect.stringMatching(/^[\da-f-]{36}$/),
    });
    const permissions = String(headers['permissions-policy']);
    expect(permissions).toContain('publickey-credentials-create=(self)');
    expect(permissions).toContain('publickey-credentials-get=(self)');
    for (const feature of ['camera', 'microphone', 'geolocation', 'payment', 'usb']) {
      expect(permissions).toContain(`${feature}=()`);
    }
    expect(headers['x-powered-by']).toBeUndefined();
    expect(headers.server).toBeUndefined();
    expect(headers['access-control-allow-origin']).toBeUndefined();
    expect(headers['strict-transport-security']).toBeUndefined();
  });

  it.each([...PAGES, ...API])('%s: nothing inline, for what is no file', async (_kind, ask) => {
    const { headers } = await ask();
    const policy = String(headers['content-security-policy']);
    expect(policy).not.toContain('unsafe');
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("base-uri 'none'");
    expect(policy).toContain("form-action 'self'");
  });

  it.each([...API, ...FILES])('%s: stored by no cache', async (_kind, ask) => {
    expect((await ask()).headers['cache-control']).toContain('no-store');
  });
});

describe('behind TLS', () => {
  it.each(['/', '/assets/app-1a2b3c.js', '/api/customers', '/missing.png', '/health/live'])(
    'browsers stay with TLS after %s',
    async (path) => {
      const { headers } = await call(behindTls.url, path, { headers: HTML });
      expect(headers['strict-transport-security']).toBe('max-age=63072000; includeSubDomains');
      expect(headers['content-security-policy']).toContain('upgrade-insecure-requests');
    },
  );
});
