import { defineEvent, type EventOf } from '@insuremanager/contracts/events/eventDefinition';
import { amount } from '@insuremanager/contracts/fields/amountFields';
import { requiredChoice } from '@insuremanager/contracts/fields/choiceFields';
import { requiredDay } from '@insuremanager/contracts/fields/dayFields';
import { describeList } from '@insuremanager/contracts/fields/list';
import { declareRecord, recordStamps } from '@insuremanager/contracts/fields/record';
import { optionalText, requiredText } from '@insuremanager/contracts/fields/textFields';
import type { RecordDeclaration } from '@insuremanager/contracts/records/records';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { z } from 'zod';
import type { Decider } from '../../commands/command.js';
import { conflict, notFound } from '../../errors.js';
import { listIndexes } from '../../readModels/listFilter.js';
import { defineProjector, type Table } from '../../readModels/projector.js';
import { added, recordColumns, rowChange } from '../../readModels/recordColumns.js';
import { searchColumn } from '../../search/searchPatterns.js';
import { defineSlice } from '../../slice.js';
import { createRecords } from '../createRecords.js';
import type { RecordCommand, RecordState } from '../recordService.js';

/* A record that the product does not have, declared as any other: all that tests ask follows. */

const partnerFields = {
  name: requiredText({ label: 'Name', limit: 100 }),
  contact: optionalText({ label: 'Contact', limit: 100, mask: 'hidden' }),
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

const PARTNER = {
  one: 'partner',
  many: 'partners',
  typename: 'Partner',
  read: 'partners.read',
  write: 'partners.write',
  changes: ['create', 'update', 'delete'],
  hasHistory: true,
  hasPast: true,
  hasFile: true,
  shows: ['partner'],
} as unknown as RecordDeclaration;

export const partnerRecord = declareRecord(PARTNER, {
  fields: partnerFields,
  system: recordStamps,
  list: partnerList,
});

export const PartnerMatch = partnerRecord.view.pick({ id: true, name: true, city: true });

const partnerId = z.int().positive();
const Details = z.object({
  name: z.string(),
  contact: z.string().nullable(),
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
const PartnerChanged = defineEvent('PartnerChanged', 1, {
  schema: z.object({ partnerId }),
  personal: { schema: Details.partial(), subject },
});
const PartnerDeleted = defineEvent('PartnerDeleted', 1, {
  schema: z.object({ partnerId }),
  deletes: { kind: 'partner', id: (data) => data.partnerId },
});
export type PartnerEvent =
  | EventOf<typeof PartnerAdded>
  | EventOf<typeof PartnerChanged>
  | EventOf<typeof PartnerDeleted>;

type Details = z.output<typeof Details>;
interface Partner extends Partial<Details> {
  readonly id: number;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const partnerDecider: Decider<
  RecordState<Partner>,
  RecordCommand<typeof partnerRecord>,
  PartnerEvent
> = {
  initial: { phase: 'unknown' },
  evolve(partner, { at, ...event }) {
    const { partnerId: id } = event.data;
    if (event.type === 'PartnerAdded') {
      const record = { ...event.data.personal, id, createdAt: at, updatedAt: at };
      return { phase: 'existing', record };
    }
    if (partner.phase === 'unknown') return partner;
    if (event.type === 'PartnerDeleted') return { ...partner, phase: 'deleted' };
    return { ...partner, record: { ...partner.record, ...event.data.personal, updatedAt: at } };
  },
  decide(command, partner) {
    const { id } = command;
    if (command.type === 'create') {
      if (partner.phase !== 'unknown') throw conflict('partner-exists', 'It was added already.');
      const personal = Details.parse({ contact: null, city: null, ...command.input });
      return [PartnerAdded({ partnerId: id, personal })];
    }
    if (partner.phase !== 'existing') throw notFound('partner', id);
    if (command.type === 'delete') return [PartnerDeleted({ partnerId: id })];
    const { record } = partner;
    const changed = Object.entries(Details.partial().parse(command.patch)).filter(
      ([name, value]) => value !== undefined && value !== record[name as keyof Details],
    );
    if (changed.length === 0) return [];
    return [PartnerChanged({ partnerId: id, personal: Object.fromEntries(changed) })];
  },
};

const partnerColumns = recordColumns({
  ...partnerRecord,
  keys: { name_key: ['name', searchKey] },
});
const sorts = { name: 'name_key', added: 'created_at', share: 'share' } as const;
export const partnersTable = {
  name: 'partners',
  key: 'id',
  columns: { ...partnerColumns.columns, search_text: searchColumn('name_key') },
  book: 'none',
  indexes: ['USING gin (search_text gin_trgm_ops)', ...listIndexes(partnerList, sorts)],
} as const satisfies Table;
const change = rowChange(partnersTable, 'partnerId');

const partnerProjector = defineProjector<PartnerEvent>()({
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
    PartnerChanged: (event, rows) =>
      change(event, rows, partnerColumns.toRow(event.data.personal ?? {})),
    PartnerDeleted: ({ data }, rows) => rows.remove('partners', data.partnerId),
  },
});

export const partnersSlice = defineSlice({
  events: [PartnerAdded, PartnerChanged, PartnerDeleted],
  projectors: [partnerProjector],
  open: (platform, tables) =>
    createRecords(platform, tables, {
      declared: partnerRecord,
      decider: partnerDecider,
      table: partnersTable,
      sorts,
      conditions: { cityUnknown: (query) => query.whereNull('city') },
      columns: partnerColumns,
      found: { Match: PartnerMatch, name: 'name_key' },
    }),
});
