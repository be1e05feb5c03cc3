import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { type Answer, type Call, call, type Json } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';
import { sampleQuotationInput } from '../testing/quotationFixture.js';

const { fixture, gateway } = gatewayFixture({ clock: testClock });
let customerId: number;
let id: number;
let path: string;

beforeAll(async () => {
  customerId = await customer('Asha Nair');
});
beforeEach(async () => {
  id = Number((await add()).json.id);
  path = `quotations/${id}`;
});

const send = (method: string, to: string, options: Call = {}) =>
  call(gateway.url, `/api/${to}`, { method, cookie: fixture.cookie, ...options });

async function customer(name: string): Promise<number> {
  const body = { name, phone: '9876543210', kycStatus: 'verified' };
  return Number((await send('POST', 'customers', { body })).json.id);
}
const add = (fields: object = {}, headers = {}) => {
  const body = { ...sampleQuotationInput('health', customerId), ...fields };
  return send('POST', 'quotations', { body, headers });
};

/** The first field at fault. */
const faultOf = ({ json }: Answer): Json | undefined => json.fields?.[0];

let drawn = 0;
const policy = (fields: object = {}) => ({
  ...samplePolicyInput('health', customerId, `Q/${++drawn}`),
  ...fields,
});
const accepted = async (fields: object = {}): Promise<string> =>
  `quotations/${(await add({ status: 'accepted', ...fields })).json.id}`;

describe('a quotation', () => {
  it('is added with 201, where it is, its version, and a total that the server adds up', async () => {
    const answer = await add({ totalAmount: '1', premiumAmount: '₹11,800', serviceCharges: 500.5 });
    expect(answer.status).toBe(201);
    expect(answer.headers.location).toBe(`/api/quotations/${answer.json.id}`);
    expect(answer.headers.etag).toBe('"0"');
    expect(answer.headers['x-read-model-stale']).toBeUndefined();
    expect(answer.json).toMatchObject({
      customerId,
      quotationNumber: expect.stringMatching(/^QT-2026-27-\d+$/),
      insuranceType: 'health',
      policyType: 'family',
      vehicleNumber: null,
      sumAssured: '500000.00',
      premiumAmount: '11800.00',
      serviceCharges: '500.50',
      totalAmount: '12300.50',
      gstRate: 0,
      gstAmount: '0.00',
      validityDays: 30,
      validUntil: '2026-07-15',
      isPastValidity: false,
      status: 'pending',
      policyId: null,
      pdfPath: `/api/quotations/${answer.json.id}/pdf`,
      emailedAt: null,
      isEmailKept: null,
      version: 0,
      warnings: [],
    });
    const { warnings: _, ...quotation } = answer.json;
    expect((await send('GET', `quotations/${answer.json.id}`)).json).toEqual(quotation);
  });

  it('needs no more than its customer, and says what looks wrong then', async () => {
    const answer = await send('POST', 'quotations', { body: { customerId } });
    expect(answer.status).toBe(201);
    expect(answer.json).toMatchObject({
      insuranceType: 'health',
      insuranceCompany: null,
      totalAmount: '0.00',
      validityDays: 30,
      status: 'pending',
    });
    const { warnings } = answer.json as unknown as { warnings: { field: string }[] };
    expect(warnings.map(({ field }) => field)).toEqual(
      expect.arrayContaining(['insuranceCompany', 'sumAssured', 'premiumAmount']),
    );
  });

  it('is merged by PUT: absent stays, null clears, the total follows', async () => {
    const body = { serviceCharges: '0', insuranceCompany: null, totalAmount: '99' };
    const changed = await send('PUT', path, { body });
    expect(changed.status).toBe(200);
    expect(changed.headers.etag).toBe('"1"');
    expect(changed.json).toMatchObject({
      insuranceCompany: null,
      premiumAmount: '11800.00',
      totalAmount: '11800.00',
    });
    expect((await send('GET', path)).json.totalAmount).toBe('11800.00');
  });

  it('is changed only if it is still what was seen', async () => {
    const headers = { 'If-Match': '"0"' };
    expect((await send('PUT', path, { headers, body: { status: 'accepted' } })).status).toBe(200);
    for (const stale of [
      await send('PUT', path, { headers, body: { status: 'rejected' } }),
      await send('DELETE', path, { headers }),
      await send('POST', `${path}/convert`, { headers, body: policy() }),
      await send('POST', `${path}/email`, { headers, body: { to: 'asha@example.in' } }),
    ]) {
      expect(stale.status).toBe(412);
      expect(stale.json).toMatchObject({ code: 'stale-version', currentVersion: 1 });
    }
    expect((await send('GET', path)).json).toMatchObject({ status: 'accepted', version: 1 });
  });

  it('is added once per Idempotency-Key', async () => {
    const headers = { 'Idempotency-Key': 'form of a quotation' };
    const first = await add({ insuranceCompany: 'Once Insurance' }, headers);
    const again = await add({ insuranceCompany: 'Once Insurance' }, headers);
    expect(again.status).toBe(201);
    expect(again.json).toEqual(first.json);
    expect((await send('GET', 'quotations?insurer=once insurance')).json).toHaveLength(1);
    const reused = await add({ insuranceCompany: 'Other Insurance' }, headers);
    expect(reused.status).toBe(409);
    expect(reused.json.code).toBe('idempotency-key-reused');
  });

  it('for a customer who is not there is refused, naming the field', async () => {
    for (const answer of [
      await add({ customerId: 999_999 }),
      await send('PUT', path, { body: { customerId: 999_999 } }),
    ]) {
      expect(answer.status).toBe(400);
      expect(faultOf(answer)).toMatchObject({ field: 'customerId', code: 'customer-unknown' });
    }
  });

  it('describes its history, and what it was on a day', async () => {
    await send('PUT', path, { body: { status: 'rejected' } });
    expect((await send('GET', `${path}/history`)).json).toMatchObject([
      { version: 0, type: 'QuotationCreated', actor: { username: 'admin' } },
      { version: 1, type: 'QuotationStatusSet' },
    ]);
    const today = await send('GET', `${path}?asOf=2026-06-15`);
    expect(today.json).toMatchObject({ id, status: 'rejected', version: 1 });
    expect((await send('GET', `${path}?asOf=2026-06-14`)).status).toBe(404);
    expect(faultOf(await send('GET', `${path}?asOf=2026-02-30`))).toMatchObject({ field: 'asOf' });
  });

  it('is in no list once deleted, while its history stays', async () => {
    const deleted = await send('DELETE', path);
    expect(deleted.status).toBe(204);
    expect(deleted.text).toBe('');
    for (const gone of ['', '/pdf']) expect((await send('GET', path + gone)).status).toBe(404);
    expect((await send('GET', `${path}/history`)).json).toMatchObject([
      { type: 'QuotationCreated' },
      { type: 'QuotationDeleted' },
    ]);
  });
});

