import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import { signIn } from '@insuremanager/deploy/testing/testGateway';
import { createErasures } from '@insuremanager/services/erasures/index';
import { describe, expect, it } from 'vitest';
import { samplePolicyInput, TEST_NOW } from '../testing/policyFixture.js';
import { fieldParts, filePart, formOf, sendForm } from '../testing/uploading.js';

const { fixture, gateway, send, add } = gatewayFixture({ clock: { now: () => now } });
let now = TEST_NOW;

const post = (path: string, body: object) => send('POST', path, { body });
const get = (path: string) => send('GET', path);
const ask = async (query: string, variables: object) =>
  (await post('/graphql', { query, variables })).json as unknown as GraphqlAnswer;

interface GraphqlAnswer {
  readonly data?: { readonly eraseCustomer: { readonly isComplete: boolean } };
  readonly errors?: { extensions: { problem: { code: string; error: string } } }[];
}

const ERASE = `mutation ($id: Int!, $reason: String!, $overrides: Boolean, $commandId: ID!) {
  eraseCustomer(id: $id, reason: $reason, overridesRetention: $overrides, commandId: $commandId) {
    id stale isComplete
  }
}`;
const erase = (id: number, parts: object = {}) =>
  ask(ERASE, { id, reason: 'They asked us to forget them', commandId: randomUUID(), ...parts });

const person = () => add('/api/customers', { name: 'Asha Menon', phone: '9847012345' });

const typesOf = ({ text }: { text: string }): string[] =>
  JSON.parse(text).map(({ type }: { type: string }) => type);

/** A customer with a policy that was cancelled, a quotation and a document. */
async function customerWithRecords() {
  const id = await person();
  const number = `SH/${id}`;
  const policy = await post('/api/health-policies', samplePolicyInput('health', id, number));
  await post(`/api/health-policies/${policy.json.id}/cancel`, {
    reason: 'customer_request',
    cancelledOn: '2026-06-14',
  });
  const quotation = await post('/api/quotations', {
    customerId: id,
    insuranceType: 'vehicle',
    insuranceCompany: 'ICICI Lombard',
    sumAssured: '400000',
    premiumAmount: '9000',
    vehicleNumber: 'KL 07 AB 1234',
  });
  const form = formOf([
    ...fieldParts({ customerId: id, documentType: 'kyc' }),
    filePart(
      Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n'),
      'asha-aadhaar.pdf',
    ),
  ]);
  const uploaded = await sendForm(gateway.url, form, { cookie: fixture.cookie });
  const document = (await uploaded.json()) as { id: number };
  return {
    id,
    number,
    policy: policy.json.id,
    quotation: quotation.json.id,
    document: document.id,
  };
}

const LOSE = `mutation ($termId: Int!, $input: RenewalLossInput!, $commandId: ID!) {
  loseRenewal(termId: $termId, input: $input, commandId: $commandId) { stale }
}`;

/** What is known of one person, and found nowhere else. */
const MARKED = {
  person: {
    name: 'Zubaida Marakkar',
    phone: '9847055512',
    email: 'zubaida@marakkar.example',
    panNumber: 'ZMKPM4821Q',
    aadhaarNumber: '234567890124',
    address: 'Marakkar House, Beypore',
    city: 'Beyporetown',
  },
  car: { vehicleNumber: 'KL11ZM4821', engineNumber: 'ENGZM4821', chassisNumber: 'CHAZM4821' },
  policyNumbers: ['ZM/GONE', 'ZM/THERE'] as const,
  note: 'Her son in Muscat sees to it',
  fileName: 'zubaida-aadhaar.pdf',
};
/** In any case, and so long that no hash of a password, no key and no token has one by chance. */
const MARKS = [
  'zubaida',
  'marakkar',
  '9847055512',
  'ZMKPM4821Q',
  '234567890124',
  'beypore',
  'ZM4821',
  ...MARKED.policyNumbers,
  'Muscat',
];

/** The tables, of any schema, that have one of the texts in any column. */
async function tablesWith(texts: readonly string[]): Promise<string[]> {
  const { pool } = gateway.platform;
  const { rows } = await pool.query<{ schema: string; name: string }>(
    `SELECT schemaname AS schema, tablename AS name FROM pg_tables
     WHERE schemaname NOT IN ('pg_catalog', 'information_schema') ORDER BY 1, 2`,
  );
  const found: string[] = [];
  for (const { schema, name } of rows) {
    const hit = await pool.query(
      `SELECT FROM "${schema}"."${name}" AS r WHERE r::text ILIKE ANY ($1) LIMIT 1`,
      [texts.map((text) => `%${text}%`)],
    );
    if (hit.rowCount) found.push(name);
  }
  return found;
}

