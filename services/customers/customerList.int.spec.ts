import { CustomerInput } from '@insuremanager/contracts/customers/consentFields';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { by, everyPage } from '../platform/testing/serviceFixture.js';
import { openCustomerFixture } from './testing/customerFixture.js';

const fixture = testFixture(openCustomerFixture);

describe('the list', () => {
  it('is found by any part of a name, phone, email, city or PAN', async () => {
    await fixture.register({
      name: 'Xavier D’Souza',
      phone: '+91 90000 12345',
      email: 'xd@mail.example.org',
      city: 'Thrissur',
      panNumber: 'XYZPD9999Z',
    });
    await fixture.register({ name: 'തൃശ്ശൂർക്കാരൻ മാത്യു', phone: '9000099999' });
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
      expect(await fixture.namesOf({ search }), search).toEqual(['Xavier D’Souza']);
    }
    for (const search of ['തൃശ്ശൂർ', 'മാത്യു', 'മാ']) {
      expect(await fixture.namesOf({ search }), search).toEqual(['തൃശ്ശൂർക്കാരൻ മാത്യു']);
    }
    for (const search of ['%', '_____', 'xavier%', "' or 1=1 --", '\\', '+(((']) {
      expect(await fixture.namesOf({ search }), search).toEqual([]);
    }
  });

  it('filters by KYC status, city and days, and counts the rest', async () => {
    fixture.setTime('2026-06-01T06:00:00Z');
    await fixture.register({ name: 'June One', city: 'Munnar', kycStatus: 'verified' });
    fixture.setTime('2026-06-02T06:00:00Z');
    await fixture.register({ name: 'June Two', city: 'MUNNAR', kycStatus: 'rejected' });
    await fixture.register({ name: 'June Three', city: 'Munnar', kycStatus: 'pending' });
    expect(await fixture.namesOf({ city: 'munnar' })).toEqual([
      'June One',
      'June Two',
      'June Three',
    ]);
    expect(
      await fixture.namesOf({ city: 'munnar', kycStatuses: ['verified', 'rejected'] }),
    ).toEqual(['June One', 'June Two']);
    expect(await fixture.namesOf({ addedFrom: '2026-06-02' })).toEqual(['June Two', 'June Three']);
    expect(await fixture.namesOf({ addedFrom: '2026-06-01', addedTo: '2026-06-01' })).toEqual([
      'June One',
    ]);
    expect(await fixture.customers.count({ city: 'Munnar' })).toEqual({ count: 3, exact: true });
    expect(await fixture.customers.cities('mun')).toEqual(['Munnar']);
  });

  it('pages through every row exactly once, in each sort and direction', async () => {
    const names = ['Page B', 'Page A', 'Page C', 'Page A', 'Page D'];
    for (const [i, name] of names.entries()) {
      await fixture.register({ name, kycStatus: i % 2 ? 'verified' : 'pending' });
    }
    const everything = await fixture.list({ search: 'page ' });
    expect(everything.items).toHaveLength(5);
    for (const sort of ['name', 'added', 'kyc'] as const) {
      for (const direction of ['asc', 'desc'] as const) {
        const whole = await fixture.list({ search: 'page ' }, { sort, direction });
        const paged = await everyPage((cursor) =>
          fixture.list({ search: 'page ' }, { sort, direction, limit: 2, cursor }),
        );
        expect(paged.map(({ id }) => id)).toEqual(whole.items.map(({ id }) => id));
      }
    }
    const byName = await fixture.namesOf({ search: 'page ' }, { sort: 'name', direction: 'desc' });
    expect(byName).toEqual(['Page D', 'Page C', 'Page B', 'Page A', 'Page A']);
  });

  it('gives out cursors that reveal nothing, and takes back only its own', async () => {
    const { nextCursor } = await fixture.list({ search: 'page ' }, { sort: 'name', limit: 1 });
    expect(Buffer.from(nextCursor ?? '', 'base64url').toString('latin1')).not.toMatch(/page/i);
    await expect(fixture.list({}, { sort: 'added', cursor: nextCursor })).rejects.toMatchObject({
      kind: 'invalid',
    });
    await expect(fixture.list({}, { cursor: 'nonsense' })).rejects.toMatchObject({
      kind: 'invalid',
    });
  });
});

describe('duplicates', () => {
  it('are noticed by phone, email, PAN or Aadhaar in any spelling', async () => {
    const { id } = await fixture.register({
      name: 'Original Person',
      phone: '9444455555',
      email: 'original@example.com',
      panNumber: 'ORGPP1234P',
      aadhaarNumber: '496858245152',
    });
    const found = async (probe: object) =>
      (await fixture.customers.duplicates(probe, null, by())).map(({ name, matches }) => [
        name,
        ...matches,
      ]);
    expect(await found({ phone: '+91 94444 55555' })).toEqual([['Original Person', 'phone']]);
    expect(await found({ email: 'ORIGINAL@example.com' })).toEqual([['Original Person', 'email']]);
    expect(await found({ panNumber: 'orgpp1234p', aadhaarNumber: '4968 5824 5152' })).toEqual([
      ['Original Person', 'panNumber', 'aadhaarNumber'],
    ]);
    expect(await found({ aadhaarNumber: 'XXXX XXXX 5152' })).toEqual([]);
    expect(await found({})).toEqual([]);
    expect(await fixture.customers.duplicates({ phone: '9444455555' }, id, by())).toEqual([]);
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
    const results = await Promise.all(
      accepted.map((input) => fixture.customers.create(input, by())),
    );
    for (const result of results) await fixture.projected(result);
    for (const { record: customer } of results) {
      expect(await fixture.customers.find(customer.id)).toEqual(customer);
    }
    expect(await fixture.readModels.status()).toMatchObject({ state: 'live' });
  });
});
