import { randomBytes, randomUUID } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import {
  REPORT_NAMES,
  type ReportName,
  reportNamed,
} from '@insuremanager/contracts/reports/reports';
import { ANALYTICS } from '@insuremanager/services/analytics/index';
import { systemActor } from '@insuremanager/services/platform/codec/recordedEvent';
import { createLogger } from '@insuremanager/services/platform/logger';
import { connectTo } from '@insuremanager/services/platform/postgres/session';
import { publishViews } from '@insuremanager/services/platform/readModels/sqlViews';
import pg from 'pg';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { until } from '../harness/waiting.js';
import { grantAnalyst, listAnalysts, revokeAnalyst } from '../ops/analysts.js';
import { openServices, projectors } from '../roles/openServices.js';
import {
  caughtUp,
  fillPartOfBook,
  type OpenBook,
  openBook,
  type Servers,
  startServers,
} from '../testing/liveBook.js';
import { makeTestDatabase } from '../testing/testBackend.js';

const NOTEBOOK = new URL('notebook.sql', import.meta.url);

let servers: Servers;
let book: OpenBook;
let analyst: pg.Client;
let notebook: readonly string[];

beforeAll(async () => {
  servers = await startServers(randomBytes(32));
  book = await openBook(servers);
  await fillPartOfBook(book, 250);
  analyst = new pg.Client({ connectionString: servers.settings.databaseUrl });
  await analyst.connect();
  notebook = (await readFile(NOTEBOOK, 'utf8')).split(/;\s*/).filter((query) => query.trim());
});
afterAll(async () => {
  await analyst?.end();
  await book?.close();
  await servers?.stop();
});

const rows = async (sql: string): Promise<Record<string, unknown>[]> =>
  (await analyst.query(sql)).rows;
const answers = async () => {
  const found: object[][] = [];
  for (const query of notebook) found.push(await rows(query));
  return found;
};

const connected = async (): Promise<pg.Client> => {
  const client = new pg.Client({ connectionString: servers.settings.databaseUrl });
  await client.connect();
  return client;
};

/** The schemas of read models that views rest on; that of events rests on the log. */
const shownBy = async (view = '%'): Promise<(string | undefined)[]> =>
  (
    await analyst.query<{ definition: string }>(
      `SELECT definition FROM pg_views WHERE schemaname = 'analytics' AND viewname LIKE $1
         AND viewname <> 'events'`,
      [view],
    )
  ).rows.map(({ definition }) => /\bread_\w+/.exec(definition)?.[0]);

/** As a projector does. */
async function publish(schema: string, views = ANALYTICS): Promise<void> {
  const session = await connectTo(servers.settings.databaseUrl ?? '')('test');
  try {
    await publishViews(session, views, schema);
  } finally {
    await session.end();
  }
}