describe('the PDF of a quotation', () => {
  it.each(['', 'compare'])('is shown in the browser, under its name %s', async (compare) => {
    const other = (await add({ insuranceCompany: 'Niva Bupa' })).json.id;
    const to = compare ? `quotations/compare.pdf?ids=${id},${other}` : `${path}/pdf`;
    const { status, headers, text } = await send('GET', to);
    expect(status).toBe(200);
    expect(text).toMatch(/^%PDF-1\.\d/);
    expect(text).toMatch(/%%EOF\s*$/);
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': expect.stringMatching(
        /^inline; filename="[\w .-]+\.pdf"; filename\*=/,
      ),
      'x-content-type-options': 'nosniff',
      'cache-control': 'private, no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'",
    });
    const head = await send('HEAD', to);
    expect(head.status).toBe(200);
    expect(head.headers['content-type']).toBe('application/pdf');
    expect(head.text).toBe('');
  });

  it('is for those who are signed in', async () => {
    for (const to of [`${path}/pdf`, `quotations/compare.pdf?ids=${id},${id}`]) {
      expect((await send('GET', to, { cookie: 'none=none' })).status).toBe(401);
    }
  });

  it.each(['', 'ids=', 'ids=1', 'ids=1,x', 'ids=1&ids=2', 'ids=1,2,3,4,5', 'ids=0,1', 'ids=1;2'])(
    'is not of several by "%s"',
    async (query) => {
      const answer = await send('GET', `quotations/compare.pdf?${query}`);
      expect(answer.status).toBe(400);
      expect(answer.headers['content-type']).toBe('application/problem+json; charset=utf-8');
      expect(faultOf(answer)).toMatchObject({ field: 'ids' });
    },
  );

  it('is not of the quotations of two customers, or for two types of insurance', async () => {
    const theirs = await add({ customerId: await customer('Somebody else') });
    const ofCar = await add({ insuranceType: 'vehicle', vehicleType: 'car' });
    for (const [other, sentence] of [
      [theirs, 'Choose quotations of one customer.'],
      [ofCar, /^Choose quotations for one type of insurance/],
    ] as const) {
      const answer = await send('GET', `quotations/compare.pdf?ids=${id},${other.json.id}`);
      expect(answer.status).toBe(400);
      expect(faultOf(answer)).toMatchObject({ field: 'ids' });
      expect(answer.json.error).toMatch(sentence);
    }
  });
});

