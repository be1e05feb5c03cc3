import { randomUUID } from 'node:crypto';
import { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { LOSS_REASONS } from '@insuremanager/contracts/renewals/renewalKinds';
import {
  type CountedList,
  listBehind,
  REPORT_NAMES,
  type ReportFilter,
  type ReportName,
  type ReportView,
  reportNamed,
  scopeOf,
} from '@insuremanager/contracts/reports/reports';
import { reportTable } from '@insuremanager/contracts/reports/reportTable';
import { addDays, addMonths, endOfTerm, monthOf } from '@insuremanager/contracts/rules/calendar';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import { monthsOf, PREMIUM_FREQUENCIES } from '@insuremanager/contracts/rules/premiumFrequency';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs, type TestUser } from '@insuremanager/deploy/testing/signInAs';
import { call, type Json } from '@insuremanager/deploy/testing/testGateway';
import { query } from '@insuremanager/services/platform/postgres/postgres';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput } from '../testing/policyFixture.js';

// Every figure of every report is compared with the list that it opens: by the address that the
// screen leads to, whose parameters are those of REST.

const TODAY = '2026-06-15';
let now = new Date(`${TODAY}T06:00:00Z`);

const { fixture, gateway } = gatewayFixture({ clock: { now: () => now } });
let anu: TestUser;
let biju: TestUser;
let manager: TestUser;
let analyst: TestUser;

const PATHS: Readonly<Record<CountedList, string>> = {
  health: '/api/health-policies',
  vehicle: '/api/vehicle-policies',
  quotations: '/api/quotations',
  customers: '/api/customers',
  leads: '/api/leads',
};

const rest = async (method: string, path: string, body?: object, cookie = fixture.cookie) => {
  const answer = await call(gateway.url, path, { method, cookie, body });
  expect([path, body, answer.status < 300 ? 'done' : answer.json]).toEqual([path, body, 'done']);
  return answer.json;
};
const graphql = async (
  document: string,
  variables: object,
  cookie = fixture.cookie,
): Promise<Json> => {
  const body = { query: document, variables };
  return (await call(gateway.url, '/graphql', { method: 'POST', cookie, body })).json;
};
const change = async (document: string, variables: object): Promise<Json> => {
  const { data, errors } = await graphql(document, { commandId: randomUUID(), ...variables });
  expect(errors).toBeUndefined();
  return data as Json;
};
const at = (day: string): void => {
  now = new Date(`${day}T06:00:00Z`);
};

const REPORT = `query ($name: ReportName!, $filter: ReportFilter) {
  report(name: $name, filter: $filter) {
    name from to today rows { key label } figures { row column count amount }
  }
}`;
const report = async (name: ReportName, filter: ReportFilter, cookie = fixture.cookie) => {
  const { data, errors } = await graphql(REPORT, { name, filter }, cookie);
  expect(errors).toBeUndefined();
  return data?.report as unknown as ReportView;
};

const INSURERS = ['Star Health', 'STAR HEALTH', 'New India', 'Oriental Insurance'];
let numbers = 0;

/** A customer added on a day, in somebody's book. */
async function customer(added: string, ownerId: number | null, kycStatus: string) {
  at(added);
  numbers += 1;
  const person = { name: `Customer ${numbers}`, phone: `98765${10000 + numbers}`, kycStatus };
  const { id } = await rest('POST', '/api/customers', person);
  const give = `mutation ($ids: [Int!]!, $ownerId: Int, $commandId: ID!) {
    reassignCustomers(customerIds: $ids, ownerId: $ownerId, commandId: $commandId) { __typename }
  }`;
  await change(give, { ids: [id], ownerId });
  return Number(id);
}

interface Term {
  readonly id: number;
  readonly kind: PolicyKind;
  readonly version: number;
}

async function policy(kind: PolicyKind, customerId: number, startDate: string): Promise<Term> {
  numbers += 1;
  const input = {
    ...samplePolicyInput(kind, customerId, `P/${numbers}`),
    insuranceCompany: INSURERS[numbers % INSURERS.length],
    premiumAmount: `${1000 + numbers}.50`,
    premiumFrequency: PREMIUM_FREQUENCIES[numbers % PREMIUM_FREQUENCIES.length],
    startDate,
    endDate: endOfTerm(startDate),
    ...(kind === 'health'
      ? { policyType: numbers % 3 === 0 ? 'group' : 'individual' }
      : { vehicleType: numbers % 3 === 0 ? 'truck' : 'bike' }),
  };
  const { id, version } = await rest('POST', PATHS[kind], input);
  return { kind, id: Number(id), version: Number(version) };
}

