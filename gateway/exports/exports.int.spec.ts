import type { Role } from '@insuremanager/contracts/identity/permissions';
import {
  type UserAccessEvent,
  userAccessStream,
} from '@insuremanager/contracts/identity/userEvents';
import { rolesFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { manyCustomers } from '@insuremanager/deploy/testing/manyCustomers';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';
import { cellsOf } from '../testing/workbook.js';

const { gateway, cookies, send, add } = rolesFixture({ clock: testClock });
let customerId: number;
let policyId: number;

const csv = (role: Role, list: string, query = '') =>
  send(role, 'GET', `/api/exports/${list}.csv${query}`);

beforeAll(async () => {
  const person = {
    name: '=Ravi Varma',
    phone: '9876512345',
    address: '12, "Harbour" Road',
    aadhaarNumber: '234123412346',
    panNumber: 'AAPPV1234K',
    dateOfBirth: '1980-02-01',
    city: 'Kochi',
  };
  customerId = await add('agent', '/api/customers', person);
  const policy = samplePolicyInput('vehicle', customerId, 'MOT/2026/7');
  policyId = await add('agent', '/api/vehicle-policies', policy);
  await send('agent', 'POST', '/api/quotations', {
    customerId,
    insuranceType: 'health',
    premiumAmount: '9000.5',
    notes: 'Call on the boat',
  });
});

/** The values of the lines of a file without line breaks in them. */
const linesOf = (text: string): string[] =>
  text
    .replace(/^\ufeff/, '')
    .trimEnd()
    .split('\r\n');

describe('a list as CSV', () => {
  it('is a file that spreadsheets read, with identity numbers masked for everybody', async () => {
    const { status, headers, text } = await csv('admin', 'customers');
    expect(status).toBe(200);
    expect(headers['content-type']).toMatch(/^text\/csv; charset=utf-8/);
    expect(headers['content-disposition']).toContain(
      'attachment; filename="customers-2026-06-15.csv"',
    );
    expect(headers['cache-control']).toContain('no-store');
    expect(text.startsWith('\ufeffNumber,Name,Phone,Email,Aadhaar number,PAN,')).toBe(true);
    expect(text.endsWith('\r\n')).toBe(true);
    const [, line] = linesOf(text);
    expect(line).toContain(
      `${customerId},'=Ravi Varma,'+919876512345,,XXXX XXXX 2346,AAPPVXXXXK,1980-02-01,`,
    );
    expect(line).toContain('"12, ""Harbour"" Road"');
  });

  it('has no persons in it for an analyst', async () => {
    for (const list of ['customers', 'vehicle-policies', 'quotations']) {
      const { text } = await csv('analyst', list);
      for (const secret of [
        'Varma',
        '98765',
        'AAPPV1234K',
        '2346',
        '1980',
        'Harbour',
        'KL07',
        'boat',
      ]) {
        expect([list, text.includes(secret)]).toEqual([list, false]);
      }
      expect(text).toContain('R. V.');
    }
  });

  it('shows amounts as decimals and days as such', async () => {
    const { text } = await csv('manager', 'vehicle-policies');
    const [head, line] = linesOf(text);
    expect(head).toContain('Insured declared value (IDV),Premium amount');
    expect(line).toContain(',500000.00,12000.50,yearly,');
    expect(line).toContain(',2025-07-01,2026-06-30,');
    expect((await csv('manager', 'quotations')).text).toContain(',9000.50,0.00,');
  });

  it('has what was paid of premiums, its reference for those who see persons', async () => {
    const policy = samplePolicyInput('health', customerId, 'H/2026/8');
    const input = { ...policy, premiumFrequency: 'monthly' };
    const { id } = (await send('agent', 'POST', '/api/health-policies', input)).json;
    const payment = { paidOn: '2026-06-01', means: 'upi', reference: 'UTR99887766' };
    await send('agent', 'POST', `/api/health-policies/${id}/pay-instalments`, payment);
    const [heading, line] = linesOf((await csv('manager', 'payments')).text);
    expect(heading).toMatch(/^Receipt number,Paid on,Customer number,Customer,Customer phone,/);
    expect(line).toContain('H/2026/8,Star Health,1,2025-07-01,12000.50,upi,UTR99887766,paid,');
    const { text } = await csv('analyst', 'payments');
    expect(text).toContain(`${id}-1,2026-06-01`);
    for (const secret of ['UTR99887766', 'Varma', '98765']) expect(text).not.toContain(secret);
  });

  it('takes the filter and sort of the list, and no search of who may not', async () => {
    expect(linesOf((await csv('manager', 'customers', '?city=kochi')).text)).toHaveLength(2);
    expect(linesOf((await csv('manager', 'customers', '?city=delhi')).text)).toHaveLength(1);
    expect((await csv('manager', 'customers', '?sort=height')).status).toBe(400);
    expect((await csv('manager', 'customers', '?search=varma')).status).toBe(200);
    expect((await csv('analyst', 'customers', '?search=varma')).status).toBe(403);
    expect((await csv('agent', 'customers')).status).toBe(403);
  });

  it('is recorded before its first byte, with what narrowed it down, and no values', async () => {
    const { json } = await send('auditor', 'GET', '/api/auth/me');
    await csv('auditor', 'customers', '?city=kochi&search=varma');
    const events = await gateway.platform.commands.readHistory<never>(
      userAccessStream(Number(json.id)),
    );
    expect(events.at(-1)).toMatchObject({
      type: 'DataExported',
      data: { userId: json.id, list: 'customers', filters: ['search', 'city'] },
    });
  });

  it('is recorded each time, though the client sends the same Idempotency-Key', async () => {
    const { json } = await send('auditor', 'GET', '/api/auth/me');
    const count = async () =>
      (
        await gateway.platform.commands.readHistory<UserAccessEvent>(
          userAccessStream(Number(json.id)),
        )
      ).filter(({ type }) => type === 'DataExported').length;
    const before = await count();
    for (const city of ['kochi', 'thrissur']) {
      const { status } = await call(gateway.url, `/api/exports/customers.csv?city=${city}`, {
        cookie: cookies.auditor,
        headers: { 'Idempotency-Key': 'again' },
      });
      expect(status).toBe(200);
    }
    expect(await count()).toBe(before + 2);
  });
});

describe('chosen columns and records', () => {
  const ids: number[] = [];
  const chosen = (role: Role, list: string, body: object) =>
    send(role, 'POST', `/api/exports/${list}`, body);

  beforeAll(async () => {
    for (const [name, city] of [
      ['Anil Bose', 'Delhi'],
      ['Beena Das', 'Thrissur'],
    ]) {
      const body = { name, city, phone: `98460111${ids.length}0` };
      ids.push(await add('agent', '/api/customers', body));
    }
  });

  it('has the columns that are asked for, in their order', async () => {
    const { text } = await csv('manager', 'customers', '?columns=city,name&city=thrissur');
    expect(linesOf(text)).toEqual(['City,Name', 'Thrissur,Beena Das']);
    const { json, status } = await csv('manager', 'customers', '?columns=city,salary');
    expect([status, json.fields?.[0]?.field]).toEqual([400, 'columns.1']);
  });

  it('has the chosen records in their order, and names none of them in an address', async () => {
    const wanted = [...ids].reverse();
    const body = { ids: [...wanted, 987_654], columns: ['name', 'city'] };
    const { status, text } = await chosen('manager', 'customers.csv', body);
    expect(status).toBe(200);
    expect(linesOf(text)).toEqual(['Name,City', 'Beena Das,Thrissur', 'Anil Bose,Delhi']);
    const policies = { ids: [policyId], columns: ['policyNumber'] };
    expect(linesOf((await chosen('manager', 'health-policies.csv', policies)).text)).toHaveLength(
      1,
    );
    const vehicles = (await chosen('manager', 'vehicle-policies.csv', policies)).text;
    expect(linesOf(vehicles)).toEqual(['Policy number', 'MOT/2026/7']);
  });

  it('has what is searched for, in a body, for whom may search', async () => {
    const body = { filter: { search: 'beena' }, columns: ['name'] };
    expect(linesOf((await chosen('manager', 'customers.csv', body)).text)).toEqual([
      'Name',
      'Beena Das',
    ]);
    expect((await chosen('analyst', 'customers.csv', body)).status).toBe(403);
    expect((await chosen('agent', 'customers.csv', { ids })).status).toBe(403);
  });

  it('are recorded as such', async () => {
    const { json } = await send('auditor', 'GET', '/api/auth/me');
    await chosen('auditor', 'customers.xlsx', { ids });
    const events = await gateway.platform.commands.readHistory<never>(
      userAccessStream(Number(json.id)),
    );
    expect(events.at(-1)).toMatchObject({
      type: 'DataExported',
      data: { list: 'customers', filters: ['selection'] },
    });
  });

  it('are a thousand records at most, and at least one', async () => {
    const many = Array.from({ length: 1001 }, (_, n) => n + 1);
    for (const ids of [many, [], [0], ['x'], [2 ** 40]]) {
      const { status, json } = await chosen('manager', 'customers.csv', { ids });
      expect([status, String(json.fields?.[0]?.field).split('.')[0]]).toEqual([400, 'ids']);
    }
  });

  it('are masked for an analyst', async () => {
    const { text } = await chosen('analyst', 'customers.csv', { ids, columns: ['name', 'phone'] });
    expect(text).not.toContain('Beena');
    expect(text).not.toContain('98460');
  });
});

describe('a list as a workbook', () => {
  const cells = async (path: string): Promise<string[][]> => {
    const answer = await fetch(new URL(`/api/exports/${path}`, gateway.url), {
      headers: { Cookie: cookies.manager },
    });
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe(
      'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
    );
    expect(answer.headers.get('content-disposition')).toContain('-2026-06-15.xlsx"');
    return cellsOf(Buffer.from(await answer.arrayBuffer()));
  };

  it('has texts, numbers, amounts and days', async () => {
    const columns = 'columns=customer,customerId,premiumAmount,endDate';
    const [head, row = []] = await cells(`vehicle-policies.xlsx?${columns}`);
    expect(head?.map((cell) => cell.replace(/<[^>]*>/g, ''))).toEqual([
      'Customer',
      'Customer number',
      'Premium amount',
      'End date',
    ]);
    expect(row[0]).toContain('t="inlineStr"');
    expect(row[0]).toContain('>=Ravi Varma</t>');
    expect(row[1]).toContain(`<v>${customerId}</v>`);
    expect(row[2]).toContain('<v>12000.50</v>');
    expect(row[3]).toContain('<v>46203</v>');
  });

  it('has no identity number whole', async () => {
    const all = (await cells('customers.xlsx')).flat().join();
    expect(all).toContain('XXXX XXXX 2346');
    expect(all).not.toContain('234123412346');
    expect(all).not.toContain('AAPPV1234K');
  });
});

describe('a long list', () => {
  const MORE = 5000;

  it('is in the file once and in order, though it is read a page at a time', async () => {
    await manyCustomers(gateway, customerId, MORE);
    const { text } = await csv('manager', 'customers', '?sort=name&direction=asc');
    const ids = linesOf(text)
      .slice(1)
      .map((line) => Number(line.split(',')[0]));
    const added = Array.from({ length: MORE }, (_, n) => 1001 + n);
    expect(ids.filter((id) => id > 1000)).toEqual(added);
    expect(ids.filter((id) => id === customerId)).toHaveLength(1);
  });

  it('is not read on while nobody takes it', async () => {
    const aborted = new AbortController();
    const answer = await fetch(new URL('/api/exports/customers.csv', gateway.url), {
      headers: { Cookie: cookies.manager },
      signal: aborted.signal,
    });
    const reader = answer.body?.getReader();
    expect((await reader?.read())?.done).toBe(false);
    aborted.abort();
    await expect(reader?.read()).rejects.toThrow();
    expect((await csv('manager', 'customers', '?city=delhi')).status).toBe(200);
  });
});

describe('exports', () => {
  it('are limited by user and hour', async () => {
    const statuses = [];
    for (let count = 0; count < 31; count += 1) {
      statuses.push((await csv('admin', 'customers', '?city=delhi')).status);
    }
    expect(statuses).toContain(429);
    expect(statuses.indexOf(429)).toBeGreaterThan(20);
  });
});

describe('a whole identity number', () => {
  const reveal = (role: Role, reason: string) =>
    send(role, 'POST', `/api/customers/${customerId}/reveal`, { field: 'panNumber', reason });

  it('is shown to an auditor for a reason, and stored nowhere on the way', async () => {
    const { status, json, headers } = await reveal('auditor', 'Complaint 12 of 2026');
    expect([status, json]).toEqual([200, { field: 'panNumber', value: 'AAPPV1234K' }]);
    expect(headers['cache-control']).toBe('no-store');
    const { text } = await send('auditor', 'GET', `/api/customers/${customerId}/history`);
    expect(text).toContain('PAN revealed: Complaint 12 of 2026');
    expect(text).not.toContain('AAPPV1234K');
    expect(gateway.logged.join()).not.toContain('AAPPV1234K');
    expect(gateway.logged.join()).not.toContain('Complaint 12');
  });

  it('needs the reason', async () => {
    const { status, json } = await reveal('auditor', ' x ');
    expect([status, json.fields?.[0]?.field]).toEqual([400, 'reason']);
    expect((await reveal('analyst', 'Just curious')).status).toBe(403);
  });

  it('comes by GraphQL too', async () => {
    const query = `mutation { revealIdentityNumber(customerId: ${customerId}, field: aadhaarNumber,
      reason: "The insurer asks for it", commandId: "reveal-1") { field value } }`;
    const { json } = await send('agent', 'POST', '/graphql', { query });
    expect(json.data?.revealIdentityNumber).toEqual({
      field: 'aadhaarNumber',
      value: '234123412346',
    });
  });
});
