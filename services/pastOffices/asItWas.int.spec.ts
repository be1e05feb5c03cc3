import { addDays } from '@insuremanager/contracts/rules/calendar';
import { endOfKolkataDay, startOfKolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { omit } from '@insuremanager/contracts/rules/objects';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { createCustomers } from '../customers/index.js';
import { createDashboard } from '../dashboard/index.js';
import { type Agency, anyStep, take } from '../dashboard/testing/agencyLife.js';
import { pastPlatform } from '../platform/pastPlatform.js';
import { connectTo } from '../platform/postgres/session.js';
import { differingSummaries } from '../platform/readModels/differingSummaries.js';
import { applicationOf } from '../platform/readModels/pastReadModels.js';
import type { AllTables } from '../platform/readModels/readTables.js';
import { createPolicies } from '../policies/index.js';
import { openPolicyFixture, type PolicyFixture } from '../policies/testing/policyFixture.js';
import { openPastOfficeTable } from './pastOfficeTable.js';

const DAYS = isExhaustive(import.meta.url) ? 50 : 10;
const FIRST = '2028-01-15';

const fixture = testFixture(openPolicyFixture);

const tables = () => fixture.projectors.flatMap((projector) => projector.tables);

async function rowsOf(of: AllTables): Promise<Record<string, object[]>> {
  const rows: Record<string, object[]> = {};
  for (const { name, key } of tables()) rows[name] = await of.from(name).select('*').orderBy(key);
  return rows;
}

const unheard = { onProgress: () => undefined, onReady: () => undefined };

const build = async (name: string, moment: Date) => {
  const { past } = fixture.readModels;
  const schema = past.schemaOf(name);
  const { signal } = new AbortController();
  expect(await past.build(schema, { moment, signal, ...unheard })).toBe(true);
  const drop = () => fixture.platform.pool.query(`DROP SCHEMA ${schema} CASCADE`);
  return { schema, tables: past.tables(schema), drop };
};

const customersOver = (platform: PolicyFixture['platform'], of: AllTables) =>
  createCustomers(
    platform,
    { ...of, waitFor: async () => true },
    {
      policies: fixture.policies,
      claims: { openNumbersOf: async () => [] },
      documents: { isKycOf: async () => false },
    },
  );

/** What the dashboard and the cards show at a moment, over some tables. */
async function figures(platform: PolicyFixture['platform'], of: AllTables) {
  const customers = customersOver(platform, of);
  const policies = createPolicies(platform, { ...of, waitFor: async () => true }, { customers });
  const dashboard = createDashboard(platform, of, { customers, policies });
  return {
    metrics: await dashboard.metrics(),
    trend: await dashboard.revenueTrend(12),
    cards: [await policies.cards('health'), await policies.cards('vehicle')],
  };
}

describe('the office of a past day', () => {
  const shown = new Map<string, { rows: object; figures: object }>();

  it('is, row by row and figure by figure, what was shown at the end of that day', async () => {
    const agency: Agency = { fixture, customers: [], policies: [], now: new Date() };
    const ofOneDay = anyStep.filter(({ said }) => !said.startsWith('it is'));
    const days = fc.sample(fc.array(ofOneDay, { maxLength: 8 }), {
      numRuns: DAYS,
      seed: 20_280_131,
    });
    for (const [nth, steps] of days.entries()) {
      const day = addDays(FIRST, nth * 3);
      agency.now = new Date(startOfKolkataDay(day).getTime() + 10 * 3_600_000);
      fixture.setTime(agency.now.toISOString());
      await fixture.caughtUp();
      await fixture.policies.expireDue(day);
      for (const step of steps) {
        fixture.passTime(60);
        await take(agency, step);
      }
      await fixture.caughtUp();
      const { platform, readModels } = fixture;
      shown.set(day, {
        rows: await rowsOf(readModels),
        figures: await figures(platform, readModels),
      });
    }
    for (const [day, was] of shown) {
      const then = await build(day.replaceAll('-', ''), endOfKolkataDay(day));
      expect(await rowsOf(then.tables), day).toEqual(was.rows);
      const { pool } = fixture.platform;
      // Who may be one person is asked of today only: a past office has no pairs.
      const kept = tables().map((table) => omit(table, ['pairs']));
      expect(await differingSummaries(pool, then.schema, kept)).toEqual([]);
      const ofDay = pastPlatform(fixture.platform, endOfKolkataDay(day));
      expect(await figures(ofDay, then.tables), day).toEqual(was.figures);
      await then.drop();
    }
    const last = [...shown.values()].at(-1);
    expect(last?.rows).toMatchObject({ policies: expect.arrayContaining([expect.anything()]) });
  });

  it('of now is the read models', async () => {
    const now = await build('now', new Date('2099-01-01'));
    expect(await rowsOf(now.tables)).toEqual(await rowsOf(fixture.readModels));
    await now.drop();
  });

  it('is made anew where a crash of Postgres has emptied it, its checkpoint, too', async () => {
    const { pool } = fixture.platform;
    const before = await build('crashed', new Date('2099-01-01'));
    const { rows } = await pool.query<{ name: string; persistence: string }>(
      `SELECT oid::regclass::text AS name, relpersistence AS persistence FROM pg_class
       WHERE relnamespace = $1::regnamespace AND relkind = 'r'`,
      [before.schema],
    );
    expect(rows.length).toBeGreaterThan(tables().length);
    expect(rows.filter(({ persistence }) => persistence !== 'u')).toEqual([]);
    await pool.query(`TRUNCATE ${rows.map(({ name }) => name).join(', ')}`);
    const after = await build('crashed', new Date('2099-01-01'));
    expect(await rowsOf(after.tables)).toEqual(await rowsOf(fixture.readModels));
    await after.drop();
  });

  it('is gone on with where a process has ended', async () => {
    const { past } = fixture.readModels;
    const schema = past.schemaOf('halved');
    const moment = endOfKolkataDay(addDays(FIRST, DAYS * 3));
    const ended = new AbortController();
    const broken = past.build(schema, {
      moment,
      signal: ended.signal,
      ...unheard,
      onProgress: ({ events }) => events > 0 && ended.abort(),
    });
    await expect(broken).rejects.toThrow();
    const then = await build('halved', moment);
    expect(await rowsOf(then.tables)).toEqual([...shown.values()].at(-1)?.rows);
    await then.drop();
  });

  it('shows the same while indexes are missing, and gets them after a break', async () => {
    const { past } = fixture.readModels;
    const { pool } = fixture.platform;
    const schema = past.schemaOf('opened');
    const [day, was] = [...shown].at(-1) ?? ['', null];
    const moment = endOfKolkataDay(day);
    const indexes = async () =>
      (
        await pool.query(`SELECT FROM pg_indexes WHERE schemaname = $1 AND indexname = ANY($2)`, [
          schema,
          later,
        ])
      ).rows.length;
    const later = ['customers_1_idx', 'policies_7_idx', 'policies_9_idx', 'policies_18_idx'];
    const ended = new AbortController();
    const broken = past.build(schema, {
      ...{ ...unheard, moment, signal: ended.signal },
      onReady: () => {
        throw new Error('Ended when it was ready');
      },
    });
    await expect(broken).rejects.toThrow('Ended when it was ready');
    expect(await indexes()).toBe(0);
    const tables = past.tables(schema);
    const ofDay = pastPlatform(fixture.platform, moment);
    const customers = customersOver(ofDay, tables);
    const order = { sort: 'name', direction: 'asc', limit: 50 } as const;
    const searched = async () => {
      const found: string[][] = [];
      for (const search of ['a', 'ani', 'kumar', '98', 'none is called so']) {
        const { items } = await customers.list({ filter: { search }, ...order });
        found.push(items.map(({ name }) => name));
      }
      return found;
    };
    expect(await rowsOf(tables)).toEqual(was?.rows);
    expect(await figures(ofDay, tables)).toEqual(was?.figures);
    const before = await searched();
    expect(before.flat()).not.toEqual([]);
    const then = await build('opened', moment);
    expect(await indexes()).toBe(later.length);
    expect(await searched()).toEqual(before);
    await then.drop();
  });

  it('is dropped while somebody makes an index of it', async () => {
    const table = await openPastOfficeTable(fixture.platform.pool);
    const schema = fixture.readModels.past.schemaOf('dropped');
    expect(await table.add(schema, '2028-01-15', 3)).not.toBeNull();
    await build('dropped', new Date('2099-01-01'));
    const maker = await connectTo(fixture.databaseUrl)(applicationOf(schema));
    // As CREATE INDEX locks it.
    await maker.client.query(`BEGIN; LOCK TABLE ${schema}.customers IN SHARE MODE`);
    await table.remove(schema);
    expect(await table.find(schema)).toBeNull();
    await expect.poll(() => maker.lost.aborted).toBe(true);
    await maker.end();
  });
});
