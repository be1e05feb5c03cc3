import { defineEvent, type EventOf } from '@insuremanager/contracts/events/eventDefinition';
import { amount } from '@insuremanager/contracts/fields/amountFields';
import { requiredChoice } from '@insuremanager/contracts/fields/choiceFields';
import { requiredDay } from '@insuremanager/contracts/fields/dayFields';
import { inputOf } from '@insuremanager/contracts/fields/fields';
import { describeList, type FilterIn, type RequestOf } from '@insuremanager/contracts/fields/list';
import { recordStamps } from '@insuremanager/contracts/fields/record';
import { optionalText, requiredText } from '@insuremanager/contracts/fields/textFields';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, expect, it } from 'vitest';
import { z } from 'zod';
import type { EventLogPlace } from '../platform/eventLog/openEventLog.js';
import { createListCursors } from '../platform/readModels/listCursors.js';
import { applyFilter, listIndexes } from '../platform/readModels/listFilter.js';
import { listQueries } from '../platform/readModels/listPages.js';
import { defineProjector, type Table } from '../platform/readModels/projector.js';
import {
  added,
  type RowOf,
  recordColumns,
  rowChange,
} from '../platform/readModels/recordColumns.js';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import { containing, searchColumn } from '../platform/search/searchPatterns.js';
import { defineSlice } from '../platform/slice.js';
import { by, openSlices } from '../platform/testing/serviceFixture.js';
import { auditSlice } from './index.js';

/* A record that the product does not have, declared as any other: all here follows from that. */

const partnerFields = {
  name: requiredText({ label: 'Name', limit: 100 }),
  city: optionalText({ label: 'City', limit: 100 }),
  kind: requiredChoice({ label: 'Kind', options: ['garage', 'clinic'] }),
  share: amount({ label: 'Share', largest: 1_000_000_00 }),
  since: requiredDay({ label: 'Since' }),
};

const partnerList = describeList({
  criteria: {
    search: { kind: 'search', description: 'Part of a name' },
    city: { kind: 'text', label: 'City' },
    kinds: { kind: 'anyOf', parameter: 'kind', options: ['garage', 'clinic'], label: 'Kind' },
    sinceFrom: { kind: 'dayFrom', of: 'since', label: 'Since' },
    addedTo: { kind: 'dayTo', of: 'createdAt', label: 'Added until' },
    shareFrom: { kind: 'amountFrom', of: 'share', label: 'Share from' },
    shareTo: { kind: 'amountTo', of: 'share', label: 'Share up to' },
    cityUnknown: { kind: 'flag', label: 'Without a city' },
  },
  sorts: ['name', 'added', 'share'],
  usualSort: 'name',
  descending: ['added', 'share'],
});

const partnerId = z.int().positive();
const Details = z.object({
  name: z.string(),
  city: z.string().nullable(),
  kind: z.enum(['garage', 'clinic']),
  share: z.int(),
  since: z.string(),
});
const subject = (data: { partnerId: number }) => `partner-${data.partnerId}`;
const PartnerAdded = defineEvent('PartnerAdded', 1, {
  schema: z.object({ partnerId }),
  personal: { schema: Details, subject },
});
const PartnerMoved = defineEvent('PartnerMoved', 1, {
  schema: z.object({ partnerId }),
  personal: { schema: Details.pick({ city: true }), subject },
});
const PartnerDeleted = defineEvent('PartnerDeleted', 1, {
  schema: z.object({ partnerId }),
  deletes: { kind: 'partner', id: (data) => data.partnerId },
});
type PartnerEvent =
  | EventOf<typeof PartnerAdded>
  | EventOf<typeof PartnerMoved>
  | EventOf<typeof PartnerDeleted>;

const partnerColumns = recordColumns({
  fields: partnerFields,
  system: recordStamps,
  list: partnerList,
  keys: { name_key: ['name', searchKey] },
});
const sorts = { name: 'name_key', added: 'created_at', share: 'share' };
const partnersTable: Table = {
  name: 'partners',
  key: 'id',
  columns: { ...partnerColumns.columns, search_text: searchColumn('name_key') },
  book: 'none',
  indexes: listIndexes(partnerList, sorts),
};
const change = rowChange(partnersTable, 'partnerId');

