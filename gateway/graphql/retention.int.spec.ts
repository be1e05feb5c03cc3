import { randomUUID } from 'node:crypto';
import {
  type DocumentUploaded,
  documentStream,
} from '@insuremanager/contracts/documents/documentEvents';
import type { EventOf } from '@insuremanager/contracts/events/eventDefinition';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs, type TestUser } from '@insuremanager/deploy/testing/signInAs';
import { call, signIn } from '@insuremanager/deploy/testing/testGateway';
import { createRetention } from '@insuremanager/services/retention/index';
import { describe, expect, it } from 'vitest';
import { samplePolicyInput, TEST_NOW } from '../testing/policyFixture.js';
import { fieldParts, filePart, formOf, sendForm } from '../testing/uploading.js';

const { fixture, gateway, send } = gatewayFixture({ clock: { now: () => now } });
let now = TEST_NOW;

const at = async (instant: string) => {
  now = new Date(instant);
  fixture.cookie = await signIn(gateway.url);
};

const post = (path: string, body: object) => send('POST', path, { body });
const remove = (path: string) => send('DELETE', path);

interface Answer {
  readonly data: Record<string, never> | null;
  readonly errors?: { extensions: { problem: { code: string; error: string } } }[];
}
const ask = async (query: string, variables: object = {}) =>
  (await post('/graphql', { query, variables })).json as unknown as Answer;
/** What is answered, or the code of the refusal. */
async function asked<Of>(field: string, query: string, variables: object = {}): Promise<Of> {
  const { data, errors } = await ask(query, { commandId: randomUUID(), ...variables });
  if (errors) throw new Error(errors[0]?.extensions.problem.code);
  return data?.[field] as Of;
}

interface Hold {
  readonly id: number;
  readonly matter: string | null;
  readonly liftedAt: string | null;
}
const HOLDS = 'holds { id matter placedBy liftedAt liftedBy liftReason }';
const placeHold = async (customerId: number, matter = 'Consumer court: CC 212/2026') =>
  (
    await asked<{ holds: Hold[] }>(
      'placeLegalHold',
      `mutation ($customerId: Int!, $matter: String!, $commandId: ID!) {
        placeLegalHold(customerId: $customerId, matter: $matter, commandId: $commandId) { ${HOLDS} stale }
      }`,
      { customerId, matter },
    )
  ).holds;
const liftHold = async (customerId: number, holdId: number) =>
  (
    await asked<{ holds: Hold[] }>(
      'liftLegalHold',
      `mutation ($customerId: Int!, $holdId: Int!, $reason: String!, $commandId: ID!) {
        liftLegalHold(customerId: $customerId, holdId: $holdId, reason: $reason, commandId: $commandId) { ${HOLDS} }
      }`,
      { customerId, holdId, reason: 'The case was settled' },
    )
  ).holds;
const erase = (id: number) =>
  asked<{ isComplete: boolean }>(
    'eraseCustomer',
    `mutation ($id: Int!, $commandId: ID!) {
      eraseCustomer(id: $id, reason: "They asked us", overridesRetention: true, commandId: $commandId) { isComplete }
    }`,
    { id },
  );

interface Ended {
  readonly customerId: number;
  readonly name: string;
  readonly isDeleted: boolean;
  readonly lastTransaction: string;
  readonly keptBack: string | null;
}
interface EndedPage {
  readonly items: Ended[];
  readonly nextCursor: string | null;
  readonly count: number;
}
const ended = (list: 'waiting' | 'kept_back', cursor: string | null = null) =>
  asked<EndedPage>(
    'endedRetentions',
    `query ($list: RetentionList!, $cursor: String) {
      endedRetentions(list: $list, cursor: $cursor) {
        count nextCursor
        items { customerId name isDeleted lastTransaction retainedUntil policies quotations documents keptBack }
      }
    }`,
    { list, cursor },
  );
const idsOf = ({ items }: EndedPage) => items.map(({ customerId }) => customerId);

interface Sweep {
  readonly id: number;
  readonly finishedAt: string | null;
  readonly total: number;
  readonly erased: number;
  readonly notSwept: { customerId: number; why: string }[];
}
const SWEEP = 'id askedBy finishedAt total erased refused notSwept { customerId name why }';
const startSweep = (customerIds: number[] | null, variables: object = {}) =>
  asked<Sweep>(
    'startRetentionSweep',
    `mutation ($customerIds: [Int!], $reason: String!, $commandId: ID!) {
      startRetentionSweep(customerIds: $customerIds, reason: $reason, commandId: $commandId) { ${SWEEP} }
    }`,
    { customerIds, reason: 'Retention has ended', ...variables },
  );
