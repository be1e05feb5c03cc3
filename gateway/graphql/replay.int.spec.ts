import { randomUUID } from 'node:crypto';
import type { PastRecord, RawEvent, Replay } from '@insuremanager/contracts/replay/replayViews';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signInAs, type TestUser } from '@insuremanager/deploy/testing/signInAs';
import { call } from '@insuremanager/deploy/testing/testGateway';
import { hashOfEvent } from '@insuremanager/services/platform/logTree/leaf';
import { waitForProjection } from '@insuremanager/services/platform/testing/serviceFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput } from '../testing/policyFixture.js';
import { fieldParts, filePart, formOf, sendForm } from '../testing/uploading.js';

const AADHAAR = '234123412346';
const PAN = 'AAPPV1234K';

const MINUTE = 60_000;
/** 23:30 in Kolkata. */
let now = new Date('2026-04-01T18:00:00Z');
const { fixture, gateway, send } = gatewayFixture({ clock: { now: () => now } });
let auditor: TestUser;
let customerId: number;
let documentId: number;
let policyId: number;
let quotationId: number;

const rest = async (method: 'POST' | 'PUT' | 'DELETE', path: string, body?: object) => {
  now = new Date(now.getTime() + MINUTE);
  const answer = await send(method, path, { body });
  expect(answer.status, answer.text).toBeLessThan(300);
  return answer.json;
};

const ask = (query: string, variables: object = {}, cookie = auditor.cookie) =>
  call(gateway.url, '/graphql', { method: 'POST', cookie, body: { query, variables } });

async function asked<Answer>(query: string, variables: object, cookie?: string): Promise<Answer> {
  const { json } = await ask(query, variables, cookie);
  expect(json.errors).toBeUndefined();
  return Object.values(json.data as unknown as Record<string, Answer>)[0] as Answer;
}

const REPLAY = `query ($record: ReplayedRecord!, $id: Int!) { replay(record: $record, id: $id) {
  record id name policyKind stream isDeleted
  events {
    version type at summary isAccess revision position commandId correlationId
    actor { username role } changes { field before after }
  }
  kyc { status from until afterDays documentId documentName actor { username role } }
} }`;
const AS_OF = `query ($record: ReplayedRecord!, $id: Int!, $version: Int, $at: DateTime) {
  recordAsOf(record: $record, id: $id, version: $version, at: $at) {
    revision exists existsNow fields { field label before after isChanged }
  }
}`;
const RAW = `query (
  $record: ReplayedRecord!, $id: Int!, $from: Int!, $count: Int! = 1, $isAccess: Boolean! = false
) {
  rawEvents(record: $record, id: $id, from: $from, count: $count, isAccess: $isAccess) {
    items {
      eventId type stream revision position storedAt schemaVersion hash stored today problem
    }
    nextFrom
  }
}`;
const FIND = `query ($query: String!) {
  recordsToReplay(query: $query) { record id name detail isDeleted }
}`;
const DELETED = 'query { deletedRecords { record id name at actor { username } } }';

interface RawEvents {
  readonly items: RawEvent[];
  readonly nextFrom: number | null;
}
const replay = (record: string, id: number) => asked<Replay>(REPLAY, { record, id });
const asOf = (record: string, id: number, when: object) =>
  asked<PastRecord>(AS_OF, { record, id, ...when });
const raw = (record: string, id: number, more: object, cookie?: string) =>
  asked<RawEvents>(RAW, { record, id, from: 0, ...more }, cookie);
const fieldOf = ({ fields }: PastRecord, name: string) =>
  fields.find(({ field }) => field === name);

const caughtUp = async () =>
  waitForProjection(gateway.readModels)({ position: await gateway.platform.eventLog.head() });

