import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { openPolicyFixture } from './testing/policyFixture.js';

const fixture = testFixture(openPolicyFixture);
let customerId: number;

beforeAll(async () => {
  ({ id: customerId } = await fixture.customer('Holder'));
});

const health = async (query: string) =>
  (await fixture.policies.matchHealth(query)).items.map(({ policyNumber }) => policyNumber);
const vehicle = async (query: string) =>
  (await fixture.policies.matchVehicle(query)).items.map(({ policyNumber }) => policyNumber);

describe('the best matches', () => {
  it('are the very value, then where a word begins so, then anywhere; by number among equals', async () => {
    for (const [policyNumber, insuranceCompany] of [
      ['X1STAR', 'Malabar'],
      ['STAR/2', 'Malabar'],
      ['A-9', 'The Star Company'],
      ['Z-1', 'Star'],
      ['STAR', 'Malabar'],
      ['B-1', 'Mustard Mutual'],
      ['A-1', 'Mustard Mutual'],
      ['C-1', 'Malabar'],
    ]) {
      await fixture.issue('health', { customerId, policyNumber, insuranceCompany });
    }
    const { items, ...counted } = await fixture.policies.matchHealth(' sTAr ');
    expect(items.map(({ policyNumber }) => policyNumber)).toEqual([
      ...['STAR', 'Z-1'],
      ...['A-9', 'STAR/2'],
      ...['A-1', 'B-1', 'X1STAR'],
    ]);
    expect(items[1]).toEqual({
      id: expect.any(Number),
      policyNumber: 'Z-1',
      insuranceCompany: 'Star',
      status: 'active',
      customerId,
    });
    expect(counted).toEqual({ count: 7, exact: true });
    expect(await vehicle('star')).toEqual([]);
  });

  it('know a plate and a number in any spelling', async () => {
    for (const [policyNumber, vehicleNumber] of [
      ['V 100 7', 'KL 07 AB 1234'],
      ['V 100 8', 'KL 17 AB 1234'],
      ['V 100 9', '22 BH 1234 AA'],
    ]) {
      await fixture.issue('vehicle', { customerId, policyNumber, vehicleNumber });
    }
    for (const query of ['KL07AB1234', 'kl 07 ab 1234', 'KL-07-AB-1234', 'kl.07 ab', 'v1007']) {
      expect(await vehicle(query), query).toEqual(['V 100 7']);
    }
    for (const query of ['v 100 7', 'V100 7', '22-bh']) {
      expect(await vehicle(query), query).toHaveLength(1);
    }
    expect(await vehicle('b123')).toEqual(['V 100 7', 'V 100 8']);
    expect(await vehicle('1234')).toHaveLength(3);
    expect((await fixture.policies.matchVehicle('22bh1234aa')).items).toMatchObject([
      { customerId, policyNumber: 'V 100 9', vehicleNumber: '22BH1234AA' },
    ]);
  });

  it('are found with Latin marks and without, in lists as well, and counted', async () => {
    for (const policyNumber of ['É-123', 'STRAßE/1']) {
      await fixture.issue('health', { customerId, policyNumber });
    }
    for (const [query, number] of [
      ['é-123', 'É-123'],
      ['e-123', 'É-123'],
      ['straße/1', 'STRAßE/1'],
    ] as const) {
      const { items, ...counted } = await fixture.policies.matchHealth(query);
      expect(
        items.map(({ policyNumber }) => policyNumber),
        query,
      ).toEqual([number]);
      expect(counted).toEqual({ count: 1, exact: true });
      const filter = { kind: 'health', search: query } as const;
      expect((await fixture.policies.count(filter)).count, query).toBe(1);
    }
    const marksAlone = '\u0301\u0301\u0301';
    expect(await fixture.policies.matchHealth(marksAlone)).toMatchObject({ items: [], count: 0 });
  });

  it('take every character as itself, and ask nothing for less than three', async () => {
    await fixture.issue('health', { customerId, policyNumber: '50%_\\OFF' });
    expect(await health('50%_\\')).toEqual(['50%_\\OFF']);
    for (const query of [
      '%%%',
      '___',
      '5__',
      '\\\\\\',
      "'; drop table policies; --",
      'st',
      ' s ',
    ]) {
      expect(await health(query), query).toEqual([]);
    }
    expect(await fixture.policies.matchHealth('st')).toEqual({ items: [], count: 0, exact: true });
  });

  it('are eight, and are counted to a hundred', async () => {
    for (let i = 0; i < 101; i++) {
      await fixture.policies.issue(
        'health',
        fixture.typed('health', { customerId, policyNumber: `MANY/${1100 - i}` }),
        {
          commandId: crypto.randomUUID(),
          actor: { userId: 1, username: 'a', role: 'agent' },
          correlationId: 't',
        },
      );
    }
    await fixture.caughtUp();
    const { items, ...counted } = await fixture.policies.matchHealth('many/');
    expect(items.map(({ policyNumber }) => policyNumber)).toEqual(
      Array.from({ length: 8 }, (_, i) => `MANY/${1000 + i}`),
    );
    expect(counted).toEqual({ count: 100, exact: false });
    expect(await fixture.policies.matchHealth('MANY/1100')).toMatchObject({
      count: 1,
      exact: true,
    });
  });
});
