import { randomUUID } from 'node:crypto';
import type { LogIntegrity } from '@insuremanager/contracts/integrity/integrityViews';
import { oneGateway } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs, type TestUser } from '@insuremanager/deploy/testing/signInAs';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { waitForProjection } from '@insuremanager/services/platform/testing/serviceFixture';
import { beforeAll, describe, expect, it } from 'vitest';

const gateway = oneGateway();
let auditor: TestUser;
const { signal } = new AbortController();

const ask = (query: string, variables: object = {}, { cookie } = auditor) =>
  call(gateway.url, '/graphql', { method: 'POST', cookie, body: { query, variables } });

const VIEW = `query { logIntegrity {
  key isSentAway head { events signedAt note }
  verification {
    startedAt username events finishedAt isRunning heads differences
    findings { problem where was is } strangers
  }
} }`;
const VERIFY = `mutation ($heads: [KeptHead!], $commandId: ID!) {
  verifyLog(heads: $heads, commandId: $commandId) { verification { isRunning } }
}`;

async function view(): Promise<LogIntegrity> {
  const { json } = await ask(VIEW);
  expect(json.errors).toBeUndefined();
  return json.data?.logIntegrity as unknown as LogIntegrity;
}

const begin = (heads: object[] = [], as = auditor) =>
  ask(VERIFY, { heads, commandId: randomUUID() }, as);

/** What a verification has found, once it is over. */
async function verified(heads: object[] = []) {
  const { json } = await begin(heads);
  expect(json.errors).toBeUndefined();
  await expect.poll(async () => (await view()).verification?.isRunning).toBe(false);
  return (await view()).verification;
}

async function sign(): Promise<void> {
  const { logTree } = gateway.services;
  await logTree.extend(signal);
  await logTree.sign(new Date());
}

const sql = (text: string, values: unknown[] = []) => gateway.platform.pool.query(text, values);

beforeAll(async () => {
  auditor = await signInAs(gateway, 'auditor');
});

describe('the integrity of the log', () => {
  it('is the business of auditors and administrators', async () => {
    const agent = await signInAs(gateway, 'agent');
    for (const { json } of [await ask(VIEW, {}, agent), await begin([], agent)])
      expect(json.errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
  });

  it('is said before anything was signed, and after', async () => {
    expect(await view()).toMatchObject({ isSentAway: false, head: null, verification: null });
    await sign();
    const { head, key } = await view();
    expect(head?.events).toBeGreaterThan(0);
    expect(head?.note).toContain(key.split('+')[0]);
  });

  it('is found intact, and who looked is in the audit log', async () => {
    const found = await verified();
    expect(found).toMatchObject({
      ...{ username: auditor.username, isRunning: false, heads: 1 },
      ...{ differences: 0, findings: [] },
    });
    expect(found?.finishedAt).not.toBeNull();
    expect((await view()).head?.events).toBe(found?.events);
    const position = await gateway.platform.eventLog.head();
    await waitForProjection(gateway.readModels)({ position });
    const filter = { kinds: ['verification'] };
    const query = `query ($filter: AuditEntryFilter) {
      auditLog(filter: $filter) { items { summary actor { username } } }
    }`;
    expect((await ask(query, { filter })).json.data?.auditLog).toEqual({
      items: [
        {
          summary: `Verified the log of ${found?.events} events: nothing was touched`,
          actor: { username: auditor.username },
        },
      ],
    });
  });

  it('is found broken when an event was changed, with both hashes', async () => {
    await sql(
      `ALTER TABLE log.events DISABLE TRIGGER append_only;
       UPDATE log.events SET type = 'UserSignedOut'
       WHERE position = (SELECT min(position) FROM log.events WHERE type = 'UserSignedIn');
       ALTER TABLE log.events ENABLE TRIGGER append_only`,
    );
    const found = await verified();
    expect(found?.differences).toBe(2);
    const [event, head] = found?.findings ?? [];
    expect(event).toMatchObject({ problem: 'event_changed' });
    expect(event?.where).toMatch(/^userAccess-\d+@\d+$/);
    expect(event?.was).toMatch(/^[0-9a-f]{64}$/);
    expect(head).toMatchObject({ problem: 'head_differs' });
  });

  it('takes heads that somebody has kept, and says which are not signed', async () => {
    const note = (await view()).head?.note;
    const found = await verified([
      { name: 'mine.txt', note },
      { name: 'other.txt', note: 'Not signed by anybody' },
    ]);
    const ofHeads = found?.findings.filter(({ problem }) => problem.startsWith('head'));
    expect(ofHeads?.map(({ problem, where }) => `${problem} ${where.split(':')[0]}`)).toEqual([
      'head_differs mine.txt',
      expect.stringMatching(/^head_differs \d/),
    ]);
    expect(found?.strangers).toEqual(['other.txt']);
    const { json } = await begin([{ name: 'long.txt', note: 'x'.repeat(5_000) }]);
    expect(JSON.stringify(json.errors)).toContain('This is no signed head: it is too long.');
  });

  it('is begun once, however many ask at once', async () => {
    // The one that has begun waits for that table.
    const client = await gateway.platform.pool.connect();
    await client.query('BEGIN; LOCK TABLE log_tree.tiles IN ACCESS EXCLUSIVE MODE');
    const answers = await Promise.all(Array.from({ length: 6 }, () => begin()));
    await client.query('COMMIT');
    client.release();
    expect(answers.filter(({ json }) => !json.errors)).toHaveLength(1);
    await expect.poll(async () => (await view()).verification?.isRunning).toBe(false);
  });

  it('is verified once at a time; one that broke off is in nobody’s way', async () => {
    const begun = `INSERT INTO log_tree.verifications (started_at, username, heard_at)
      VALUES (now(), 'leela', now() - $1::interval) RETURNING id`;
    const { rows } = await sql(begun, ['5 seconds']);
    expect((await view()).verification).toMatchObject({ username: 'leela', isRunning: true });
    const { json } = await begin();
    expect(json.errors?.[0]).toMatchObject({
      extensions: { problem: { code: 'verification-running' } },
    });
    await sql(
      "UPDATE log_tree.verifications SET heard_at = now() - interval '20 seconds' WHERE id = $1",
      [rows[0].id],
    );
    expect((await view()).verification).toMatchObject({ isRunning: false, finishedAt: null });
    expect((await verified())?.finishedAt).not.toBeNull();
  });
});
