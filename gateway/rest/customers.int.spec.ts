import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import type { Call } from '@insuremanager/deploy/testing/testGateway';
import { beforeEach, describe, expect, it } from 'vitest';

const { send } = gatewayFixture();

const api = (method: string, path: string, options: Call = {}) =>
  send(method, `/api/customers${path}`, { ...options });
const add = (body: object, headers = {}) => api('POST', '', { body, headers });
const listed = async (query: string): Promise<CustomerView[]> =>
  (await api('GET', query)).json as unknown as CustomerView[];

const asha = { name: 'Asha Nair', phone: '98765 43210', city: 'Kochi' };

describe('adding a customer', () => {
  it('answers 201 with where and which version it is, and with warnings', async () => {
    const answer = await add({ ...asha, aadhaarNumber: '2341 2341 2347', kycStatus: 'verified' });

    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`/api/customers/${answer.json.id}`);
    expect(answer.headers.etag).toBe('"0"');
    expect(answer.json).toMatchObject({
      name: 'Asha Nair',
      phone: '+919876543210',
      aadhaarNumber: 'XXXX XXXX 2347',
      email: null,
      kycStatus: 'verified',
      version: 0,
      warnings: [{ field: 'aadhaarNumber' }],
    });
    expect(Number.isInteger(answer.json.id)).toBe(true);
  });

  it('is seen in the list as soon as it is answered', async () => {
    const answer = await add({ name: 'Binu Seen', phone: '9876500001' });
    expect(answer.headers['x-read-model-stale']).toBeUndefined();
    expect((await listed('?search=Binu')).map(({ id }) => id)).toEqual([answer.json.id]);
  });

  it('keeps HTML and SQL as the text that they are', async () => {
    const name = `<script>alert(1)</script> O'Brien"); DROP TABLE customers; --`;
    const answer = await add({ name, phone: '9876500002', address: '{{7*7}} %00 \\u0000' });
    const read = await api('GET', `/${answer.json.id}`);
    expect(read.json).toMatchObject({ name, address: '{{7*7}} %00 \\u0000' });
    expect(read.headers['content-type']).toMatch(/^application\/json/);
    expect(await listed(`?search=${encodeURIComponent(`O'Brien"); DROP`)}`)).toHaveLength(1);
  });

  it('is done once per Idempotency-Key, whatever the key looks like', async () => {
    const headers = { 'Idempotency-Key': 'form 7 / attempt' };
    const first = await add({ name: 'Once Only', phone: '9876500003' }, headers);
    const again = await add({ name: 'Once Only', phone: '9876500003' }, headers);

    expect(again.status).toBe(201);
    expect(again.json).toEqual(first.json);
    expect(await listed('?search=Once%20Only')).toHaveLength(1);
  });

  it('refuses an Idempotency-Key that was used for something else', async () => {
    const headers = { 'Idempotency-Key': 'reused' };
    await add({ name: 'First Use', phone: '9876500004' }, headers);
    const other = await add({ name: 'Other Use', phone: '9876500004' }, headers);
    expect(other.status).toBe(409);
    expect(other.json.code).toBe('idempotency-key-reused');
  });
});

describe('one customer', () => {
  let id: number;
  let path: string;
  beforeEach(async () => {
    const { json } = await add({ ...asha, email: 'asha@example.in' });
    id = Number(json.id);
    path = `/${id}`;
  });

  it('is read with its version, or 304 when that is known', async () => {
    const read = await api('GET', path);
    expect(read.status).toBe(200);
    expect(read.headers.etag).toBe('"0"');
    expect(read.json.name).toBe('Asha Nair');

    const same = await api('GET', path, { headers: { 'If-None-Match': '"0"' } });
    expect(same.status).toBe(304);
  });

  it('is merged by PUT: absent stays, null clears', async () => {
    const changed = await api('PUT', path, { body: { city: 'Thrissur', email: null } });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).toBe('"1"');
    expect(changed.json).toMatchObject({
      name: 'Asha Nair',
      phone: '+919876543210',
      email: null,
      city: 'Thrissur',
      version: 1,
      warnings: [],
    });
    expect((await api('GET', path)).json.city).toBe('Thrissur');
  });

  it('is changed only if it is still what was seen', async () => {
    const seen = { 'If-Match': '"0"' };
    const first = await api('PUT', path, { headers: seen, body: { city: 'Kollam' } });
    expect(first.status).toBe(200);

    const second = await api('PUT', path, { headers: seen, body: { city: 'Kannur' } });
    expect(second.status).toBe(412);
    expect(second.json).toMatchObject({ code: 'stale-version', currentVersion: 1 });
    expect((await api('DELETE', path, { headers: seen })).status).toBe(412);
    expect((await api('GET', path)).json.city).toBe('Kollam');

    const any = await api('PUT', path, { headers: { 'If-Match': '*' }, body: { city: 'Idukki' } });
    expect(any.status).toBe(200);
  });

  it('is in no list once deleted, while its history stays', async () => {
    const deleted = await api('DELETE', path);
    expect(deleted.status).toBe(204);
    expect(deleted.text).toBe('');

    expect((await api('GET', path)).status).toBe(404);
    expect((await api('PUT', path, { body: { city: 'Kochi' } })).status).toBe(404);
    expect((await api('DELETE', path)).status).toBe(404);
    expect((await listed('')).some((customer) => customer.id === id)).toBe(false);
    const history = await api('GET', `${path}/history`);
    expect(history.json).toMatchObject([
      { type: 'CustomerRegistered', actor: { username: 'admin', role: 'admin' } },
      { type: 'CustomerDeleted' },
    ]);
  });

  it('has its history, and what it was on a day', async () => {
    await api('PUT', path, { body: { phone: '9876599999', kycStatus: 'rejected' } });
    const history = await api('GET', `${path}/history`);
    expect(history.status).toBe(200);
    expect(history.text).toContain('+91 98765 99999');

    const today = new Date(Date.now() + 5.5 * 3600_000).toISOString().slice(0, 10);
    const now = await api('GET', `${path}?asOf=${today}`);
    expect(now.json).toMatchObject({ id, phone: '+919876599999', kycStatus: 'rejected' });
    expect((await api('GET', `${path}?asOf=2020-01-01`)).status).toBe(404);
    const noDay = await api('GET', `${path}?asOf=2026-02-30`);
    expect(noDay.json.fields).toMatchObject([{ field: 'asOf' }]);
  });
});