const lose = (termId: number, reason: string) =>
  change(
    `mutation ($termId: Int!, $input: RenewalLossInput!, $commandId: ID!) {
      loseRenewal(termId: $termId, input: $input, commandId: $commandId) { __typename }
    }`,
    { termId, input: { reason } },
  );
const reopen = (termId: number) =>
  change(
    `mutation ($termId: Int!, $commandId: ID!) {
      reopenRenewal(termId: $termId, commandId: $commandId) { __typename }
    }`,
    { termId },
  );
async function renew({ id, kind, version }: Term, startDate: string): Promise<void> {
  numbers += 1;
  const input = {
    ...{ policyNumber: `P/${numbers}`, startDate, endDate: endOfTerm(startDate) },
    ...{ premiumAmount: '2000', premiumFrequency: 'yearly', sumAssured: '500000' },
  };
  await change(
    `mutation ($id: Int!, $kind: PolicyKind!, $version: Int!, $input: RenewalInput!, $commandId: ID!) {
      renewPolicy(id: $id, kind: $kind, expectedVersion: $version, input: $input, commandId: $commandId) { __typename }
    }`,
    { id, kind, version, input },
  );
}
const setStatus = ({ id, kind }: Term, status: string) =>
  rest('PUT', `${PATHS[kind]}/${id}`, { status });

async function quotation(customerId: number, made: string, more: object): Promise<number> {
  at(made);
  const { id } = await rest('POST', '/api/quotations', {
    ...{ customerId, premiumAmount: '9000.50', serviceCharges: '100', ...more },
  });
  return Number(id);
}

/** A book in which each thing happens that a report tells apart. */
async function fillBook(): Promise<void> {
  const owners = [anu.userId, biju.userId, null];
  const kyc = ['pending', 'verified', 'rejected'];
  const added = [0, 7, 8, 30, 31, 90, 91, 400].map((days) => addDays(TODAY, -days));
  const customers: number[] = [];
  for (const [place, day] of added.entries()) {
    for (const [which, ownerId] of owners.entries()) {
      const status = kyc[place % 2 === 0 ? 0 : (place + which) % kyc.length] as string;
      customers.push(await customer(day, ownerId, status));
    }
  }
  at(TODAY);
  // Terms that begin and end over three years, on both sides of each 1 April.
  const starts = [
    ...['2025-03-31', '2025-04-01', '2025-05-20', '2025-06-14', '2025-06-15', '2025-06-16'],
    ...['2025-06-17', '2025-07-01', '2025-11-30', '2026-03-31', '2026-04-01', '2026-06-01'],
  ];
  const terms: Term[] = [];
  for (const [place, start] of starts.entries()) {
    for (const kind of POLICY_KINDS) {
      for (const which of [0, 1]) {
        const owned = customers[(place + which) % customers.length] as number;
        terms.push(await policy(kind, owned, start));
      }
    }
  }
  for (const [place, term] of terms.entries()) {
    if (place % 7 === 1) await lose(term.id, LOSS_REASONS[place % LOSS_REASONS.length] as string);
    if (place % 14 === 8) await reopen(term.id);
  }
  // Renewed, also after it was said to be lost; by hand; cancelled.
  for (const place of [0, 1, 13, 15, 30]) {
    await renew(terms[place] as Term, place < 10 ? '2026-05-01' : '2026-07-02');
  }
  await setStatus(terms[20] as Term, 'renewed');
  await setStatus(terms[21] as Term, 'cancelled');
  await setStatus(terms[22] as Term, 'cancelled');
  await rest('DELETE', `${PATHS.health}/${terms.find(({ kind }) => kind === 'health')?.id}`).catch(
    () => undefined,
  );
  // One who goes, with policies that stay behind them.
  const gone = await customer('2026-06-10', anu.userId, 'pending');
  const left = await policy('vehicle', gone, '2025-06-10');
  await setStatus(left, 'cancelled');
  const lapsed = await policy('health', gone, '2025-05-10');
  await setStatus(lapsed, 'expired');
  await rest('DELETE', `/api/customers/${gone}`);
  // One who is given to another, with all that is theirs.
  const given = await customer('2026-06-01', anu.userId, 'pending');
  await policy('health', given, '2026-05-05');
  await rest('PUT', `/api/customers/${given}`, { kycStatus: 'pending' });
  await change(
    `mutation ($ids: [Int!]!, $ownerId: Int, $commandId: ID!) {
      reassignCustomers(customerIds: $ids, ownerId: $ownerId, commandId: $commandId) { __typename }
    }`,
    { ids: [given], ownerId: biju.userId },
  );
  const statuses = ['pending', 'accepted', 'rejected', 'expired'];
  for (const [place, made] of ['2026-03-31', '2026-04-01', '2026-05-09', TODAY].entries()) {
    for (const [which, status] of statuses.entries()) {
      await quotation(customers[(place + which) % 6] as number, made, {
        ...{ insuranceType: POLICY_KINDS[which % 2], status },
        ...(which > 0 && { insuranceCompany: INSURERS[which] }),
      });
    }
  }
  const sources = ['call', 'email', 'walk_in', 'referral'];
  const moves = [null, 'contacted', 'won', 'lost', 'quoted'];
  for (const [place, day] of [...added, ...starts].entries()) {
    at(day);
    const { id } = await rest('POST', '/api/leads', {
      ...{ name: `Lead ${place}`, phone: `97765${10000 + place}` },
      ...{ source: sources[place % sources.length], ownerId: owners[place % owners.length] },
    });
    const status = moves[place % moves.length];
    const reason = status === 'lost' ? 'price' : undefined;
    if (status) await rest('POST', `/api/leads/${id}/move`, { status, reason });
    if (place % 5 === 0) {
      await rest('POST', `/api/leads/${id}/customer`, { customerId: customers[place] });
    }
  }
  at(TODAY);
  const converted = await quotation(customers[0] as number, '2026-04-20', {
    ...{ insuranceType: 'health', status: 'accepted', insuranceCompany: 'Star Health' },
  });
  at(TODAY);
  await change(
    `mutation ($id: Int!, $input: PolicyInput!, $commandId: ID!) {
      convertQuotation(id: $id, input: $input, commandId: $commandId) { __typename }
    }`,
    { id: converted, input: samplePolicyInput('health', customers[0] as number, 'Q/1') },
  );
  const mailed = await customer('2026-04-02', biju.userId, 'verified');
  await rest('PUT', `/api/customers/${mailed}`, { email: 'mailed@example.in' });
  const emailed = await quotation(mailed, '2026-04-21', { insuranceType: 'vehicle' });
  await change(
    `mutation ($id: Int!, $input: QuotationEmailInput!, $commandId: ID!) {
      emailQuotation(id: $id, input: $input, commandId: $commandId) { __typename }
    }`,
    { id: emailed, input: { to: 'mailed@example.in' } },
  );
  at(TODAY);
}