const lastSweep = () => asked<Sweep | null>('retentionSweep', `{ retentionSweep { ${SWEEP} } }`);
const finished = async (id: number) => {
  await expect.poll(async () => (await lastSweep())?.finishedAt).not.toBeNull();
  const sweep = await lastSweep();
  expect(sweep?.id).toBe(id);
  return sweep;
};

let people = 0;
const person = async () => {
  people += 1;
  const phone = `98470${String(people).padStart(5, '0')}`;
  return Number((await post('/api/customers', { name: `Asha ${people}`, phone })).json.id);
};
const cancelledPolicy = async (customerId: number, fields: object = {}) => {
  const input = { ...samplePolicyInput('health', customerId, `SH/${customerId}`), ...fields };
  const { json } = await post('/api/health-policies', input);
  const cancelledOn = now.toISOString().slice(0, 10);
  await post(`/api/health-policies/${json.id}/cancel`, { reason: 'customer_request', cancelledOn });
  return Number(json.id);
};
const caughtUp = async () => {
  const head = await gateway.platform.eventLog.head();
  if (head) expect(await gateway.readModels.waitFor(head, 300_000)).toBe(true);
};

/** What is stored of a document, as its own event says where and under which key. */
async function storedFile(documentId: number): Promise<Buffer> {
  const { commands, files } = gateway.platform;
  const [uploaded] = await commands.readHistory<EventOf<typeof DocumentUploaded>>(
    documentStream(documentId),
  );
  if (!uploaded?.data.personal) throw new Error('Nothing is known of the document');
  const key = Buffer.from(uploaded.data.personal.contentKey, 'base64url');
  const read: Buffer[] = [];
  for await (const part of await files.open(uploaded.data.fileKey, key)) read.push(part as Buffer);
  return Buffer.concat(read);
}