describe('the views for analysts', () => {
  it('say what each view and each column means', async () => {
    const silent = await rows(
      `SELECT c.relname, a.attname FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid
       WHERE c.relnamespace = 'analytics'::regnamespace AND a.attnum >= 0
         AND (col_description(c.oid, a.attnum) IS NULL OR obj_description(c.oid) IS NULL)`,
    );
    expect(silent).toEqual([]);
  });

  it('count what the lists and the dashboard count', async () => {
    const { customers, dashboard } = book.services;
    const [counted] = await rows(
      `SELECT (SELECT count(*)::int FROM analytics.customers) AS customers,
         (SELECT count(*)::int FROM analytics.policies WHERE status = 'active') AS active,
         (SELECT round(sum(yearly_premium) / 12)::int FROM analytics.policies
          WHERE status = 'active') AS monthly,
         (SELECT sum(terms)::int FROM analytics.premium_by_month) AS terms`,
    );
    const { activePolicies, monthlyRevenue } = await dashboard.metrics();
    const [{ count: terms }] = await book.services.readModels.from('policies').count('id');
    expect(counted).toEqual({
      customers: (await customers.count({})).count,
      active: activePolicies,
      monthly: expect.closeTo(Number(monthlyRevenue.replace(/\D/g, '')), -1),
      terms: Number(terms),
    });
  });

  it('count what two customers who were merged have once, as of the one who remains, and part it again', async () => {
    const { customers, reports } = book.services;
    const context = () => ({
      ...{ commandId: randomUUID(), actor: systemActor, correlationId: 'analytics' },
    });
    const [into, gone] = (
      await rows(
        `SELECT DISTINCT ON (owner) customer_id AS id, owner FROM analytics.terms
         WHERE owner IS NOT NULL ORDER BY owner, customer_id LIMIT 2`,
      )
    ).map(({ id }) => Number(id)) as [number, number];
    const views = async () => {
      await caughtUp(book);
      const found: Record<string, unknown[]> = {};
      for (const { name } of ANALYTICS.views.filter((view) => view.name !== 'events')) {
        const texts = await rows(`SELECT v::text AS row FROM analytics.${name} AS v ORDER BY 1`);
        found[name] = texts.map(({ row }) => row);
      }
      return found;
    };
    const totals = async () =>
      rows(
        `SELECT (SELECT count(*) FROM analytics.terms) AS terms,
           (SELECT sum(yearly_premium) FROM analytics.terms) AS premium,
           (SELECT count(*) FROM analytics.policies) AS policies,
           (SELECT count(*) FROM analytics.quotations) AS quotations,
           (SELECT sum(terms) FROM analytics.premium_by_month) AS of_months`,
      );
    const termsOf = async (id: number) =>
      Number(
        (await rows(`SELECT count(*) FROM analytics.terms WHERE customer_id = ${id}`))[0]?.count,
      );
    /** Of each report what its figures add up to, in hundredths, and all of them. */
    const reported = async () => {
      const found = REPORT_NAMES.map(async (name) => {
        const { figures } = await reports.report(name, { from: '2024-04-01', to: '2027-03-31' });
        const sum = (of: 'count' | 'amount') =>
          figures.reduce((all, figure) => all + Math.round(Number(figure[of] ?? 0) * 100), 0);
        const keyed = figures.map(
          ({ row, column, count, amount }) => `${row} ${column} ${count} ${amount}`,
        );
        return { name, sums: [sum('count'), sum('amount')], figures: keyed.toSorted() };
      });
      return Promise.all(found);
    };
    const sumsOf = (of: Awaited<ReturnType<typeof reported>>) =>
      of.filter(({ name }) => !isOfCustomers(name)).map(({ name, sums }) => ({ name, sums }));
    const isOfCustomers = (name: ReportName) =>
      reportNamed(name).columns.some(({ list }) => list === 'customers');

    const before = { views: await views(), totals: await totals(), reports: await reported() };
    const [own, other] = [await termsOf(into), await termsOf(gone)];
    const [remains, goes] = [await customers.current(into), await customers.current(gone)];
    const versions = { version: remains?.version ?? -1, duplicateVersion: goes?.version ?? -1 };
    await customers.merge(
      into,
      { duplicateId: gone, fields: ['city'], takesKyc: true, ...versions },
      context(),
    );
    const merged = { views: await views(), totals: await totals(), reports: await reported() };
    expect(merged.totals).toEqual(before.totals);
    expect([own, other].every((count) => count > 0)).toBe(true);
    expect([await termsOf(into), await termsOf(gone)]).toEqual([own + other, 0]);
    expect(merged.views.customers).toHaveLength((before.views.customers?.length ?? 0) - 1);
    expect(
      await rows(
        `SELECT customer_id FROM analytics.terms LEFT JOIN analytics.customers AS c
         USING (customer_id) WHERE c.customer_id IS NULL`,
      ),
    ).toEqual([]);
    expect(sumsOf(merged.reports)).toEqual(sumsOf(before.reports));
    const byOwner = (of: typeof merged.reports) =>
      of.find(({ name }) => name === 'premium_by_owner')?.figures;
    expect(byOwner(merged.reports)).not.toEqual(byOwner(before.reports));
    await book.services.readModels.rebuild(() => undefined);
    expect(await views()).toEqual(merged.views);

    await customers.undoMerge(into, gone, context());
    expect(await views()).toEqual(before.views);
    expect(await totals()).toEqual(before.totals);
    expect(await reported()).toEqual(before.reports);
  });

  it('hold nothing that names or finds a person', async () => {
    const found = [];
    for (const { name } of ANALYTICS.views)
      found.push(await rows(`SELECT * FROM analytics.${name}`));
    const text = JSON.stringify(found);
    expect(text.length).toBeGreaterThan(20_000);
    const { readModels } = book.services;
    const persons = await readModels
      .from('customers')
      .select('name', 'phone', 'email', 'pan_number');
    const owned = await readModels
      .from('policies')
      .select('policy_number', 'vehicle_number', 'chassis_number', 'engine_number');
    const secrets = [...persons, ...owned].flatMap((row) => Object.values(row)).filter(Boolean);
    expect(secrets.length).toBeGreaterThan(300);
    expect(secrets.filter((secret) => text.includes(`"${secret}"`))).toEqual([]);
  });

  it('answer the questions of the notebook while read models are built anew, and the same', async () => {
    const before = await answers();
    // Nobody has said yet why a renewal was lost.
    expect(before.filter(({ length }) => length === 0).length).toBeLessThanOrEqual(1);
    let isOver = false;
    const rebuilt = book.services.readModels
      .rebuild(() => undefined)
      .finally(() => {
        isOver = true;
      });
    let rounds = 0;
    for (; !isOver; rounds += 1) expect(await answers()).toEqual(before);
    await rebuilt;
    expect(rounds).toBeGreaterThan(0);
    expect(await answers()).toEqual(before);
  });

  it('go on over a release whose read models are others, and show those once they serve', async () => {
    const before = await answers();
    const changed = projectors.map((projector) =>
      projector.name === 'customers' ? { ...projector, version: projector.version + 1 } : projector,
    );
    const next = await openServices({
      ...{ ...servers.settings, databaseUrl: servers.settings.databaseUrl ?? '' },
      ...{ masterKey: servers.masterKey, logger: createLogger('silent'), projectors: changed },
    });
    try {
      next.readModels.start();
      const showsNext = async () => {
        expect(await answers()).toEqual(before);
        return (await shownBy()).every((schema) => schema === next.readModels.schema);
      };
      await until(showsNext, 'views of the next release');
      expect(await answers()).toEqual(before);
      // While it is at work, the release before leaves them to it.
      await publish(book.services.readModels.schema);
      expect(new Set(await shownBy())).toEqual(new Set([next.readModels.schema]));
    } finally {
      await next.close();
    }
    await publish(book.services.readModels.schema);
    expect(new Set(await shownBy())).toEqual(new Set([book.services.readModels.schema]));
    expect(await answers()).toEqual(before);
  });

  it('go back to a release that has fewer columns', async () => {
    const fewer = ANALYTICS.views.map((view) => ({
      ...view,
      columns: Object.fromEntries(Object.entries(view.columns).slice(0, -1)),
    }));
    const { schema } = book.services.readModels;
    await publish(schema, { ...ANALYTICS, views: fewer });
    expect(Object.keys((await rows('SELECT * FROM analytics.terms LIMIT 1'))[0] ?? {})).toEqual(
      Object.keys(fewer.find(({ name }) => name === 'terms')?.columns ?? {}),
    );
    await publish(schema);
    await answers();
  });

  it('keep a rebuild until nobody reads what it replaces, and others from nothing', async () => {
    const reader = await connected();
    const other = await connected();
    await reader.query('BEGIN; SELECT count(*) FROM analytics.quotations');
    let isOver = false;
    const rebuilt = book.services.readModels
      .rebuild(() => undefined)
      .finally(() => {
        isOver = true;
      });
    const isNext = async () =>
      (await shownBy('customers')).includes(book.services.readModels.schema);
    await until(isNext, 'the first view');
    await other.query('SELECT count(*) FROM analytics.customers');
    expect(isOver).toBe(false);
    await reader.query('COMMIT');
    await rebuilt;
    expect(new Set(await shownBy())).toEqual(new Set([book.services.readModels.schema]));
    await reader.end();
    await other.end();
  });
});