/** Policies, one of them deleted, a quotation and a document, all of which can be told. */
async function giveMarkedRecords(id: number): Promise<void> {
  const common = samplePolicyInput('vehicle', id, MARKED.policyNumbers[0]);
  const issued = async (policyNumber: string) =>
    (await post('/api/vehicle-policies', { ...common, ...MARKED.car, policyNumber })).json.id;
  for (const [nth, policyNumber] of MARKED.policyNumbers.entries()) {
    const termId = await issued(policyNumber);
    const input = { reason: 'other', note: MARKED.note };
    expect(await ask(LOSE, { termId, input, commandId: randomUUID() })).not.toHaveProperty(
      'errors',
    );
    await post(`/api/vehicle-policies/${termId}/cancel`, {
      ...{ reason: 'customer_request', cancelledOn: '2026-06-14', note: MARKED.note },
    });
    if (nth === 0) {
      await send('DELETE', `/api/vehicle-policies/${termId}`);
    }
  }
  await post('/api/quotations', {
    ...{ customerId: id, insuranceType: 'vehicle', insuranceCompany: 'ICICI Lombard' },
    ...{ sumAssured: '400000', premiumAmount: '9000', notes: MARKED.note },
    vehicleNumber: MARKED.car.vehicleNumber,
  });
  const asked = await post('/api/leads', {
    ...{ name: MARKED.person.name, phone: MARKED.person.phone, details: MARKED.note },
  });
  const became = await post(`/api/leads/${asked.json.id}/customer`, { customerId: id });
  expect(became.status).toBe(200);
  for (const kind of ['note', 'task']) {
    const noted = { text: `Zubaida: ${MARKED.note}`, kind, dueOn: '2026-06-20' };
    const { json } = await post('/api/tasks', { ...noted, onRecord: 'customer', onId: id });
    const done = await post(`/api/tasks/${json.id}/done`, {});
    expect(done.status).toBe(200);
  }
  const content = Buffer.from('%PDF-1.7\n1 0 obj <<>> endobj\ntrailer <<>>\n%%EOF\n');
  const form = formOf([
    ...fieldParts({ customerId: id, documentType: 'kyc' }),
    filePart(content, MARKED.fileName),
  ]);
  expect((await sendForm(gateway.url, form, { cookie: fixture.cookie })).status).toBe(201);
}

/** Saved views that name them; how many. */
async function saveMarkedViews(): Promise<number> {
  const { savedViews } = gateway.services;
  const views = ['Calls: Zubaida Marakkar', '98470 55512', 'zm/there, her car'];
  const agent = { userId: 77, role: 'agent' } as const;
  for (const name of views) {
    await savedViews.create({ list: 'customers', name, address: '', isShared: false }, agent);
  }
  return views.length;
}

const byAdmin = () => ({
  commandId: randomUUID(),
  actor: { userId: 1, username: 'admin', role: 'admin' },
  correlationId: 'test',
});

/** One that a crash broke off as soon as it was written. */
async function begunErasure(id: number): Promise<void> {
  const request = {
    reason: 'They asked us to forget them',
    erasedBy: 1,
    retainedUntil: '2036-06-14',
    today: '2036-06-15',
    overridesRetention: false,
  };
  const { position } = await gateway.services.customers.erase(id, request, byAdmin());
  if (position) await gateway.readModels.waitFor(position, 20_000);
}

