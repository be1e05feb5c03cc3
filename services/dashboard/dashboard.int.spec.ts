import type { CustomerView } from '@insuremanager/contracts/customers/customerViews';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import fc from 'fast-check';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import { openPolicyFixture } from '../policies/testing/policyFixture.js';
import { createDashboard, type Dashboard } from './index.js';
import { type Agency, anyStep, take } from './testing/agencyLife.js';
import {
  cardsByHand,
  insurersByHand,
  metricsByHand,
  trendByHand,
} from './testing/countedByHand.js';

const fixture = testFixture(openPolicyFixture);
let dashboard: Dashboard;
let agency: Agency;

const NOW = '2028-03-30T18:30:00Z';

beforeAll(async () => {
  dashboard = createDashboard(fixture.platform, fixture.readModels, fixture);
  agency = { fixture, customers: [], policies: [], now: new Date(NOW) };
  fixture.setTime(NOW);
});

/** Read to the end, page by page. */
async function allOf<Item>(
  page: (cursor: string | null) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const items: Item[] = [];
  let cursor: string | null = null;
  do {
    const found = await page(cursor);
    items.push(...found.items);
    cursor = found.nextCursor;
  } while (cursor);
  return items;
}
const allPolicies = (): Promise<PolicyView[]> =>
  allOf((cursor) =>
    fixture.policies.list({ filter: {}, sort: 'ends', direction: 'asc', limit: 20, cursor }),
  );
const allCustomers = (): Promise<CustomerView[]> =>
  allOf((cursor) =>
    fixture.customers.list({ filter: {}, sort: 'added', direction: 'desc', limit: 20, cursor }),
  );

async function expectFiguresToEqualTheLists(): Promise<void> {
  await fixture.caughtUp();
  const [customers, policies] = [await allCustomers(), await allPolicies()];
  const today = kolkataDay(agency.now);
  expect(await dashboard.metrics()).toEqual(metricsByHand(customers, policies, today));
  expect(await dashboard.revenueTrend(6)).toEqual(trendByHand(policies, today, 6));
  expect(await dashboard.revenueTrend(12)).toEqual(trendByHand(policies, today, 12));
  for (const kind of ['health', 'vehicle'] as const) {
    expect(await fixture.policies.cards(kind)).toEqual(cardsByHand(policies, kind, today));
  }
  expect((await fixture.policies.insurers('')).sort()).toEqual(insurersByHand(policies));
}

describe('an agency without anything', () => {
  it('has figures of nothing', async () => {
    expect(await dashboard.metrics()).toEqual({
      totalCustomers: 0,
      activePolicies: 0,
      monthlyRevenue: '₹0',
      dueRenewals: 0,
      healthPoliciesCount: 0,
      vehiclePoliciesCount: 0,
      recentCustomers: [],
      upcomingRenewals: [],
      monthlyGrowth: null,
    });
    const { months, hasHistory } = await dashboard.revenueTrend(6);
    expect(months.map(({ month }) => month)).toEqual([
      '2027-10',
      '2027-11',
      '2027-12',
      '2028-01',
      '2028-02',
      '2028-03',
    ]);
    expect(new Set(months.map(({ premium }) => premium))).toEqual(new Set(['0.00']));
    expect(hasHistory).toBe(false);
  });
});

describe('every figure', () => {
  it('equals a count over the complete lists, whatever has happened', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyStep, { minLength: 15, maxLength: 30 }), async (steps) => {
        for (const step of steps) await take(agency, step);
        await expectFiguresToEqualTheLists();
      }),
      // The agency goes on from run to run: a failing sequence cannot be made shorter.
      { numRuns: 8, seed: 20_280_229, endOnFailure: true },
    );
    expect((await allPolicies()).length).toBeGreaterThan(20);
  });

  it('equals it after everything was built again, and however often events come', async () => {
    await fixture.readModels.rebuild(() => undefined);
    await expectFiguresToEqualTheLists();
    const { platform, databaseUrl, projectors } = fixture;
    const { once, twice } = await projectTwice({ ...platform, databaseUrl, projectors });
    expect(twice).toEqual(once);
  });

  it('is of the day in Kolkata: one second later another one', async () => {
    const today = '2031-03-31';
    const { id: customerId } = await fixture.customer('Midnight');
    fixture.setTime('2031-03-31T18:29:59Z');
    for (const [i, days] of [0, 1, 30, 31].entries()) {
      const endDate = addDays(today, days);
      const fields = { customerId, policyNumber: `M/${i}`, startDate: '2031-03-31', endDate };
      await fixture.issue('health', fields);
    }
    const numbers = async () =>
      (await dashboard.upcomingRenewals(100)).map(({ policyNumber }) => policyNumber);
    expect(await numbers()).toEqual(['M/0', 'M/1', 'M/2']);
    expect(await dashboard.metrics()).toMatchObject({ dueRenewals: 3, monthlyGrowth: null });
    expect((await dashboard.revenueTrend(6)).months.at(-1)?.month).toBe('2031-03');
    fixture.setTime('2031-03-31T18:30:00Z');
    expect(await numbers()).toEqual(['M/1', 'M/2', 'M/3']);
    // None began on 1 April; of the month before, those to the same date are looked at.
    expect(await dashboard.metrics()).toMatchObject({ dueRenewals: 3, monthlyGrowth: null });
    expect((await dashboard.revenueTrend(6)).months.at(-1)?.month).toBe('2031-04');
  });

  it('compares a month with the one before to the same date, which may be its last', async () => {
    const { id: customerId } = await fixture.customer('Growing');
    const begin = (policyNumber: string, startDate: string) =>
      fixture.issue('vehicle', {
        ...{ customerId, policyNumber, startDate },
        endDate: addDays(startDate, 364),
      });
    await begin('G/1', '2041-02-27');
    await begin('G/2', '2041-02-28');
    await begin('G/3', '2041-03-01');
    await begin('G/4', '2041-03-29');
    await begin('G/5', '2041-03-30');
    const growthOn = async (day: string) => {
      fixture.setTime(`${day}T06:00:00Z`);
      return (await dashboard.metrics()).monthlyGrowth;
    };
    expect(await growthOn('2041-03-26')).toBeNull();
    expect(await growthOn('2041-03-27')).toBe(0);
    expect(await growthOn('2041-03-28')).toBe(-50);
    expect(await growthOn('2041-03-29')).toBe(0);
    expect(await growthOn('2041-03-31')).toBe(50);
    expect(await growthOn('2041-04-01')).toBe(-100);
  });
});
