import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import { openCustomerFixture } from './testing/customerFixture.js';

const fixture = testFixture(openCustomerFixture);

const matched = async (query: string) =>
  (await fixture.customers.match(query)).items.map(({ name }) => name);

describe('the best matches among customers', () => {
  it('are the very value, then where a word begins so, then anywhere; by name among equals', async () => {
    const email = 'mary@example.com';
    await fixture.register({ name: 'Rosemary Paul' });
    await fixture.register({ name: 'Annamary Das' });
    await fixture.register({ name: 'Mary Thomas' });
    await fixture.register({ name: 'Thomas Mary' });
    await fixture.register({ name: 'Zoya', email });
    await fixture.register({ name: 'Máry' });
    const { items, ...counted } = await fixture.customers.match('MARY');
    expect(items.map(({ name }) => name)).toEqual([
      'Máry',
      ...['Mary Thomas', 'Thomas Mary', 'Zoya'],
      ...['Annamary Das', 'Rosemary Paul'],
    ]);
    expect(counted).toMatchObject({ count: 6, exact: true });
    expect(items[0]).toEqual({ id: expect.any(Number), name: 'Máry', phone: '+919876500000' });
    expect(await matched(email)).toEqual(['Zoya']);
    expect(await matched('thomas mary')).toEqual(['Thomas Mary', 'Mary Thomas']);
  });

  it('know a phone number in any spelling, a PAN, and Malayalam', async () => {
    await fixture.register({ name: 'By phone', phone: '+91 94470 12345' });
    await fixture.register({ name: 'Phone inside', phone: '9194470123' });
    await fixture.register({ name: 'By PAN', panNumber: 'XYZPD9999Z' });
    await fixture.register({ name: 'തൃശ്ശൂർക്കാരൻ മാത്യു' });
    for (const query of ['9447012345', '094470 12345', '+91 94470-12345', '00919447012345']) {
      expect(await matched(query), query).toEqual(['By phone']);
    }
    // Where a number begins, before where it goes on so.
    expect(await matched('94470 123')).toEqual(['By phone', 'Phone inside']);
    expect(await matched('xyzpd9999z')).toEqual(['By PAN']);
    expect(await matched('xyzpd 9999-z')).toEqual(['By PAN']);
    for (const part of ['pd99', 'xyzpd', 'xyzpd9999', 'yzpd9999z']) {
      expect(await matched(part), part).toEqual([]);
    }
    for (const query of ['മാത്യു', 'ശ്ശൂർ']) {
      expect(await matched(query), query).toEqual(['തൃശ്ശൂർക്കാരൻ മാത്യു']);
    }
  });

  it('take every character as itself, and ask nothing for less than three', async () => {
    for (const query of ['%%%', '___', 'ma%y', '\\\\\\', "' or 1=1 --", 'ma', '', '  m ']) {
      expect(await fixture.customers.match(query), query).toMatchObject({
        items: [],
        count: 0,
        exact: true,
      });
    }
  });
});

describe('customers beside other records', () => {
  it('are told by number, leaving out who is not kept', async () => {
    const one = await fixture.register({ name: 'Summed Up', kycStatus: 'verified' });
    const gone = await fixture.register({ name: 'Soon Gone' });
    const total = await fixture.customers.total();
    await fixture.projected(await fixture.customers.delete(gone.id, by()));
    expect(await fixture.customers.summaries([one.id, gone.id, one.id, 424_242])).toEqual(
      new Map([
        [one.id, { id: one.id, name: 'Summed Up', phone: one.phone, kycStatus: 'verified' }],
      ]),
    );
    expect(await fixture.customers.summaries([])).toEqual(new Map());
    expect(await fixture.customers.total()).toBe(total - 1);
  });

  it('come newest first', async () => {
    fixture.setTime('2026-04-02T06:00:00Z');
    await fixture.register({ name: 'Newest' });
    fixture.setTime('2026-04-01T06:00:00Z');
    const recent = await fixture.customers.recent(3);
    expect(recent.map(({ name }) => name)).toEqual(['Newest', 'Summed Up', expect.any(String)]);
    expect(recent).toEqual((await fixture.list({}, { direction: 'desc', limit: 3 })).items);
  });
});
