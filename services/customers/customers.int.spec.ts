import { randomBytes, randomUUID } from 'node:crypto';
import { customerEventDefinitions } from '@insuremanager/contracts/customers/customerEvents';
import { CustomerInput, CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import type {
  CustomerFilter,
  CustomerListRequest,
} from '@insuremanager/contracts/customers/customerViews';
import { startTestBackend, type TestBackend } from '@insuremanager/deploy/testing/testBackend';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { CommandContext } from '../platform/commands/command.js';
import { createLogger } from '../platform/logger.js';
import { openPlatform, type Platform } from '../platform/platform.js';
import { openReadModels, type ReadModels } from '../platform/readModels/readModels.js';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import {
  type CustomerReceipt,
  type Customers,
  createCustomers,
  customerProjector,
} from './index.js';

const SHOWN_WITHIN_MS = 10_000;
let backend: TestBackend;
let platform: Platform;
let readModels: ReadModels;
let customers: Customers;
/** The test's own time: events happen when it says. */
let now = new Date('2026-04-01T06:00:00Z');

beforeAll(async () => {
  backend = await startTestBackend();
  platform = await openPlatform({
    ...backend,
    masterKey: randomBytes(32),
    definitions: customerEventDefinitions,
    clock: { now: () => now },
    logger: createLogger('silent'),
  });
  readModels = await openReadModels({
    ...platform,
    databaseUrl: backend.databaseUrl,
    projectors: [customerProjector],
  });
  readModels.start();
  customers = createCustomers(platform, readModels);
});
afterAll(async () => {
  await readModels.stop();
  await platform.close();
  await backend.stop();
});

const by = (context: Partial<CommandContext> = {}): CommandContext => ({
  commandId: randomUUID(),
  actor: { userId: 1, username: 'anitha', role: 'agent' },
  correlationId: 'test',
  ...context,
});

const shown = async <Receipt extends Pick<CustomerReceipt, 'position'>>(
  receipt: Receipt,
): Promise<Receipt> => {
  if (receipt.position) {
    expect(await readModels.waitFor(receipt.position, SHOWN_WITHIN_MS)).toBe(true);
  }
  return receipt;
};

const register = async (fields: object, context?: Partial<CommandContext>) => {
  const input = CustomerInput.parse({ phone: '9876500000', ...fields });
  return (await shown(await customers.register(input, by(context)))).customer;
};
const update = async (id: number, fields: object, context?: Partial<CommandContext>) =>
  shown(await customers.update(id, CustomerPatch.parse(fields), by(context)));

const list = (filter: CustomerFilter, more: Partial<CustomerListRequest> = {}) =>
  customers.list({ filter, sort: 'added', direction: 'asc', limit: 50, ...more });
const namesOf = async (filter: CustomerFilter, more?: Partial<CustomerListRequest>) =>
  (await list(filter, more)).items.map(({ name }) => name);

describe('a customer who was saved', () => {
  it('is found with everything that was typed, Aadhaar masked', async () => {
    const { id } = await register({
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
    expect(await customers.find(id)).toEqual({
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
      createdAt: '2026-04-01T06:00:00.000Z',
      updatedAt: '2026-04-01T06:00:00.000Z',
      version: 0,
    });
  });

  it('answers what the list shows', async () => {
    const saved = await register({ name: 'Same Everywhere', city: 'Kollam' });
    const { customer } = await update(saved.id, { city: 'Alappuzha', email: 'a@example.com' });
    expect(await customers.find(saved.id)).toEqual(customer);
    expect(customer.version).toBe(1);
  });

  it('comes with what looks wrong', async () => {
    const input = CustomerInput.parse({ name: 'A', phone: '0484 2345678', pincode: '012345' });
    const { warnings } = await customers.register(input, by());
    expect(warnings.map(({ field }) => field)).toEqual(['phone', 'pincode']);
  });

  it('is saved once, however often the same command comes', async () => {
    const commandId = randomUUID();
    const first = await register({ name: 'Once Only' }, { commandId });
    const again = await register({ name: 'Once Only' }, { commandId });
    expect(again).toEqual(first);
    expect(await namesOf({ search: 'once only' })).toEqual(['Once Only']);
  });
});

describe('a retry of a save that changed nothing', () => {
  it('answers the same, and does not undo what a colleague changed meanwhile', async () => {
    const { id } = await register({ name: 'Steady', city: 'Pune' });
    const commandId = randomUUID();
    const first = await update(id, { city: 'Pune' }, { commandId });
    await update(id, { city: 'Delhi' });
    const again = await update(id, { city: 'Pune' }, { commandId });
    expect(again).toMatchObject({ repeated: true, position: null });
    expect(again.customer).toEqual(first.customer);
    expect(await customers.find(id)).toMatchObject({ city: 'Delhi', version: 1 });
    await expect(update(id, { city: 'Goa' }, { commandId })).rejects.toMatchObject({
      code: 'idempotency-key-reused',
    });
  });
});

describe('deleting', () => {
  it('takes the customer out of every list and keeps the history', async () => {
    const { id } = await register({ name: 'Gone Tomorrow', phone: '9876511111' });
    await shown(await customers.delete(id, by()));
    expect(await customers.find(id)).toBeNull();
    expect(await namesOf({ search: 'gone tomorrow' })).toEqual([]);
    expect(await customers.duplicates({ phone: '9876511111' }, null)).toEqual([]);
    expect((await customers.history(id)).map(({ summary }) => summary)).toEqual([
      'Customer added',
      'Customer deleted',
    ]);
  });

  it('refuses what is not there', async () => {
    await expect(customers.delete(999_999, by())).rejects.toMatchObject({ kind: 'not-found' });
    await expect(customers.history(999_999)).rejects.toMatchObject({ kind: 'not-found' });
  });
});

describe('two agents at one customer', () => {
  it('the one who saw an older version is told, and nothing is lost', async () => {
    const { id, version } = await register({ name: 'Contested', city: 'Kochi' });
    await update(id, { city: 'Kannur' }, { expectedVersion: version });
    await expect(
      update(id, { city: 'Palakkad' }, { expectedVersion: version }),
    ).rejects.toMatchObject({ kind: 'stale', currentVersion: 1 });
    expect(await customers.find(id)).toMatchObject({ city: 'Kannur' });
  });

  it('without a version, both changes are kept', async () => {
    const { id } = await register({ name: 'Shared' });
    await Promise.all([update(id, { city: 'Kochi' }), update(id, { state: 'Kerala' })]);
    expect(await customers.find(id)).toMatchObject({ city: 'Kochi', state: 'Kerala', version: 2 });
  });
});

describe('history', () => {
  it('shows a customer as of a Kolkata day', async () => {
    now = new Date('2026-05-10T18:29:00Z'); // 23:59 on 10 May in Kolkata
    const { id } = await register({ name: 'Time Traveller', city: 'Kochi' });
    now = new Date('2026-05-10T18:31:00Z'); // 00:01 on 11 May
    await update(id, { city: 'Kollam' });
    now = new Date('2026-05-20T06:00:00Z');
    await shown(await customers.delete(id, by()));
    expect(await customers.asOf(id, '2026-05-09')).toBeNull();
    expect(await customers.asOf(id, '2026-05-10')).toMatchObject({ city: 'Kochi', version: 0 });
    expect(await customers.asOf(id, '2026-05-11')).toMatchObject({ city: 'Kollam', version: 1 });
    expect(await customers.asOf(id, '2026-05-20')).toBeNull();
  });
});

describe('the list', () => {
  it('is found by any part of a name, phone, email, city or PAN', async () => {
    await register({
      name: 'Xavier D’Souza',
      phone: '+91 90000 12345',
      email: 'xd@mail.example.org',
      city: 'Thrissur',
      panNumber: 'XYZPD9999Z',
    });
    await register({ name: 'തൃശ്ശൂർക്കാരൻ മാത്യു', phone: '9000099999' });
    for (const search of [
      'xavier',
      'SOUZA',
      'avie',
      '090000 12345',
      '+91 90000-12345',
      '12345',
      '00919000012345',
      '+91 (0) 90000 123',
      '0900001',
      'mail.example',
      'xavier thriss',
      'xyzpd9999z',
      'xa',
    ]) {
      expect(await namesOf({ search }), search).toEqual(['Xavier D’Souza']);
    }
    for (const search of ['തൃശ്ശൂർ', 'മാത്യു', 'മാ']) {
      expect(await namesOf({ search }), search).toEqual(['തൃശ്ശൂർക്കാരൻ മാത്യു']);
    }
    for (const search of ['%', '_____', 'xavier%', "' or 1=1 --", '\\', '+(((']) {
      expect(await namesOf({ search }), search).toEqual([]);
    }
  });

  it('narrows by KYC status, city and days, and counts what is left', async () => {
    now = new Date('2026-06-01T06:00:00Z');
    await register({ name: 'June One', city: 'Munnar', kycStatus: 'verified' });
    now = new Date('2026-06-02T06:00:00Z');
    await register({ name: 'June Two', city: 'MUNNAR', kycStatus: 'rejected' });
    await register({ name: 'June Three', city: 'Munnar', kycStatus: 'pending' });
    expect(await namesOf({ city: 'munnar' })).toEqual(['June One', 'June Two', 'June Three']);
    expect(await namesOf({ city: 'munnar', kycStatuses: ['verified', 'rejected'] })).toEqual([
      'June One',
      'June Two',
    ]);
    expect(await namesOf({ addedFrom: '2026-06-02' })).toEqual(['June Two', 'June Three']);
    expect(await namesOf({ addedFrom: '2026-06-01', addedTo: '2026-06-01' })).toEqual(['June One']);
    expect(await customers.count({ city: 'Munnar' })).toEqual({ count: 3, exact: true });
    expect(await customers.cities('mun')).toEqual(['Munnar']);
  });

  it('pages through every row exactly once, in each sort and direction', async () => {
    const names = ['Page B', 'Page A', 'Page C', 'Page A', 'Page D'];
    for (const [i, name] of names.entries()) {
      await register({ name, kycStatus: i % 2 ? 'verified' : 'pending' });
    }
    const everything = await list({ search: 'page ' });
    expect(everything.items).toHaveLength(5);
    for (const sort of ['name', 'added', 'kyc'] as const) {
      for (const direction of ['asc', 'desc'] as const) {
        const whole = await list({ search: 'page ' }, { sort, direction });
        const paged: number[] = [];
        let cursor: string | null = null;
        do {
          const page = await list({ search: 'page ' }, { sort, direction, limit: 2, cursor });
          paged.push(...page.items.map(({ id }) => id));
          cursor = page.nextCursor;
        } while (cursor);
        expect(paged).toEqual(whole.items.map(({ id }) => id));
      }
    }
    const byName = await namesOf({ search: 'page ' }, { sort: 'name', direction: 'desc' });
    expect(byName).toEqual(['Page D', 'Page C', 'Page B', 'Page A', 'Page A']);
  });

  it('gives out cursors that tell nothing, and takes back only its own', async () => {
    const { nextCursor } = await list({ search: 'page ' }, { sort: 'name', limit: 1 });
    expect(Buffer.from(nextCursor ?? '', 'base64url').toString('latin1')).not.toMatch(/page/i);
    await expect(list({}, { sort: 'added', cursor: nextCursor })).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(list({}, { cursor: 'nonsense' })).rejects.toMatchObject({ kind: 'invalid' });
  });
});

describe('duplicates', () => {
  it('are noticed by phone, email, PAN or Aadhaar in any spelling', async () => {
    const { id } = await register({
      name: 'Original Person',
      phone: '9444455555',
      email: 'original@example.com',
      panNumber: 'ORGPP1234P',
      aadhaarNumber: '496858245152',
    });
    const found = async (probe: object) =>
      (await customers.duplicates(probe, null)).map(({ name, matches }) => [name, ...matches]);
    expect(await found({ phone: '+91 94444 55555' })).toEqual([['Original Person', 'phone']]);
    expect(await found({ email: 'ORIGINAL@example.com' })).toEqual([['Original Person', 'email']]);
    expect(await found({ panNumber: 'orgpp1234p', aadhaarNumber: '4968 5824 5152' })).toEqual([
      ['Original Person', 'panNumber', 'aadhaarNumber'],
    ]);
    expect(await found({ aadhaarNumber: 'XXXX XXXX 5152' })).toEqual([]);
    expect(await found({})).toEqual([]);
    expect(await customers.duplicates({ phone: '9444455555' }, id)).toEqual([]);
  });
});

describe('personal data', () => {
  it('is nowhere in the raw log, and the Aadhaar number nowhere in the read models', async () => {
    const { id } = await register({
      name: 'Quite Unmistakable',
      phone: '9555566666',
      email: 'unmistakable@example.com',
      aadhaarNumber: '234123412346',
      panNumber: 'UNMPQ1234U',
      address: 'Hidden Lane',
    });
    await update(id, { phone: '9555577777', city: 'Secretville' });
    const raw = JSON.stringify(await platform.eventLog.readStream(`customer-${id}`), (_, value) =>
      typeof value === 'bigint' ? String(value) : value,
    );
    expect(raw).toContain('CustomerDetailsChanged');
    expect(raw).not.toMatch(/Unmistakable|95555|unmistakable@|23412341|UNMPQ|Hidden|Secretville/i);
    const row = await readModels.from('customers').where({ id }).first();
    expect(JSON.stringify(row)).not.toContain('234123412346');
  });

  it('is gone for good when the key is destroyed, while the history keeps its shape', async () => {
    const { id } = await register({ name: 'Forget Me', phone: '9666677777', city: 'Nowhere' });
    await platform.vault.destroyKey(`customer-${id}`);
    const history = await customers.history(id);
    expect(history.map(({ summary }) => summary)).toEqual(['Customer added']);
    expect(JSON.stringify(history)).not.toMatch(/Forget|96666|Nowhere/);
  });
});

describe('the projector', () => {
  it('comes to the same rows when every event is delivered twice', async () => {
    const { databaseUrl } = backend;
    const projectors = [customerProjector];
    const { once, twice } = await projectTwice({ ...platform, databaseUrl, projectors });
    expect(once.customers?.length).toBeGreaterThan(10);
    expect(twice).toEqual(once);
  });
});

// Last, as its customers would turn up in the searches above.
describe('whatever is accepted', () => {
  it('can be shown: no input stops the projector', async () => {
    const anyText = fc.oneof(
      fc.string({ unit: 'binary', maxLength: 40 }),
      fc.string({
        unit: fc.constantFrom('\u0000', '\ud800', '\udc00', '😀', 'മ', '%', '\\', "'", ' '),
      }),
      fc.string({ minLength: 190, maxLength: 210 }),
    );
    const anyDay = fc.oneof(
      fc
        .tuple(
          fc.integer({ min: 0, max: 9999 }),
          fc.integer({ min: 1, max: 12 }),
          fc.integer({ min: 1, max: 31 }),
        )
        .map(
          ([year, month, day]) =>
            `${`${year}`.padStart(4, '0')}-${`${month}`.padStart(2, '0')}-${`${day}`.padStart(2, '0')}`,
        ),
      fc.constantFrom('05/05/0000', '0001-01-01', '29/02/1900', '9999-12-31', 'soon'),
    );
    const anyCustomer = fc.record(
      {
        name: anyText,
        phone: fc.oneof(anyText, fc.constant('9876512345')),
        email: fc.oneof(anyText, fc.emailAddress()),
        aadhaarNumber: anyText,
        panNumber: anyText,
        dateOfBirth: anyDay,
        address: anyText,
        city: anyText,
        state: anyText,
        pincode: anyText,
      },
      { requiredKeys: ['name', 'phone'] },
    );
    const accepted = fc
      .sample(anyCustomer, 4000)
      .flatMap((fields) => CustomerInput.safeParse(fields).data ?? [])
      .slice(0, 300);
    expect(accepted.length).toBeGreaterThan(50);
    const receipts = await Promise.all(accepted.map((input) => customers.register(input, by())));
    for (const receipt of receipts) await shown(receipt);
    for (const { customer } of receipts) {
      expect(await customers.find(customer.id)).toEqual(customer);
    }
    expect(await readModels.status()).toMatchObject({ state: 'live' });
  });
});