describe('an analyst', () => {
  const name = `analyst_${randomBytes(4).toString('hex')}`;
  const opened: pg.Client[] = [];
  let password: string;

  const signIn = async (): Promise<pg.Client> => {
    const url = new URL(servers.settings.databaseUrl ?? '');
    url.username = name;
    url.password = password;
    const client = new pg.Client({ connectionString: url.href });
    client.on('error', () => undefined);
    await client.connect();
    opened.push(client);
    return client;
  };
  const grant = async (share?: Parameters<typeof grantAnalyst>[2]) => {
    const url = servers.settings.databaseUrl ?? '';
    const { document } = await grantAnalyst(url, name, share);
    ({ password } = document as { password: string });
  };
  afterEach(() => Promise.all(opened.splice(0).map((client) => client.end())));
  afterAll(() => revokeAnalyst(servers.settings.databaseUrl ?? '', name).catch(() => undefined));

  it('reads the views, by their names alone, and nothing else', async () => {
    await grant();
    const client = await signIn();
    const { rows: found } = await client.query('SELECT count(*)::int AS count FROM customers');
    expect(found[0].count).toBe((await book.services.customers.count({})).count);
    // A default that anybody may change: what holds are the rights.
    await client.query('SET default_transaction_read_only = off');
    const { schema } = book.services.readModels;
    for (const forbidden of [
      `SELECT * FROM ${schema}.customers`,
      'SELECT * FROM log.events',
      'SELECT * FROM vault.keys',
      'SELECT * FROM identity.credentials',
      'CREATE TABLE public.mine (a int)',
      'CREATE VIEW analytics.mine AS SELECT 1',
    ]) {
      await expect(client.query(forbidden), forbidden).rejects.toMatchObject({ code: '42501' });
    }
  });

  it('keeps what they may over a rebuild', async () => {
    await grant();
    const client = await signIn();
    await book.services.readModels.rebuild(() => undefined);
    await expect(client.query('SELECT count(*) FROM policies')).resolves.toBeDefined();
  });

  it('has so many connections, and so long for a query; people go on working meanwhile', async () => {
    await grant({ connections: 2, statementSeconds: 5 });
    const clients = [await signIn(), await signIn()];
    await expect(signIn()).rejects.toMatchObject({ code: '53300' });
    const queries = Promise.allSettled(
      clients.map((client) => client.query('SELECT pg_sleep(3600)')),
    );
    const { position } = await book.services.customers.create(
      CustomerInput.parse({ name: 'Meanwhile', phone: '9876543210' }),
      { commandId: randomUUID(), actor: systemActor, correlationId: 'analytics' },
    );
    if (position) expect(await book.services.readModels.waitFor(position, 60_000)).toBe(true);
    expect((await queries).map((one) => one.status === 'rejected' && one.reason.code)).toEqual([
      '57014',
      '57014',
    ]);
  });

  it('is listed, gets another password, and is gone at once when they are revoked', async () => {
    const url = servers.settings.databaseUrl ?? '';
    await grant();
    const before = password;
    await grant();
    expect(password).not.toBe(before);
    const client = await signIn();
    expect((await listAnalysts(url)).document).toEqual({
      analysts: [{ name, connections: 1 }],
    });
    await revokeAnalyst(url, name);
    await expect(client.query('SELECT 1')).rejects.toThrow();
    await expect(signIn()).rejects.toMatchObject({ code: '28P01' });
    expect((await listAnalysts(url)).lines).toEqual(['There are no analysts.']);
    await expect(revokeAnalyst(url, name)).rejects.toMatchObject({ code: 'analyst-unknown' });
  });

  it('can be made before there is anything to read', async () => {
    const database = await makeTestDatabase();
    const early = `${name}_early`;
    try {
      await grantAnalyst(database.url, early);
      await revokeAnalyst(database.url, early);
    } finally {
      await database.drop();
    }
  });

  it('is never a user who is something else', async () => {
    const url = servers.settings.databaseUrl ?? '';
    await expect(grantAnalyst(url, 'postgres')).rejects.toMatchObject({ code: 'analyst-is-other' });
    await expect(revokeAnalyst(url, 'postgres')).rejects.toMatchObject({ code: 'analyst-unknown' });
    await expect(grantAnalyst(url, 'a"; DROP')).rejects.toMatchObject({ code: 'analyst-name' });
  });
});
