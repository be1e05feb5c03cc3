import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { type Answer, call, type Json } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';
import { CREATE, RENEW } from '../testing/policyMutations.js';

const { fixture, gateway, ask, add } = gatewayFixture({ clock: testClock });
let customerId: number;

/** The first error of an answer. */
const errorOf = ({ json }: Answer): Json => json.errors?.[0] as Json;
const commandId = (): string => randomUUID();

beforeAll(async () => {
  customerId = await customer('Asha Nair', 'verified');
});

const customer = (name: string, kycStatus = 'pending') =>
  add('/api/customers', { name, phone: '9876543210', kycStatus });

let drawn = 0;
const health = (fields: object = {}) => ({
  ...samplePolicyInput('health', customerId, `H-${++drawn}`),
  ...fields,
});
const vehicle = (fields: object = {}) => ({
  ...samplePolicyInput('vehicle', customerId, `V-${++drawn}`),
  ...fields,
});
const create = async (kind: string, input: object): Promise<Json> => {
  const { json } = await ask(CREATE, { kind, input, commandId: commandId() });
  return json.data?.createPolicy?.policy as Json;
};

describe('a question', () => {
  const LIST = `query List($filter: PolicyFilter, $sort: PolicySort, $direction: SortDirection, $first: Int, $after: String) {
    policies(filter: $filter, sort: $sort, direction: $direction, first: $first, after: $after) {
      items { policyNumber customer { name } }
      nextCursor
      count { count exact }
    }
  }`;

  it('pages through both kinds and counts what the filter passes', async () => {
    const insurer = 'Paged Insurance';
    await create('health', health({ policyNumber: 'PG-1', insuranceCompany: insurer }));
    await create('vehicle', vehicle({ policyNumber: 'PG-2', insuranceCompany: insurer }));
    await create('health', health({ policyNumber: 'PG-3', insuranceCompany: insurer }));
    const filter = { insurer: 'paged insurance', premiumFrom: '12000.50', premiumTo: '₹12,000.50' };
    const variables = { filter, sort: 'number', direction: 'asc', first: 2 };
    const first = (await ask(LIST, variables)).json.data?.policies as Json;
    expect(first).toMatchObject({
      items: [
        { policyNumber: 'PG-1', customer: { name: 'Asha Nair' } },
        { policyNumber: 'PG-2', customer: { name: 'Asha Nair' } },
      ],
      count: { count: 3, exact: true },
    });
    const second = await ask(LIST, { ...variables, after: first.nextCursor });
    expect(second.json.data?.policies).toMatchObject({
      items: [{ policyNumber: 'PG-3' }],
      nextCursor: null,
    });
    const health3 = await ask(LIST, { ...variables, filter: { ...filter, kind: 'vehicle' } });
    expect(health3.json.data?.policies?.count).toEqual({ count: 1, exact: true });
  });

  it('shows each row of a page its own policyholder', async () => {
    const binu = await customer('Binu');
    for (const i of [1, 2, 3]) {
      const fields = { insuranceCompany: 'Batched', customerId: i === 2 ? binu : customerId };
      await create('health', health(fields));
    }
    const { json } = await ask(LIST, { filter: { insurer: 'batched' }, sort: 'added' });
    expect(json.data?.policies?.items).toMatchObject([
      { customer: { name: 'Asha Nair' } },
      { customer: { name: 'Binu' } },
      { customer: { name: 'Asha Nair' } },
    ]);
  });

  it('shows no policyholder who has been deleted', async () => {
    const deleted = await customer('Gone');
    const { id } = await create('health', health({ customerId: deleted, status: 'cancelled' }));
    const remove = { method: 'DELETE', cookie: fixture.cookie };
    expect((await call(gateway.url, `/api/customers/${deleted}`, remove)).status).toBe(204);
    const query = 'query($id: Int!) { policy(id: $id, kind: health) { id customer { name } } }';
    expect((await ask(query, { id })).json).toEqual({ data: { policy: { id, customer: null } } });
  });

  it('finds history, that of all terms, the past, the terms, cards, insurers and holdings', async () => {
    const policyholder = await customer('Holder');
    const input = health({ customerId: policyholder, insuranceCompany: 'Zenith' });
    const { id } = await create('health', input);
    await ask(RENEW, { kind: 'health', id, input: {}, expectedVersion: 0, commandId: commandId() });
    const query = `query($id: Int!, $policyholder: Int!) {
      policyHistory(id: $id, kind: health) { type actor { username } summary changes { label after } }
      policyTermHistories(id: $id, kind: health) {
        termId policyNumber startDate endDate isDeleted entries { type summary }
      }
      policyAsOf(id: $id, kind: health, day: "2026-06-15") { status version }
      before: policyAsOf(id: $id, kind: health, day: "2026-06-14") { status }
      policyTerms(id: $id) { id status startDate predecessorId customer { name } }
      other: policy(id: $id, kind: vehicle) { id }
      policyCards(kind: health) { total active totalPremium expiringSoon }
      insurers(prefix: "zen")
      customerHoldings(customerId: $policyholder) { policies active yearlyPremium nextExpiry }
    }`;
    const { json } = await ask(query, { id, policyholder });
    expect(json.errors).toBeUndefined();
    expect(json.data).toMatchObject({
      policyHistory: [
        { type: 'PolicyIssued', actor: { username: 'admin' } },
        { type: 'PolicyRenewed' },
      ],
      policyTermHistories: [
        {
          termId: id,
          policyNumber: input.policyNumber,
          startDate: '2025-07-01',
          endDate: '2026-06-30',
          isDeleted: false,
          entries: [{ type: 'PolicyIssued' }, { type: 'PolicyRenewed' }],
        },
        { startDate: '2026-07-01', entries: [{ type: 'PolicyRenewed' }] },
      ],
      policyAsOf: { status: 'renewed', version: 1 },
      before: null,
      policyTerms: [
        { id, status: 'renewed', startDate: '2025-07-01', customer: { name: 'Holder' } },
        { status: 'active', startDate: '2026-07-01', predecessorId: id },
      ],
      other: null,
      policyCards: { totalPremium: expect.stringMatching(/^\d+\.\d\d$/) },
      insurers: ['Zenith'],
      customerHoldings: {
        policies: 2,
        active: 1,
        yearlyPremium: '12000.50',
        nextExpiry: '2027-06-30',
      },
    });
  });

  it('shows the dashboard, and the revenue of six or twelve months', async () => {
    const query = `query($months: Int!) {
      dashboard {
        totalCustomers activePolicies monthlyRevenue dueRenewals healthPoliciesCount
        vehiclePoliciesCount monthlyGrowth
        recentCustomers { id name phone createdAt }
        upcomingRenewals { id customerName policyType policyNumber dueDate daysUntilExpiry }
      }
      revenueTrend(months: $months) { months { month premium } hasHistory }
      upcomingRenewals(first: 2) { policyId }
    }`;
    const { json } = await ask(query, { months: 12 });
    expect(json.errors).toBeUndefined();
    expect(json.data?.dashboard?.monthlyRevenue).toMatch(/^₹/);
    expect(json.data?.dashboard?.upcomingRenewals).toHaveLength(5);
    expect(json.data?.revenueTrend?.months).toHaveLength(12);
    expect(json.data?.upcomingRenewals).toHaveLength(2);

    const wrong = errorOf(await ask('{ revenueTrend(months: 7) { hasHistory } }'));
    expect(wrong.extensions?.problem?.fields).toMatchObject([{ field: 'months' }]);
  });

  it('searches everything, from three characters on', async () => {
    const query = `query($query: String!) { search(query: $query) {
      customers { items { name phone } count exact }
      healthPolicies { items { policyNumber insuranceCompany } count exact }
      vehiclePolicies { items { policyNumber vehicleNumber } count exact }
    } }`;
    await create('vehicle', vehicle({ policyNumber: 'SEARCHED', vehicleNumber: 'TN01AA4321' }));
    const found = await ask(query, { query: 'tn 01 aa' });
    expect(found.json.data?.search).toEqual({
      customers: { items: [], count: 0, exact: true },
      healthPolicies: { items: [], count: 0, exact: true },
      vehiclePolicies: {
        items: [{ policyNumber: 'SEARCHED', vehicleNumber: 'TN01AA4321' }],
        count: 1,
        exact: true,
      },
    });
    expect((await ask(query, { query: 'tn' })).json.data?.search?.vehiclePolicies).toEqual({
      items: [],
      count: 0,
      exact: true,
    });
    const long = errorOf(await ask(query, { query: 'x'.repeat(201) }));
    expect(long.extensions?.problem?.fields).toMatchObject([{ field: 'query' }]);
  });
});
