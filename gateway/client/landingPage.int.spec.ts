import { request } from 'node:http';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import { call, signIn } from '@insuremanager/deploy/testing/testGateway';
import { describe, expect, it } from 'vitest';

const name = 'Kaveri & Sons <Brokers>';

const gateway = oneGateway({ brokerage: { name }, publicUrl: 'https://crm.example.in/' });

const HTML = { accept: 'text/html' };
const get = (path: string, headers: Record<string, string> = {}) =>
  call(gateway.url, path, { headers: { ...HTML, ...headers } });

/** Gives the agency another name, as an admin does. */
async function renaming() {
  const cookie = await signIn(gateway.url);
  return (to: string) =>
    call(gateway.url, '/api/agency/settings', { method: 'PUT', cookie, body: { name: to } });
}

describe('the public page', () => {
  it('is filled with what the brokerage says of itself, escaped', async () => {
    const { text } = await get('/');
    expect(text).toContain('<title>Visit Kaveri &amp; Sons &lt;Brokers&gt;</title>');
  });

  it('shows a change at once, under another tag', async () => {
    const before = await get('/');
    const rename = await renaming();
    await rename('Periyar Brokers');
    const after = await get('/');
    expect(after.text).toContain('Visit Periyar Brokers');
    expect(after.headers.etag).not.toBe(before.headers.etag);
    await rename(name);
    expect((await get('/')).headers.etag).toBe(before.headers.etag);
  });

  it('is not sent again to who has it', async () => {
    const etag = String((await get('/')).headers.etag);
    expect(etag).toMatch(/^"[\w-]+"$/);
    const again = await get('/', { 'if-none-match': etag });
    expect(again.status).toBe(304);
    expect(again.text).toBe('');
    expect(again.headers.etag).toBe(etag);
  });

  it('is compressed for who accepts it, each form under a tag of its own', async () => {
    const plain = await get('/');
    const tags = new Set([plain.headers.etag ?? null]);
    for (const [accepted, encoding, decompressed] of [
      ['gzip, deflate, br', 'br', brotliDecompressSync],
      ['gzip', 'gzip', gunzipSync],
    ] as const) {
      const answer = await rawBody('/', accepted);
      expect(answer.encoding).toBe(encoding);
      expect(decompressed(answer.body).toString()).toBe(plain.text);
      expect(answer.vary).toContain('Accept-Encoding');
      expect(answer.vary).toContain('Cookie');
      tags.add(answer.etag);
    }
    expect(tags.size).toBe(3);
  });

  it('answers HEAD without a body, and no other method', async () => {
    const head = await call(gateway.url, '/', { method: 'HEAD', headers: HTML });
    expect(head.status).toBe(200);
    expect(head.headers.etag).toBe((await get('/')).headers.etag);
    expect(head.text).toBe('');
    const post = await call(gateway.url, '/', { method: 'POST', headers: HTML });
    expect(post.status).toBe(405);
  });
});

describe('search engines', () => {
  it('are told where the page is, by its public address', async () => {
    const robots = await get('/robots.txt');
    expect(robots.headers['content-type']).toMatch(/^text\/plain/);
    expect(robots.text).toContain('Disallow: /api/\n');
    expect(robots.text).toContain('Sitemap: https://crm.example.in/sitemap.xml\n');
    const sitemap = await get('/sitemap.xml');
    expect(sitemap.headers['content-type']).toMatch(/^application\/xml/);
    expect(sitemap.text).toContain('<loc>https://crm.example.in/</loc>');
  });
});

/** As it came over the wire; `fetch` would decompress it. */
function rawBody(path: string, accepted: string) {
  return new Promise<{ body: Buffer; encoding: unknown; etag: string | null; vary: string }>(
    (resolve, reject) => {
      const headers = { accept: 'text/html', 'accept-encoding': accepted };
      const asking = request(new URL(path, gateway.url), { headers }, (response) => {
        const chunks: Buffer[] = [];
        response.on('data', (chunk: Buffer) => chunks.push(chunk));
        response.on('error', reject);
        response.on('end', () => {
          const { etag = null, vary = '', 'content-encoding': encoding } = response.headers;
          resolve({ body: Buffer.concat(chunks), encoding, etag, vary: String(vary) });
        });
      });
      asking.on('error', reject);
      asking.end();
    },
  );
}
