import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { call, type Json } from '@insuremanager/deploy/testing/testGateway';
import { describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';

const { gateway, send } = gatewayFixture({ clock: testClock });

const get = (path: string) => send('GET', `/api/${path}`);
const post = (path: string, body: object = {}, headers: Record<string, string> = {}) =>
  send('POST', `/api/${path}`, { body, headers });

/** A customer, and a policy of theirs that ends in 15 days. */
async function insured(policyNumber: string, fields: object = {}) {
  const person = { name: `Binu ${policyNumber}`, phone: '9876543210', email: 'binu@example.in' };
  const customerId = Number((await post('customers', { ...person, ...fields })).json.id);
  const policy = await post(
    'vehicle-policies',
    samplePolicyInput('vehicle', customerId, policyNumber),
  );
  return { customerId, policyId: Number(policy.json.id), policyType: 'vehicle' };
}

const items = ({ json }: { json: Json }): Json[] => json as unknown as Json[];

describe('reminders by REST', () => {
  it('are sent once for a key, and listed as a plain array that can be searched', async () => {
    const input = await insured('RM/1');
    const key = { 'Idempotency-Key': randomUUID() };
    const sent = await post('reminders/send', input, key);
    expect(sent.status).toBe(200);
    expect(sent.json).toMatchObject({
      ...{ ...input, status: 'sent', emailSent: true, smsSent: false },
      emailKept: true,
    });
    expect((await post('reminders/send', input, key)).json.id).toBe(sent.json.id);

    expect(items(await get('reminders?search=rm/1'))).toMatchObject([
      { id: sent.json.id, ...input, reminderType: 'manual', status: 'sent' },
    ]);
    expect(items(await get('reminders?search=nobody'))).toEqual([]);
    expect(items(await get(`reminders?channel=email&policyId=${input.policyId}`))).toHaveLength(1);
    expect(items(await get(`reminders?channel=sms&policyId=${input.policyId}`))).toEqual([]);
    expect((await get('reminders?status=gone')).status).toBe(400);

    const policy = await get(`vehicle-policies/${input.policyId}`);
    expect(policy.json).toMatchObject({
      renewalReminderSent: true,
      lastReminderDate: '2026-06-15',
    });
    const [listed] = items(await get('vehicle-policies?search=rm/1'));
    expect(listed).toMatchObject({ renewalReminderSent: true, lastReminderDate: '2026-06-15' });
  });

  it('go with what is upcoming, soonest first', async () => {
    const { policyId, customerId } = await insured('RM/2');
    const { json } = await get('reminders/upcoming');
    expect(json.upcomingRenewals).toContainEqual({
      id: policyId,
      customerId,
      customerName: 'Binu RM/2',
      policyId,
      policyType: 'vehicle',
      policyNumber: 'RM/2',
      dueDate: '2026-06-30',
      daysUntilExpiry: 15,
    });
  });

  it('say why they are not sent', async () => {
    const input = await insured('RM/3', { email: null });
    const refused = await post('reminders/send', input);
    expect(refused.status).toBe(409);
    expect(refused.json).toMatchObject({
      code: 'reminder-suppressed',
      error: 'No email address; SMS and WhatsApp are not set up.',
    });
    const other = await post('reminders/send', { ...input, policyType: 'health' });
    expect(other.status).toBe(404);
    const wrong = await post('reminders/send', { policyType: 'life' });
    expect(wrong.status).toBe(400);
    expect(wrong.json).toMatchObject({
      fields: [{ field: 'customerId' }, { field: 'policyId' }, { field: 'policyType' }],
    });
  });

  it('are previewed as an email that only our own pages can show, without scripts', async () => {
    const { customerId, policyId, policyType } = await insured('RM/4');
    const query = `customerId=${customerId}&policyId=${policyId}&policyType=${policyType}`;
    const html = await get(`reminders/preview.html?${query}`);
    expect(html.status).toBe(200);
    expect(html.headers['content-type']).toContain('text/html');
    expect(html.headers['content-security-policy']).toBe(
      "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'self'; sandbox",
    );
    expect(html.headers['x-frame-options']).toBe('SAMEORIGIN');
    expect(html.text).toContain('RM/4');
    const { json } = await get(`reminders/preview?${query}`);
    expect(json.channels).toMatchObject([{ channel: 'email', to: 'binu@example.in' }, {}, {}]);
  });

  it('are sent in bulk, which says how far it is', async () => {
    await insured('RM/5');
    const key = { 'Idempotency-Key': randomUUID() };
    const started = await post('reminders/bulk', {}, key);
    expect(started.status).toBe(202);
    expect((await post('reminders/bulk', {}, key)).json.id).toBe(started.json.id);
    const state = async () => (await get('reminders/bulk')).json.state;
    await expect.poll(state).toBe('finished');
  });

  it('have settings with a version', async () => {
    const settings = { days: [20], hour: 8, quietWeekdays: [6, 0], quietDays: [] };
    const put = (body: object, ifMatch: Record<string, string> = {}) =>
      send('PUT', '/api/reminders/settings', { body, headers: ifMatch });
    const unchanged = await get('reminders/settings');
    // The test gateway has no mail server.
    expect(unchanged.json).toMatchObject({ channels: ['email'], isEmailKept: true });
    const etag = String(unchanged.headers.etag);
    expect(etag).toBe('"-1"');
    const changed = await put(settings, { 'If-Match': etag });
    expect(changed.json).toMatchObject({ days: [20], hour: 8, quietWeekdays: [0, 6] });
    expect(changed.headers.etag).toBe('"0"');
    expect((await put({ ...settings, hour: 7 }, { 'If-Match': '"0"' })).headers.etag).toBe('"1"');
    expect((await put(settings, { 'If-Match': '"0"' })).status).toBe(412);
    // Whoever saw them before anybody changed them.
    expect((await put(settings, { 'If-Match': etag })).status).toBe(412);
  });

  it.each([
    ['GET', 'reminders'],
    ['GET', 'reminders/upcoming'],
    ['GET', 'reminders/preview.html'],
    ['GET', 'reminders/bulk'],
    ['GET', 'reminders/settings'],
    ['POST', 'reminders/send'],
    ['POST', 'reminders/bulk'],
  ])('%s %s is for who has signed in', async (method, path) => {
    expect((await call(gateway.url, `/api/${path}`, { method })).status).toBe(401);
  });
});