beforeAll(async () => {
  anu = await signInAs(gateway, 'agent', 'anu');
  biju = await signInAs(gateway, 'agent', 'biju');
  manager = await signInAs(gateway, 'manager', 'meera');
  analyst = await signInAs(gateway, 'analyst', 'vivek');
  await fillBook();
  await gateway.services.policies.expireDue(kolkataDay(now));
  const head = await gateway.platform.eventLog.head();
  if (head !== null) expect(await gateway.services.readModels.waitFor(head, 300_000)).toBe(true);
});

/** Paise of a year of a policy; of a quotation its total; of a customer nothing. */
const amountOf = (list: CountedList, record: Json): bigint => {
  const text = (field: string): string => String(record[field]);
  const paise = (decimal: string) => BigInt(decimal.replace('.', ''));
  if (list === 'customers' || list === 'leads') return 0n;
  if (list === 'quotations') return paise(text('totalAmount'));
  return paise(text('premiumAmount')) * BigInt(12 / monthsOf(text('premiumFrequency') as never));
};

const found = new Map<string, Promise<Json[]>>();
/** The records that a list has under an address. */
const listed = (list: CountedList, asked: object, cookie: string): Promise<Json[]> => {
  const path = `${PATHS[list]}?${new URLSearchParams({ ...asked })}`;
  const known =
    found.get(cookie + path) ??
    rest('GET', path, undefined, cookie).then((records) => records as unknown as Json[]);
  found.set(cookie + path, known);
  return known;
};

/** Compares every cell of a report, and its totals, with the lists behind them. */
async function expectListsBehind(name: ReportName, filter: ReportFilter, cookie: string) {
  const view = await report(name, filter, cookie);
  const scope = scopeOf(name, filter, TODAY);
  expect([view.from, view.to, view.today]).toEqual([scope.from, scope.to, TODAY]);
  const { rows, total, columns } = reportTable(view, scope);
  let marks = 0;
  for (const { key, cells } of [...rows, total]) {
    for (const [place, column] of columns.entries()) {
      const behind = listBehind(name, scope, { column, row: key });
      const records = behind ? await listed(behind.list, behind.query, cookie) : [];
      const amount = records.reduce((sum, one) => sum + amountOf(column.list, one), 0n);
      const shown = cells[place];
      const listedThere = {
        count: records.length,
        amount: column.hasAmount ? decimalOf(amount) : null,
      };
      expect({ name, key, column: column.key, ...shown }).toEqual({
        ...{ name, key, column: column.key, ...listedThere },
      });
      if (records.length > 0) marks += 1;
    }
  }
  return marks;
}

