import { randomUUID } from 'node:crypto';
import { createServer, request as httpRequest, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs } from '@insuremanager/deploy/testing/signInAs';
import {
  call,
  signIn,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { by } from '@insuremanager/services/platform/testing/serviceFixture';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { openStream, type ReadStream } from '../testing/eventStreams.js';

const TIMEOUT = { timeout: 120_000 };
const LIMITS = { perUser: 3, most: 5, sessionCheckMs: 50, slowMs: 200 };
/** Looks at sessions only when it is told that they may have ended. */
const UNCHECKED = { ...LIMITS, sessionCheckMs: 3_600_000 };

const { fixture, gateway, send } = gatewayFixture({ streamLimits: LIMITS });
const opened: ReadStream[] = [];

beforeAll(async () => {
  await vi.waitFor(
    async () => expect((await gateway.readModels.status()).state).toBe('live'),
    TIMEOUT,
  );
});
afterEach(async () => {
  for (const stream of opened.splice(0)) stream.leave();
  await vi.waitFor(async () => expect(await openStreams()).toBe(0), TIMEOUT);
});

const open = async (...wanted: Parameters<typeof openStream>): Promise<ReadStream> => {
  const stream = await openStream(...wanted);
  opened.push(stream);
  return stream;
};
/** One that is told of what happens from now on. */
const listening = async (as = fixture.cookie, at = gateway.url): Promise<ReadStream> => {
  const stream = await open(at, { cookie: as });
  await expect.poll(() => stream.reports()).not.toEqual([]);
  return stream;
};

async function openStreams(): Promise<number> {
  const { text } = await call(gateway.opsUrl, '/metrics');
  return Number(/^insuremanager_open_streams (\d+)$/m.exec(text)?.[1]);
}

let phone = 9_800_000_000;
const addCustomer = async (at = gateway.url, as = fixture.cookie): Promise<number> => {
  phone += 1;
  const body = { name: 'Anitha Nair', phone: String(phone) };
  const answer = await call(at, '/api/customers', { method: 'POST', cookie: as, body });
  expect(answer.status).toBe(201);
  return Number(answer.json.id);
};

const isTold = (stream: ReadStream, id: number): boolean =>
  stream
    .reports()
    .some(({ records }) =>
      records.some(({ kind, ids }) => kind === 'customer' && ids?.includes(id)),
    );

describe('a stream of changes', () => {
  it('begins with everything, and tells of each record as soon as lists show it', async () => {
    const stream = await listening();
    expect(stream.reports()[0]).toEqual({ everything: true, records: [] });
    const id = await addCustomer();
    await expect.poll(() => isTold(stream, id)).toBe(true);
    expect(stream.text()).not.toContain('Anitha');
  });

  it('does not say which records of all books changed to whom only one book exists', async () => {
    const setOwnBook = (ownBook: boolean) =>
      gateway.services.agency.change(AgencySettingsInput.parse({ ownBook }), by());
    await setOwnBook(true);
    try {
      const { cookie: agent } = await signInAs(gateway, 'agent');
      // They ask the same, and are told at the same time.
      const ofAllBooks = await listening();
      const stream = await listening(agent);
      const id = await addCustomer();
      await expect.poll(() => isTold(ofAllBooks, id)).toBe(true);
      const record = { kind: 'customer', ids: null };
      await expect
        .poll(() => stream.reports().flatMap(({ records }) => records))
        .toContainEqual(record);
      const ids = stream.reports().flatMap(({ records }) => records.map((one) => one.ids));
      expect(ids.filter((one) => one !== null)).toEqual([]);
    } finally {
      await setOwnBook(false);
    }
  });

  it('is neither stored, compressed nor held back on its way', async () => {
    const { status, headers } = await listening();
    expect(status).toBe(200);
    expect(headers).toMatchObject({
      'content-type': 'text/event-stream; charset=utf-8',
      'cache-control': 'no-cache, no-transform',
      'x-accel-buffering': 'no',
    });
    expect(headers['content-encoding']).toBeUndefined();
  });

  it('tells of what another gateway process has written', async () => {
    const beside = await startTestGateway({ beside: gateway });
    try {
      const stream = await listening();
      const id = await addCustomer(beside.url);
      await expect.poll(() => isTold(stream, id)).toBe(true);
    } finally {
      await beside.stop();
    }
  });

  it('comes through a proxy as it is', async () => {
    const proxy = await startProxy(gateway.url);
    try {
      const stream = await open(proxy.url, { cookie: fixture.cookie });
      await expect.poll(() => stream.reports().length).toBe(1);
      const id = await addCustomer();
      await expect.poll(() => isTold(stream, id)).toBe(true);
      stream.leave();
      await expect.poll(openStreams).toBe(0);
    } finally {
      proxy.stop();
    }
  });

  it('says everything after the connection to Postgres was lost', async () => {
    const stream = await listening();
    await gateway.platform.pool.query(
      `SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity
       WHERE datname = current_database() AND application_name LIKE 'waiting for%'`,
    );
    await expect.poll(() => stream.reports().filter(({ everything }) => everything).length).toBe(2);
  });
});

describe('a stream is refused', () => {
  it('to who is not signed in', async () => {
    expect((await open(gateway.url, {})).status).toBe(401);
    expect((await open(gateway.url, { cookie: 'insuremanager_session=none' })).status).toBe(401);
  });

  it('to another site', async () => {
    const headers = { 'Sec-Fetch-Site': 'cross-site', Origin: 'https://elsewhere.example' };
    expect((await open(gateway.url, { cookie: fixture.cookie, headers })).status).toBe(403);
  });

  it('to who does not read event streams, and by other methods', async () => {
    const headers = { Accept: 'application/json' };
    expect((await open(gateway.url, { cookie: fixture.cookie, headers })).status).toBe(406);
    const put = await send('PUT', '/graphql/stream');
    expect(put.status).toBe(405);
  });

  it('beyond what one user may have open', async () => {
    await Promise.all([listening(), listening(), listening()]);
    const fourth = await open(gateway.url, { cookie: fixture.cookie });
    expect(fourth.status).toBe(429);
    expect(Number(fourth.headers['retry-after'])).toBeGreaterThan(0);
    opened[0]?.leave();
    await expect.poll(openStreams).toBe(2);
    await listening();
  });

  it('beyond what all of an office may have open, until one is left', async () => {
    const { cookie: agent } = await signInAs(gateway, 'agent');
    const { cookie: third } = await signInAs(gateway, 'agent');
    await Promise.all([listening(), listening(), listening(), listening(agent), listening(agent)]);
    const sixth = await open(gateway.url, { cookie: third });
    expect([sixth.status, sixth.headers['retry-after']]).toEqual([503, '30']);
    opened[0]?.leave();
    await expect.poll(openStreams).toBe(4);
    await listening(third);
  });

  it.each([
    ['a query', '{ dashboard { totalCustomers } }'],
    ['a mutation', 'mutation { deleteCustomer(id: 1, commandId: "a") { stale } }'],
    ['an unknown field', 'subscription { secrets }'],
    ['two fields', 'subscription { a: changes { everything } b: changes { everything } }'],
    ['a fragment', 'subscription { ...F } fragment F on Subscription { changes { everything } }'],
    ['more than a subscription needs', `subscription { changes { ${'everything '.repeat(200)} } }`],
    ['nothing that can be read', 'subscription {'],
  ])('that asks for %s', async (_what, query) => {
    const stream = await open(gateway.url, { cookie: fixture.cookie, query });
    expect(stream.status).toBe(400);
    await stream.ended;
    expect(JSON.parse(stream.text()).errors).toHaveLength(1);
  });

  it('at /graphql, which says where streams are', async () => {
    const body = { query: 'subscription { changes { everything } }' };
    const answer = await send('POST', '/graphql', { body });
    expect(answer.status).toBe(400);
    expect(answer.text).toContain('/graphql/stream');
  });
});

describe('a stream ends', () => {
  it('when its user signs out, and only that one', async () => {
    const own = await signIn(gateway.url);
    const stream = await listening(own);
    const other = await listening();
    await call(gateway.url, '/api/auth/logout', { method: 'POST', cookie: own });
    await stream.ended;
    const id = await addCustomer();
    await expect.poll(() => isTold(other, id)).toBe(true);
  });

  describe('at once in another process, however seldom that one looks by itself,', () => {
    let beside: TestGateway;
    beforeAll(async () => {
      beside = await startTestGateway({ beside: gateway, streamLimits: UNCHECKED });
    });
    afterAll(() => beside.stop());

    const asAdmin = async (query: string) => {
      const answer = await send('POST', '/graphql', { body: { query } });
      expect(answer.json.errors).toBeUndefined();
    };
    const command = () => `commandId: "${randomUUID()}"`;

    it.each([
      ['is disabled', (id: number) => `disableUser(id: ${id}, ${command()})`],
      [
        'has another role',
        (id: number) =>
          `updateUser(id: ${id}, input: { role: auditor }, expectedVersion: 0, ${command()})`,
      ],
      [
        'is signed out by an administrator',
        (id: number) => `endUserSessions(id: ${id}, ${command()})`,
      ],
    ])('when its user %s', async (_, change) => {
      const agent = await signInAs(gateway, 'agent');
      const stream = await listening(agent.cookie, beside.url);
      const other = await listening(fixture.cookie, beside.url);
      await asAdmin(`mutation { ${change(agent.userId)} { stale } }`);
      await stream.ended;
      const id = await addCustomer();
      await expect.poll(() => isTold(other, id)).toBe(true);
    });

    it('when its user signs out', async () => {
      const agent = await signInAs(gateway, 'agent');
      const stream = await listening(agent.cookie, beside.url);
      await call(gateway.url, '/api/auth/logout', { method: 'POST', cookie: agent.cookie });
      await stream.ended;
    });

    it('when its session expires, without a look meanwhile', async () => {
      const agent = await signInAs(gateway, 'agent');
      const stream = await listening(agent.cookie, beside.url);
      await gateway.platform.pool.query(
        `UPDATE identity.sessions SET expires_at = now() + interval '1 second' WHERE user_id = $1`,
        [agent.userId],
      );
      // As after a change of the user, for which it is looked now.
      await notify({ userAccess: [agent.userId] });
      await stream.ended;
    });

    it('and is told nothing from the moment on at which its session may have ended', async () => {
      const agent = await signInAs(gateway, 'agent');
      const stream = await listening(agent.cookie, beside.url);
      const other = await listening(fixture.cookie, beside.url);
      const { pool } = gateway.platform;
      const client = await pool.connect();
      // Whoever looks at sessions waits.
      await client.query('BEGIN; LOCK TABLE identity.sessions IN ACCESS EXCLUSIVE MODE');
      await client.query('DELETE FROM identity.sessions WHERE user_id = $1', [agent.userId]);
      await notify({ userAccess: [agent.userId] });
      await notify({ customer: [777_777] });
      await expect.poll(() => isTold(other, 777_777)).toBe(true);
      await client.query('COMMIT');
      client.release();
      await stream.ended;
      expect(isTold(stream, 777_777)).toBe(false);
    });

    it('when agents see other books than before', async () => {
      const agent = await signInAs(gateway, 'agent');
      const stream = await listening(agent.cookie, beside.url);
      const change = (ownBook: boolean) =>
        gateway.services.agency.change(AgencySettingsInput.parse({ ownBook }), by());
      await change(true);
      await stream.ended;
      await change(false);
    });
  });

  it('when its session is revoked or over', async () => {
    const own = await signIn(gateway.url);
    const stream = await listening(own);
    await gateway.platform.pool.query(
      `UPDATE identity.sessions SET expires_at = now() WHERE created_at =
       (SELECT max(created_at) FROM identity.sessions)`,
    );
    await stream.ended;
  });

  it('when its reader takes nothing, and costs no memory meanwhile', async () => {
    const again = Array.from({ length: 20 }, (_, nth) => `r${nth}: records { kind ids }`);
    const query = `subscription { changes { everything records { kind ids } ${again.join(' ')} } }`;
    const stream = await open(gateway.url, { cookie: fixture.cookie, query });
    await expect.poll(() => stream.reports()).not.toEqual([]);
    stream.pause();
    // Far more than fits between the two.
    await fillUntil(async () => (await openStreams()) === 0);
  });

  it('when the server stops, at once; and none begins then', async () => {
    const stopping = await startTestGateway({ beside: gateway });
    const stream = await open(stopping.url, { cookie: fixture.cookie });
    await expect.poll(() => stream.reports().length).toBe(1);
    const began = performance.now();
    await stopping.stop();
    await stream.ended;
    // An answer under way would be waited for ten seconds.
    expect(performance.now() - began).toBeLessThan(9_000);
  });
});

/** What the projector notifies of: ids by the kind of record. */
async function noticeOf(changed: Record<string, readonly number[]>): Promise<string> {
  const { rows } = await gateway.platform.pool.query(
    `SELECT position FROM ${gateway.readModels.schema}.checkpoint`,
  );
  return JSON.stringify({ position: rows[0].position, changed });
}

/** Notifies as the projector does. */
const notify = async (changed: Record<string, readonly number[]>) =>
  gateway.platform.pool.query('SELECT pg_notify($1, $2)', [
    gateway.readModels.schema,
    await noticeOf(changed),
  ]);

/** The same until something holds. */
async function fillUntil(holds: () => Promise<boolean>): Promise<void> {
  const { pool } = gateway.platform;
  const { schema } = gateway.readModels;
  const ids = Array.from({ length: 190 }, (_, nth) => 100_000_000 + nth);
  const notice = await noticeOf({ customer: ids });
  while (!(await holds())) {
    await pool.query(
      'SELECT pg_notify($1, $2 || repeat($3, n)) FROM generate_series(1, 500) AS n',
      [schema, notice, ' '],
    );
  }
}

/** A reverse proxy that knows nothing of streams. */
async function startProxy(target: string): Promise<{ url: string; stop(): void }> {
  const server: Server = createServer((request, response) => {
    const onward = httpRequest(
      new URL(request.url ?? '/', target),
      { method: request.method, headers: request.headers, agent: false },
      (answer) => {
        response.writeHead(answer.statusCode ?? 502, answer.headers);
        answer.pipe(response);
      },
    );
    onward.on('error', () => response.destroy());
    response.on('close', () => onward.destroy());
    request.pipe(onward);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}