beforeAll(async () => {
  auditor = await signInAs(gateway, 'auditor', 'leela');
  const person = {
    name: 'Asha Menon',
    phone: '9847012345',
    panNumber: PAN,
    aadhaarNumber: AADHAAR,
  };
  customerId = Number((await rest('POST', '/api/customers', person)).id);
  const path = `/api/customers/${customerId}`;
  const file = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
  const parts = [...fieldParts({ customerId, documentType: 'kyc' }), filePart(file, 'asha.pdf')];
  const uploaded = await sendForm(gateway.url, formOf(parts), { cookie: fixture.cookie });
  documentId = Number(((await uploaded.json()) as { id: number }).id);
  await rest('PUT', path, { city: 'Kochi', panNumber: 'AAPPV9999K' });
  const kyc = `mutation ($id: Int!, $documentId: Int!, $commandId: ID!) {
    setKycStatus(id: $id, kycStatus: verified, documentId: $documentId, commandId: $commandId) {
      stale
    }
  }`;
  now = new Date(now.getTime() + 30 * MINUTE);
  await asked(kyc, { id: customerId, documentId, commandId: randomUUID() }, fixture.cookie);
  await rest('POST', `${path}/reveal`, { field: 'panNumber', reason: 'A claim of hers' });
  policyId = Number(
    (await rest('POST', '/api/health-policies', samplePolicyInput('health', customerId, 'SH/7')))
      .id,
  );
  await rest('PUT', `/api/health-policies/${policyId}`, { premiumAmount: '15000.50' });
  await rest('DELETE', `/api/health-policies/${policyId}`);
  quotationId = Number(
    (await rest('POST', '/api/quotations', { customerId, premiumAmount: '9000' })).id,
  );
  await rest('DELETE', path);
  await caughtUp();
});

describe('the replay of a record', () => {
  it('is the business of auditors and administrators', async () => {
    const agent = await signInAs(gateway, 'agent');
    const of = { record: 'customer', id: customerId };
    for (const [query, variables] of [
      [REPLAY, of],
      [AS_OF, { ...of, version: 0 }],
      [RAW, { ...of, from: 0 }],
      [FIND, { query: 'asha' }],
      [DELETED, {}],
    ] as const) {
      const { json } = await ask(query, variables, agent.cookie);
      expect(json.errors?.[0]).toMatchObject({ extensions: { code: 'FORBIDDEN' } });
    }
    expect((await replay('customer', customerId)).id).toBe(customerId);
    expect((await asked<Replay>(REPLAY, of, fixture.cookie)).id).toBe(customerId);
  });

  it('tells all that happened to a deleted customer, with where it stands in the log', async () => {
    const { events, ...of } = await replay('customer', customerId);
    expect(of).toMatchObject({
      ...{ record: 'customer', name: 'Asha Menon', policyKind: null, isDeleted: true },
      stream: `customer-${customerId}`,
    });
    expect(events.map(({ summary }) => summary)).toEqual([
      'Customer added',
      'PAN and city changed',
      'KYC status set to verified on a document',
      'PAN revealed: A claim of hers',
      'Customer deleted',
    ]);
    expect(events.map(({ isAccess, revision }) => [isAccess, revision])).toEqual([
      [false, 0],
      [false, 1],
      [false, 2],
      [true, 0],
      [false, 3],
    ]);
    expect(new Set(events.map(({ commandId }) => commandId)).size).toBe(5);
    const stored = await gateway.platform.eventLog.readStream(`customer-${customerId}`);
    expect(events[1]?.position).toBe(
      `${stored[1]?.position.commit}/${stored[1]?.position.prepare}`,
    );
    expect(events[1]?.changes).toContainEqual({
      ...{ field: 'panNumber', before: 'AAPPVXXXXK', after: 'AAPPVXXXXK' },
    });
  });

  it('says of each KYC status who set it, on which document, and after how long', async () => {
    const { kyc } = await replay('customer', customerId);
    expect(kyc).toMatchObject([
      { status: 'pending', afterDays: null, documentId: null, documentName: null },
      {
        ...{ status: 'verified', until: null, afterDays: 1, documentId, documentName: 'asha.pdf' },
        actor: { username: 'admin', role: 'admin' },
      },
    ]);
    expect(kyc[0]?.until).toBe(kyc[1]?.from);
  });

  it('knows of which kind a policy is', async () => {
    const { events, ...of } = await replay('policy', policyId);
    expect(of).toMatchObject({ name: 'SH/7', policyKind: 'health', isDeleted: true, kyc: [] });
    expect(events.map(({ type }) => type)).toEqual([
      'PolicyIssued',
      'PolicyDetailsChanged',
      'PolicyTermDeleted',
    ]);
  });

  it('is refused for a number that nobody ever had, and that is not recorded', async () => {
    for (const record of ['customer', 'policy', 'document', 'quotation']) {
      for (const query of [REPLAY, AS_OF, RAW]) {
        const variables = { record, id: 987_654, ...(query !== REPLAY && { version: 0, from: 0 }) };
        const { json } = await ask(query, variables);
        expect(json.errors?.[0]).toMatchObject({ extensions: { code: 'NOT_FOUND' } });
      }
    }
    await caughtUp();
    const filter = { userId: auditor.userId, kinds: ['replay'] };
    const log =
      'query ($filter: AuditEntryFilter) { auditLog(filter: $filter) { items { recordId } } }';
    const { items } = await asked<{ items: { recordId: number }[] }>(log, { filter });
    expect(items.some(({ recordId }) => recordId === 987_654)).toBe(false);
  });

  it('stands in the audit log, as each look at raw events does', async () => {
    await replay('quotation', quotationId);
    await raw('document', documentId, {});
    await raw('customer', customerId, { count: 3 });
    await caughtUp();
    const filter = { userId: auditor.userId, kinds: ['replay'] };
    const log = `query ($filter: AuditEntryFilter) {
      auditLog(filter: $filter, first: 3) { items { summary recordKind recordId } }
    }`;
    const { items } = await asked<{ items: object[] }>(log, { filter });
    expect(items).toEqual([
      {
        summary: 'Read events 0 to 2 of a customer as stored',
        ...{ recordKind: 'customer', recordId: customerId },
      },
      {
        summary: 'Read event 0 of a document as stored',
        ...{ recordKind: 'document', recordId: documentId },
      },
      {
        summary: 'Replayed the history of a quotation',
        ...{ recordKind: 'quotation', recordId: quotationId },
      },
    ]);
  });
});

