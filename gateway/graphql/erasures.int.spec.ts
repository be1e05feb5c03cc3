import { randomUUID } from 'node:crypto';
import {
  call,
  signIn,
  startTestGateway,
  type TestGateway,
} from '@insuremanager/deploy/testing/testGateway';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { samplePolicyInput, TEST_NOW } from '../testing/policyFixture.js';
import { fieldParts, filePart, formOf, sendForm } from '../testing/uploading.js';

let gateway: TestGateway;
let cookie: string;
let now = TEST_NOW;
beforeAll(async () => {
  gateway = await startTestGateway({ clock: { now: () => now } });
  cookie = await signIn(gateway.url);
});
afterAll(() => gateway.stop());

const post = (path: string, body: object) =>
  call(gateway.url, path, { method: 'POST', cookie, body });
const get = (path: string) => call(gateway.url, path, { cookie });
const ask = async (query: string, variables: object) =>
  (await post('/graphql', { query, variables })).json as unknown as GraphqlAnswer;

interface GraphqlAnswer {
  readonly data?: { readonly eraseCustomer: unknown };
  readonly errors?: { extensions: { problem: { code: string; error: string } } }[];
}

const ERASE = `mutation ($id: Int!, $reason: String!, $overrides: Boolean, $commandId: ID!) {
  eraseCustomer(id: $id, reason: $reason, overridesRetention: $overrides, commandId: $commandId) {
    id stale
  }
}`;
const erase = (id: number, parts: object = {}) =>
  ask(ERASE, { id, reason: 'They asked us to forget them', commandId: randomUUID(), ...parts });

const person = async () =>
  Number((await post('/api/customers', { name: 'Asha Menon', phone: '9847012345' })).json.id);

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
  const uploaded = await sendForm(gateway.url, form, { cookie });
  const document = (await uploaded.json()) as { id: number };
  return {
    id,
    number,
    policy: policy.json.id,
    quotation: quotation.json.id,
    document: document.id,
  };
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

  it('leaves nothing of them in lists, streams and files, and keeps the history', async () => {
    const made = await customerWithRecords();
    expect(made.document).toBeGreaterThan(0);
    expect(made.quotation).toBeGreaterThan(0);

    expect((await erase(made.id, { overrides: true })).data?.eraseCustomer).toEqual({
      id: made.id,
      stale: false,
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
    await call(gateway.url, `/api/customers/${id}`, { method: 'DELETE', cookie });
    now = new Date('2036-06-16T06:00:00Z');
    cookie = await signIn(gateway.url);
    const commandId = randomUUID();
    expect((await erase(id, { commandId })).errors).toBeUndefined();
    expect((await erase(id, { commandId })).errors).toBeUndefined();
    expect((await erase(id)).errors).toBeUndefined();
    const history = await get(`/api/customers/${id}/history`);
    expect(history.json).toHaveLength(4);
  });

  it('is finished by itself when a crash broke it off', async () => {
    const made = await customerWithRecords();
    const { customers, erasures } = gateway.services;
    const { position } = await customers.erase(
      made.id,
      {
        reason: 'They asked us to forget them',
        erasedBy: 1,
        retainedUntil: '2036-06-14',
        today: '2036-06-15',
        overridesRetention: false,
      },
      {
        commandId: randomUUID(),
        actor: { userId: 1, username: 'admin', role: 'admin' },
        correlationId: 'test',
      },
    );
    if (position) await gateway.readModels.waitFor(position, 20_000);
    expect((await get(`/api/documents/${made.document}`)).status).toBe(200);

    expect(await erasures.resume()).toBe(1);
    expect((await get(`/api/documents/${made.document}`)).status).toBe(404);
    const history = await get(`/api/customers/${made.id}/history`);
    expect(typesOf(history).at(-1)).toBe('CustomerErasureCompleted');
    expect(history.text).not.toContain('Asha');
    await expect.poll(() => erasures.resume()).toBe(0);
  });

  it('asks for a reason', async () => {
    const { errors } = await erase(await person(), { reason: 'no' });
    expect(errors?.[0]?.extensions.problem.error).toBe('Give a reason of 5 to 300 characters');
  });
});