const setOwnBook = (ownBook: boolean) =>
  gateway.services.agency.change(AgencySettingsInput.parse({ ownBook }), {
    commandId: randomUUID(),
    actor: { userId: 1, username: 'admin', role: 'admin' },
    correlationId: 'test',
  });

describe('each figure of a report is the number of the list that it opens', () => {
  const allScopes: readonly (readonly [string, () => ReportFilter])[] = [
    ['this financial year', () => ({})],
    ['the year before, up to a month', () => ({ from: '2025-03-10', to: '2026-06-01' })],
    ['a kind', () => ({ kind: 'vehicle', from: '2025-04-01' })],
    ['an insurer in another spelling', () => ({ insurer: 'sTAR health', from: '2026-01-01' })],
    ['an owner', () => ({ ownerId: biju.userId })],
    ['nobody', () => ({ withoutOwner: true, from: '2025-04-01', to: '2027-03-31' })],
    ['an owner and an insurer', () => ({ ownerId: anu.userId, insurer: 'New India' })],
  ];
  const whole = isExhaustive(import.meta.url);
  const scopes = whole ? allScopes : allScopes.slice(0, 2);

  for (const name of REPORT_NAMES) {
    it(`of ${name}`, async () => {
      let marks = 0;
      for (const [, filter] of scopes)
        marks += await expectListsBehind(name, filter(), fixture.cookie);
      expect(marks).toBeGreaterThan(5);
    });
  }

  it('also to an agent who sees an own book only', async () => {
    await setOwnBook(true);
    const marks: number[] = [];
    for (const name of REPORT_NAMES) {
      if (['policies.read', 'quotations.read', 'customers.read'].includes(reportNamed(name).access))
        for (const filter of whole ? [{}, { insurer: 'Star Health', from: '2025-04-01' }] : [{}])
          marks.push(await expectListsBehind(name, filter, anu.cookie));
    }
    await setOwnBook(false);
    expect(marks.filter((some) => some > 0).length).toBeGreaterThan(whole ? 8 : 4);
  });

  it.runIf(whole)('also once everything is built again', async () => {
    await gateway.services.readModels.rebuild(() => undefined);
    found.clear();
    for (const name of REPORT_NAMES) await expectListsBehind(name, {}, manager.cookie);
  });
});

describe('a report says the same as the views of analysts', () => {
  const ofView = (sql: string) =>
    query<Record<string, string>>(gateway.platform.pool, sql).then((rows) => rows);
  const days = { from: '2025-04-01', to: '2027-03-31' };
  const cells = ({ figures }: ReportView) =>
    figures.map(({ row, column, count, amount }) => ({ row, column, count, amount }));
  const sorted = <Of extends { row: string; column: string }>(some: Of[]): Of[] =>
    [...some].sort((a, b) => `${a.row} ${a.column}`.localeCompare(`${b.row} ${b.column}`));

  it('of what began', async () => {
    const rows = await ofView(
      `SELECT to_char(month, 'YYYY-MM') AS row, kind AS column, sum(terms)::int AS count,
         sum(yearly_premium)::text AS amount FROM analytics.premium_by_month
       WHERE month BETWEEN '${days.from}' AND '${days.to}' GROUP BY 1, 2`,
    );
    expect(sorted(cells(await report('premium_by_month', days)))).toEqual(sorted(rows as never));
  });

  it('of what became of renewals, but for what hangs on the day', async () => {
    const rows = await ofView(
      `SELECT to_char(ends_on, 'YYYY-MM') AS row, kind || '_' ||
         CASE WHEN outcome IN ('lapsed', 'open') THEN 'undecided' ELSE outcome END AS column,
         count(*)::int AS count, sum(yearly_premium)::text AS amount FROM analytics.renewals
       WHERE ends_on BETWEEN '${days.from}' AND '${days.to}' GROUP BY 1, 2`,
    );
    const told = new Map<string, { row: string; column: string; count: number; amount: string }>();
    for (const one of cells(await report('renewals', days))) {
      const column = one.column.replace(/lapsed|open/, 'undecided');
      const { count = 0, amount = '0.00' } = told.get(one.row + column) ?? {};
      const paise = [amount, one.amount ?? ''].reduce(
        (sum, x) => sum + BigInt(x.replace('.', '')),
        0n,
      );
      told.set(one.row + column, {
        ...{ row: one.row, column, count: count + one.count, amount: decimalOf(paise) },
      });
    }
    expect(sorted([...told.values()])).toEqual(sorted(rows as never));
  });

  it('of what became of quotations', async () => {
    const rows = await ofView(
      `SELECT to_char(month, 'YYYY-MM') AS row, sum(quoted)::int AS quoted,
         sum(emailed)::int AS emailed, sum(accepted)::int AS accepted,
         sum(became_policies)::int AS converted, sum(quoted_total)::text AS amount
       FROM analytics.quotation_funnel
       WHERE month BETWEEN '${days.from}' AND '${days.to}' GROUP BY 1 ORDER BY 1`,
    );
    const view = await report('quotations', days);
    const told = reportTable(view, { kind: null }).rows.flatMap(({ key, cells }) => {
      const [quoted, emailed, accepted, converted] = cells.map(({ count }) => count);
      const amount = cells[0]?.amount;
      return quoted ? [{ row: key, quoted, emailed, accepted, converted, amount }] : [];
    });
    expect(told).toEqual(rows);
  });
});

