import type { FilterIn, RequestOf } from '@insuremanager/contracts/fields/list';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, expect, it } from 'vitest';
import { customersSlice } from '../customers/index.js';
import { erasuresSlice, transactionsTable } from '../erasures/index.js';
import { systemActor } from '../platform/codec/recordedEvent.js';
import type { Written } from '../platform/commands/command.js';
import type { EventLogPlace } from '../platform/eventLog/openEventLog.js';
import { applyFilter } from '../platform/readModels/listFilter.js';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import {
  type PartnerEvent,
  partnerRecord,
  partnersSlice,
  partnersTable,
} from '../platform/records/testing/partners.js';
import { valuableRecord, valuablesSlice } from '../platform/records/testing/valuables.js';
import { by, openSlices } from '../platform/testing/serviceFixture.js';
import { auditSlice } from './index.js';

type PartnerList = (typeof partnerRecord)['list'];

const audited = auditSlice([partnersSlice, valuablesSlice]);

async function openPartners(servers: EventLogPlace) {
  let now = new Date('2026-04-01T06:00:00Z');
  const slices = [partnersSlice, valuablesSlice, customersSlice, erasuresSlice, audited];
  const opened = await openSlices(servers, slices, { clock: { now: () => now } });
  const { platform, readModels, projected } = opened;
  const partners = await partnersSlice.open(platform, readModels, {});
  return {
    ...opened,
    partners,
    valuables: await valuablesSlice.open(platform, readModels, {
      customers: { isWithin: async () => true },
    }),
    audit: await audited.open(platform, readModels, {}),
    /** Each a day after the one before. */
    async onItsDay<Result extends Written>(write: () => Promise<Result>): Promise<Result> {
      const written = await projected(await write());
      now = new Date(now.getTime() + 86_400_000);
      return written;
    },
    async names(filter: FilterIn<PartnerList>, more: Partial<Request> = {}) {
      const request = { filter, sort: 'name', direction: 'asc', limit: 9, ...more } as const;
      return (await partners.list(request)).items.map(({ name }) => name);
    },
  };
}
type Request = RequestOf<PartnerList>;

const fixture = testFixture(openPartners);

/** As a form sends one. */
const typed = (fields: object) =>
  partnerRecord.input.parse({
    ...{ kind: 'garage', city: 'Kochi', share: '5', since: '01/01/2020' },
    ...fields,
  });

beforeAll(async () => {
  const { partners, onItsDay } = fixture;
  const add = (fields: object) => onItsDay(() => partners.create(typed(fields), by()));
  await add({ name: 'Élan Motors', share: '12.50' });
  await add({ name: 'Asha Clinic', kind: 'clinic', since: '31/03/2026' });
  await add({ name: 'Zenith', city: '' });
  await add({ name: 'Gone' });
  await onItsDay(() => partners.update(2, { city: 'THRISSUR' }, by()));
  await onItsDay(() => partners.delete(4, by()));
});

it('is shown as its fields say, with the revision and the instants of its events', async () => {
  expect(await fixture.partners.find(2)).toEqual({
    ...{
      id: 2,
      name: 'Asha Clinic',
      contact: null,
      city: 'THRISSUR',
      kind: 'clinic',
      share: '5.00',
    },
    ...{ since: '2026-03-31', version: 1 },
    ...{ createdAt: '2026-04-02T06:00:00.000Z', updatedAt: '2026-04-05T06:00:00.000Z' },
  });
  expect(await fixture.partners.find(4)).toBeNull();
});

it.each([
  [{}, ['Asha Clinic', 'Élan Motors', 'Zenith']],
  [{ search: 'elan' }, ['Élan Motors']],
  [{ city: 'thrissur' }, ['Asha Clinic']],
  [{ kinds: ['garage'] }, ['Élan Motors', 'Zenith']],
  [{ sinceFrom: '2026-03-31' }, ['Asha Clinic']],
  [{ addedTo: '2026-04-02' }, ['Asha Clinic', 'Élan Motors']],
  [{ shareFrom: 5_01 }, ['Élan Motors']],
  [{ shareTo: 5_00 }, ['Asha Clinic', 'Zenith']],
  [{ cityUnknown: true }, ['Zenith']],
] satisfies [FilterIn<PartnerList>, string[]][])(
  'is found by %j, and counted',
  async (filter, names) => {
    expect(await fixture.names(filter)).toEqual(names);
    expect(await fixture.partners.count(filter)).toEqual({ count: names.length, exact: true });
  },
);

it('cannot be listed where a criterion has neither a column nor a condition', () => {
  const { criteria } = partnerRecord.list;
  const query = fixture.readModels.from('partners');
  expect(() => applyFilter(query, partnersTable, criteria, {}, {})).toThrow(
    'partners has no column city_unknown',
  );
});

it('is sorted by each of its sorts, page by page', async () => {
  const { partners, names } = fixture;
  expect(await names({}, { sort: 'added' })).toEqual(['Élan Motors', 'Asha Clinic', 'Zenith']);
  expect((await names({}, { sort: 'share', direction: 'desc' }))[0]).toBe('Élan Motors');
  const page = { filter: {}, sort: 'name', direction: 'asc', limit: 2 } as const;
  const { nextCursor: cursor } = await partners.list(page);
  const { items, nextCursor } = await partners.list({ ...page, cursor });
  expect(items.map(({ id }) => id)).toEqual([3]);
  expect(nextCursor).toBeNull();
});

