import type {
  PolicyFilter,
  PolicyListRequest,
} from '@insuremanager/contracts/policies/policyViews';
import { monthsOf } from '@insuremanager/contracts/rules/premiumFrequency';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { everyPage } from '../platform/testing/serviceFixture.js';
import { openPolicyFixture } from './testing/policyFixture.js';

const fixture = testFixture(openPolicyFixture);
/** Holders of verified, pending and rejected KYC. */
const policyholders: number[] = [];

/** Numbers, and what they distinguish; everything else is as the fixture has it. */
const HEALTH = [
  {
    policyNumber: 'H/100',
    policyType: 'family',
    premiumAmount: '900',
    premiumFrequency: 'monthly',
  },
  { policyNumber: 'H/101', policyType: 'group', premiumAmount: '12000', endDate: '2026-04-01' },
  { policyNumber: 'H/102', insuranceCompany: 'STAR HEALTH', endDate: '2026-04-02' },
  { policyNumber: 'H/103', insuranceCompany: 'Niva Bupa', endDate: '2026-05-01' },
  { policyNumber: 'H/104', insuranceCompany: 'Niva Bupa', endDate: '2026-05-02' },
  { policyNumber: 'H/10 5', status: 'cancelled', endDate: '2026-04-20' },
];
const VEHICLES = [
  { policyNumber: 'V/200', vehicleNumber: 'KL 07 AB 1234', vehicleType: 'car' },
  { policyNumber: 'V/201', vehicleNumber: 'kl-07-ab-1235', vehicleType: 'bus' },
  { policyNumber: 'V/202', vehicleNumber: '22BH1234AA', vehicleType: 'bike', status: 'expired' },
  { policyNumber: 'V_2%3\\', vehicleNumber: 'KL11C99', vehicleType: 'bus', status: 'expired' },
];

beforeAll(async () => {
  for (const kycStatus of ['verified', 'pending', 'rejected']) {
    policyholders.push((await fixture.customer(`Holder ${kycStatus}`, { kycStatus })).id);
  }
  const issue = async (kind: 'health' | 'vehicle', policies: readonly object[]) => {
    for (const [i, fields] of policies.entries()) {
      await fixture.issue(kind, {
        customerId: policyholders[i % 3],
        startDate: '2025-05-01',
        ...fields,
      });
    }
  };
  await issue('health', HEALTH);
  fixture.setTime('2026-04-01T07:00:00Z');
  await issue('vehicle', VEHICLES);
});

const list = (filter: PolicyFilter, more: Partial<PolicyListRequest> = {}) =>
  fixture.policies.list({ filter, sort: 'number', direction: 'asc', limit: 50, ...more });
const numbersOf = async (filter: PolicyFilter, more?: Partial<PolicyListRequest>) =>
  (await list(filter, more)).items.map(({ policyNumber }) => policyNumber);

/** All rows, read page by page. */
const everything = (filter: PolicyFilter, more: Partial<PolicyListRequest> = {}) =>
  everyPage((cursor) => list(filter, { limit: 2, ...more, cursor }));