describe('erasing a person', () => {
  it('is refused while a policy of theirs is in force, and while records must be kept', async () => {
    const id = await person();
    const policy = await post('/api/health-policies', samplePolicyInput('health', id, 'SH/ACTIVE'));
    expect((await erase(id, { overrides: true })).errors?.[0]?.extensions.problem.code).toBe(
      'customer-has-active-policies',
    );
    await post(`/api/health-policies/${policy.json.id}/cancel`, {
      reason: 'customer_request',
      cancelledOn: '2026-06-14',
    });
    const refused = (await erase(id)).errors?.[0]?.extensions.problem;
    expect(refused?.code).toBe('retention-runs');
    expect(refused?.error).toContain('30/06/2036');
  });

  it('is refused while a claim of theirs is open, naming it', async () => {
    const id = await person();
    const policy = (await post('/api/health-policies', samplePolicyInput('health', id, `C/${id}`)))
      .json.id;
    const claim = await post('/api/claims', {
      ...{ policyId: policy, kind: 'cashless', lossDate: '2026-06-01', intimatedOn: '2026-06-02' },
    });
    expect(claim.status, claim.text).toBe(201);
    await post(`/api/health-policies/${policy}/cancel`, {
      ...{ reason: 'customer_request', cancelledOn: '2026-06-14' },
    });
    const { claimNumber } = claim.json;
    expect(await gateway.services.erasures.check(id)).toMatchObject({
      openClaimNumbers: [claimNumber],
    });
    const refused = (await erase(id, { overrides: true })).errors?.[0]?.extensions.problem;
    expect(refused).toMatchObject({
      code: 'customer-has-open-claims',
      error: `This customer has an open claim: ${claimNumber}. Close or delete it first.`,
    });
    await send('DELETE', `/api/claims/${claim.json.id}`);
    expect((await erase(id, { overrides: true })).errors).toBeUndefined();
  });

  it('must wait as long when what was theirs was deleted before', async () => {
    const id = await person();
    const input = { ...samplePolicyInput('health', id, `SH/${id}`), endDate: '2027-06-29' };
    const policy = (await post('/api/health-policies', input)).json.id;
    const { erasures } = gateway.services;
    expect(await erasures.check(id)).toMatchObject({ retainedUntil: '2037-06-29' });
    await send('DELETE', `/api/health-policies/${policy}`);
    expect(await erasures.check(id)).toMatchObject({ retainedUntil: '2037-06-29', policies: 0 });
  });

  it('leaves nothing of them in lists, streams and files, and keeps the history', async () => {
    const made = await customerWithRecords();
    expect(made.document).toBeGreaterThan(0);
    expect(made.quotation).toBeGreaterThan(0);

    expect((await erase(made.id, { overrides: true })).data?.eraseCustomer).toEqual({
      id: made.id,
      stale: false,
      isComplete: true,
    });

    for (const path of [
      `/api/customers/${made.id}`,
      `/api/health-policies/${made.policy}`,
      `/api/quotations/${made.quotation}`,
      `/api/documents/${made.document}`,
    ]) {
      expect((await get(path)).status).toBe(404);
    }
    expect((await get(`/api/documents/${made.document}/download`)).status).not.toBe(200);
    const history = await get(`/api/customers/${made.id}/history`);
    expect(history.text).not.toContain('Asha');
    expect(history.text).not.toContain('9847012345');
    expect(typesOf(history)).toEqual([
      'CustomerRegistered',
      'CustomerErased',
      'CustomerErasureCompleted',
    ]);
    expect(history.text).toContain('They asked us to forget them');
    const { rows } = await gateway.platform.pool.query(
      'SELECT wrapped FROM vault.keys WHERE subject = $1',
      [`customer-${made.id}`],
    );
    expect(rows).toEqual([{ wrapped: null }]);
  });

  it('is done once, also of a customer who was deleted before, once records need not be kept', async () => {
    const id = await person();
    await send('DELETE', `/api/customers/${id}`);
    now = new Date('2036-06-16T06:00:00Z');
    fixture.cookie = await signIn(gateway.url);
    const commandId = randomUUID();
    expect((await erase(id, { commandId })).errors).toBeUndefined();
    expect((await erase(id, { commandId })).errors).toBeUndefined();
    expect((await erase(id)).errors).toBeUndefined();
    const history = await get(`/api/customers/${id}/history`);
    expect(history.json).toHaveLength(4);
  });

  it('is finished by itself when a crash broke it off', async () => {
    const made = await customerWithRecords();
    const { erasures } = gateway.services;
    await begunErasure(made.id);
    expect((await get(`/api/documents/${made.document}`)).status).toBe(200);

    expect(await erasures.resume()).toBe(1);
    expect((await get(`/api/documents/${made.document}`)).status).toBe(404);
    const history = await get(`/api/customers/${made.id}/history`);
    expect(typesOf(history).at(-1)).toBe('CustomerErasureCompleted');
    expect(history.text).not.toContain('Asha');
    await expect.poll(() => erasures.resume()).toBe(0);
  });

  it('goes on with the others where one fails, and can be asked for again', async () => {
    const failing = await customerWithRecords();
    const other = await customerWithRecords();
    const { platform, readModels, services } = gateway;
    const { documents } = services;
    const onFullDisk: Pick<typeof documents, 'delete'> = {
      delete: async (id, context) => {
        if (id === failing.document) throw new Error('The disk is full');
        return documents.delete(id, context);
      },
    };
    const others = { ...services, documents: onFullDisk };
    const erasures = createErasures(platform, readModels, others);
    const asked = { reason: 'They asked us to forget them', overridesRetention: true };
    expect(await erasures.erase(failing.id, asked, byAdmin())).toMatchObject({ isComplete: false });
    await begunErasure(other.id);

    expect(await erasures.resume()).toBe(1);
    expect((await get(`/api/documents/${other.document}`)).status).toBe(404);
    expect((await get(`/api/documents/${failing.document}`)).status).toBe(200);

    const again = await erase(failing.id);
    expect(again.data?.eraseCustomer.isComplete).toBe(true);
    expect((await get(`/api/documents/${failing.document}`)).status).toBe(404);
    expect((await get(`/api/customers/${failing.id}/history`)).text).toContain(
      'CustomerErasureCompleted',
    );
  });

  it('takes a term that was renewed for somebody else, and leaves them theirs', async () => {
    const id = await person();
    const heir = await person();
    const input = samplePolicyInput('vehicle', id, `SV/${id}`);
    const term = (await post('/api/vehicle-policies', input)).json.id;
    const next = (await post(`/api/vehicle-policies/${term}/renew`, {})).json.id;
    const moved = await send('PUT', `/api/vehicle-policies/${next}`, {
      body: { customerId: heir },
    });
    expect(moved.status).toBe(200);

    expect((await erase(id, { overrides: true })).data?.eraseCustomer.isComplete).toBe(true);
    expect((await get(`/api/vehicle-policies/${term}`)).status).toBe(404);
    expect((await get(`/api/vehicle-policies/${next}`)).json).toMatchObject({
      customerId: heir,
      policyNumber: `SV/${id}`,
      status: 'active',
    });
  });

  it('leaves nothing of them in any table, also when the policy was deleted before', async () => {
    const id = await add('/api/customers', MARKED.person);
    await giveMarkedRecords(id);
    const views = await saveMarkedViews();
    const tables = await tablesWith(MARKS);
    expect(tables).toEqual(
      expect.arrayContaining([
        ...['customers', 'renewal_cards', 'documents', 'leads', 'tasks', 'views'],
      ]),
    );
    expect(await gateway.services.erasures.check(id)).toMatchObject({
      policies: 1,
      ...{ tasks: 2, leads: 1 },
      savedViews: views,
    });

    expect((await erase(id, { overrides: true })).data?.eraseCustomer.isComplete).toBe(true);
    await expect.poll(() => tablesWith(MARKS)).toEqual([]);
  });

  it('leaves nothing of those who were merged into them, whichever number it stands under', async () => {
    const into = await person();
    const gone = await add('/api/customers', MARKED.person);
    await giveMarkedRecords(gone);
    await post(`/api/customers/${gone}/nominees`, {
      ...{ name: 'Zubaida Khadeeja', relation: 'Daughter', phone: '9847055512' },
      recordedOn: '2026-06-01',
    });
    const versionOf = async (id: number) => (await get(`/api/customers/${id}`)).json.version;
    const [version, duplicateVersion] = [await versionOf(into), await versionOf(gone)];
    const fields = ['phone', 'email', 'aadhaarNumber', 'address'];
    const merged = await post(`/api/customers/${into}/merge`, {
      ...{ duplicateId: gone, fields, version, duplicateVersion },
    });
    expect(merged.status).toBe(200);
    const views = await saveMarkedViews();
    expect(await tablesWith(MARKS)).toEqual(
      expect.arrayContaining(['customers', 'renewal_cards', 'documents', 'tasks', 'views']),
    );
    for (const number of [into, gone]) {
      expect(await gateway.services.erasures.check(number)).toMatchObject({
        ...{ customerId: into, policies: 1, quotations: 1, documents: 1, savedViews: views },
      });
    }

    expect((await erase(into, { overrides: true })).data?.eraseCustomer.isComplete).toBe(true);
    await expect.poll(() => tablesWith(MARKS)).toEqual([]);
    const told = await Promise.all(
      [into, gone].map(async (id) => (await get(`/api/customers/${id}/history`)).text),
    );
    const held = (await get(`/api/privacy/people/${gone}/held.json`)).text;
    for (const mark of MARKS) {
      expect(`${told} ${held}`.toLowerCase()).not.toContain(mark.toLowerCase());
    }
    expect(held).toContain(`"customerId":${into}`);
  });

  it('asks for a reason', async () => {
    const { errors } = await erase(await person(), { reason: 'no' });
    expect(errors?.[0]?.extensions.problem.error).toBe('Give a reason of 5 to 300 characters');
  });
});
