import { defineEvent, type EventIn } from '@insuremanager/contracts/events/eventDefinition';
import { describeList } from '@insuremanager/contracts/fields/list';
import { reference } from '@insuremanager/contracts/fields/numberFields';
import { declareRecord, recordStamps } from '@insuremanager/contracts/fields/record';
import { optionalText, requiredText } from '@insuremanager/contracts/fields/textFields';
import type { OwnedRecord } from '@insuremanager/contracts/records/records';
import { z } from 'zod';
import type { Decider } from '../../commands/command.js';
import { conflict, notFound } from '../../errors.js';
import { listIndexes } from '../../readModels/listFilter.js';
import { defineProjector, type Table } from '../../readModels/projector.js';
import type { Book } from '../../readModels/readTables.js';
import { added, recordColumns, rowChange } from '../../readModels/recordColumns.js';
import { searchColumn } from '../../search/searchPatterns.js';
import { defineSlice } from '../../slice.js';
import { createRecords } from '../createRecords.js';
import type { RecordCommand, RecordState } from '../recordService.js';

/* A record of customers that the product does not have: what a person has insured. */

const VALUABLE = {
  ...{ one: 'valuable', many: 'valuables', typename: 'Valuable' },
  ...{ read: 'valuables.read', write: 'valuables.write' },
  ...{ changes: ['create', 'update', 'delete'], shows: ['valuable', 'customer'] },
  ...{ hasHistory: true, hasPast: true, hasFile: true },
  owned: { name: 'name', seenAs: 'details' },
} as unknown as OwnedRecord;

export const valuableRecord = declareRecord(VALUABLE, {
  fields: {
    customerId: reference('customer', { label: 'Customer' }),
    name: requiredText({ label: 'Name', limit: 100 }),
    keptAt: optionalText({ label: 'Kept at', limit: 100, mask: 'hidden' }),
  },
  system: recordStamps,
  list: describeList({
    criteria: {
      search: { kind: 'search', description: 'Part of a name' },
      customerId: { kind: 'reference', thing: 'customer', label: 'Customer' },
    },
    sorts: ['name'],
    usualSort: 'name',
    descending: [],
  }),
});

export const ValuableMatch = valuableRecord.view.pick({ id: true, name: true });

const Named = z.object({ valuableId: z.int().positive(), customerId: z.int().positive() });
const Details = z.object({ name: z.string(), keptAt: z.string().nullable() });
// Not by their events: these are made of the declarations, to which this one is to be added first.
const subject = ({ customerId }: { customerId: number }) => `customer-${customerId}`;
const ValuableAdded = defineEvent('ValuableAdded', 1, {
  schema: Named,
  personal: { schema: Details, subject },
  begins: { kind: 'valuable', id: ({ valuableId }) => valuableId },
});
const ValuableChanged = defineEvent('ValuableChanged', 1, {
  schema: Named,
  personal: { schema: Details, subject },
});
const ValuableDeleted = defineEvent('ValuableDeleted', 1, {
  schema: Named,
  deletes: { kind: 'valuable', id: ({ valuableId }) => valuableId },
});
const events = [ValuableAdded, ValuableChanged, ValuableDeleted] as const;
type ValuableEvent = EventIn<typeof events>;

interface Valuable {
  readonly id: number;
  readonly customerId: number;
  /** Null once the customer has been erased. */
  readonly name: string | null;
  readonly keptAt: string | null;
  readonly createdAt: Date;
  readonly updatedAt: Date;
}

const decider: Decider<
  RecordState<Valuable>,
  RecordCommand<typeof valuableRecord>,
  ValuableEvent
> = {
  initial: { phase: 'unknown' },
  evolve(valuable, { at, ...event }) {
    const { valuableId: id, customerId } = event.data;
    if (event.type === 'ValuableDeleted') {
      return valuable.phase === 'unknown' ? valuable : { ...valuable, phase: 'deleted' };
    }
    const { name = null, keptAt = null } = event.data.personal ?? {};
    const createdAt = valuable.phase === 'unknown' ? at : valuable.record.createdAt;
    const record = { id, customerId, name, keptAt, createdAt, updatedAt: at };
    return { phase: 'existing', record };
  },
  decide(command, valuable) {
    const { id: valuableId } = command;
    if (command.type === 'create') {
      if (valuable.phase !== 'unknown') throw conflict('valuable-exists', 'It was added already.');
      const { customerId, ...fields } = command.input;
      const personal = Details.parse({ keptAt: null, ...fields });
      return [ValuableAdded({ valuableId, customerId, personal })];
    }
    if (valuable.phase !== 'existing') throw notFound('valuable', valuableId);
    const { customerId, name, keptAt } = valuable.record;
    if (command.type === 'delete') return [ValuableDeleted({ valuableId, customerId })];
    const personal = Details.parse({ name, keptAt, ...command.patch });
    return [ValuableChanged({ valuableId, customerId, personal })];
  },
};

const columns = recordColumns({ ...valuableRecord, keys: {} });
const sorts = { name: 'name' } as const;
const valuablesTable = {
  name: 'valuables',
  key: 'id',
  columns: { ...columns.columns, search_text: searchColumn('lower(name)') },
  book: 'customer_id',
  indexes: listIndexes(valuableRecord.list, sorts),
} as const satisfies Table;
const change = rowChange(valuablesTable, 'valuableId');
const ERASED = { name: 'Erased', keptAt: null };

const projector = defineProjector<ValuableEvent>()({
  name: 'valuables',
  version: 1,
  tables: [valuablesTable],
  on: {
    ValuableAdded: ({ data: { valuableId, customerId, personal }, at, revision }, rows) =>
      rows.put(
        'valuables',
        { id: valuableId, ...added(at, revision) },
        columns.toRow({ customerId, ...(personal ?? ERASED) }),
      ),
    ValuableChanged: (event, rows) =>
      change(event, rows, columns.toRow(event.data.personal ?? ERASED)),
    ValuableDeleted: ({ data }, rows) => rows.remove('valuables', data.valuableId),
  },
});

interface Neighbours {
  readonly customers: { isWithin(book: Book, customerId: number): Promise<boolean> };
}

export const valuablesSlice = defineSlice({
  events,
  projectors: [projector],
  owned: { declared: valuableRecord, table: valuablesTable, purpose: 'To insure what you own.' },
  open: (platform, tables, { customers }: Neighbours) =>
    createRecords(platform, tables, {
      declared: valuableRecord,
      decider,
      table: valuablesTable,
      owned: {
        customers: 'customers',
        customerOf: ({ customerId }) => customerId,
        isWithin: (book, customerId) => customers.isWithin(book, customerId),
      },
      sorts,
      columns,
      found: { Match: ValuableMatch, name: 'name' },
    }),
});
