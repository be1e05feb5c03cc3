import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';

const { send, add } = gatewayFixture({ clock: testClock });
let asha: number;
let binu: number;

const get = (path: string) => send('GET', `/api/${path}`);
const post = (path: string, body: object) => add(`/api/${path}`, body);
const numbers = async (query: string): Promise<string[]> => {
  const { json } = await get(query);
  return (json as unknown as PolicyView[]).map(({ policyNumber }) => policyNumber);
};

beforeAll(async () => {
  asha = await post('customers', { name: 'Asha', phone: '9876543210', kycStatus: 'verified' });
  binu = await post('customers', { name: 'Binu', phone: '9876543211' });
  const add = (kind: PolicyKind, customerId: number, policyNumber: string, fields: object) =>
    post(`${kind}-policies`, { ...samplePolicyInput(kind, customerId, policyNumber), ...fields });
  await add('health', asha, 'H-1', { premiumAmount: '100' });
  await add('health', binu, 'H-2', { premiumAmount: '200.50', policyType: 'individual' });
  await add('health', asha, 'H-3', { premiumAmount: '300', endDate: '2027-01-31' });
  await add('health', asha, 'H-4', { premiumAmount: '400', insuranceCompany: 'Niva Bupa' });
  await add('health', asha, 'H-5', { premiumAmount: '500', status: 'cancelled' });
  await add('vehicle', asha, 'V-1', { vehicleType: 'truck', vehicleNumber: 'TN 01 AA 4321' });
});

describe('the list of a kind', () => {
  it('is a plain array of that kind, the newest first', async () => {
    expect(await numbers('health-policies')).toEqual(['H-5', 'H-4', 'H-3', 'H-2', 'H-1']);
    expect(await numbers('vehicle-policies')).toEqual(['V-1']);
  });

  it.each([
    ['search=h-3', ['H-3']],
    ['search=niva', ['H-4']],
    ['status=cancelled', ['H-5']],
    ['status=active,cancelled&premiumFrom=400', ['H-4', 'H-5']],
    ['status=active&status=cancelled&premiumTo=100.00', ['H-1']],
    ['insurer=NIVA%20BUPA', ['H-4']],
    ['policyType=individual', ['H-2']],
    ['policyType=individual,family&premiumFrom=200.50&premiumTo=%E2%82%B9300', ['H-2', 'H-3']],
    ['endsFrom=2026-07-01', ['H-3']],
    ['endsTo=2026-06-30&kycStatus=pending', ['H-2']],
    ['kycStatus=verified&status=active', ['H-1', 'H-3', 'H-4']],
    ['expiringSoon=true', ['H-1', 'H-2', 'H-4']],
    ['expiringSoon=false', ['H-1', 'H-2', 'H-3', 'H-4', 'H-5']],
    ['premiumFrom=&search=', ['H-1', 'H-2', 'H-3', 'H-4', 'H-5']],
    ['premiumFrom=1234567890123', []],
    ['search=no+such+policy', []],
  ])('is filtered by ?%s', async (query, found) => {
    expect(await numbers(`health-policies?${query}&sort=number&direction=asc`)).toEqual(found);
  });

  it('is filtered by customer, and vehicles by their type and plate in any spelling', async () => {
    expect(await numbers(`health-policies?customerId=${binu}`)).toEqual(['H-2']);
    expect(await numbers('health-policies?customerId=999999')).toEqual([]);
    expect(await numbers('vehicle-policies?vehicleType=truck,bus')).toEqual(['V-1']);
    expect(await numbers('vehicle-policies?vehicleType=car')).toEqual([]);
    expect(await numbers('vehicle-policies?search=tn-01%20aa4321')).toEqual(['V-1']);
  });

  it.each([
    ['ends', 'H-3'],
    ['premium', 'H-5'],
    ['number', 'H-5'],
    ['added', 'H-5'],
  ])('is sorted by %s', async (sort, last) => {
    const sorted = await numbers(`health-policies?sort=${sort}&direction=desc`);
    expect(sorted[0]).toBe(last);
    expect(await numbers(`health-policies?sort=${sort}&direction=asc`)).toEqual(sorted.reverse());
  });
});

