import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { type Answer, type Json, signIn } from '@insuremanager/deploy/testing/testGateway';
import { describe, expect, it } from 'vitest';
import { samplePolicyInput } from '../testing/policyFixture.js';
import { sampleQuotationInput } from '../testing/quotationFixture.js';
import { CONVERT_QUOTATION, CREATE_QUOTATION } from '../testing/quotationMutations.js';

const { fixture, gateway, send, ask, add } = gatewayFixture({ clock: { now: () => now } });
let now = new Date('2026-06-15T06:00:00Z');

/** The first error of an answer. */
const errorOf = ({ json }: Answer): Json => json.errors?.[0] as Json;

/** A session does not last for days. */
async function goTo(instant: Date): Promise<void> {
  now = instant;
  fixture.cookie = await signIn(gateway.url);
}

const customer = (name: string) =>
  add('/api/customers', { name, phone: '9876543210', kycStatus: 'verified' });

const create = async (customerId: number, fields: object = {}): Promise<number> => {
  const input = { ...sampleQuotationInput('health', customerId), ...fields };
  const { json } = await ask(CREATE_QUOTATION, { input, commandId: randomUUID() });
  return Number(json.data?.createQuotation?.quotation?.id);
};

describe('a question', () => {
  const LIST = `query List($filter: QuotationFilter, $sort: QuotationSort, $direction: SortDirection, $first: Int, $after: String) {
    quotations(filter: $filter, sort: $sort, direction: $direction, first: $first, after: $after) {
      items { id isPastValidity customer { name } policy { policyNumber quotation { id } } }
      nextCursor
      count { count exact }
    }
  }`;

  it('pages through quotations, counts what the filter passes, shows each its own people', async () => {
    const [asha, binu] = [await customer('Asha Paged'), await customer('Binu Paged')];
    const insuranceCompany = 'Paged Insurance';
    const ids: number[] = [];
    for (const [owner, premiumAmount] of [
      [asha, '100'],
      [binu, '200'],
      [asha, '300'],
    ] as const) {
      ids.push(await create(owner, { insuranceCompany, premiumAmount, status: 'accepted' }));
    }
    for (const [i, owner] of [asha, binu].entries()) {
      const input = samplePolicyInput('health', owner, `PG/${i}`);
      await ask(CONVERT_QUOTATION, { id: ids[i], input, commandId: randomUUID() });
    }
    const filter = { insurer: 'paged insurance', totalFrom: '600.50', totalTo: '₹800.50' };
    const variables = { filter, sort: 'total', direction: 'asc', first: 2 };
    const first = (await ask(LIST, variables)).json.data?.quotations as Json;
    expect(first).toMatchObject({
      items: [
        {
          id: ids[0],
          customer: { name: 'Asha Paged' },
          policy: { policyNumber: 'PG/0', quotation: { id: ids[0] } },
        },
        {
          id: ids[1],
          customer: { name: 'Binu Paged' },
          policy: { policyNumber: 'PG/1', quotation: { id: ids[1] } },
        },
      ],
      count: { count: 3, exact: true },
    });
    const second = await ask(LIST, { ...variables, after: first.nextCursor });
    expect(second.json.data?.quotations).toMatchObject({
      items: [{ id: ids[2], customer: { name: 'Asha Paged' }, policy: null }],
      nextCursor: null,
    });
  });

  it('says what is past its validity, and the cards count it as pending', async () => {
    const id = await create(await customer('Late'), {
      validityDays: '1',
      insuranceCompany: 'Late',
    });
    const filter = { insurer: 'late', pastValidity: true };
    expect((await ask(LIST, { filter })).json.data?.quotations?.items).toEqual([]);
    const before = now;
    await goTo(new Date('2026-06-16T18:30:00Z'));
    const late = (await ask(LIST, { filter })).json.data?.quotations?.items;
    expect(late).toMatchObject([{ id, isPastValidity: true }]);
    const { json } = await ask('{ quotationCards { total pending accepted totalValue } }');
    const count = async (of: object) =>
      (await ask(LIST, { filter: of })).json.data?.quotations?.count?.count;
    expect(json.data?.quotationCards).toEqual({
      total: await count({}),
      pending: await count({ statuses: ['pending'] }),
      accepted: await count({ statuses: ['accepted'] }),
      totalValue: expect.stringMatching(/^\d+\.\d\d$/),
    });
    await goTo(before);
  });

  it('finds one, its history and its past', async () => {
    const id = await create(await customer('Historic'));
    const query = `query($id: Int!) {
      quotation(id: $id) { id customer { name } }
      quotationHistory(id: $id) { type actor { username } summary }
      quotationAsOf(id: $id, day: "2026-06-15") { status version }
      before: quotationAsOf(id: $id, day: "2026-06-14") { status }
      unknown: quotation(id: 987654) { id }
    }`;
    const { json } = await ask(query, { id });
    expect(json.errors).toBeUndefined();
    expect(json.data).toMatchObject({
      quotation: { id, customer: { name: 'Historic' } },
      quotationHistory: [{ type: 'QuotationCreated', actor: { username: 'admin' } }],
      quotationAsOf: { status: 'pending', version: 0 },
      before: null,
      unknown: null,
    });
  });

  it('compares at most four, in the order asked for', async () => {
    const owner = await customer('Comparing');
    const [one, two] = [await create(owner), await create(owner)];
    const query = 'query($ids: [Int!]!) { quotationsById(ids: $ids) { id } }';
    const { json } = await ask(query, { ids: [two, 987_654, one] });
    expect(json.data?.quotationsById).toEqual([{ id: two }, { id: one }]);
    const fault = (code: string, message: RegExp) => ({
      field: 'ids',
      code,
      message: expect.stringMatching(message),
    });
    const ofCar = await create(owner, { insuranceType: 'vehicle', vehicleType: 'car' });
    for (const [ids, expected] of [
      [[1, 2, 3, 4, 5], fault('too-many', /At most 4/)],
      [[one, await create(await customer('Other'))], fault('not-comparable', /one customer/)],
      [[one, ofCar], fault('not-comparable', /one type of insurance/)],
    ] as const) {
      const error = errorOf(await ask(query, { ids }));
      expect(error.extensions?.problem?.fields).toEqual([expected]);
    }
  });

  it('shows no customer who has been deleted, and no quotation that has', async () => {
    const owner = await customer('Leaving');
    const id = await create(owner, { status: 'accepted' });
    const input = { ...samplePolicyInput('health', owner, 'LEFT/1'), status: 'cancelled' };
    const converted = await ask(CONVERT_QUOTATION, { id, input, commandId: randomUUID() });
    const policyId = converted.json.data?.convertQuotation?.policy?.id;
    const remove = (path: string) => send('DELETE', `/api/${path}`);
    expect((await remove(`customers/${owner}`)).status).toBe(204);
    const of = 'query($id: Int!) { quotation(id: $id) { customer { name } } }';
    expect((await ask(of, { id })).json.data?.quotation).toEqual({ customer: null });
    expect((await remove(`quotations/${id}`)).status).toBe(204);
    const from = 'query($id: Int!) { policy(id: $id) { quotationId quotation { id } } }';
    const { json } = await ask(from, { id: policyId });
    expect(json.data?.policy).toEqual({ quotationId: id, quotation: null });
  });
});