describe('a record as of one of its events', () => {
  it('stands beside what it was when it was deleted, with what differs', async () => {
    const first = await asOf('customer', customerId, { version: 0 });
    expect(first).toMatchObject({ revision: 0, exists: true, existsNow: false });
    expect(fieldOf(first, 'city')).toMatchObject({ before: null, after: 'Kochi', isChanged: true });
    expect(fieldOf(first, 'phone')).toMatchObject({
      ...{ before: '+91 98470 12345', after: '+91 98470 12345', isChanged: false },
    });
    expect(fieldOf(first, 'kycStatus')).toMatchObject({ before: 'pending', after: 'verified' });
    expect(fieldOf(first, 'kycDocumentId')).toMatchObject({ after: String(documentId) });
    expect(fieldOf(first, 'ownerId')).toMatchObject({ before: 'admin', after: 'admin' });
    // Nobody has an email.
    expect(fieldOf(first, 'email')).toBeUndefined();
  });

  it('says that masked numbers differ, and not how', async () => {
    const first = await asOf('customer', customerId, { version: 0 });
    expect(fieldOf(first, 'panNumber')).toMatchObject({
      ...{ before: 'AAPPVXXXXK', after: 'AAPPVXXXXK', isChanged: true },
    });
    expect(fieldOf(first, 'aadhaarNumber')).toMatchObject({
      ...{ before: 'XXXX XXXX 2346', after: 'XXXX XXXX 2346', isChanged: false },
    });
  });

  it('is nothing any more as of its deletion, or before it began', async () => {
    const deleted = await asOf('customer', customerId, { version: 3 });
    expect(deleted).toMatchObject({ revision: 3, exists: false, existsNow: false });
    expect(fieldOf(deleted, 'name')).toMatchObject({ before: null, after: 'Asha Menon' });
    expect(await asOf('customer', customerId, { at: '2020-01-01T00:00:00Z' })).toMatchObject({
      ...{ revision: null, exists: false },
    });
  });

  it('is the same as of the instant of the event', async () => {
    const { events } = await replay('policy', policyId);
    const at = events[1]?.at;
    const changed = await asOf('policy', policyId, { at });
    expect(changed).toEqual(await asOf('policy', policyId, { version: 1 }));
    expect(fieldOf(changed, 'premiumAmount')).toMatchObject({ before: '₹15,000.50' });
    expect(await asOf('quotation', quotationId, { version: 0 })).toMatchObject({
      ...{ exists: true, existsNow: true },
    });
    expect(fieldOf(await asOf('document', documentId, { version: 0 }), 'fileName')).toMatchObject({
      ...{ before: 'asha.pdf', isChanged: false },
    });
  });

  it('needs one moment, and no more', async () => {
    for (const when of [{}, { version: 0, at: '2026-04-01T06:00:00Z' }]) {
      const { json } = await ask(AS_OF, { record: 'customer', id: customerId, ...when });
      expect(json.errors?.[0]).toMatchObject({
        extensions: { problem: { fields: [{ field: 'version', code: 'not-a-moment' }] } },
      });
    }
  });

  it('is answered by REST by version and by instant, too', async () => {
    const other = await rest('POST', '/api/customers', { name: 'Ravi', phone: '9847012346' });
    const quoted = { customerId: other.id, premiumAmount: '9000' };
    const path = `/api/quotations/${(await rest('POST', '/api/quotations', quoted)).id}`;
    await rest('PUT', path, { premiumAmount: '9500' });
    const premiumOf = async (query: string) =>
      (await call(gateway.url, `${path}?${query}`, { cookie: auditor.cookie })).json.premiumAmount;
    expect(await premiumOf('asOf=0')).toBe('9000.00');
    expect(await premiumOf('asOf=1')).toBe('9500.00');
    expect(await premiumOf(`asOf=${now.toISOString()}`)).toBe('9500.00');
    const before = new Date(now.getTime() - 1).toISOString();
    expect(await premiumOf(`asOf=${before}`)).toBe('9000.00');
    for (const wrong of ['asOf=yesterday', 'asOf=-1', 'asOf=2026-02-30', 'asOf=1&asOf=2']) {
      const answer = await call(gateway.url, `${path}?${wrong}`, { cookie: auditor.cookie });
      expect([wrong, answer.status]).toEqual([wrong, 400]);
    }
  });
});

