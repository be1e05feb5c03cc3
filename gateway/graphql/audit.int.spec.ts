import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs, type TestUser } from '@insuremanager/deploy/testing/signInAs';
import { type Answer, call, type Json } from '@insuremanager/deploy/testing/testGateway';
import { waitForProjection } from '@insuremanager/services/platform/testing/serviceFixture';
import { beforeAll, describe, expect, it } from 'vitest';

const { fixture, gateway, send } = gatewayFixture();
let auditor: TestUser;
let agent: TestUser;
let customerId: number;

const ask = (query: string, variables: object = {}, { cookie } = auditor) =>
  call(gateway.url, '/graphql', { method: 'POST', cookie, body: { query, variables } });

interface Entry {
  readonly id: string;
  readonly kind: string;
  readonly type: string;
  readonly summary: string;
  readonly actor: { readonly username: string };
}
const LOG = `query ($filter: AuditEntryFilter, $first: Int, $after: String) {
  auditLog(filter: $filter, first: $first, after: $after) {
    items {
      id at kind type recordKind recordId recordName summary actor { userId username role }
    }
    nextCursor
    count { count exact }
  }
}`;
interface Log {
  readonly items: readonly Entry[];
  readonly nextCursor: string | null;
  readonly count: { readonly count: number };
}
const logOf = ({ json }: Answer): Log => {
  expect(json.errors).toBeUndefined();
  return json.data?.auditLog as unknown as Log;
};
const log = async (variables: object = {}): Promise<Log> => logOf(await ask(LOG, variables));
const summaries = async (filter: object): Promise<string[]> =>
  (await log({ filter })).items.map(({ summary }) => summary);

beforeAll(async () => {
  auditor = await signInAs(gateway, 'auditor', 'asha');
  agent = await signInAs(gateway, 'agent', 'ravi');
  const body = { name: 'Meera Nair', phone: '9876543210', kycStatus: 'pending' };
  const { cookie } = agent;
  const made = await call(gateway.url, '/api/customers', { method: 'POST', cookie, body });
  customerId = Number(made.json.id);
  const path = `/api/customers/${customerId}`;
  await call(gateway.url, `${path}/kyc`, {
    method: 'PUT',
    cookie,
    body: { kycStatus: 'rejected' },
  });
  await call(gateway.url, path, { method: 'DELETE', cookie });
  const wrong = { username: 'ravi', password: 'not the password' };
  await call(gateway.url, '/api/auth/login', { method: 'POST', body: wrong });
  await gateway.identity.close();
  const role = `mutation ($id: Int!, $commandId: ID!) {
    updateUser(id: $id, input: { role: manager }, expectedVersion: 0, commandId: $commandId) {
      stale
    }
  }`;
  const variables = { id: agent.userId, commandId: randomUUID() };
  await ask(role, variables, { ...auditor, cookie: fixture.cookie });
  // The answer has waited for the other role only, not for what was recorded of the sessions.
  await waitForProjection(gateway.readModels)({ position: await gateway.platform.eventLog.head() });
});

describe('the audit log', () => {
  it('says in sentences who did what', async () => {
    expect(await summaries({ userId: agent.userId })).toEqual([
      'Ended one session of ravi, since the role was changed',
      'Changed the role of ravi to manager',
      'Signing in as ravi failed: a wrong password',
      'Deleted a customer',
      'Set the KYC status of a customer to rejected',
      'Signed in with a password',
      'Added ravi as agent',
    ]);
  });

  it('names who it was, in which role, and to which record', async () => {
    const { items } = await log({ filter: { kinds: ['kyc'] } });
    expect(items).toMatchObject([
      {
        type: 'CustomerKycStatusChanged',
        actor: { userId: agent.userId, username: 'ravi', role: 'agent' },
        recordKind: 'customer',
        recordId: customerId,
        recordName: null,
      },
    ]);
    const [changed] = (await log({ filter: { kinds: ['users'] } })).items;
    expect(changed).toMatchObject({
      actor: { username: 'admin' },
      recordKind: 'user',
      recordId: agent.userId,
      recordName: 'ravi',
    });
  });

  it('is filtered by kind and by day', async () => {
    expect(await summaries({ kinds: ['deletion', 'kyc'] })).toHaveLength(2);
    expect(await summaries({ from: '2100-01-01' })).toEqual([]);
    expect(await summaries({ to: '2000-01-01' })).toEqual([]);
    const { count } = await log({ filter: { kinds: ['sign_in'], userId: agent.userId } });
    expect(count.count).toBe(2);
  });

  it('is read page by page, each entry once', async () => {
    for (const filter of [{}, { userId: agent.userId }]) {
      const all = (await log({ filter, first: 100 })).items.map(({ id }) => id);
      const paged: string[] = [];
      let after: string | null = null;
      do {
        const page: Log = await log({ filter, first: 2, after });
        paged.push(...page.items.map(({ id }) => id));
        after = page.nextCursor;
      } while (after);
      expect(paged).toEqual(all);
      expect(new Set(all).size).toBe(all.length);
    }
  });

  it('is the same by REST', async () => {
    const { cookie } = auditor;
    const path = `/api/audit?userId=${agent.userId}&kind=users,deletion&limit=2`;
    const { json, headers } = await call(gateway.url, path, { cookie });
    const entries = json as unknown as Entry[];
    expect(entries.map(({ summary }) => summary)).toEqual([
      'Changed the role of ravi to manager',
      'Deleted a customer',
    ]);
    expect(headers.link).toContain('rel="next"');
    const oldest = await call(gateway.url, '/api/audit?direction=asc&limit=1', { cookie });
    expect(oldest.json).toMatchObject([{ summary: 'Added admin as admin' }]);
    expect((await call(gateway.url, '/api/audit?kind=gossip', { cookie })).status).toBe(400);
  });

  it('holds nothing personal', async () => {
    const { text } = await ask(LOG, { first: 200 });
    for (const secret of ['Meera', '9876543210', '@example.in']) {
      expect(text).not.toContain(secret);
    }
  });

  it('is for auditors and administrators only', async () => {
    const { cookie } = await signInAs(gateway, 'manager');
    const { json } = await ask(LOG, {}, { ...agent, cookie });
    expect(json.errors?.[0]?.extensions).toMatchObject({ problem: { status: 403 } as never });
    expect((await call(gateway.url, '/api/audit', { cookie })).status).toBe(403);
    expect((await send('GET', '/api/audit')).status).toBe(200);
  });
});

describe('the own activity of a user', () => {
  it('is what was done to their account, by them and by others, the newest first', async () => {
    const mine = await signInAs(gateway, 'analyst', 'latha');
    const query = '{ myActivity { summary actor { username } } }';
    const entries = async () => (await ask(query, {}, mine)).json.data as Json;
    await expect.poll(entries).toMatchObject({
      myActivity: [{ summary: 'Signed in with a password' }, { summary: 'Added latha as analyst' }],
    });
  });
});
