import { randomUUID } from 'node:crypto';
import { CustomerInput } from '@insuremanager/contracts/customers/customerFields';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import {
  by,
  NO_DOCUMENT,
  openTrialCustomers,
  type TrialCustomers,
} from './testing/trialCustomers.js';

let backend: TestBackend;
let trial: TrialCustomers;

beforeAll(async () => {
  backend = await startTestBackend();
  trial = await openTrialCustomers(backend);
});
afterAll(async () => {
  await trial.close();
  await backend.stop();
});

describe('a customer who was saved', () => {
  it('is found with everything that was typed, Aadhaar masked', async () => {
    const { id } = await trial.register({
      name: 'Anil Kumar',
      phone: '98765 43210',
      email: 'Anil@Example.com',
      aadhaarNumber: '2341 2341 2346',
      panNumber: 'abcpk1234f',
      dateOfBirth: '29/02/1980',
      address: '12 MG Road',
      city: 'Kochi',
      state: 'Kerala',
      pincode: '682001',
      kycStatus: 'Verified',
    });
    expect(await trial.customers.find(id)).toEqual({
      id,
      name: 'Anil Kumar',
      phone: '+919876543210',
      email: 'Anil@Example.com',
      aadhaarNumber: 'XXXX XXXX 2346',
      panNumber: 'ABCPK1234F',
      dateOfBirth: '1980-02-29',
      address: '12 MG Road',
      city: 'Kochi',
      state: 'Kerala',
      pincode: '682001',
      kycStatus: 'verified',
      kycDocumentId: null,
      createdAt: '2026-04-01T06:00:00.000Z',
      updatedAt: '2026-04-01T06:00:00.000Z',
      version: 0,
    });
  });

  it('answers what the list shows', async () => {
    const saved = await trial.register({ name: 'Same Everywhere', city: 'Kollam' });
    const { customer } = await trial.update(saved.id, {
      city: 'Alappuzha',
      email: 'a@example.com',
    });
    expect(await trial.customers.find(saved.id)).toEqual(customer);
    expect(customer.version).toBe(1);
  });

  it('comes with what looks wrong', async () => {
    const input = CustomerInput.parse({ name: 'A', phone: '0484 2345678', pincode: '012345' });
    const { warnings } = await trial.customers.register(input, by());
    expect(warnings.map(({ field }) => field)).toEqual(['phone', 'pincode']);
  });

  it('is saved once, however often the same command comes', async () => {
    const commandId = randomUUID();
    const first = await trial.register({ name: 'Once Only' }, { commandId });
    const again = await trial.register({ name: 'Once Only' }, { commandId });
    expect(again).toEqual(first);
    expect(await trial.namesOf({ search: 'once only' })).toEqual(['Once Only']);
  });
});

describe('a retry of a save that changed nothing', () => {
  it('answers the same, and does not undo what a colleague changed meanwhile', async () => {
    const { id } = await trial.register({ name: 'Steady', city: 'Pune' });
    const commandId = randomUUID();
    const first = await trial.update(id, { city: 'Pune' }, { commandId });
    await trial.update(id, { city: 'Delhi' });
    const again = await trial.update(id, { city: 'Pune' }, { commandId });
    expect(again).toMatchObject({ repeated: true, position: null });
    expect(again.customer).toEqual(first.customer);
    expect(await trial.customers.find(id)).toMatchObject({ city: 'Delhi', version: 1 });
    await expect(trial.update(id, { city: 'Goa' }, { commandId })).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
  });
});

describe('the KYC status', () => {
  it('is set on a document, which the list and the history name', async () => {
    const { id } = await trial.register({ name: 'Seen In Person', phone: '9876511112' });
    const input = { kycStatus: 'verified', documentId: 12 } as const;
    const { customer } = await trial.shown(await trial.customers.setKycStatus(id, input, by()));
    expect(customer).toMatchObject({ kycStatus: 'verified', kycDocumentId: 12 });
    expect(await trial.customers.find(id)).toEqual(customer);
    expect(await trial.customers.current(id)).toEqual(customer);
    const summaries = (await trial.customers.history(id)).map(({ summary }) => summary);
    expect(summaries.at(-1)).toBe('KYC status set to verified on document 12');
  });

  it('does not rest on what is no KYC document of theirs', async () => {
    const { id } = await trial.register({ name: 'Nothing To Show', phone: '9876511113' });
    const input = { kycStatus: 'verified', documentId: NO_DOCUMENT } as const;
    await expect(trial.customers.setKycStatus(id, input, by())).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field: 'documentId', code: 'no-kyc-document' }],
    });
    expect((await trial.customers.current(id))?.kycStatus).toBe('pending');
  });
});