describe('raw events', () => {
  it('are as the log holds them, with what is personal sealed, and as they are read today', async () => {
    const { items } = await raw('customer', customerId, {});
    const [event] = items;
    const [stored] = await gateway.platform.eventLog.readStream(`customer-${customerId}`);
    if (!stored || !event) throw new Error('There is no event');
    expect(event).toMatchObject({
      ...{ eventId: stored.id, type: 'CustomerRegistered', revision: 0, schemaVersion: 1 },
      ...{ stream: `customer-${customerId}`, problem: null },
      hash: hashOfEvent(stored).toString('hex'),
    });
    expect(JSON.parse(event.stored)).toEqual({ data: stored.data, metadata: stored.metadata });
    expect(event.stored).not.toMatch(/Asha|98470|AAPPV|2346/);
    expect(JSON.parse(event.today ?? '')).toMatchObject({
      customerId,
      personal: {
        ...{ name: 'Asha Menon', panNumber: 'AAPPVXXXXK', aadhaarNumber: 'XXXX XXXX 2346' },
      },
    });
  });

  it('show an administrator a PAN, and nobody an Aadhaar number or the key of a file', async () => {
    const [registered] = (await raw('customer', customerId, {}, fixture.cookie)).items;
    expect(registered?.today).toContain(PAN);
    expect(registered?.today).not.toContain(AADHAAR);
    const [uploaded] = (await raw('document', documentId, {}, fixture.cookie)).items;
    expect(JSON.parse(uploaded?.today ?? '')).toMatchObject({
      personal: { fileName: 'asha.pdf', contentKey: '•••', sha256: '•••' },
    });
  });

  it('are answered in pages', async () => {
    const first = await raw('customer', customerId, { count: 2 });
    expect(first.items.map(({ revision }) => revision)).toEqual([0, 1]);
    expect(first.nextFrom).toBe(2);
    const second = await raw('customer', customerId, { from: 2, count: 2 });
    expect(second.items.map(({ type }) => type)).toEqual([
      'CustomerKycStatusChanged',
      'CustomerDeleted',
    ]);
    expect(second.nextFrom).toBeNull();
    for (const wrong of [{ count: 21 }, { count: 0 }, { from: -1 }]) {
      const variables = { record: 'customer', id: customerId, from: 0, ...wrong };
      const { json } = await ask(RAW, variables);
      expect(json.errors?.[0]).toMatchObject({ extensions: { code: 'BAD_USER_INPUT' } });
    }
  });

  it('are those of who looked, where that is asked for', async () => {
    const [event] = (await raw('customer', customerId, { isAccess: true })).items;
    expect(event).toMatchObject({
      ...{ type: 'CustomerIdentityNumberRevealed', stream: `customerAccess-${customerId}` },
    });
    expect(JSON.parse(event?.today ?? '')).toMatchObject({
      personal: { reason: 'A claim of hers' },
    });
  });

  it('say why one cannot be read', async () => {
    await gateway.platform.eventLog.append(`quotation-${quotationId}`, 'any', [
      { id: randomUUID(), type: 'Unheard', data: { a: 1 }, metadata: {} },
    ]);
    const { items } = await raw('quotation', quotationId, { from: 1, count: 5 });
    expect(items.at(-1)).toMatchObject({ type: 'Unheard', today: null, schemaVersion: null });
    expect(items.at(-1)?.problem).toContain('its type is not known to this release');
  });
});