describe('a legal hold', () => {
  it('keeps a customer from being erased, until it is lifted', async () => {
    const id = await person();
    const [hold] = await placeHold(id);
    expect(hold).toMatchObject({ id: 1, matter: 'Consumer court: CC 212/2026', liftedAt: null });
    await expect(erase(id)).rejects.toThrow('legal-hold');
    const check = await asked<{ holds: object[] }>(
      'erasureCheck',
      'query ($id: Int!) { erasureCheck(customerId: $id) { holds { since matter } } }',
      { id },
    );
    expect(check.holds).toEqual([{ since: '2026-06-15', matter: 'Consumer court: CC 212/2026' }]);
    expect(await liftHold(id, 1)).toMatchObject([{ liftReason: 'The case was settled' }]);
    expect(await erase(id)).toEqual({ isComplete: true });
  });

  it('leaves the version of the customer what a form needs', async () => {
    const id = await person();
    await placeHold(id);
    await caughtUp();
    const { json, headers } = await send('GET', `/api/customers/${id}`);
    expect(json.updatedAt).toBe(json.createdAt);
    const saved = await send('PUT', `/api/customers/${id}`, {
      body: { city: 'Kollam' },
      headers: { 'If-Match': String(headers.etag) },
    });
    expect(saved.status).toBe(200);
  });

  it('keeps the files of documents that are deleted under it', async () => {
    const id = await person();
    const content = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
    const form = formOf([
      ...fieldParts({ customerId: id, documentType: 'kyc' }),
      filePart(content, 'aadhaar.pdf'),
    ]);
    const { id: documentId } = (await (
      await sendForm(gateway.url, form, { cookie: fixture.cookie })
    ).json()) as {
      id: number;
    };
    await placeHold(id);
    await remove(`/api/documents/${documentId}`);
    await remove(`/api/customers/${id}`);
    await caughtUp();
    const before = now;
    await at('2037-06-20T06:00:00Z');
    await gateway.services.documents.sweep();
    expect(await storedFile(documentId)).toEqual(content);
    await expect(erase(id)).rejects.toThrow('legal-hold');
    await at(before.toISOString());
  });

  it('and an erasure that are asked for at once: one happens, and nobody is erased under a hold', async () => {
    const outcomes = new Set<string>();
    for (let round = 0; round < 12; round += 1) {
      const id = await person();
      // Neither is always the first to be sent.
      const race = [() => placeHold(id), () => erase(id)];
      if (round % 2) race.reverse();
      const results = await Promise.allSettled(race.map((begin) => begin()));
      expect(results.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
      const events = await gateway.platform.commands.readHistory(`customer-${id}`);
      const types = events.map(({ type }) => type);
      const isHeld = types.includes('LegalHoldPlaced');
      expect(types.includes('CustomerErased')).toBe(!isHeld);
      outcomes.add(isHeld ? 'held' : 'erased');
    }
    expect(outcomes.size).toBeGreaterThan(0);
  });
});

describe('a nomination', () => {
  it('is recorded, revoked, and gone with an erasure', async () => {
    const id = await person();
    const input = {
      ...{ name: 'Sudha Nominee', relation: 'Daughter', phone: '9847099991' },
      ...{ email: 'sudha@example.in', recordedOn: '14/06/2026' },
    };
    const saved = await asked<{ nominees: object[] }>(
      'recordNominee',
      `mutation ($customerId: Int!, $input: NomineeInput!, $commandId: ID!) {
        recordNominee(customerId: $customerId, input: $input, commandId: $commandId) {
          nominees { id name relation phone email recordedOn } stale
        }
      }`,
      { customerId: id, input },
    );
    expect(saved.nominees).toEqual([
      {
        ...{ id: 1, name: 'Sudha Nominee', relation: 'Daughter', email: 'sudha@example.in' },
        ...{ phone: '+919847099991', recordedOn: '2026-06-14' },
      },
    ]);
    await erase(id);
    const left = await asked<object[]>(
      'nominees',
      'query ($id: Int!) { nominees(customerId: $id) { name } }',
      { id },
    );
    expect(left).toEqual([]);
    const history = await send('GET', `/api/customers/${id}/history`);
    expect(history.text).toContain('Nominee recorded');
    expect(history.text).not.toMatch(/Sudha|9847099991/);
  });
});

describe('who may', () => {
  const PLACE = `mutation ($id: Int!, $commandId: ID!) {
    placeLegalHold(customerId: $id, matter: "Not for agents", commandId: $commandId) { stale }
  }`;
  const as = async (user: TestUser, query: string, variables: object = {}) => {
    const body = { query, variables: { commandId: randomUUID(), ...variables } };
    const { json } = await call(gateway.url, '/graphql', {
      ...{ method: 'POST', cookie: user.cookie, body },
    });
    return json as unknown as Answer;
  };
  const isRefused = ({ errors }: Answer) => JSON.stringify(errors).includes('FORBIDDEN');

  it('read persons sees that a hold stands, and not what for', async () => {
    const id = await person();
    await placeHold(id, 'Arbitration with the insurer');
    for (const role of ['agent', 'manager', 'auditor'] as const) {
      const user = await signInAs(gateway, role);
      const { data } = await as(user, `{ legalHolds(customerId: ${id}) { id matter placedBy } }`);
      expect(data).toEqual({ legalHolds: [{ id: 1, matter: null, placedBy: 'admin' }] });
      expect(isRefused(await as(user, PLACE, { id }))).toBe(true);
      expect(isRefused(await as(user, '{ endedRetentions(list: waiting) { count } }'))).toBe(true);
      expect(isRefused(await as(user, '{ retentionSweep { id } }'))).toBe(true);
      const history = await call(gateway.url, `/api/customers/${id}/history`, user);
      expect(history.text).toContain('Legal hold placed');
      expect(history.text).not.toContain('Arbitration');
    }
    const analyst = await signInAs(gateway, 'analyst');
    expect(isRefused(await as(analyst, `{ legalHolds(customerId: ${id}) { id } }`))).toBe(true);
    expect(isRefused(await as(analyst, `{ nominees(customerId: ${id}) { id } }`))).toBe(true);
  });

  it('write customers names whom they have named, by REST too', async () => {
    const id = await person();
    const agent = await signInAs(gateway, 'agent');
    const path = `/api/customers/${id}/nominees`;
    const body = {
      name: 'Sudha',
      relation: 'Daughter',
      email: 's@example.in',
      recordedOn: '2026-06-01',
    };
    const named = await call(gateway.url, path, { method: 'POST', cookie: agent.cookie, body });
    expect(named.json).toMatchObject([{ id: 1, name: 'Sudha', phone: null }]);
    expect((await call(gateway.url, path, agent)).json).toEqual(named.json);
    const auditor = await signInAs(gateway, 'auditor');
    const revoke = { method: 'POST', body: { nomineeId: 1 } } as const;
    const refused = await call(gateway.url, `${path}/revoke`, { ...revoke, ...auditor });
    expect(refused.status).toBe(403);
    const left = await call(gateway.url, `${path}/revoke`, { ...revoke, ...agent });
    expect(left.json).toEqual([]);
    const again = await call(gateway.url, `${path}/revoke`, { ...revoke, ...agent });
    expect(again.status).toBe(404);
  });
});

describe('customers whose retention has ended', () => {
  it('are listed by their last transaction, deleted ones too, and kept back with a reason', async () => {
    await at('2026-06-15T06:00:00Z');
    const [plain, insured, removed, held, active] = [
      await person(),
      await person(),
      await person(),
      await person(),
      await person(),
    ];
    await cancelledPolicy(insured, { startDate: '2025-07-01', endDate: '2026-08-31' });
    await remove(`/api/customers/${removed}`);
    await placeHold(held);
    await at('2036-06-15T06:00:00Z');
    await caughtUp();
    expect(idsOf(await ended('waiting'))).not.toContain(plain);

    await at('2036-06-16T06:00:00Z');
    const waiting = await ended('waiting');
    const ids = idsOf(waiting);
    expect(ids).toEqual(expect.arrayContaining([plain, removed, active]));
    expect(ids).not.toContain(insured);
    expect(ids).not.toContain(held);
    expect(waiting.items.find(({ customerId }) => customerId === removed)).toMatchObject({
      ...{ isDeleted: true, lastTransaction: '2026-06-15', name: expect.stringContaining('Asha') },
    });
    expect(await ended('kept_back')).toMatchObject({
      items: expect.arrayContaining([
        expect.objectContaining({ customerId: held, keptBack: 'legal_hold' }),
      ]),
    });

    await at('2036-09-01T06:00:00Z');
    const later = await ended('waiting');
    expect(idsOf(later)).toContain(insured);
    const days = later.items.map(({ lastTransaction }) => lastTransaction);
    expect(days).toEqual(days.toSorted());
    expect(later.count).toBe(later.items.length);
    const { erasures } = gateway.services;
    for (const { customerId } of later.items) {
      expect(await erasures.check(customerId)).toMatchObject({ isRetained: false });
    }
    await at('2026-06-15T06:00:00Z');
  });

  it('are not while a policy of theirs is active, and kept back for that', async () => {
    const id = await person();
    const input = { ...samplePolicyInput('health', id, `SA/${id}`), endDate: '2026-12-31' };
    await post('/api/health-policies', input);
    await at('2037-01-02T06:00:00Z');
    await caughtUp();
    expect(idsOf(await ended('waiting'))).not.toContain(id);
    const kept = await ended('kept_back');
    expect(kept.items.find(({ customerId }) => customerId === id)).toMatchObject({
      keptBack: 'active_policies',
    });
    await gateway.services.policies.expireDue('2037-01-02');
    await caughtUp();
    expect(idsOf(await ended('waiting'))).toContain(id);
    await at('2026-06-15T06:00:00Z');
  });
});

describe('a sweep', () => {
  const waitingOnes = async (count: number) => {
    await at('2026-06-15T06:00:00Z');
    const ids: number[] = [];
    for (let nth = 0; nth < count; nth += 1) ids.push(await person());
    await at('2036-06-16T06:00:00Z');
    await caughtUp();
    return ids;
  };
  const typesOf = async (id: number) =>
    (await gateway.platform.commands.readHistory(`customer-${id}`)).map(({ type }) => type);

  it('erases those who are chosen, once, and says who could not be and why', async () => {
    const [one, two, held, late] = await waitingOnes(4);
    if (!one || !two || !held || !late) throw new Error('Four customers');
    await placeHold(held);
    await send('PUT', `/api/customers/${late}`, { body: { city: 'Kollam' } });
    const commandId = randomUUID();
    const chosen = [one, two, held, late, 999_999];
    const sweep = await startSweep(chosen, { commandId });
    expect(sweep).toMatchObject({ total: 5, askedBy: 'admin' });
    const done = await finished(sweep.id);
    expect(done).toMatchObject({ erased: 2, refused: 3 });
    expect(done?.notSwept).toEqual([
      { customerId: held, name: expect.stringContaining('Asha'), why: 'legal_hold' },
      { customerId: late, name: expect.stringContaining('Asha'), why: 'retention_runs' },
      { customerId: 999_999, name: 'Deleted customer', why: 'customer_not_found' },
    ]);
    expect((await startSweep(chosen, { commandId })).id).toBe(sweep.id);
    for (const id of [one, two]) {
      expect(await typesOf(id)).toEqual([
        ...['CustomerRegistered', 'CustomerErased', 'CustomerErasureCompleted'],
      ]);
    }
    expect(await typesOf(held)).not.toContain('CustomerErased');
    const { rows } = await gateway.platform.pool.query(
      'SELECT reason FROM retention.sweeps WHERE id = $1',
      [sweep.id],
    );
    expect(rows).toEqual([{ reason: null }]);
    await caughtUp();
    const audit = await ask('{ auditLog(filter: { kinds: [privacy] }) { items { summary } } }');
    expect(JSON.stringify(audit.data)).toContain(
      'Asked to erase 5 customers whose retention has ended',
    );
  });

  it('that a process left behind is gone on with by the next, and nobody is erased twice', async () => {
    const ids = await waitingOnes(5);
    const { platform, readModels, services } = gateway;
    let left = 2;
    // It hangs in the third, as one that was killed, and its lock is gone with its session.
    const killed = await createRetention(
      { ...platform, withLock: (_name, work) => work() },
      readModels,
      {
        ...services,
        erasures: {
          erase: (id, ...rest) => {
            left -= 1;
            return left < 0 ? new Promise(() => undefined) : services.erasures.erase(id, ...rest);
          },
        },
      },
    );
    const context = {
      commandId: randomUUID(),
      actor: { userId: 1, username: 'admin', role: 'admin' },
      correlationId: 'test',
    };
    const { id } = await killed.startSweep(
      { customerIds: ids, reason: 'Retention has ended' },
      context,
    );
    await expect.poll(async () => (await lastSweep())?.erased).toBe(2);
    await expect(startSweep(ids)).rejects.toThrow('sweep-running');

    await services.retention.resumeSweeps();
    expect(await finished(id)).toMatchObject({ total: 5, erased: 5, notSwept: [] });
    for (const customerId of ids) {
      const erasures = (await typesOf(customerId)).filter((type) => type === 'CustomerErased');
      expect(erasures).toHaveLength(1);
    }
  });

  it('of all takes whoever waits, and leaves nobody but those who are kept back', async () => {
    await waitingOnes(3);
    const before = await ended('waiting');
    expect(before.count).toBeGreaterThan(0);
    const sweep = await startSweep(null);
    expect(sweep.total).toBe(before.count);
    await finished(sweep.id);
    await caughtUp();
    expect(await ended('waiting')).toMatchObject({ items: [], count: 0 });
    await expect(startSweep(null)).rejects.toThrow('nobody-to-erase');
  });

  it('is announced by the bell to who may begin it', async () => {
    const ids = await waitingOnes(2);
    const counts = async () =>
      (
        await asked<{ counts: { kind: string; count: number }[] }>(
          'notifications',
          '{ notifications { counts { kind count isExact } } }',
        )
      ).counts;
    expect(await counts()).toContainEqual({
      ...{ kind: 'retention_ended', count: ids.length, isExact: true },
    });
    const { notifications } = gateway.services;
    const ofManager = await notifications.list({ userId: 2, role: 'manager' });
    expect(ofManager.counts.map(({ kind }) => kind)).not.toContain('retention-ended');
  });
});

// After the sweeps, which would have to erase all of these.
describe('many customers whose retention has ended', () => {
  it('come page by page', async () => {
    await at('2026-06-15T06:00:00Z');
    await Promise.all(Array.from({ length: 60 }, person));
    await at('2036-06-16T06:00:00Z');
    const first = await ended('waiting');
    expect(first.items).toHaveLength(50);
    const second = await ended('waiting', first.nextCursor);
    const all = [...idsOf(first), ...idsOf(second)];
    expect(new Set(all).size).toBe(all.length);
    expect(all.length).toBe(first.count);
  });
});