describe('the list of policies', () => {
  it.each<[PolicyFilter, string[]]>([
    [{ kind: 'vehicle' }, ['V/200', 'V/201', 'V/202', 'V_2%3\\']],
    [{ kind: 'health', statuses: ['cancelled'] }, ['H/10 5']],
    [{ statuses: ['cancelled', 'expired'] }, ['H/10 5', 'V/202', 'V_2%3\\']],
    [{ kind: 'health', insurer: 'star health' }, ['H/100', 'H/101', 'H/102', 'H/10 5']],
    [{ kind: 'vehicle', insurer: 'star health' }, []],
    [{ insurer: 'NIVA BUPA' }, ['H/103', 'H/104']],
    [{ policyTypes: ['group'] }, ['H/101']],
    [{ vehicleTypes: ['bus', 'bike'] }, ['V/201', 'V/202', 'V_2%3\\']],
    [{ policyTypes: ['group'], vehicleTypes: ['car'] }, ['H/101', 'V/200']],
    [{ kind: 'vehicle', policyTypes: ['group'] }, []],
    [{ endsFrom: '2026-04-02', endsTo: '2026-05-01' }, ['H/102', 'H/103', 'H/10 5']],
    [{ endsTo: '2026-04-01' }, ['H/101']],
    [{ kind: 'health', premiumFrom: 90_000, premiumTo: 90_000 }, ['H/100']],
    [{ kind: 'health', premiumTo: 89_999 }, []],
    [{ kind: 'health', kycStatuses: ['pending'] }, ['H/101', 'H/104']],
    [{ kycStatuses: ['verified', 'rejected'], kind: 'vehicle' }, ['V/200', 'V/202', 'V_2%3\\']],
    [{ kind: 'vehicle', kycStatuses: ['verified'], vehicleTypes: ['bus'] }, ['V_2%3\\']],
  ])('shows for %j: %j', async (filter, numbers) => {
    expect(await numbersOf(filter)).toEqual(numbers);
    expect(await fixture.policies.count(filter)).toEqual({ count: numbers.length, exact: true });
  });

  it('shows what a customer holds, over both kinds', async () => {
    const customerId = policyholders[0] ?? 0;
    expect(await numbersOf({ customerId })).toEqual(['H/100', 'H/103', 'V/200', 'V_2%3\\']);
    expect(await numbersOf({ customerId, kind: 'health' })).toEqual(['H/100', 'H/103']);
  });

  it('says as expiring soon what is active and ends in 1 to 30 days in Kolkata', async () => {
    // 1 April there, from its first minute to its last.
    for (const instant of ['2026-03-31T18:30:00Z', '2026-04-01T18:29:59Z']) {
      fixture.setTime(instant);
      expect(await numbersOf({ expiringSoon: true }), instant).toEqual(['H/102', 'H/103']);
      expect(await numbersOf({ expiringSoon: true }, { sort: 'added', direction: 'desc' })).toEqual(
        ['H/103', 'H/102'],
      );
    }
    fixture.setTime('2026-04-01T18:30:00Z');
    expect(await numbersOf({ expiringSoon: true })).toEqual(['H/103', 'H/104']);
    fixture.setTime('2026-04-01T07:00:00Z');
  });

  it.each([
    ['h/101', ['H/101']],
    ['10 5', ['H/10 5']],
    ['H/105', ['H/10 5']],
    ['h/1', ['H/100', 'H/101', 'H/102', 'H/103', 'H/104', 'H/10 5']],
    ['niva', ['H/103', 'H/104']],
    ['bupa va', []],
    ['bupa ni', ['H/103', 'H/104']],
    ['malabar 200', ['V/200']],
    ['KL 07 AB 1234', ['V/200']],
    ['kl-07-ab', ['V/200', 'V/201']],
    ['kl07', ['V/200', 'V/201']],
    ['07ab1235', ['V/201']],
    ['22 bh', ['V/202']],
    ['kl', ['V/200', 'V/201', 'V_2%3\\']],
    ['_2%3\\', ['V_2%3\\']],
    ['%', []],
    ['___', []],
    ["' or 1=1 --", []],
  ])('finds by %j: %j', async (search, numbers) => {
    expect(await numbersOf({ search })).toEqual(numbers);
    expect(await fixture.policies.count({ search })).toEqual({
      count: numbers.length,
      exact: true,
    });
  });

  it('pages through every row exactly once, in each sort and direction, with ties', async () => {
    for (const filter of [{}, { kind: 'vehicle' }, { statuses: ['active', 'expired'] }] as const) {
      for (const sort of ['added', 'ends', 'premium', 'number'] as const) {
        const [up, down] = await Promise.all([
          everything(filter, { sort, direction: 'asc' }),
          everything(filter, { sort, direction: 'desc' }),
        ]);
        expect(up).toEqual((await list(filter, { sort })).items);
        expect(down).toEqual(up.toReversed());
        expect(new Set(up.map(({ id }) => id)).size).toBe(up.length);
      }
    }
    const [first] = await everything({}, { sort: 'premium' });
    expect(first).toMatchObject({ policyNumber: 'H/100', premiumAmount: '900.00' });
    const pages = await everything({ expiringSoon: true }, { sort: 'added', limit: 1 });
    expect(pages.map(({ policyNumber }) => policyNumber)).toEqual(['H/102', 'H/103']);
  });

  it('takes back only the cursors of its own sort', async () => {
    const { nextCursor } = await list({}, { sort: 'number', limit: 1 });
    expect(Buffer.from(nextCursor ?? '', 'base64url').toString('latin1')).not.toMatch(/h\/10/i);
    await expect(list({}, { sort: 'ends', cursor: nextCursor })).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(list({}, { cursor: 'nonsense' })).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('the cards over a list', () => {
  it.each(['health', 'vehicle'] as const)('count what the list of %s shows', async (kind) => {
    const rows = await everything({ kind });
    const paise = rows.reduce(
      (sum, { premiumAmount, premiumFrequency }) =>
        sum + BigInt(premiumAmount.replace('.', '')) * BigInt(12 / monthsOf(premiumFrequency)),
      0n,
    );
    const cards = await fixture.policies.cards(kind);
    expect(cards).toEqual({
      total: rows.length,
      active: (await everything({ kind, statuses: ['active'] })).length,
      totalPremium: `${paise / 100n}.${String(paise % 100n).padStart(2, '0')}`,
      expiringSoon: (await everything({ kind, expiringSoon: true })).length,
    });
    expect(cards.total).toBeGreaterThan(3);
  });
});

describe('insurers in use', () => {
  it('come most used first, in their most used spelling', async () => {
    expect(await fixture.policies.insurers('')).toEqual([
      'Malabar General',
      'Star Health',
      'Niva Bupa',
    ]);
    expect(await fixture.policies.insurers('STA')).toEqual(['Star Health']);
    expect(await fixture.policies.insurers('%')).toEqual([]);
  });
});

describe('what a customer holds', () => {
  it('is counted and brought to a year', async () => {
    const { id: customerId } = await fixture.customer('Holder of several');
    const terms = [
      { policyNumber: 'S/1', premiumFrequency: 'monthly', premiumAmount: '100.25' },
      { policyNumber: 'S/2', premiumFrequency: 'quarterly', premiumAmount: '1000' },
      { policyNumber: 'S/3', endDate: '2026-06-01', premiumAmount: '7' },
      { policyNumber: 'S/4', status: 'cancelled', endDate: '2026-05-01' },
    ];
    for (const term of terms) await fixture.issue('health', { customerId, ...term });
    expect(await fixture.policies.holdings(customerId)).toEqual({
      policies: 4,
      active: 3,
      yearlyPremium: '5210.00',
      nextExpiry: '2026-06-01',
    });
    expect(await fixture.policies.holdings(987_654)).toEqual({
      policies: 0,
      active: 0,
      yearlyPremium: '0.00',
      nextExpiry: null,
    });
  });
});