it('has an index for each sort, also within each value that it is filtered by', async () => {
  const { platform, readModels } = fixture;
  const { rows } = await platform.pool.query<{ indexdef: string }>(
    `SELECT indexdef FROM pg_indexes WHERE schemaname = $1 AND tablename = 'partners'`,
    [readModels.schema],
  );
  const indexed = rows.map(({ indexdef }) => indexdef.replace(/.*\(/, '('));
  expect(indexed).toEqual(
    expect.arrayContaining([
      ...['(name_key, id)', '(created_at, id)', '(share, id)'],
      ...['(city_key, name_key, id)', '(city_key, created_at, id)', '(city_key, share, id)'],
      ...['(kind, name_key, id)', '(kind, created_at, id)', '(kind, share, id)'],
    ]),
  );
});

it('has its deletion in the audit log', async () => {
  const request = { filter: {}, sort: 'time', direction: 'asc', limit: 9 } as const;
  expect((await fixture.audit.list(request)).items).toMatchObject([
    { kind: 'deletion', recordKind: 'partner', recordId: 4, summary: 'Deleted a partner' },
  ]);
});

it('is told of in words, and as it was on a day', async () => {
  const { partners } = fixture;
  expect(await partners.history(2)).toMatchObject([
    {
      ...{ version: 0, summary: 'Partner added' },
      changes: ['Name', 'City', 'Kind', 'Share', 'Since'].map((label) => ({ label, before: null })),
    },
    { summary: 'City changed', changes: [{ before: 'Kochi', after: 'THRISSUR' }] },
  ]);
  expect((await partners.history(4)).at(-1)).toMatchObject({ summary: 'Partner deleted' });
  expect(await partners.asOf(2, '2026-04-04')).toMatchObject({ city: 'Kochi', version: 0 });
  expect(await partners.asOf(4, '2026-04-04')).toMatchObject({ name: 'Gone' });
  expect(await partners.asOf(4, '2026-04-06')).toBeNull();
  await expect(partners.history(99)).rejects.toMatchObject({ kind: 'not-found' });
});

it('is found by the search over everything, the very name first', async () => {
  const found = { id: 2, name: 'Asha Clinic', city: 'THRISSUR' };
  expect(await fixture.partners.match('clinic')).toEqual({ items: [found], count: 1, exact: true });
  expect(await fixture.partners.match('xx')).toMatchObject({ count: 0 });
});

it('is changed once by a command, and only as it was seen', async () => {
  const { partners, projected } = fixture;
  const context = by();
  const made = await projected(await partners.create(typed({ name: 'Once' }), context));
  expect(await partners.create(typed({ name: 'Once' }), context)).toMatchObject({
    repeated: true,
    record: { id: made.record.id, share: '5.00' },
  });
  const { id } = made.record;
  const stale = by({ expectedVersion: 7 });
  await expect(partners.update(id, { name: 'Twice' }, stale)).rejects.toMatchObject({
    kind: 'stale',
  });
  expect(await partners.update(id, { name: 'Once' }, by())).toMatchObject({ position: null });
  await projected(await partners.delete(id, by()));
  await expect(partners.delete(id, by())).rejects.toMatchObject({ kind: 'not-found' });
});

it('comes to the same rows when every event is delivered twice', async () => {
  const { once, twice } = await projectTwice({ ...fixture, ...fixture.platform });
  expect(twice).toEqual(once);
});

it('is business with the customer whose it is, but for what the system does', async () => {
  const { valuables, onItsDay, readModels } = fixture;
  const input = valuableRecord.input.parse({ customerId: 7, name: 'Veena' });
  const { record } = await onItsDay(() => valuables.create(input, by()));
  const business = async () => {
    const row = await readModels.from(transactionsTable.name).where({ id: 'valuable-1' }).first();
    const { customer_id: customerId, began_at: began, changed_at: changed } = row;
    return { customerId, began: began.toISOString(), changed: changed.toISOString() };
  };
  const began = record.createdAt;
  expect(await business()).toEqual({ customerId: 7, began, changed: began });
  const change = (name: string, more: object = {}) =>
    onItsDay(() => valuables.update(record.id, { name }, by(more)));
  const { updatedAt: changed } = (await change('Old veena')).record;
  await change('Veena of 1920', { actor: systemActor });
  expect(await business()).toEqual({ customerId: 7, began, changed });
  await onItsDay(() => valuables.delete(record.id, by()));
  expect((await business()).changed > changed).toBe(true);
});

it('is sealed in the log for itself alone', async () => {
  const { platform } = fixture;
  await platform.vault.destroyKey('partner-3');
  const [event] = await platform.commands.readHistory<PartnerEvent>('partner-3');
  expect(event).toMatchObject({ type: 'PartnerAdded', data: { partnerId: 3, personal: null } });
});