describe('an email of a quotation', () => {
  it('is sent once per Idempotency-Key, and recorded', async () => {
    const headers = { 'Idempotency-Key': `email of ${id}` };
    const body = { to: 'asha@example.in', message: 'As we said.\r\n\r\nKind regards' };
    const sent = await send('POST', `${path}/email`, { headers, body });
    expect(sent.status).toBe(200);
    expect(sent.json).toMatchObject({
      ...{ id, emailedAt: '2026-06-15T06:00:00.000Z', warnings: [] },
      isEmailKept: true,
    });
    expect(sent.headers.etag).toBe(`"${sent.json.version}"`);
    const again = await send('POST', `${path}/email`, { headers, body });
    expect(again.json).toEqual(sent.json);
    const types = (await send('GET', `${path}/history`)).json as unknown as { type: string }[];
    expect(types.map(({ type }) => type)).toEqual([
      'QuotationCreated',
      'QuotationEmailRequested',
      'QuotationEmailed',
    ]);
  });
});

describe('a conversion', () => {
  it.each(POLICY_KINDS)('makes an accepted quotation of %s a policy, once', async (kind) => {
    const from = await accepted(sampleQuotationInput(kind, customerId));
    const body = samplePolicyInput(kind, customerId, `Q/${++drawn}`);
    const headers = { 'Idempotency-Key': `conversion of ${from}` };
    const converted = await send('POST', `${from}/convert`, { headers, body });
    expect(converted.status).toBe(201);
    const { quotation, policy: issued, warnings } = converted.json;
    expect(converted.headers.location).toBe(`/api/${kind}-policies/${issued?.id}`);
    expect(quotation).toMatchObject({ status: 'accepted', policyId: issued?.id });
    expect(issued).toMatchObject({ kind, quotationId: quotation?.id, customerId });
    expect(issued).not.toHaveProperty(kind === 'health' ? 'vehicleNumber' : 'policyType');
    expect(warnings).toEqual([
      {
        field: 'premiumAmount',
        code: 'quotation-differs',
        message: '₹11,800.00 was quoted.',
      },
    ]);
    expect((await send('GET', from)).json.policyId).toBe(issued?.id);

    const again = await send('POST', `${from}/convert`, { headers, body });
    expect(again.status).toBe(201);
    expect(again.json).toEqual(converted.json);
    const second = await send('POST', `${from}/convert`, { body: { ...body, policyNumber: 'X' } });
    expect(second.status).toBe(409);
    expect(second.json.code).toBe('already-converted');
    const changed = await send('PUT', from, { body: { premiumAmount: '1' } });
    expect(changed.status).toBe(409);
    expect(changed.json.code).toBe('quotation-converted');

    expect((await send('DELETE', from)).status).toBe(204);
    const afterwards = await send('POST', `${from}/convert`, { headers, body });
    expect(afterwards.status).toBe(201);
    expect(afterwards.json).toEqual(converted.json);
  });

  it('has one policy when several ask at the same moment', async () => {
    const from = await accepted();
    const asked = await Promise.all(
      [1, 2, 3].map(() => send('POST', `${from}/convert`, { body: policy() })),
    );
    const won = asked.filter(({ status }) => status === 201);
    expect(won).toHaveLength(1);
    expect((await send('GET', from)).json.policyId).toBe(won[0]?.json.policy?.id);
  });

  it('of what nobody accepted is refused', async () => {
    const answer = await send('POST', `${path}/convert`, { body: policy() });
    expect(answer.status).toBe(409);
    expect(answer.json.code).toBe('quotation-not-accepted');
  });

  it('for somebody else is refused', async () => {
    const body = policy({ customerId: await customer('Another') });
    const answer = await send('POST', `${await accepted()}/convert`, { body });
    expect(answer.status).toBe(400);
    expect(faultOf(answer)).toMatchObject({ field: 'customerId', code: 'quotation-mismatch' });
  });

  it('reads the fields of the kind that was quoted', async () => {
    const from = await accepted(sampleQuotationInput('vehicle', customerId));
    const answer = await send('POST', `${from}/convert`, { body: policy() });
    expect(answer.status).toBe(400);
    expect(faultOf(answer)?.field).toMatch(/^vehicle/);
    const health = { ...sampleQuotationInput('health', customerId), vehicleType: null };
    await send('PUT', from, { body: health });
    const body = samplePolicyInput('vehicle', customerId, `Q/${++drawn}`);
    const headers = { 'If-Match': '"0"' };
    const stale = await send('POST', `${from}/convert`, { headers, body });
    expect(stale.status).toBe(412);
  });
});