const partnersSlice = defineSlice({
  events: [PartnerAdded, PartnerMoved, PartnerDeleted],
  projectors: [
    defineProjector<PartnerEvent>()({
      name: 'partners',
      version: 1,
      tables: [partnersTable],
      on: {
        PartnerAdded: ({ data, at, revision }, rows) =>
          rows.put(
            'partners',
            { id: data.partnerId, ...added(at, revision) },
            partnerColumns.toRow(data.personal ?? {}),
          ),
        PartnerMoved: (event, rows) =>
          change(event, rows, partnerColumns.toRow(event.data.personal ?? {})),
        PartnerDeleted: ({ data }, rows) => rows.remove('partners', data.partnerId),
      },
    }),
  ],
  open: ({ vault }, tables) =>
    listQueries(
      { tables, cursors: createListCursors(vault), table: partnersTable, sorts },
      ({ search, ...filter }: FilterIn<typeof partnerList>) => {
        const query = tables.from('partners');
        if (search) query.whereLike('search_text', containing(searchKey(search)));
        return applyFilter(query, partnersTable, partnerList.criteria, filter, {
          cityUnknown: (unknown) => unknown.whereNull('city'),
        });
      },
      (row: RowOf<typeof partnerColumns>) => partnerColumns.fromRow(row),
    ),
});

const audited = auditSlice([partnersSlice]);

async function openPartners(servers: EventLogPlace) {
  let now = new Date('2026-04-01T06:00:00Z');
  const opened = await openSlices(servers, [partnersSlice, audited], { clock: { now: () => now } });
  const { platform, readModels, projected } = opened;
  const partners = await partnersSlice.open(platform, readModels, {});
  return {
    ...opened,
    partners,
    audit: await audited.open(platform, readModels, {}),
    /** Each a day after the one before. */
    async record(event: PartnerEvent) {
      const stream = subject(event.data);
      await projected(await platform.commands.record(stream, [event], by()));
      now = new Date(now.getTime() + 86_400_000);
    },
    async names(filter: FilterIn<typeof partnerList>, more: Partial<Request> = {}) {
      const request = { filter, sort: 'name', direction: 'asc', limit: 9, ...more } as const;
      return (await partners.list(request)).items.map(({ name }) => name);
    },
  };
}
type Request = RequestOf<typeof partnerList>;

const fixture = testFixture(openPartners);

/** As a form sends one. */
const typed = (partnerId: number, fields: object) =>
  PartnerAdded({ partnerId, personal: Details.parse(inputOf(partnerFields).parse(fields)) });

beforeAll(async () => {
  const { record } = fixture;
  const common = { kind: 'garage', city: 'Kochi', share: '5', since: '01/01/2020' };
  await record(typed(1, { ...common, name: 'Élan Motors', share: '12.50' }));
  await record(typed(2, { ...common, name: 'Asha Clinic', kind: 'clinic', since: '31/03/2026' }));
  await record(typed(3, { ...common, name: 'Zenith', city: '' }));
  await record(typed(4, { ...common, name: 'Gone' }));
  await record(PartnerMoved({ partnerId: 2, personal: { city: 'THRISSUR' } }));
  await record(PartnerDeleted({ partnerId: 4 }));
});

it('is shown as its fields say, with the revision and the instants of its events', async () => {
  expect(await fixture.partners.find(2)).toEqual({
    ...{ id: 2, name: 'Asha Clinic', city: 'THRISSUR', kind: 'clinic', share: '5.00' },
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
] satisfies [FilterIn<typeof partnerList>, string[]][])(
  'is found by %j, and counted',
  async (filter, names) => {
    expect(await fixture.names(filter)).toEqual(names);
    expect(await fixture.partners.count(filter)).toEqual({ count: names.length, exact: true });
  },
);

it('cannot be listed where a criterion has neither a column nor a condition', () => {
  const { criteria } = partnerList;
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
    { kind: 'deletion', recordKind: 'partner', recordId: 4, summary: 'Deleted partner 4' },
  ]);
});

it('comes to the same rows when every event is delivered twice', async () => {
  const { once, twice } = await projectTwice({ ...fixture, ...fixture.platform });
  expect(twice).toEqual(once);
});

it('is sealed in the log for itself alone', async () => {
  const { platform } = fixture;
  await platform.vault.destroyKey('partner-3');
  const [event] = await platform.commands.readHistory<PartnerEvent>('partner-3');
  expect(event).toMatchObject({ type: 'PartnerAdded', data: { partnerId: 3, personal: null } });
});
