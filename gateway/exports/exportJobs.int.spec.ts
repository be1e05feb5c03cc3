import { randomUUID } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import {
  type UserAccessEvent,
  userAccessStream,
} from '@insuremanager/contracts/identity/userEvents';
import { rolesFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { manyCustomers } from '@insuremanager/deploy/testing/manyCustomers';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { createExporter } from '@insuremanager/services/exports/index';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { cellsOf } from '../testing/workbook.js';

const MANY = 12_000;
const HOUR_MS = 60 * 60 * 1000;
let now = new Date('2026-06-15T06:30:00Z');
const { gateway, cookies, send, add } = rolesFixture({ clock: { now: () => now } });
let customerId: number;
/** The only one of Kochi. */
let oneId: number;

beforeAll(async () => {
  const person = { name: 'Ravi Varma', phone: '9876512345', panNumber: 'AAPPV1234K' };
  customerId = await add('agent', '/api/customers', person);
  const one = { name: 'Kala Varma', phone: '9876512346', city: 'Kochi' };
  oneId = await add('agent', '/api/customers', one);
  await manyCustomers(gateway, customerId, MANY);
});
afterEach(async () => {
  await gateway.exporter.stop();
  await gateway.services.exports.removeAll();
  await gateway.platform.pool.query('DELETE FROM limits.spent; TRUNCATE exports.exports');
});

const ask = (role: Role, body: object) => send(role, 'POST', '/api/exports', body);
const ALL = { list: 'customers', format: 'csv', query: 'sort=name&direction=asc' } as const;
/** One of them, where it does not matter how many: a file of all takes a second. */
const CUSTOMERS = { ...ALL, query: `city=kochi&${ALL.query}` } as const;

const caughtUp = async (): Promise<void> => {
  const head = await gateway.platform.eventLog.head();
  if (head) expect(await gateway.readModels.waitFor(head, 300_000)).toBe(true);
};

/** Asks for one and waits for its file; its number. */
async function made(role: Role, body: object = CUSTOMERS): Promise<number> {
  const { json, status } = await ask(role, body);
  expect([status, json.state]).toEqual([202, 'waiting']);
  gateway.exporter.start();
  const id = Number(json.id);
  await becomes(role, id, 'ready');
  return id;
}
const becomes = (role: Role, id: number, state: string) =>
  expect.poll(async () => (await view(role, id)).state, { timeout: 300_000 }).toBe(state);
const view = async (role: Role, id: number) => (await send(role, 'GET', `/api/exports/${id}`)).json;
const file = (role: Role, id: number) => send(role, 'GET', `/api/exports/${id}/file`);

const storedFiles = async (): Promise<string[]> => {
  const folder = join(gateway.dataDir, 'files', 'exports');
  return readdir(folder).catch(() => []);
};
async function recorded(role: Role): Promise<UserAccessEvent[]> {
  const { json } = await send(role, 'GET', '/api/auth/me');
  const stream = userAccessStream(Number(json.id));
  return gateway.platform.commands.readHistory<UserAccessEvent>(stream);
}

describe('a list that is too long to be sent at once', () => {
  it('is refused there, and nothing is recorded', async () => {
    const before = (await recorded('manager')).length;
    const { status, json } = await send('manager', 'GET', '/api/exports/customers.csv');
    expect([status, json.code]).toEqual([409, 'export-too-large']);
    expect(await recorded('manager')).toHaveLength(before);
  });

  it('is made in the background, each record once and in order', async () => {
    const id = await made('manager', ALL);
    expect(await view('manager', id)).toMatchObject({
      ...{ list: 'customers', format: 'csv', state: 'ready', reason: null },
      ...{ rows: MANY + 2, total: MANY + 2, expiresAt: '2026-06-16T06:30:00.000Z' },
    });
    const { status, headers, text } = await file('manager', id);
    expect(status).toBe(200);
    expect(headers['content-disposition']).toContain('filename="customers-2026-06-15.csv"');
    expect(Number(headers['content-length'])).toBe(Buffer.byteLength(text));
    const ids = text
      .trimEnd()
      .split('\r\n')
      .slice(1)
      .map((line) => Number(line.split(',')[0]));
    const others = ids.filter((one) => one !== customerId && one !== oneId);
    expect(others).toEqual(Array.from({ length: MANY }, (_, n) => 1001 + n));
    expect(ids).toHaveLength(MANY + 2);
  });

  it('is a workbook as well, with the filter and the columns of the query', async () => {
    const query = 'columns=name,phone&city=kochi';
    const id = await made('manager', { list: 'customers', format: 'xlsx', query });
    const answer = await fetch(new URL(`/api/exports/${id}/file`, gateway.url), {
      headers: { Cookie: cookies.manager },
    });
    const [head, ...rows] = await cellsOf(Buffer.from(await answer.arrayBuffer()));
    const shown = [head, ...rows].map((cells) =>
      cells?.map((cell) => cell.replace(/<[^>]*>/g, '')),
    );
    expect(shown).toEqual([
      ['Name', 'Phone'],
      ['Kala Varma', '+919876512346'],
    ]);
  });

  it('shows the list as it was when it began', async () => {
    const source = await gateway.readModels.snapshot();
    const { customers } = gateway.services;
    const person = { name: 'Late Comer', phone: '9876500001' };
    const later = await add('agent', '/api/customers', person);
    await caughtUp();
    expect(await source.read(() => customers.find(later))).toBeNull();
    expect(await source.read(() => customers.count({}, 1_000_000))).toEqual({
      count: MANY + 2,
      exact: true,
    });
    await source.end();
    expect(await customers.find(later)).toMatchObject({ name: 'Late Comer' });
    await send('agent', 'DELETE', `/api/customers/${later}`);
    await caughtUp();
  });
});

describe('who has an export', () => {
  it('sees it masked by their role, and the store sees nothing of it', async () => {
    const whole = await made('manager');
    expect((await file('manager', whole)).text).toContain('Kala Varma');
    const masked = await made('analyst');
    const { text } = await file('analyst', masked);
    expect(text).not.toContain('Varma');
    expect(text).toContain('K. V.');
    const [name = ''] = await storedFiles();
    const stored = await readFile(join(gateway.dataDir, 'files', 'exports', name), 'latin1');
    expect(stored).not.toContain('K. V.');
    expect(stored).not.toContain('Varma');
  });

  it('is alone with it: for others it does not exist', async () => {
    const id = await made('manager');
    for (const role of ['admin', 'auditor'] as const) {
      expect((await send(role, 'GET', `/api/exports/${id}`)).status).toBe(404);
      expect((await file(role, id)).status).toBe(404);
      expect((await send(role, 'DELETE', `/api/exports/${id}`)).status).toBe(404);
      expect((await send(role, 'GET', '/api/exports')).json).toEqual([]);
    }
    expect((await send('agent', 'GET', '/api/exports')).status).toBe(403);
    expect((await send('manager', 'GET', '/api/exports')).json).toMatchObject([{ id }]);
  });

  it('is refused lists and searches that are not theirs', async () => {
    expect((await ask('analyst', { ...CUSTOMERS, query: 'search=varma' })).status).toBe(403);
    expect((await ask('analyst', { ...CUSTOMERS, list: 'documents' })).status).toBe(403);
    expect((await ask('manager', { ...CUSTOMERS, list: 'audit-log', query: '' })).status).toBe(403);
    const wrong = await ask('manager', { ...CUSTOMERS, query: 'sort=height' });
    expect([wrong.status, wrong.json.fields?.[0]?.field]).toEqual([400, 'sort']);
    const none = await ask('manager', { ...CUSTOMERS, list: 'salaries' });
    expect([none.status, none.json.fields?.[0]?.field]).toEqual([400, 'list']);
  });

  it('does not get the file once their role is another one, and no file is made for them', async () => {
    const id = await made('auditor');
    await gateway.exporter.stop();
    const waiting = Number((await ask('auditor', CUSTOMERS)).json.id);
    const { json: me } = await send('auditor', 'GET', '/api/auth/me');
    const setRole = (role: Role) =>
      gateway.platform.pool.query('UPDATE identity.credentials SET role = $2 WHERE user_id = $1', [
        Number(me.id),
        role,
      ]);
    await setRole('analyst');
    try {
      const refused = await file('auditor', id);
      expect([refused.status, refused.json.error]).toEqual([
        403,
        'Your role has changed since. Export the list again.',
      ]);
      gateway.exporter.start();
      await becomes('auditor', waiting, 'failed');
      expect((await view('auditor', waiting)).reason).toContain('role has changed');
    } finally {
      await setRole('auditor');
    }
  });
});

describe('what is recorded', () => {
  it('is who asked, by what it was narrowed down, and each download', async () => {
    const id = await made('auditor', { ...CUSTOMERS, query: 'search=varma&city=kochi' });
    await file('auditor', id);
    const events = (await recorded('auditor')).slice(-2);
    expect(events).toMatchObject([
      { type: 'DataExported', data: { list: 'customers', filters: ['search', 'city'] } },
      { type: 'ExportDownloaded', data: { exportId: id, list: 'customers', rows: 1 } },
    ]);
    const { rows } = await gateway.platform.pool.query('SELECT query FROM exports.exports');
    expect(rows).toEqual([{ query: null }]);
  });

  it('is one export for one command, however often it is sent', async () => {
    const before = (await recorded('manager')).length;
    const again = (body: object = CUSTOMERS) =>
      call(gateway.url, '/api/exports', {
        method: 'POST',
        ...{ cookie: cookies.manager, body, headers: { 'Idempotency-Key': 'one' } },
      });
    const first = await again();
    expect((await again()).json).toEqual(first.json);
    const other = await again({ ...CUSTOMERS, format: 'xlsx' });
    expect([other.status, other.json.code]).toEqual([409, 'idempotency-key-reused']);
    expect(await recorded('manager')).toHaveLength(before + 1);
  });
});

describe('an export that is under way', () => {
  it('is one of three of a user, of whom one is made at a time, in order', async () => {
    const ids = [];
    for (let nth = 0; nth < 3; nth += 1)
      ids.push(Number((await ask('manager', CUSTOMERS)).json.id));
    const fourth = await ask('manager', CUSTOMERS);
    expect([fourth.status, fourth.json.code]).toEqual([409, 'too-many-exports']);
    gateway.exporter.start();
    for (const id of ids) await becomes('manager', id, 'ready');
    const { rows } = await gateway.platform.pool.query<{ id: number }>(
      'SELECT id FROM exports.exports ORDER BY file_key IS NULL, finished_at, id',
    );
    expect(rows.map(({ id }) => id)).toEqual(ids);
  });

  it('is cancelled while it waits, and while it is made', async () => {
    const waiting = Number((await ask('manager', CUSTOMERS)).json.id);
    const { json } = await send('manager', 'DELETE', `/api/exports/${waiting}`);
    expect(json.state).toBe('cancelled');
    const { status, json: refused } = await file('manager', waiting);
    expect([status, refused.code]).toEqual([409, 'export-not-ready']);

    const running = Number((await ask('manager', CUSTOMERS)).json.id);
    // Its customers are held, so that it goes no further.
    const client = await gateway.platform.pool.connect();
    await client.query(`BEGIN; LOCK TABLE ${gateway.readModels.schema}.customers`);
    gateway.exporter.start();
    await becomes('manager', running, 'running');
    await send('manager', 'DELETE', `/api/exports/${running}`);
    await client.query('ROLLBACK');
    client.release();
    await gateway.exporter.stop();
    expect((await view('manager', running)).state).toBe('cancelled');
    expect(await storedFiles()).toEqual([]);
  });

  it('waits again when its process stops, and is made by the next', async () => {
    const id = Number((await ask('manager', CUSTOMERS)).json.id);
    const client = await gateway.platform.pool.connect();
    await client.query(`BEGIN; LOCK TABLE ${gateway.readModels.schema}.customers`);
    gateway.exporter.start();
    await becomes('manager', id, 'running');
    const stopped = gateway.exporter.stop();
    await client.query('ROLLBACK');
    client.release();
    await stopped;
    expect((await view('manager', id)).state).toBe('waiting');
    gateway.exporter.start();
    await becomes('manager', id, 'ready');
  });

  it('is begun anew when its process was killed, and fails when that goes on', async () => {
    const id = Number((await ask('manager', CUSTOMERS)).json.id);
    const brokenOff = (attempts: number) =>
      gateway.platform.pool.query(
        `UPDATE exports.exports SET state = 'running', attempts = $2, file_key = 'exports/gone'
         WHERE id = $1`,
        [id, attempts],
      );
    await brokenOff(1);
    gateway.exporter.start();
    await becomes('manager', id, 'ready');
    await gateway.exporter.stop();
    const other = Number((await ask('manager', CUSTOMERS)).json.id);
    await gateway.platform.pool.query(
      `UPDATE exports.exports SET state = 'running', attempts = 3 WHERE id = $1`,
      [other],
    );
    gateway.exporter.start();
    await becomes('manager', other, 'failed');
    expect((await view('manager', other)).reason).toContain('broken off');
  });

  it('is begun anew when its rows are not as many as were counted: half a list is none', async () => {
    const id = Number((await ask('manager', CUSTOMERS)).json.id);
    let opened = 0;
    const exporter = createExporter({
      ...{ ...gateway.platform, databaseUrl: gateway.backend.databaseUrl },
      isReady: async () => true,
      findUser: async (userId) => ({ userId, username: 'mira', role: 'manager' }),
      openSource: async () => {
        opened += 1;
        const rows = opened === 1 ? 2 : 3;
        return { total: 3, rows: () => rows, content: contentOf('a file'), close: async () => {} };
      },
    });
    exporter.start();
    await becomes('manager', id, 'ready');
    await exporter.stop();
    expect([opened, (await view('manager', id)).rows]).toEqual([2, 3]);
    expect(await storedFiles()).toHaveLength(1);
  });
});

describe('the file of an export', () => {
  it('is removed when its time is over, and the entry a week later', async () => {
    const id = await made('manager');
    expect(await storedFiles()).toHaveLength(1);
    const { exports } = gateway.services;
    await exports.expire();
    expect((await file('manager', id)).status).toBe(200);
    const { pool } = gateway.platform;
    await pool.query('UPDATE exports.exports SET expires_at = $1', [now]);
    const { status, json } = await file('manager', id);
    expect([status, json.code]).toEqual([409, 'export-expired']);
    await exports.expire();
    expect(await storedFiles()).toEqual([]);
    expect((await view('manager', id)).state).toBe('expired');
    await pool.query(`UPDATE exports.exports SET finished_at = finished_at - interval '8 days'`);
    await exports.expire();
    expect((await pool.query('SELECT FROM exports.exports')).rowCount).toBe(0);
  });

  it('is removed by whoever asked for it', async () => {
    const id = await made('manager');
    expect((await send('manager', 'DELETE', `/api/exports/${id}`)).json.state).toBe('expired');
    expect(await storedFiles()).toEqual([]);
  });

  it('is swept when no export knows it, and stays as long as one does', async () => {
    const id = await made('manager');
    const { files } = gateway.platform;
    await files.keep('exports/lost', files.newContentKey(), contentOf('half a file'));
    const before = now;
    // The store's own clock is the machine's.
    now = new Date(Date.now() + 25 * HOUR_MS);
    try {
      expect(await gateway.services.exports.sweep()).toBe(1);
    } finally {
      now = before;
    }
    expect(await storedFiles()).toHaveLength(1);
    expect((await file('manager', id)).status).toBe(200);
  });

  it('is gone when a person is erased, of whom it may tell', async () => {
    const id = await made('manager');
    const person = { name: 'Forget Me', phone: '9876500002' };
    const erased = await add('agent', '/api/customers', person);
    const input = { reason: 'They asked us to forget them', overridesRetention: true };
    await gateway.services.erasures.erase(erased, input, {
      ...{ commandId: randomUUID(), correlationId: 'test' },
      actor: { userId: 1, username: 'admin', role: 'admin' },
    });
    expect((await view('manager', id)).state).toBe('expired');
    expect(await storedFiles()).toEqual([]);
  });
});

describe('the audit log as a file', () => {
  it('has what its list shows, filtered as that is, for whoever may read it', async () => {
    const { json: me } = await send('auditor', 'GET', '/api/auth/me');
    await caughtUp();
    const path = `/api/exports/audit-log.csv?userId=${me.id}&kind=sign_in&direction=asc`;
    const { status, text } = await send('auditor', 'GET', path);
    expect(status).toBe(200);
    const [head, line] = text.replace('\ufeff', '').split('\r\n');
    expect(head).toBe(
      'Time,Who,Role at the time,What,Kind,Record,Record number,Record name,Event,Bulk change',
    );
    expect(line).toMatch(
      new RegExp(
        `^\\d{4}-[^,]*,${me.username},auditor,Signed in with a password,sign_in,user,${me.id},${me.username},UserSignedIn,$`,
      ),
    );
    for (const role of ['manager', 'analyst', 'agent'] as const) {
      expect((await send(role, 'GET', '/api/exports/audit-log.csv')).status).toBe(403);
    }
    expect((await recorded('auditor')).at(-1)).toMatchObject({
      type: 'DataExported',
      data: { list: 'audit-log', filters: ['userId', 'kinds'] },
    });
  });
});

async function* contentOf(text: string) {
  yield Buffer.from(text);
}
