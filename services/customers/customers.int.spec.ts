import { randomUUID } from 'node:crypto';
import { ConsentInput, CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import { by } from '../platform/testing/serviceFixture.js';
import { NO_DOCUMENT, openCustomerFixture } from './testing/customerFixture.js';

const fixture = testFixture(openCustomerFixture);

describe('a customer who was saved', () => {
  it('is found with everything that was typed, Aadhaar masked', async () => {
    const { id } = await fixture.register({
      name: 'Anil Kumar',
      phone: '98765 43210',
      email: 'Anil@Example.com',
      aadhaarNumber: '2341 2341 2346',
      panNumber: 'abcpk1234f',
      dateOfBirth: '29/02/1980',
      occupation: ' Teacher ',
      address: '12 MG Road',
      city: 'Kochi',
      state: 'Kerala',
      pincode: '682001',
      kycStatus: 'Verified',
      language: 'ml',
      reminderEmailConsent: 'given',
      reminderSmsConsent: 'withdrawn',
      consentHow: 'in_person',
      noticeLanguage: 'ml',
    });
    expect(await fixture.customers.find(id)).toEqual({
      id,
      name: 'Anil Kumar',
      phone: '+919876543210',
      email: 'Anil@Example.com',
      aadhaarNumber: 'XXXX XXXX 2346',
      panNumber: 'ABCPK1234F',
      dateOfBirth: '1980-02-29',
      occupation: 'Teacher',
      address: '12 MG Road',
      city: 'Kochi',
      state: 'Kerala',
      pincode: '682001',
      kycStatus: 'verified',
      language: 'ml',
      reminderEmailConsent: 'given',
      reminderSmsConsent: 'withdrawn',
      reminderWhatsappConsent: null,
      quotationEmailConsent: null,
      ownerId: 1,
      kycDocumentId: null,
      createdAt: '2026-04-01T06:00:00.000Z',
      updatedAt: '2026-04-01T06:00:00.000Z',
      version: 1,
    });
    const { standing, records } = await fixture.customers.consents(id);
    expect(standing[0]).toEqual({
      ...{ purpose: 'reminders', channel: 'email', choice: 'given', givenOn: '2026-04-01' },
      ...{ how: 'in_person', noticeVersion: 1, noticeLanguage: 'ml' },
    });
    expect(records).toMatchObject([{ recordedBy: 'anitha', choices: [{}, {}] }]);
  });

  it('answers what the list shows', async () => {
    const saved = await fixture.register({ name: 'Same Everywhere', city: 'Kollam' });
    const { record: customer } = await fixture.update(saved.id, {
      city: 'Alappuzha',
      email: 'a@example.com',
    });
    expect(await fixture.customers.find(saved.id)).toEqual(customer);
    expect(customer.version).toBe(1);
  });

  it('is the same registration again when a field is stated empty that was not stated before', async () => {
    const context = by();
    const registered = CustomerInput.parse({ name: 'Imported Twice', phone: '9876500000' });
    const first = await fixture.customers.create(registered, context);
    const again = await fixture.customers.create({ ...registered, occupation: null }, context);
    expect(again).toMatchObject({ repeated: true, record: { id: first.record.id } });
  });

  it('comes with what looks wrong', async () => {
    const input = CustomerInput.parse({ name: 'A', phone: '0484 2345678', pincode: '012345' });
    const { warnings } = await fixture.customers.create(input, by());
    expect(warnings.map(({ field }) => field)).toEqual(['phone', 'pincode']);
  });

  it('is saved once, however often the same command comes', async () => {
    const commandId = randomUUID();
    const first = await fixture.register({ name: 'Once Only' }, { commandId });
    const again = await fixture.register({ name: 'Once Only' }, { commandId });
    expect(again).toEqual(first);
    expect(await fixture.namesOf({ search: 'once only' })).toEqual(['Once Only']);
  });
});

describe('a retry of a save that changed nothing', () => {
  it('answers the same, and does not undo what a colleague changed meanwhile', async () => {
    const { id } = await fixture.register({ name: 'Steady', city: 'Pune' });
    const commandId = randomUUID();
    const first = await fixture.update(id, { city: 'Pune' }, { commandId });
    await fixture.update(id, { city: 'Delhi' });
    const again = await fixture.update(id, { city: 'Pune' }, { commandId });
    expect(again).toMatchObject({ repeated: true, position: null });
    expect(again.record).toEqual(first.record);
    expect(await fixture.customers.find(id)).toMatchObject({ city: 'Delhi', version: 1 });
    await expect(fixture.update(id, { city: 'Goa' }, { commandId })).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
  });
});

describe('the KYC status', () => {
  it('is set on a document, which the list and the history name', async () => {
    const { id } = await fixture.register({ name: 'Seen In Person', phone: '9876511112' });
    const input = { kycStatus: 'verified', documentId: 12 } as const;
    const { record: customer } = await fixture.projected(
      await fixture.customers.setKycStatus(id, input, by()),
    );
    expect(customer).toMatchObject({ kycStatus: 'verified', kycDocumentId: 12 });
    expect(await fixture.customers.find(id)).toEqual(customer);
    expect(await fixture.customers.current(id)).toEqual(customer);
    const summaries = (await fixture.customers.history(id)).map(({ summary }) => summary);
    expect(summaries.at(-1)).toBe('KYC status set to verified on a document');
  });

  it('does not rest on what is no KYC document of theirs', async () => {
    const { id } = await fixture.register({ name: 'Nothing To Show', phone: '9876511113' });
    const input = { kycStatus: 'verified', documentId: NO_DOCUMENT } as const;
    await expect(fixture.customers.setKycStatus(id, input, by())).rejects.toMatchObject({
      kind: 'invalid',
      fields: [{ field: 'documentId', code: 'no-kyc-document' }],
    });
    expect((await fixture.customers.current(id))?.kycStatus).toBe('pending');
  });
});

describe('deleting', () => {
  it('takes the customer out of every list and keeps the history', async () => {
    const { id } = await fixture.register({ name: 'Gone Tomorrow', phone: '9876511111' });
    await fixture.projected(await fixture.customers.delete(id, by()));
    expect(await fixture.customers.find(id)).toBeNull();
    expect(await fixture.namesOf({ search: 'gone tomorrow' })).toEqual([]);
    expect(await fixture.customers.duplicates({ phone: '9876511111' }, null, by())).toEqual([]);
    expect((await fixture.customers.history(id)).map(({ summary }) => summary)).toEqual([
      'Customer added',
      'Customer deleted',
    ]);
  });

  it('refuses what is not there', async () => {
    await expect(fixture.customers.delete(999_999, by())).rejects.toMatchObject({
      kind: 'not-found',
    });
    await expect(fixture.customers.history(999_999)).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('two agents at one customer', () => {
  it('the one who saw an older version is refused, and nothing is lost', async () => {
    const { id, version } = await fixture.register({ name: 'Contested', city: 'Kochi' });
    await fixture.update(id, { city: 'Kannur' }, { expectedVersion: version });
    await expect(
      fixture.update(id, { city: 'Palakkad' }, { expectedVersion: version }),
    ).rejects.toMatchObject({ kind: 'stale', currentVersion: 1 });
    expect(await fixture.customers.find(id)).toMatchObject({ city: 'Kannur' });
  });

  it('without a version, both changes are kept', async () => {
    const { id } = await fixture.register({ name: 'Shared' });
    await Promise.all([
      fixture.update(id, { city: 'Kochi' }),
      fixture.update(id, { state: 'Kerala' }),
    ]);
    expect(await fixture.customers.find(id)).toMatchObject({
      city: 'Kochi',
      state: 'Kerala',
      version: 2,
    });
  });
});

describe('history', () => {
  it('shows a customer as of a Kolkata day', async () => {
    fixture.setTime('2026-05-10T18:29:00Z'); // 23:59 on 10 May in Kolkata
    const { id } = await fixture.register({ name: 'Time Traveller', city: 'Kochi' });
    fixture.setTime('2026-05-10T18:31:00Z'); // 00:01 on 11 May
    await fixture.update(id, { city: 'Kollam' });
    fixture.setTime('2026-05-20T06:00:00Z');
    await fixture.projected(await fixture.customers.delete(id, by()));
    expect(await fixture.customers.asOf(id, '2026-05-09')).toBeNull();
    expect(await fixture.customers.asOf(id, '2026-05-10')).toMatchObject({
      city: 'Kochi',
      version: 0,
    });
    expect(await fixture.customers.asOf(id, '2026-05-11')).toMatchObject({
      city: 'Kollam',
      version: 1,
    });
    expect(await fixture.customers.asOf(id, '2026-05-20')).toBeNull();
  });
});

describe('personal data', () => {
  it('is nowhere in the raw log, and the Aadhaar number nowhere in the read models', async () => {
    const { id } = await fixture.register({
      name: 'Quite Unmistakable',
      phone: '9555566666',
      email: 'unmistakable@example.com',
      aadhaarNumber: '234123412346',
      panNumber: 'UNMPQ1234U',
      address: 'Hidden Lane',
    });
    await fixture.update(id, { phone: '9555577777', city: 'Secretville' });
    const raw = JSON.stringify(
      await fixture.platform.eventLog.readStream(`customer-${id}`),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    expect(raw).toContain('CustomerDetailsChanged');
    expect(raw).not.toMatch(/Unmistakable|95555|unmistakable@|23412341|UNMPQ|Hidden|Secretville/i);
    const row = await fixture.readModels.from('customers').where({ id }).first();
    expect(JSON.stringify(row)).not.toContain('234123412346');
  });

  it('is erased for ever when the key is destroyed, while the history keeps its shape', async () => {
    const { id } = await fixture.register({
      name: 'Forget Me',
      phone: '9666677777',
      city: 'Nowhere',
    });
    await fixture.platform.vault.destroyKey(`customer-${id}`);
    const history = await fixture.customers.history(id);
    expect(history.map(({ summary }) => summary)).toEqual(['Customer added']);
    expect(JSON.stringify(history)).not.toMatch(/Forget|96666|Nowhere/);
  });
});

describe('the projector', () => {
  it('comes to the same rows when every event is delivered twice', async () => {
    const { once, twice } = await projectTwice({ ...fixture, ...fixture.platform });
    expect(once.customers?.length).toBeGreaterThan(5);
    expect(twice).toEqual(once);
  });
});

describe('the notices on which consents rest', () => {
  const given = { reminderEmailConsent: 'given', noticeLanguage: 'en' };
  const record = async (id: number, choices: object) => {
    const input = ConsentInput.parse(choices);
    return fixture.projected(await fixture.customers.recordConsent(id, input, by()));
  };
  const first = async () =>
    (await fixture.customers.noticeUse()).find(({ version }) => version === 1)?.customers ?? 0;

  it('count customers, each once, while a consent stands and they are there', async () => {
    const before = await first();
    const { id } = await fixture.register({ name: 'Consenting' });
    expect(await first()).toBe(before);
    await record(id, { ...given, quotationEmailConsent: 'given' });
    expect(await first()).toBe(before + 1);
    await record(id, { reminderEmailConsent: 'withdrawn' });
    expect(await first()).toBe(before + 1);
    const { record: left } = await record(id, { quotationEmailConsent: 'withdrawn' });
    expect(left).toMatchObject({
      ...{ reminderEmailConsent: 'withdrawn', quotationEmailConsent: 'withdrawn' },
    });
    expect(await fixture.customers.find(id)).toEqual(left);
    expect(await first()).toBe(before);
    await record(id, given);
    await fixture.projected(await fixture.customers.delete(id, by()));
    expect(await first()).toBe(before);
    expect((await fixture.customers.consents(id)).records).toHaveLength(4);
  });

  it('are those that there are', async () => {
    const { id } = await fixture.register({ name: 'Shown a wrong one' });
    await expect(record(id, { ...given, noticeVersion: 2 })).rejects.toMatchObject({
      fields: [{ field: 'noticeVersion', code: 'notice-unknown' }],
    });
  });
});