describe('the overview', () => {
  it('counts what the lists show', async () => {
    const { json } = await get('dashboard/metrics');
    expect(json).toMatchObject({
      totalCustomers: 2,
      activePolicies: 5,
      healthPoliciesCount: 4,
      vehiclePoliciesCount: 1,
      dueRenewals: 4,
      monthlyRevenue: expect.stringMatching(/^₹[\d,]+$/),
    });
    expect(json.recentCustomers).toHaveLength(2);
    expect(json.upcomingRenewals).toHaveLength(4);
  });

  it('lists upcoming renewals, five or as many as asked for', async () => {
    const { json } = await get('reminders/upcoming');
    expect(json.upcomingRenewals).toHaveLength(4);
    expect(json.upcomingRenewals?.[0]).toMatchObject({
      customerName: expect.stringMatching(/Asha|Binu/),
      policyType: expect.stringMatching(/health|vehicle/),
      policyNumber: expect.any(String),
      dueDate: '2026-06-30',
      daysUntilExpiry: 15,
    });
    const first = (await get('reminders/upcoming?limit=2')).json;
    expect(first.upcomingRenewals).toHaveLength(2);
    expect(first.total).toBe(4);
    for (const limit of ['0', '1001', 'all', '-1', '1.5']) {
      const refused = await get(`reminders/upcoming?limit=${limit}`);
      expect(refused.status).toBe(400);
      expect(refused.json.fields).toMatchObject([{ field: 'limit' }]);
    }
  });

  it('shows the revenue of six or twelve months, real figures also where nothing began of late', async () => {
    const half = await get('dashboard/revenue-trend');
    expect(half.json.months).toHaveLength(6);
    expect(half.json.hasHistory).toBe(true);
    const year = await get('dashboard/revenue-trend?months=12');
    expect(year.json.months).toHaveLength(12);
    expect(year.json.hasHistory).toBe(true);
    expect(year.json.months).toContainEqual({ month: '2025-07', premium: '13501.00' });
    for (const months of ['7', 'six', '', '6&months=12']) {
      const refused = await get(`dashboard/revenue-trend?months=${months}`);
      expect(refused.status).toBe(400);
      expect(refused.json.fields).toMatchObject([{ field: 'months' }]);
    }
  });
});

describe('the search over everything', () => {
  it('answers the groups as arrays, and how many there are', async () => {
    const customers = await get('search?q=ash');
    expect(customers.json).toEqual({
      customers: [{ id: asha, name: 'Asha', phone: '+919876543210' }],
      // Hers, found by her name.
      healthPolicies: [
        { id: 100, policyNumber: 'H-1', insuranceCompany: 'Star Health', status: 'active' },
        { id: 300, policyNumber: 'H-3', insuranceCompany: 'Star Health', status: 'active' },
        { id: 400, policyNumber: 'H-4', insuranceCompany: 'Niva Bupa', status: 'active' },
        { id: 500, policyNumber: 'H-5', insuranceCompany: 'Star Health', status: 'cancelled' },
      ],
      vehiclePolicies: [
        {
          ...{ id: 600, policyNumber: 'V-1', insuranceCompany: 'Star Health', status: 'active' },
          vehicleNumber: 'TN01AA4321',
        },
      ],
      documents: [],
      quotations: [],
      claims: [],
      leads: [],
      tasks: [],
      counts: {
        customers: { count: 1, exact: true },
        healthPolicies: { count: 4, exact: true },
        vehiclePolicies: { count: 1, exact: true },
        documents: { count: 0, exact: true },
        quotations: { count: 0, exact: true },
        claims: { count: 0, exact: true },
        leads: { count: 0, exact: true },
        tasks: { count: 0, exact: true },
      },
    });
    const insurer = await get('search?q=niva');
    expect(insurer.json.healthPolicies).toMatchObject([
      { policyNumber: 'H-4', insuranceCompany: 'Niva Bupa' },
    ]);
    const plate = await get('search?q=TN01AA');
    expect(plate.json.vehiclePolicies).toMatchObject([
      { policyNumber: 'V-1', vehicleNumber: 'TN01AA4321' },
    ]);
  });

  it.each(['', '?q=', '?q=as', '?q=%20%20a%20%20'])('finds nothing by "%s"', async (query) => {
    const { status, json } = await get(`search${query}`);
    expect(status).toBe(200);
    const groups = { customers: [], healthPolicies: [], vehiclePolicies: [] };
    expect(json).toMatchObject({ ...groups, documents: [], quotations: [] });
  });

  it.each(['q=ash&q=bin', `q=${'x'.repeat(201)}`])('refuses ?%s', async (query) => {
    const answer = await get(`search?${query}`);
    expect(answer.status).toBe(400);
    expect(answer.json.fields).toMatchObject([{ field: 'q' }]);
  });
});