describe('finding what to replay', () => {
  const found = (query: string) => asked<object[]>(FIND, { query });

  it('goes by number, over all kinds or one, deleted or not', async () => {
    expect(await found(`customer ${customerId}`)).toEqual([
      {
        ...{ record: 'customer', id: customerId, name: 'Asha Menon', isDeleted: true },
        detail: `Customer ${customerId}`,
      },
    ]);
    expect(await found(`#policy-${policyId}`)).toMatchObject([{ name: 'SH/7', isDeleted: true }]);
    expect(await found(String(documentId))).toContainEqual({
      ...{ record: 'document', id: documentId, name: 'asha.pdf', isDeleted: false },
      detail: `Document ${documentId}`,
    });
    expect(await found('policy 987654')).toEqual([]);
    expect(await found(`quotation ${quotationId}`)).toMatchObject([{ detail: 'Cannot be read' }]);
  });

  it('goes by the words of a record, and by the name of one that was deleted', async () => {
    expect(await found('asha')).toEqual([
      expect.objectContaining({ record: 'customer', id: customerId, isDeleted: true }),
      expect.objectContaining({ record: 'document', id: documentId, isDeleted: false }),
    ]);
    expect(await found('sh/7')).toMatchObject([{ record: 'policy', id: policyId }]);
    expect(await found('nobody at all')).toEqual([]);
    expect(await found('  ')).toEqual([]);
  });

  it('begins with what was deleted last, and by whom', async () => {
    expect(await asked<object[]>(DELETED, {})).toMatchObject([
      { record: 'customer', id: customerId, name: 'Asha Menon', actor: { username: 'admin' } },
      { record: 'policy', id: policyId, name: 'SH/7', actor: { username: 'admin' } },
    ]);
  });
});
