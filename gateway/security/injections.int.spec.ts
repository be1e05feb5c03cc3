import { readdir, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { samplePdf } from '@insuremanager/services/documents/testing/sampleFiles';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { sampleQuotationInput } from '../testing/quotationFixture.js';
import { fieldParts, filePart, formOf, sendForm, storedIn } from '../testing/uploading.js';

const { fixture, gateway } = gatewayFixture();
let customerId: number;
beforeAll(async () => {
  customerId = Number((await send('POST', '/api/customers', CUSTOMER)).json.id);
});

const CUSTOMER = { name: 'Asha Nair', phone: '9876543210', email: 'asha@example.com' };
const send = (method: string, path: string, body?: unknown) =>
  call(gateway.url, path, { method, cookie: fixture.cookie, body });
const graphql = (query: string, variables: unknown) =>
  call(gateway.url, '/graphql', {
    method: 'POST',
    cookie: fixture.cookie,
    body: { query, variables },
  });

describe('a key of JSON that names a prototype', () => {
  // As texts: an object literal would set the prototype itself.
  const POLLUTION = [
    '{"__proto__":{"polluted":true,"role":"admin","name":"X"}}',
    '{"constructor":{"prototype":{"polluted":true}}}',
    '{"name":"A","phone":"9876543211","__proto__":{"polluted":true}}',
    '{"name":{"__proto__":{"polluted":true}},"phone":["__proto__"]}',
    '[{"__proto__":{"polluted":true}}]',
    `${'{"__proto__":'.repeat(500)}{"polluted":true}${'}'.repeat(500)}`,
  ];
  // The gateway runs in this process: what it did to all objects would show here.
  afterEach(() => {
    const anyObject: Record<string, unknown> = {};
    expect(anyObject.polluted).toBeUndefined();
    expect(Object.keys(Object.prototype)).toEqual([]);
  });

  it.each(POLLUTION)('changes no object: %s', async (body) => {
    for (const [method, path] of [
      ['POST', '/api/customers'],
      ['PUT', `/api/customers/${customerId}`],
      ['POST', '/api/health-policies'],
      ['POST', '/api/quotations'],
      ['PUT', '/api/reminders/settings'],
      ['POST', '/api/auth/login'],
      ['POST', '/graphql'],
    ] as const) {
      const headers = { 'Content-Type': 'application/json' };
      const answer = await call(gateway.url, path, {
        method,
        cookie: fixture.cookie,
        headers,
        body,
      });
      expect(answer.status).toBeLessThan(500);
      expect(answer.text).not.toContain('polluted');
    }
  });

  it.each(['__proto__', 'constructor', 'toString', 'hasOwnProperty', 'prototype'])(
    'is no name of anything: %s',
    async (name) => {
      const query = `${name}=1&${name}[polluted]=1&sort=${name}&status=${name}&kycStatus=${name}`;
      for (const list of ['customers', 'health-policies', 'quotations', 'documents', 'reminders']) {
        expect((await send('GET', `/api/${list}?${query}`)).status).toBe(400);
        expect((await send('GET', `/api/${list}/${name}`)).status).toBeGreaterThanOrEqual(400);
      }
      expect((await send('GET', `/api/${name}`)).status).toBe(404);
      const { status } = await graphql(
        'query ($filter: CustomerFilter) { customers(filter: $filter) { items { id } } }',
        JSON.parse(`{"filter":{"${name}":{"polluted":true}},"${name}":{"polluted":true}}`),
      );
      expect(status).toBeLessThan(500);
    },
  );

  it('makes no field of a form', async () => {
    const fields = fieldParts({ customerId, documentType: 'kyc' });
    const hostile = ['__proto__', 'constructor', 'toString'].map((name) => ({ name, value: '{}' }));
    const form = formOf([...hostile, ...fields, filePart(samplePdf())]);
    expect((await sendForm(gateway.url, form, { cookie: fixture.cookie })).status).toBe(201);
  });
});

describe('a search', () => {
  const LISTS = ['customers', 'health-policies', 'vehicle-policies', 'documents', 'quotations'];
  const HOSTILE = [
    "' OR '1'='1",
    "'; DROP TABLE customers; --",
    "') UNION SELECT * FROM identity.credentials --",
    '%',
    '_____',
    '%%%',
    '\\',
    'a\\',
    '\\%',
    '$1',
    '?',
    ':name',
    'a\u0000b',
    '\u{10ffff}',
    '*:*',
    'a:* & !b | (',
    "''''",
    '/*',
    'İ'.repeat(100),
    'x'.repeat(200),
  ];

  it.each(HOSTILE)('for %j finds nobody and breaks nothing', async (text) => {
    const searched = encodeURIComponent(text);
    for (const list of LISTS) {
      const { status, json, text: said } = await send('GET', `/api/${list}?search=${searched}`);
      expect([200, 400]).toContain(status);
      if (status === 200) expect(json).toEqual([]);
      expect(said).not.toMatch(/syntax|SELECT|pg_/i);
    }
    expect([200, 400]).toContain((await send('GET', `/api/search?q=${searched}`)).status);
    const query = 'query ($q: String!) { search(query: $q) { customers { count } } }';
    expect((await graphql(query, { q: text })).status).toBeLessThan(500);
  });

  it.each(["city='", 'insurer=%27%20OR%201=1--', 'cursor=%27', 'sort=name;DROP', 'limit=1;2'])(
    'is not widened by %s',
    async (query) => {
      for (const list of LISTS) {
        const { status, json } = await send('GET', `/api/${list}?${query}`);
        expect([200, 400]).toContain(status);
        // What a list does not know is ignored; nobody lives in a city of that name.
        if (status === 200 && list === 'customers' && query.startsWith('city')) {
          expect(json).toEqual([]);
        }
      }
    },
  );

  it('still finds the one who is there', async () => {
    const isListed = async () => (await send('GET', '/api/customers?search=asha')).json;
    await expect.poll(isListed).toMatchObject([{ id: customerId }]);
  });
});

describe('a line break in what is typed', () => {
  const BROKEN = 'a.pdf\r\nSet-Cookie: x=1\r\n\r\n<script>';

  it('ends no header of a file', async () => {
    const name = BROKEN.replaceAll('\r', '%0D').replaceAll('\n', '%0A');
    const fields = fieldParts({ customerId, documentType: 'kyc' });
    const form = formOf([...fields, filePart(samplePdf(), name)]);
    const { id } = await (await sendForm(gateway.url, form, { cookie: fixture.cookie })).json();
    for (const how of ['download', 'preview']) {
      const { status, headers } = await send('GET', `/api/documents/${id}/${how}`);
      expect(status).toBe(200);
      expect(headers['set-cookie']).toBeUndefined();
      expect(headers['content-disposition']).toMatch(/^\w+; filename="[^"\r\n]*"; filename\*=/);
    }
  });

  it('ends no header of an email', async () => {
    const quotation = sampleQuotationInput('health', customerId);
    const { json } = await send('POST', '/api/quotations', {
      ...quotation,
      insuranceCompany: 'Star\r\nBcc: everybody@evil.example\r\n\r\nX',
    });
    for (const to of ['a@example.com\r\nBcc: b@evil.example', 'a@example.com, b@evil.example']) {
      const refused = await send('POST', `/api/quotations/${json.id}/email`, { to });
      expect(refused.status).toBe(400);
    }
    const message = 'Dear\r\n.\r\nBcc: everybody@evil.example';
    const body = { to: 'asha@example.com', message };
    const sent = await send('POST', `/api/quotations/${json.id}/email`, body);
    expect(sent.status, sent.text).toBe(200);
    const folder = join(gateway.dataDir, 'mail');
    for (const file of await readdir(folder)) {
      const [head = ''] = (await readFile(join(folder, file), 'utf8')).split(/\r?\n\r?\n/);
      expect(head).not.toMatch(/^bcc:/im);
    }
  });

  it.each(['Idempotency-Key', 'If-Match', 'X-Request-Id', 'Authorization'])(
    'is not answered in a header: %s',
    async (name) => {
      const headers = { [name]: 'marked-5f1e' };
      const answer = await call(gateway.url, '/api/customers/999999', {
        cookie: fixture.cookie,
        headers,
      });
      expect(JSON.stringify(answer.headers)).not.toContain('marked-5f1e');
    },
  );
});

describe('the name of a file', () => {
  it.each([
    '../../../../escaped-4821.pdf',
    '..\\..\\escaped-4821.pdf',
    '/tmp/escaped-4821.pdf',
    'file:///tmp/escaped-4821.pdf',
    'https://evil.example/escaped-4821.pdf',
    '$(touch escaped-4821).pdf',
    '`touch escaped-4821`; touch escaped-4821 |.pdf',
    '%2e%2e%2fescaped-4821.pdf',
    '.htaccess-escaped-4821.pdf',
    'CON.pdf::$DATA-escaped-4821.pdf',
  ])('is a text, and no path, address or command: %s', async (name) => {
    const { dataDir } = gateway;
    const outside = async () => [
      ...(await readdir('.')),
      ...(await readdir(tmpdir())),
      ...(await readdir(dirname(dataDir))),
      ...(await readdir(dataDir, { recursive: true })),
    ];
    const before = new Set(await storedIn(dataDir));
    const fields = fieldParts({ customerId, documentType: 'kyc' });
    const form = formOf([...fields, filePart(samplePdf(), name)]);
    const uploaded = await sendForm(gateway.url, form, { cookie: fixture.cookie });
    expect(uploaded.status).toBe(201);

    const added = (await storedIn(dataDir)).filter((path) => !before.has(path));
    expect(added).toHaveLength(1);
    expect(relative(join(dataDir, 'files'), added[0] ?? '')).toMatch(/^documents\/[\w/-]+$/);
    expect((await outside()).filter((path) => path.includes('escaped-4821'))).toEqual([]);
    const { id } = await uploaded.json();
    const { status, headers } = await send('GET', `/api/documents/${id}/download`);
    expect(status).toBe(200);
    // A browser saves it under a name without folders.
    const [, saved = ''] = /filename="([^"]*)"/.exec(String(headers['content-disposition'])) ?? [];
    expect(saved).toMatch(/\.pdf$/);
    expect(saved).not.toMatch(/[/\\]/);
  });

  it.each([
    'customers/1;/setup.bat',
    'customers/setup.cmd',
    'search/a.bat?q=calc',
    'auth/me/x.bat',
  ])('is not taken from an address: %s', async (path) => {
    const { status, headers } = await send('GET', `/api/${path}`);
    expect(status).toBe(404);
    expect(headers['content-type']).toMatch(/^application\/problem\+json/);
    expect(headers['x-content-type-options']).toBe('nosniff');
    expect(headers['content-disposition']).toBeUndefined();
  });
});

