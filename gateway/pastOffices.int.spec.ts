import { randomUUID } from 'node:crypto';
import type { PastOffice } from '@insuremanager/contracts/pastOffices/pastOfficeViews';
import { REPORT_NAMES } from '@insuremanager/contracts/reports/reports';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs } from '@insuremanager/deploy/testing/signInAs';
import { call, type Json, signIn } from '@insuremanager/deploy/testing/testGateway';
import { waitForProjection } from '@insuremanager/services/platform/testing/serviceFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { graphqlSchema } from './graphql/schema.js';
import { samplePolicyInput } from './testing/policyFixture.js';
import { sampleQuotationInput } from './testing/quotationFixture.js';
import { wholeAnswer } from './testing/wholeAnswer.js';

const whole = isExhaustive(import.meta.url);

const gateway = oneGateway({ clock: { now: () => now } });
let admin: string;
let now = new Date('2026-03-30T05:00:00Z');

interface From {
  readonly below?: string;
  readonly cookie?: string;
}

const ask = (query: string, variables: object = {}, { below = '', cookie = admin }: From = {}) => {
  const body = { query, variables };
  return call(gateway.url, `${below}/graphql`, { method: 'POST', cookie, body });
};

const send = async (method: string, path: string, body: object): Promise<Json> => {
  const answer = await call(gateway.url, path, { method, cookie: admin, body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
};

async function shown(): Promise<void> {
  const position = await gateway.platform.eventLog.head();
  await waitForProjection(gateway.readModels)({ position });
}

const asOf = (day: string): string => `/as-of/${day}`;

const OPEN = `mutation ($day: LocalDate!, $commandId: ID!) {
  openPastOffice(day: $day, commandId: $commandId) { day state percent events }
}`;
const FIND = 'query ($day: LocalDate!) { pastOffice(day: $day) { day state percent events } }';

const open = (day: string, cookie = admin) =>
  ask(OPEN, { day, commandId: randomUUID() }, { cookie });

async function opened(day: string): Promise<PastOffice> {
  const find = async () => (await ask(FIND, { day })).json.data?.pastOffice;
  // As the client does: where it is not there, it is opened.
  const state = async () => ((await find()) ?? (await open(day)).json.data?.openPastOffice)?.state;
  await expect.poll(state, { interval: 200 }).toBe('ready');
  return (await find()) as unknown as PastOffice;
}

/** What knows of today alone, or records who asks. */
const OF_TODAY = [
  ...['agencySettingsHistory', 'erasureCheck', 'logIntegrity', 'myActivity', 'notifications'],
  ...['pastOffice', 'pastOffices', 'savedViews', 'users', 'customerDuplicates', 'reminderPreview'],
  ...['replay', 'rawEvents', 'recordsToReplay', 'deletedRecords', 'recordAsOf', 'webhooks'],
  ...['people', 'person'],
  ...['webhook', 'webhookDeliveries', 'exports', 'reportSubscriptions'],
  ...['legalHolds', 'nominees', 'endedRetentions', 'retentionSweep'],
  ...['mergedCustomers', 'duplicatePairs', 'distinctPairs', 'compareCustomers'],
  ...[
    'personRequests',
    'personRequestDetails',
    'breaches',
    'breach',
    'breachPersons',
    'breachStretch',
  ],
  ...['privacyNotices', 'privacyNoticeUse'],
  ...[
    'myDay',
    'imports',
    'import',
    'importProblems',
    'importRows',
    'policySchedule',
    'claimRequest',
  ],
];

interface Ids {
  customer: number;
  policy: number;
  quotation: number;
}

/** What is asked of the fields that must be told something. */
const argumentsOf = ({
  customer,
  policy,
  quotation,
}: Ids): Readonly<Record<string, string | string[]>> => ({
  customer: `id: ${customer}`,
  customerHistory: `id: ${customer}`,
  customerAsOf: `id: ${customer}, day: "2026-03-31"`,
  customerConsents: `customerId: ${customer}`,
  customerHoldings: `customerId: ${customer}`,
  household: `customerId: ${customer}`,
  customerCities: 'prefix: ""',
  policy: `id: ${policy}`,
  policyAsOf: `id: ${policy}, kind: health, day: "2026-03-31"`,
  policyHistory: `id: ${policy}, kind: health`,
  policyTermHistories: `id: ${policy}, kind: health`,
  policyTerms: `id: ${policy}`,
  policyInstalments: `id: ${policy}, kind: health`,
  insuredMembers: `id: ${policy}`,
  paymentTotals: `filter: { customerId: ${customer} }`,
  policyCards: 'kind: health',
  insurers: 'prefix: ""',
  renewal: `termId: ${policy}`,
  claim: 'id: 1',
  claimAsOf: 'id: 1, day: "2026-03-31"',
  claimHistory: 'id: 1',
  claimProgress: 'id: 1',
  lead: 'id: 1',
  leadAsOf: 'id: 1, day: "2026-03-31"',
  leadHistory: 'id: 1',
  leadTwins: 'id: 1',
  quotationLink: `id: ${quotation}`,
  task: 'id: 1',
  taskAsOf: 'id: 1, day: "2026-03-31"',
  taskHistory: 'id: 1',
  ...Object.fromEntries(
    ['commissionRate', 'commissionStatement', 'commissionShare'].flatMap((one) => [
      [one, 'id: 1'],
      [`${one}AsOf`, 'id: 1, day: "2026-03-31"'],
      [`${one}History`, 'id: 1'],
    ]),
  ),
  commissionCheck: 'id: 1',
  commissionReport: 'from: "2026-01-01", to: "2026-12-31"',
  commissionSharesOf: 'userId: 1, month: "2026-03-01"',
  quotation: `id: ${quotation}`,
  quotationAsOf: `id: ${quotation}, day: "2026-03-31"`,
  quotationHistory: `id: ${quotation}`,
  quotationsById: `ids: [${quotation}]`,
  document: 'id: 1',
  documentHistory: 'id: 1',
  reminder: 'id: 1',
  search: 'query: "Anil"',
  report: REPORT_NAMES.map((name) => `name: ${name}`),
  recordAsOf: `record: customer, id: ${customer}, version: 0`,
  recordsToReplay: 'query: "Anil"',
});

/** Every question that the schema knows of records and figures, with all that it answers. */
const questions = (ids: Ids): [string, string][] => {
  const fields = Object.values(graphqlSchema().getQueryType()?.getFields() ?? {});
  return fields
    .filter(({ name }) => !OF_TODAY.includes(name))
    .flatMap(({ name, type }) =>
      [argumentsOf(ids)[name]].flat().map((args): [string, string] => {
        const query = `{ ${name}${args ? `(${args})` : ''}${wholeAnswer(type, 2)} }`;
        return [args ? `${name} ${args}` : name, query];
      }),
    );
};

/** What is answered to all of them. */
async function answers(ids: Ids, below = ''): Promise<Record<string, Json | undefined>> {
  const all: Record<string, Json | undefined> = {};
  for (const [name, query] of questions(ids)) {
    const { json } = await ask(query, {}, { below });
    const [error] = (json.errors ?? []) as unknown as { message: string }[];
    expect(error?.message ?? 'There is no', name).toContain('There is no');
    all[name] = error ? undefined : json.data;
  }
  return all;
}

const evening = async (day: string) => {
  await gateway.services.policies.expireDue(day);
  await shown();
};

const morning = async (day: string) => {
  now = new Date(`${day}T04:00:00Z`);
  admin = await signIn(gateway.url);
};

describe('the office of a past day', () => {
  const ids: Ids = { customer: 0, policy: 0, quotation: 0 };
  const was = new Map<string, Record<string, Json | undefined>>();

  const keep = async (day: string) => {
    await evening(day);
    was.set(day, await answers(ids));
  };

  beforeAll(async () => {
    await morning('2026-03-30');
    const customer = { name: 'Anil Kumar', phone: '9876543210', city: 'Kochi' };
    ids.customer = Number((await send('POST', '/api/customers', customer)).id);
    const policy = samplePolicyInput('health', ids.customer, 'SH/1');
    const ofDays = { startDate: '2025-04-02', endDate: '2026-04-01' };
    ids.policy = Number((await send('POST', '/api/health-policies', { ...policy, ...ofDays })).id);
    const quotation = sampleQuotationInput('health', ids.customer);
    ids.quotation = Number((await send('POST', '/api/quotations', quotation)).id);
    const twice = { name: 'അനിൽ കുമാർ', phone: '9876500000', city: 'Thrissur' };
    const gone = Number((await send('POST', '/api/customers', twice)).id);
    await send('POST', '/api/health-policies', {
      ...{ ...samplePolicyInput('health', gone, 'SH/2'), ...ofDays },
    });
    await keep('2026-03-30');

    await morning('2026-03-31');
    await send('POST', `/api/customers/${ids.customer}/merge`, {
      ...{ duplicateId: gone, fields: ['phone'], version: 0, duplicateVersion: 0 },
    });
    await send('PUT', `/api/customers/${ids.customer}`, { city: 'Kollam' });
    await send('POST', '/api/customers', { ...customer, name: 'Beena Thomas' });
    await send('PUT', '/api/agency/settings', { name: 'Periyar Insurance' });
    await keep('2026-03-31');

    await morning('2026-06-15');
    await send('POST', `/api/customers/${ids.customer}/merge/undo`, { duplicateId: gone });
    await send('PUT', `/api/customers/${ids.customer}`, { name: 'Anil Menon', city: 'Thrissur' });
    await send('DELETE', `/api/quotations/${ids.quotation}`, {});
    await evening('2026-06-15');
  });

  it('answers each question as it was answered on that day', async () => {
    for (const [day, asked] of was) {
      const { events } = await opened(day);
      expect(events).toBeGreaterThan(3);
      const then = await answers(ids, asOf(day));
      for (const [name, answer] of Object.entries(asked)) {
        expect(then[name], `${name} on ${day}`).toEqual(answer);
      }
    }
    expect(was.get('2026-03-30')).not.toEqual(was.get('2026-03-31'));
  });

  it.runIf(whole)(
    'answers the same where its process ended before all was indexed, and is indexed then',
    async () => {
      const day = '2026-03-30';
      const { pool } = gateway.platform;
      const office = async () =>
        (await pool.query('SELECT * FROM past_offices.offices WHERE day = $1', [day])).rows[0];
      const isIndexed = async () => (await office()).is_indexed;
      // Those that do not begin with a number or a time: what is made while people already look.
      const indexes = async (): Promise<{ name: string; of: string }[]> =>
        (
          await pool.query(
            `SELECT made.oid::regclass::text AS name, indrelid::regclass::text AS of
             FROM pg_index
             JOIN pg_class made ON made.oid = indexrelid
             JOIN pg_am ON pg_am.oid = made.relam
             JOIN pg_class read ON read.oid = indrelid
             LEFT JOIN pg_attribute ON attrelid = indrelid AND attnum = indkey[0]
             WHERE read.relnamespace = $1::text::regnamespace AND NOT indisprimary
               AND read.relname IN ('customers', 'policies', 'quotations')
               AND (amname = 'gin' OR atttypid IS NULL
                 OR atttypid NOT IN ('int4'::regtype, 'timestamptz'::regtype, 'date'::regtype))
             ORDER BY 1`,
            [(await office()).schema],
          )
        ).rows;
      await opened(day);
      await expect.poll(isIndexed, { timeout: 30_000 }).toBe(true);
      const whole = await indexes();
      expect(whole.length).toBeGreaterThan(15);

      await pool.query(`DROP INDEX ${whole.map(({ name }) => name).join(', ')}`);
      await pool.query(
        `UPDATE past_offices.offices SET is_indexed = false, heard_at = heard_at - interval '1 minute'
       WHERE day = $1`,
        [day],
      );
      const writer = await pool.connect();
      await writer.query('BEGIN');
      // No index is made beside a writer; whoever reads waits for nobody.
      const tables = [...new Set(whole.map(({ of }) => of))].join(', ');
      await writer.query(`LOCK TABLE ${tables} IN ROW EXCLUSIVE MODE`);
      expect((await opened(day)).state).toBe('ready');
      expect(await answers(ids, asOf(day))).toEqual(was.get(day));
      expect(await indexes()).toEqual([]);
      await writer.query('COMMIT');
      writer.release();
      await expect.poll(isIndexed, { timeout: 30_000 }).toBe(true);
      expect(await indexes()).toEqual(whole);
    },
  );

  it('is nothing of today: a record that was deleted since is there', async () => {
    const query = `{ quotation(id: ${ids.quotation}) { id } customer(id: ${ids.customer}) { name } }`;
    const past = await ask(query, {}, { below: asOf('2026-03-31') });
    expect(past.json.data).toMatchObject({
      quotation: { id: ids.quotation },
      customer: { name: 'Anil Kumar' },
    });
    expect((await ask(query)).json.data).toMatchObject({
      quotation: null,
      customer: { name: 'Anil Menon' },
    });
  });

  it('answers REST below its address, and files of its lists bear its day', async () => {
    const get = (path: string) =>
      call(gateway.url, `${asOf('2026-03-30')}${path}`, { cookie: admin });
    const { json } = await get(`/api/customers/${ids.customer}`);
    expect(json).toMatchObject({ name: 'Anil Kumar', city: 'Kochi' });
    const file = await get('/api/exports/customers.csv');
    expect(file.status, file.text).toBe(200);
    expect(file.headers['content-disposition']).toContain('2026-03-30');
    expect(file.text).toContain('Anil Kumar');
    expect(file.text).not.toContain('Beena Thomas');
  });

  it('is read-only, and says so', async () => {
    const below = asOf('2026-03-31');
    const change = await call(gateway.url, `${below}/api/customers`, {
      method: 'POST',
      cookie: admin,
      body: { name: 'Nobody', phone: '9876543210' },
    });
    expect(change.status).toBe(409);
    expect(change.json).toMatchObject({ code: 'past-is-read-only' });
    const { json } = await ask(OPEN, { day: '2026-03-30', commandId: randomUUID() }, { below });
    expect(json.errors).toMatchObject([{ extensions: { problem: { code: 'past-is-read-only' } } }]);
  });

  it('is one of three, until nobody uses it', async () => {
    const { pool } = gateway.platform;
    for (const day of ['2026-03-28', '2026-03-30', '2026-03-31']) await opened(day);
    const { json } = await open('2026-03-27');
    expect(json.errors).toMatchObject([
      { extensions: { problem: { code: 'too-many-past-offices' } } },
    ]);
    const age = (day: string, by: string) =>
      pool.query(
        'UPDATE past_offices.offices SET used_at = used_at - $2::interval WHERE day = $1',
        [day, by],
      );
    const days = async () => {
      const { json } = await ask('{ pastOffices { day } }');
      const offices = (json.data?.pastOffices ?? []) as unknown as PastOffice[];
      return offices.map(({ day }) => day).sort();
    };
    await age('2026-03-30', '11 minutes');
    await opened('2026-03-27');
    expect(await days()).toEqual(['2026-03-27', '2026-03-28', '2026-03-31']);
    await age('2026-03-28', '61 minutes');
    await gateway.services.pastOffices.dropUnused();
    expect(await days()).toEqual(['2026-03-27', '2026-03-31']);
    const { rows } = await pool.query(
      "SELECT nspname FROM pg_namespace WHERE nspname ~ '^past_.*_2026' ORDER BY 1",
    );
    expect(rows.map(({ nspname }) => nspname.slice(-8))).toEqual(['20260327', '20260331']);
  });

  it('is made again when somebody was erased since, and shows nothing of them', async () => {
    const erased = `mutation ($id: Int!, $commandId: ID!) {
      eraseCustomer(id: $id, reason: "Asked", overridesRetention: true, commandId: $commandId) { __typename }
    }`;
    const { json } = await ask(erased, { id: ids.customer, commandId: randomUUID() });
    expect(json.errors).toBeUndefined();
    await shown();
    const query = `{ customer(id: ${ids.customer}) { name city } }`;
    const of = () => ask(query, {}, { below: asOf('2026-03-31') });
    // It may be known for three seconds longer to be there.
    await expect.poll(async () => (await of()).status, { interval: 500 }).toBe(409);
    expect((await of()).json).toMatchObject({ code: 'past-office-not-open' });
    await expect
      .poll(async () => (await opened('2026-03-31')) && (await of()).status, { interval: 500 })
      .toBe(200);
    expect(JSON.stringify((await of()).json)).not.toContain('Anil');
  });

  it('is opened by whoever sees all books, of days that are over, and that is recorded', async () => {
    const agent = await signInAs(gateway, 'agent');
    const code = async (day: string, cookie: string) =>
      (await open(day, cookie)).json.errors?.[0]?.extensions?.code;
    expect(await code('2026-03-31', agent.cookie)).toBe('FORBIDDEN');
    const below = asOf('2026-03-31');
    const asked = await ask(
      '{ dashboard { totalCustomers } }',
      {},
      { below, cookie: agent.cookie },
    );
    expect(asked.status).toBe(403);
    expect(await code('2026-06-15', admin)).toBe('BAD_USER_INPUT');
    const auditor = await signInAs(gateway, 'auditor');
    expect(await code('2026-03-31', auditor.cookie)).toBeUndefined();
    await shown();
    const query =
      '{ auditLog(filter: { kinds: [past_office] }, first: 1) { items { summary actor { username } } } }';
    expect((await ask(query)).json.data?.auditLog?.items).toEqual([
      { summary: 'Opened the office of 31/03/2026', actor: { username: auditor.username } },
    ]);
  });
});