describe('deleting', () => {
  it('takes the customer out of every list and keeps the history', async () => {
    const { id } = await trial.register({ name: 'Gone Tomorrow', phone: '9876511111' });
    await trial.shown(await trial.customers.delete(id, by()));
    expect(await trial.customers.find(id)).toBeNull();
    expect(await trial.namesOf({ search: 'gone tomorrow' })).toEqual([]);
    expect(await trial.customers.duplicates({ phone: '9876511111' }, null)).toEqual([]);
    expect((await trial.customers.history(id)).map(({ summary }) => summary)).toEqual([
      'Customer added',
      'Customer deleted',
    ]);
  });

  it('refuses what is not there', async () => {
    await expect(trial.customers.delete(999_999, by())).rejects.toMatchObject({
      kind: 'not-found',
    });
    await expect(trial.customers.history(999_999)).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('two agents at one customer', () => {
  it('the one who saw an older version is told, and nothing is lost', async () => {
    const { id, version } = await trial.register({ name: 'Contested', city: 'Kochi' });
    await trial.update(id, { city: 'Kannur' }, { expectedVersion: version });
    await expect(
      trial.update(id, { city: 'Palakkad' }, { expectedVersion: version }),
    ).rejects.toMatchObject({ kind: 'stale', currentVersion: 1 });
    expect(await trial.customers.find(id)).toMatchObject({ city: 'Kannur' });
  });

  it('without a version, both changes are kept', async () => {
    const { id } = await trial.register({ name: 'Shared' });
    await Promise.all([trial.update(id, { city: 'Kochi' }), trial.update(id, { state: 'Kerala' })]);
    expect(await trial.customers.find(id)).toMatchObject({
      city: 'Kochi',
      state: 'Kerala',
      version: 2,
    });
  });
});

describe('history', () => {
  it('shows a customer as of a Kolkata day', async () => {
    trial.setTime('2026-05-10T18:29:00Z'); // 23:59 on 10 May in Kolkata
    const { id } = await trial.register({ name: 'Time Traveller', city: 'Kochi' });
    trial.setTime('2026-05-10T18:31:00Z'); // 00:01 on 11 May
    await trial.update(id, { city: 'Kollam' });
    trial.setTime('2026-05-20T06:00:00Z');
    await trial.shown(await trial.customers.delete(id, by()));
    expect(await trial.customers.asOf(id, '2026-05-09')).toBeNull();
    expect(await trial.customers.asOf(id, '2026-05-10')).toMatchObject({
      city: 'Kochi',
      version: 0,
    });
    expect(await trial.customers.asOf(id, '2026-05-11')).toMatchObject({
      city: 'Kollam',
      version: 1,
    });
    expect(await trial.customers.asOf(id, '2026-05-20')).toBeNull();
  });
});

describe('personal data', () => {
  it('is nowhere in the raw log, and the Aadhaar number nowhere in the read models', async () => {
    const { id } = await trial.register({
      name: 'Quite Unmistakable',
      phone: '9555566666',
      email: 'unmistakable@example.com',
      aadhaarNumber: '234123412346',
      panNumber: 'UNMPQ1234U',
      address: 'Hidden Lane',
    });
    await trial.update(id, { phone: '9555577777', city: 'Secretville' });
    const raw = JSON.stringify(
      await trial.platform.eventLog.readStream(`customer-${id}`),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    expect(raw).toContain('CustomerDetailsChanged');
    expect(raw).not.toMatch(/Unmistakable|95555|unmistakable@|23412341|UNMPQ|Hidden|Secretville/i);
    const row = await trial.readModels.from('customers').where({ id }).first();
    expect(JSON.stringify(row)).not.toContain('234123412346');
  });

  it('is gone for good when the key is destroyed, while the history keeps its shape', async () => {
    const { id } = await trial.register({
      name: 'Forget Me',
      phone: '9666677777',
      city: 'Nowhere',
    });
    await trial.platform.vault.destroyKey(`customer-${id}`);
    const history = await trial.customers.history(id);
    expect(history.map(({ summary }) => summary)).toEqual(['Customer added']);
    expect(JSON.stringify(history)).not.toMatch(/Forget|96666|Nowhere/);
  });
});

describe('the projector', () => {
  it('comes to the same rows when every event is delivered twice', async () => {
    const { once, twice } = await projectTwice({ ...trial, ...trial.platform });
    expect(once.customers?.length).toBeGreaterThan(5);
    expect(twice).toEqual(once);
  });
});
