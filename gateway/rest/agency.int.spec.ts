import { randomUUID } from 'node:crypto';
import { LARGEST_LOGO } from '@insuremanager/contracts/agency/agencyViews';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInEachRole } from '@insuremanager/deploy/testing/roles';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { SAMPLE_JPEG, samplePng } from '@insuremanager/services/agency/testing/sampleLogo';
import { beforeAll, describe, expect, it } from 'vitest';

const brokerage = { name: 'Malabar Brokers', phone: '+91 484 2345678' };
const { fixture, gateway, send } = gatewayFixture({ brokerage });
let agent: string;

beforeAll(async () => {
  agent = (await signInEachRole(gateway)).agent;
});

const SETTINGS = '/api/agency/settings';
const LOGO = '/api/agency/logo';
const get = () => send('GET', SETTINGS);
const put = (body: object, headers: Record<string, string> = {}) =>
  send('PUT', SETTINGS, { body, headers });
const putLogo = (body: Buffer, headers: Record<string, string> = {}) =>
  fetch(`${gateway.url}${LOGO}`, {
    method: 'PUT',
    headers: { Cookie: fixture.cookie, 'Content-Type': 'image/png', ...headers },
    body: new Uint8Array(body),
  });
const getLogo = (query = '') => fetch(`${gateway.url}${LOGO}${query}`);
/** `fetch` asks caches not to answer such a request. */
const getLogoUnless = (etag: string) =>
  call(gateway.url, LOGO, { headers: { 'If-None-Match': etag } });

// In the order in which an agency is set up.
describe('the settings of the agency by REST', () => {
  it('are what the environment says, with a version, until somebody changes them', async () => {
    const first = await get();
    expect(first.json).toMatchObject({ ...brokerage, email: null, retentionYears: 10 });
    expect(first.headers.etag).toBe('"-1"');

    const key = { 'Idempotency-Key': randomUUID() };
    const change = { phone: null, gstin: '27aapfu0939f1zw', ownBook: true };
    const changed = await put(change, { ...key, 'If-Match': '"-1"' });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).toBe('"0"');
    expect(changed.json).toMatchObject({
      ...{ name: 'Malabar Brokers', phone: null, gstin: '27AAPFU0939F1ZW', ownBook: true },
      warnings: [{ field: 'gstin', code: 'gstin-checksum' }],
    });
    expect((await put(change, { ...key, 'If-Match': '"-1"' })).headers.etag).toBe('"0"');
  });

  it('are not changed by who saw older ones', async () => {
    const stale = await put({ name: 'Mine' }, { 'If-Match': '"-1"' });
    expect(stale.status).toBe(412);
    expect(stale.json).toMatchObject({ code: 'stale-version', currentVersion: 0 });
  });

  it('refuse what cannot be, naming it', async () => {
    const wrong = {
      email: 'office',
      socialLinks: ['http://x.com/malabar'],
      gstRates: [{ what: 'life', from: '2027-04-01', percent: 18 }],
      retentionYears: 5,
    };
    const refused = await put(wrong);
    expect(refused.status).toBe(400);
    expect(refused.json.fields).toMatchObject([
      { field: 'email' },
      { field: 'socialLinks.0' },
      { field: 'gstRates.0.what' },
      { field: 'retentionYears' },
    ]);
  });

  it('are an admin’s', async () => {
    const body = { name: 'Mine' };
    for (const call_ of [
      call(gateway.url, SETTINGS, { cookie: agent }),
      call(gateway.url, SETTINGS, { method: 'PUT', cookie: agent, body }),
      call(gateway.url, LOGO, { method: 'DELETE', cookie: agent }),
    ]) {
      expect((await call_).status).toBe(403);
    }
  });
});

describe('the logo', () => {
  it('is not there at first', async () => {
    const none = await getLogo();
    expect(none.status).toBe(404);
    expect(none.headers.get('cache-control')).toBe('no-store');
  });

  it('is stored and shown to everybody, who need not fetch it twice', async () => {
    const png = samplePng();
    const { version } = (await get()).json;
    const changed = await putLogo(png, { 'If-Match': `"${version}"` });
    expect(changed.status).toBe(200);
    const { logo } = (await changed.json()) as { logo: { path: string } };
    expect(logo).toMatchObject({ mimeType: 'image/png', width: 120, height: 40 });

    const shown = await getLogo();
    expect(Buffer.from(await shown.arrayBuffer()).equals(png)).toBe(true);
    expect(shown.headers.get('content-type')).toBe('image/png');
    expect(shown.headers.get('x-content-type-options')).toBe('nosniff');
    expect(shown.headers.get('content-security-policy')).toContain('sandbox');
    expect(shown.headers.get('cache-control')).toBe('public, no-cache');
    const etag = shown.headers.get('etag') ?? '';
    expect((await getLogoUnless(etag)).status).toBe(304);
    const immutable = await getLogo(logo.path.slice(LOGO.length));
    expect(immutable.headers.get('cache-control')).toContain('immutable');
    const outdated = await getLogo('?v=0123456789abcdef');
    expect(outdated.headers.get('cache-control')).toBe('public, no-cache');

    expect((await putLogo(png, { 'If-Match': `"${version}"` })).status).toBe(412);
    await putLogo(SAMPLE_JPEG, { 'Content-Type': 'image/jpeg' });
    expect((await getLogoUnless(etag)).headers['content-type']).toBe('image/jpeg');
  });

  it.each([
    ['is no picture', Buffer.from('<svg/>'), 400, 'logo-kind'],
    ['is empty', Buffer.alloc(0), 400, 'logo-kind'],
    ['is damaged', samplePng().subarray(0, 80), 400, 'logo-damaged'],
    ['is too large', Buffer.alloc(LARGEST_LOGO + 1), 400, 'logo-too-large'],
  ])('is refused when it %s', async (_, bytes, status, code) => {
    const refused = await putLogo(bytes);
    expect(refused.status).toBe(status);
    expect(await refused.json()).toMatchObject({ fields: [{ field: 'logo', code }] });
  });

  it('is refused as another kind of content', async () => {
    for (const type of ['image/svg+xml', 'text/html', 'application/json']) {
      expect((await putLogo(samplePng(), { 'Content-Type': type })).status).toBe(415);
    }
  });

  it('is removed', async () => {
    const removed = await send('DELETE', LOGO);
    expect(removed.json).toMatchObject({ logo: null });
    expect((await getLogo()).status).toBe(404);
  });
});