describe('a report', () => {
  it('is of the financial year in Kolkata, which begins at half past six in the evening in UTC', async () => {
    const daysAt = async (instant: string) => {
      now = new Date(instant);
      const { from, to, today } = await report('premium_by_month', {});
      at(TODAY);
      return [from, to, today];
    };
    expect(await daysAt('2026-03-31T18:29:59Z')).toEqual([
      '2025-04-01',
      '2026-03-31',
      '2026-03-31',
    ]);
    expect(await daysAt('2026-03-31T18:30:00Z')).toEqual([
      '2026-04-01',
      '2027-03-31',
      '2026-04-01',
    ]);
  });

  it('has every month of its period, and shares of what is decided', async () => {
    const view = await report('renewals', { from: '2026-04-01' });
    expect(view.rows.map(({ key }) => key)).toEqual(
      Array.from({ length: 12 }, (_, at) => monthOf(addMonths('2026-04-01', at))),
    );
    const { rows, rates, columns } = reportTable(view, { kind: null });
    expect(rates).toEqual(['Health rate', 'Vehicle rate']);
    for (const row of rows) {
      const [renewed = 0, lost = 0, lapsed = 0] = row.cells.map(({ count }) => count);
      const whole = renewed + lost + lapsed;
      expect(columns[0]?.key).toBe('health_renewed');
      expect(row.rates[0]).toBe(whole === 0 ? null : Math.round((renewed * 1000) / whole) / 10);
    }
  });

  it('names insurers as most policies do, and owners by their usernames, nobody last', async () => {
    const insurers = (await report('premium_by_insurer', { from: '2025-04-01' })).rows;
    expect(insurers.map(({ key }) => key).sort()).toEqual([
      ...['new india', 'oriental insurance', 'star health'],
    ]);
    expect(insurers.find(({ key }) => key === 'star health')?.label.toLowerCase()).toBe(
      'star health',
    );
    const owners = (await report('agents', {}, manager.cookie)).rows.map(({ label }) => label);
    expect(owners.at(-1)).toBe('No owner');
    expect(owners).toEqual(expect.arrayContaining(['anu', 'biju']));
  });

  it('refuses months that end early, or are too many', async () => {
    const codeOf = async (filter: ReportFilter) =>
      (await graphql(REPORT, { name: 'renewals', filter })).errors?.[0]?.extensions?.problem
        ?.fields?.[0]?.code;
    expect(await codeOf({ from: '2026-05-01', to: '2026-04-30' })).toBe('ends-early');
    expect(await codeOf({ from: '2021-04-01', to: '2026-04-30' })).toBe('too-many-months');
    expect(await codeOf({ from: '2021-05-01', to: '2026-04-30' })).toBeUndefined();
  });

  it('of agents side by side is for managers and administrators, by owner for who reads all books', async () => {
    const isAllowed = async (name: ReportName, cookie: string) =>
      (await graphql(REPORT, { name }, cookie)).errors === undefined;
    expect(await isAllowed('agents', manager.cookie)).toBe(true);
    expect(await isAllowed('agents', fixture.cookie)).toBe(true);
    expect(await isAllowed('agents', analyst.cookie)).toBe(false);
    expect(await isAllowed('agents', anu.cookie)).toBe(false);
    expect(await isAllowed('premium_by_owner', analyst.cookie)).toBe(true);
    expect(await isAllowed('premium_by_owner', anu.cookie)).toBe(false);
    expect(await isAllowed('premium_by_month', anu.cookie)).toBe(true);
  });
});