describe('numbers and texts beyond all bounds', () => {
  it.each(['0', '-1', '2147483648', '9'.repeat(400), '1e309', 'NaN', 'Infinity', '١'])(
    'name no record: %s',
    async (id) => {
      for (const list of ['customers', 'health-policies', 'documents', 'quotations']) {
        expect((await send('GET', `/api/${list}/${encodeURIComponent(id)}`)).status).toBe(404);
        expect((await send('DELETE', `/api/${list}/${encodeURIComponent(id)}`)).status).toBe(404);
      }
    },
  );

  it.each([
    ['\u0000', 'a null'],
    ['\u{e0001}'.repeat(300), 'what nobody sees'],
    ['a\u0300'.repeat(150), 'many accents'],
    ['\u202e\u2066', 'turned directions'],
  ])('in a name are stored or refused: %j (%s)', async (name) => {
    const { status } = await send('POST', '/api/customers', { name, phone: '9876543299' });
    expect([201, 400, 409]).toContain(status);
  });

  it('half a character is refused by both faces, and so nothing of it is lost', async () => {
    const name = 'Ravi \ud800 Kumar';
    const rest = await send('POST', '/api/customers', { name, phone: '9876543298' });
    expect(rest).toMatchObject({ status: 400, json: { code: 'not-utf8' } });
    const query =
      'query ($search: String) { customers(filter: { search: $search }) { items { id } } }';
    const graphql = await send('POST', '/graphql', { query, variables: { search: '\udc00' } });
    expect(graphql.status).toBe(400);
    const whole = { name: 'Ravi \ud83d\ude00', phone: '9876543297' };
    const raw = JSON.stringify(whole).replace('\ud83d\ude00', '\\ud83d\\ude00');
    expect(raw).toContain('\\ud83d');
    expect((await send('POST', '/api/customers', whole)).status).toBe(201);
  });

  it.each([
    ['city[]', 'city'],
    ['kyc_status', 'kycStatus'],
    ['Search', 'search'],
    ['search[0]', 'search'],
  ])('a parameter that is nearly ours is refused: %s', async (name, meant) => {
    for (const path of ['/api/customers', '/api/exports/customers.csv']) {
      const { status, json } = await send('GET', `${path}?${encodeURIComponent(name)}=x`);
      expect([path, status, json.fields?.[0]?.message]).toEqual([
        path,
        400,
        `There is no parameter ${name}. Send it as ${meant}.`,
      ]);
    }
    expect((await send('GET', '/api/customers?utm_source=letter')).status).toBe(200);
  });

  it('a header or a path that is too long is refused', async () => {
    const headers = { Cookie: `${fixture.cookie}; a=${'x'.repeat(20_000)}` };
    expect((await call(gateway.url, '/api/auth/me', { headers })).status).toBe(431);
    const path = `/api/customers?search=${'x'.repeat(20_000)}`;
    expect([400, 414, 431]).toContain(
      (await call(gateway.url, path, { cookie: fixture.cookie })).status,
    );
  });

  it('nothing of all that was a defect', () => {
    expect(gateway.logged.filter((line) => line.includes('unforeseen'))).toEqual([]);
  });
});
