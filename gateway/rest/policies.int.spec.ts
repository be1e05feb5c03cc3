import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { type Answer, type Call, call, type Json } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';

const { fixture, gateway } = gatewayFixture({ clock: testClock });
let customerId: number;
beforeAll(async () => {
  const asha = { name: 'Asha Nair', phone: '9876543210', kycStatus: 'verified' };
  customerId = Number((await send('POST', 'customers', { body: asha })).json.id);
});

const send = (method: string, path: string, options: Call = {}) =>
  call(gateway.url, `/api/${path}`, { method, cookie: fixture.cookie, ...options });

let drawn = 0;
const newNumber = (): string => `P/2026/${++drawn}`;

/** The first field at fault. */
const faultOf = ({ json }: Answer): Json | undefined => json.fields?.[0];

describe.each(POLICY_KINDS)('a %s policy', (kind) => {
  const list = `${kind}-policies`;
  const other: PolicyKind = kind === 'health' ? 'vehicle' : 'health';
  const add = (fields: object = {}, headers = {}) => {
    const body = { ...samplePolicyInput(kind, customerId, newNumber()), ...fields };
    return send('POST', list, { body, headers });
  };
  let path: string;
  let id: number;
  beforeEach(async () => {
    id = Number((await add()).json.id);
    path = `${list}/${id}`;
  });

  it('is added with 201, where it is, its version and amounts of two digits', async () => {
    const answer = await add({ sumAssured: '₹12,34,567', premiumAmount: 9029.5 });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`/api/${list}/${answer.json.id}`);
    expect(answer.headers.etag).toBe('"0"');
    expect(answer.headers['x-read-model-stale']).toBeUndefined();
    expect(answer.json).toMatchObject({
      kind,
      customerId,
      sumAssured: '1234567.00',
      premiumAmount: '9029.50',
      premiumFrequency: 'yearly',
      status: 'active',
      endDate: '2026-06-30',
      daysUntilExpiry: 15,
      graceUntil: null,
      policyId: answer.json.id,
      version: 0,
      warnings: [],
    });
    const { warnings: _, ...policy } = answer.json;
    expect((await send('GET', `${list}/${answer.json.id}`)).json).toEqual(policy);
  });

  it('shows the fields of its kind and none of the other', async () => {
    const fields = Object.keys((await send('GET', path)).json);
    const [own, foreign] =
      kind === 'health' ? ['policyType', 'vehicleNumber'] : ['vehicleNumber', 'policyType'];
    expect(fields).toContain(own);
    expect(fields).not.toContain(foreign);
    expect(fields.filter((field) => /vehicle|engine|chassis|cover|ncb/.test(field))).toHaveLength(
      kind === 'health' ? 0 : 9,
    );
  });

  it('ignores fields of the other kind', async () => {
    const answer = await add({
      policyType: 'individual',
      vehicleNumber: 'KL 01 A 1',
      vehicleType: 'bus',
    });
    expect(answer.status).toBe(201);
  });

  it('is not found among the other kind', async () => {
    const elsewhere = `${list.replace(kind, other)}/${id}`;
    const answers = [
      await send('GET', elsewhere),
      await send('GET', `${elsewhere}?asOf=2026-06-15`),
      await send('GET', `${elsewhere}/history`),
      await send('GET', `${elsewhere}/terms`),
      await send('PUT', elsewhere, { body: { premiumAmount: '1' } }),
      await send('DELETE', elsewhere),
      await send('POST', `${elsewhere}/renew`, { body: {} }),
      await send('POST', `${elsewhere}/cancel`, { body: { reason: 'other' } }),
    ];
    for (const { status, json } of answers) {
      expect({ status, code: json.code }).toEqual({ status: 404, code: 'policy-not-found' });
    }
    expect((await send('GET', path)).headers.etag).toBe('"0"');
  });

  it('is merged by PUT: absent stays', async () => {
    const changed = await send('PUT', path, { body: { premiumAmount: '99.9' } });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).toBe('"1"');
    expect(changed.json).toMatchObject({ premiumAmount: '99.90', sumAssured: '500000.00' });
    expect((await send('GET', path)).json.premiumAmount).toBe('99.90');
  });

  it('is changed only if it is still what was seen', async () => {
    const headers = { 'If-Match': '"0"' };
    const body = { premiumAmount: '100' };
    expect((await send('PUT', path, { headers, body })).status).toBe(200);
    const stale = [
      await send('PUT', path, { headers, body: { premiumAmount: '200' } }),
      await send('DELETE', path, { headers }),
      await send('POST', `${path}/renew`, { headers, body: {} }),
      await send('POST', `${path}/cancel`, { headers, body: { reason: 'other' } }),
    ];
    for (const { status, json } of stale) {
      expect(status).toBe(412);
      expect(json).toMatchObject({ code: 'stale-version', currentVersion: 1 });
    }
    expect((await send('GET', path)).json.premiumAmount).toBe('100.00');
  });

  it('keeps its number for itself, in whatever way it is written', async () => {
    const { json } = await send('GET', path);
    const spelled = String(json.policyNumber).toLowerCase().replace('/', ' / ');
    const taken = await add({ policyNumber: spelled });
    expect(taken.status).toBe(409);
    expect(taken.json.code).toBe('policy-number-taken');
    expect(faultOf(taken)).toMatchObject({ field: 'policyNumber' });

    const { id: second } = (await add()).json;
    const changed = await send('PUT', `${list}/${second}`, { body: { policyNumber: spelled } });
    expect(changed.status).toBe(409);
    expect(faultOf(changed)).toMatchObject({ field: 'policyNumber' });
  });

  it('of a customer who is not there is refused, naming the field', async () => {
    for (const answer of [
      await add({ customerId: 999_999 }),
      await send('PUT', path, { body: { customerId: 999_999 } }),
    ]) {
      expect(answer.status).toBe(400);
      expect(faultOf(answer)).toMatchObject({ field: 'customerId', code: 'customer-unknown' });
    }
  });

  it('is added once per Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': `form of ${kind}` };
    const policyNumber = newNumber();
    const first = await add({ policyNumber }, headers);
    const again = await add({ policyNumber }, headers);
    expect(again.status).toBe(201);
    expect(again.json).toEqual(first.json);
    expect(again.headers.location).toBe(first.headers.location);
    const found = await send('GET', `${list}?search=${encodeURIComponent(policyNumber)}`);
    expect(found.json).toHaveLength(1);

    const reused = await add({ policyNumber: newNumber() }, headers);
    expect(reused.status).toBe(409);
    expect(reused.json.code).toBe('idempotency-key-reused');
  });

  it('is renewed into the next term, with 201 and where that is', async () => {
    const headers = { 'Idempotency-Key': `renewal of ${id}` };
    const body = { premiumAmount: '13000' };
    const renewed = await send('POST', `${path}/renew`, { headers, body });
    expect(renewed.status).toBe(201);
    expect(renewed.headers.location).toBe(`/api/${list}/${renewed.json.id}`);
    expect(renewed.json).toMatchObject({
      kind,
      startDate: '2026-07-01',
      endDate: '2027-06-30',
      premiumAmount: '13000.00',
      predecessorId: id,
      policyId: id,
    });
    const before = await send('GET', path);
    expect(before.json).toMatchObject({ status: 'renewed', successorId: renewed.json.id });

    const again = await send('POST', `${path}/renew`, { headers, body });
    expect(again.status).toBe(201);
    expect(again.json).toEqual(renewed.json);
  });

  it('is renewed once: a second renewal is refused', async () => {
    await send('POST', `${path}/renew`, { body: {} });
    const second = await send('POST', `${path}/renew`, { body: {} });
    expect(second.status).toBe(409);
    expect(second.json.code).toBe('already-renewed');
  });

  it('has one next term when two agents renew it at the same moment', async () => {
    const headers = { 'If-Match': '"0"' };
    const renewals = await Promise.all(
      ['100', '200', '300'].map((premiumAmount) =>
        send('POST', `${path}/renew`, { headers, body: { premiumAmount } }),
      ),
    );
    const won = renewals.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    for (const { status } of renewals) expect([201, 409, 412]).toContain(status);
    expect((await send('GET', path)).json.successorId).toBe(won[0]?.json.id);
    const terms = (await send('GET', `${list}?limit=1000`)).json as unknown as Json[];
    expect(terms.filter(({ policyId }) => Number(policyId) === id)).toHaveLength(2);
  });

  it('may not end before it starts, nor be renewed into its own days', async () => {
    for (const answer of [
      await add({ endDate: '2025-06-30' }),
      await send('PUT', path, { body: { endDate: '30/06/2025' } }),
      await send('PUT', path, { body: { startDate: '01/07/2026' } }),
      await send('POST', `${path}/renew`, { body: { endDate: '2026-06-01' } }),
    ]) {
      expect(answer.status).toBe(400);
      expect(faultOf(answer)).toMatchObject({ field: 'endDate' });
    }
    const overlap = await send('POST', `${path}/renew`, { body: { startDate: '2026-06-30' } });
    expect(faultOf(overlap)).toMatchObject({ field: 'startDate' });
    expect((await send('GET', path)).headers.etag).toBe('"0"');
  });

  it('is cancelled and reinstated', async () => {
    const body = { reason: 'customer_request', note: 'Moved abroad', cancelledOn: '01/06/2026' };
    const cancelled = await send('POST', `${path}/cancel`, { body });
    expect(cancelled.status).toBe(200);
    expect(cancelled.json).toMatchObject({ id, status: 'cancelled', version: 1 });
    const again = await send('POST', `${path}/cancel`, { body });
    expect(again.status).toBe(409);
    expect(again.json.code).toBe('already-cancelled');

    const reinstated = await send('POST', `${path}/reinstate`, { body: { note: 'Stays' } });
    expect(reinstated.status).toBe(200);
    expect(reinstated.json).toMatchObject({ status: 'active', version: 2 });
    expect((await send('POST', `${path}/reinstate`, { body: {} })).status).toBe(409);
  });

  it('is endorsed from a day of its term', async () => {
    const body = {
      effectiveFrom: '01/06/2026',
      reason: 'Higher cover',
      changes: { sumAssured: 750000 },
    };
    const endorsed = await send('POST', `${path}/endorse`, { body });
    expect(endorsed.status).toBe(200);
    expect(endorsed.json).toMatchObject({ sumAssured: '750000.00', version: 1 });

    const outside = { ...body, effectiveFrom: '2027-01-01', changes: { sumAssured: 800000 } };
    const refused = await send('POST', `${path}/endorse`, { body: outside });
    expect(refused.status).toBe(400);
    expect(faultOf(refused)).toMatchObject({ field: 'effectiveFrom' });
  });

  it('describes its history, and what it was on a day', async () => {
    await send('POST', `${path}/cancel`, { body: { reason: 'other' } });
    const history = await send('GET', `${path}/history`);
    expect(history.json).toMatchObject([
      { version: 0, type: 'PolicyIssued', actor: { username: 'admin' } },
      { version: 1, type: 'PolicyCancelled' },
    ]);
    const today = await send('GET', `${path}?asOf=2026-06-15`);
    expect(today.json).toMatchObject({ id, kind, status: 'cancelled', version: 1 });
    expect((await send('GET', `${path}?asOf=2026-06-14`)).status).toBe(404);
    const noDay = await send('GET', `${path}?asOf=2026-02-30`);
    expect(faultOf(noDay)).toMatchObject({ field: 'asOf' });
  });

  it('is in no list once deleted, while its history stays', async () => {
    const { json } = await send('POST', `${path}/renew`, { body: {} });
    expect((await send('DELETE', path)).status).toBe(409);
    const deleted = await send('DELETE', `${list}/${json.id}`);
    expect(deleted.status).toBe(204);
    expect(deleted.text).toBe('');
    expect((await send('GET', `${list}/${json.id}`)).status).toBe(404);
    expect((await send('GET', path)).json).toMatchObject({ status: 'active', successorId: null });
    const history = await send('GET', `${list}/${json.id}/history`);
    expect(history.json).toMatchObject([{ type: 'PolicyRenewed' }, { type: 'PolicyTermDeleted' }]);
    const terms = await send('GET', `${path}/terms`);
    expect(terms.json).toMatchObject([
      { termId: id, startDate: '2025-07-01', endDate: '2026-06-30', isDeleted: false },
      { termId: json.id, isDeleted: true, entries: history.json },
    ]);
  });
});

describe('a customer with an active policy', () => {
  it('is not deleted, and the answer names the policies', async () => {
    const body = { name: 'Binu Holder', phone: '9876500001' };
    const { json } = await send('POST', 'customers', { body });
    const policy = samplePolicyInput('health', Number(json.id), 'KEEP-1');
    const { json: issued } = await send('POST', 'health-policies', { body: policy });

    const refused = await send('DELETE', `customers/${json.id}`);
    expect(refused.status).toBe(409);
    expect(refused.json.code).toBe('customer-has-active-policies');
    expect(String(refused.json.error)).toContain('KEEP-1');

    await send('POST', `health-policies/${issued.id}/cancel`, { body: { reason: 'other' } });
    expect((await send('DELETE', `customers/${json.id}`)).status).toBe(204);
  });
});
