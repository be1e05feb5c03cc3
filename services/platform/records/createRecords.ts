import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { Fields } from '@insuremanager/contracts/fields/field';
import type { Criteria, FilterOf } from '@insuremanager/contracts/fields/list';
import type { FieldChange, HistoryEntry } from '@insuremanager/contracts/history';
import type { ChangedRecord, ViewOf } from '@insuremanager/contracts/records/records';
import { omitMissing } from '@insuremanager/contracts/rules/objects';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import type { Matches } from '@insuremanager/contracts/search/searchViews';
import type { z } from 'zod';
import type { RecordedEvent } from '../codec/recordedEvent.js';
import type { CommandContext, CommandResult, Decider } from '../commands/command.js';
import { describeHistory, fieldChange, recordReader } from '../history.js';
import { limitedRecords } from '../limitedRecords.js';
import { listed } from '../listed.js';
import type { Platform } from '../platform.js';
import { createListCursors } from '../readModels/listCursors.js';
import { applyFilter, type Conditions, columnOf } from '../readModels/listFilter.js';
import { listQueries } from '../readModels/listPages.js';
import type { Table } from '../readModels/projector.js';
import type { AllTables, Book, ReadTables } from '../readModels/readTables.js';
import { nameMatches } from '../search/nameMatches.js';
import { ownedSearch } from '../search/ownedSearch.js';
import { personPatterns, wordPatterns } from '../search/searchPatterns.js';
import type { RecordCommand, RecordState } from './recordService.js';

/** A command on a record, also one that only records of its kind know. */
interface OwnCommand {
  readonly type: string;
  readonly id: number;
}

/** How records belong to customers, and so to books. */
interface Ownership<Record> {
  /** The table of customers, in which a list is searched, too. */
  readonly customers: string;
  /** Null: it belongs to none. */
  customerOf(record: Record): number | null;
  isWithin(book: Book, customerId: number): Promise<boolean>;
  /** Whether it is in a book, whosever customer it belongs to; in none when left out. */
  isGivenTo?(book: Book, record: Record): boolean;
}

/** What a capability says of its records beyond their declaration. */
interface KindOfRecord<
  Of extends ChangedRecord,
  Record,
  Event extends DomainEvent,
  Match,
  Own extends OwnCommand,
  Facts extends object,
> {
  readonly declared: Of;
  readonly decider: Decider<RecordState<Record>, (RecordCommand<Of> | Own) & Facts, Event>;
  /** By default in words that follow from the fields: added, what was changed, deleted. */
  historyOf?(events: readonly RecordedEvent<Event>[]): HistoryEntry[];
  readonly table: Table;
  /** Of a table whose rows belong to customers. */
  readonly owned?: Ownership<Record>;
  /**
   * Has a command decided with what it asks beside the record, perhaps under a lock; by default with
   * nothing. Its refusals are the decider's, so that a retry is answered whatever has changed since.
   * @param book the only book that exists for who asks
   */
  carryOut?<Result>(
    command: RecordCommand<Of> | Own,
    asked: { readonly context: CommandContext; readonly book: Book | null },
    decide: (facts: Facts) => Promise<Result>,
  ): Promise<Result>;
  /** The column of each sort. */
  readonly sorts: Readonly<{ [Sort in Of['list']['sorts'][number]]: string }>;
  /** Those of the criteria that ask for more than that a column has a value. */
  readonly conditions?: Conditions<Of['list']['criteria']>;
  /** `record`: what the stream was folded to; its names are those of the fields. */
  readonly columns: {
    toView(record: object): ViewOf<Of>;
    fromRow(row: never): ViewOf<Of>;
  };
  warningsOf?(record: Record): readonly Warning[];
  /** What the search over everything shows of one, and the column that is its name. */
  readonly found?: { readonly Match: z.ZodObject & z.ZodType<Match>; readonly name: string };
}

type Parts = Pick<Platform, 'commands' | 'ids' | 'clock' | 'vault'>;

/** The capability of records that are added, looked for, changed and deleted, and what else `Own` says. */
export function createRecords<
  Of extends ChangedRecord,
  Record extends object,
  Event extends DomainEvent,
  Match extends { id: number },
  Own extends OwnCommand = never,
  Facts extends object = object,
>(platform: Parts, allTables: AllTables, kind: KindOfRecord<Of, Record, Event, Match, Own, Facts>) {
  const { declared, decider, table, owned, sorts, conditions = {}, columns, found } = kind;
  const { warningsOf = () => [], carryOut = (_command, _asked, decide) => decide({} as Facts) } =
    kind;
  const { historyOf = (events) => fieldHistory(events, kind) } = kind;
  const { one, list } = declared;
  const { commands, ids, vault } = platform;
  const cursors = createListCursors(vault);
  const streamOf = (id: number): string => `${one}-${id}`;
  const viewOf = (record: Record, version: number): ViewOf<Of> =>
    columns.toView({ ...record, version });
  const load = async (id: number): Promise<RecordState<Record>> =>
    (await commands.load(decider, streamOf(id))).state;

  const { current: _, ...reader } = recordReader(platform, {
    thing: one,
    decider,
    streamOf,
    viewOf: (state, version) => (state.phase === 'existing' ? viewOf(state.record, version) : null),
    historyOf,
  });

  const over = (tables: ReadTables, book: Book | null) => {
    const run = (
      command: RecordCommand<Of> | Own,
      context: CommandContext,
    ): Promise<CommandResult<RecordState<Record>, Event>> => {
      const request = 'input' in command ? withoutMissing(command) : command;
      return carryOut(command, { context, book }, (facts) =>
        commands.run(decider, {
          ...{ stream: streamOf(command.id), command: { ...command, ...facts }, context, request },
        }),
      );
    };
    const saved = ({
      state,
      version,
      position,
      repeated,
    }: CommandResult<RecordState<Record>, Event>) => {
      if (state.phase === 'unknown') throw new Error(`A command left no ${one} behind`);
      const { record } = state;
      const warnings = warningsOf(record);
      return { record: viewOf(record, version), warnings, position, repeated };
    };
    const save = async (command: RecordCommand<Of> | Own, context: CommandContext) =>
      saved(await run(command, context));

    const patternsOf = ({ search }: FilterOf<Criteria>) => wordPatterns(String(search ?? ''));
    const filtered = (filter: FilterOf<Criteria>, over: Pick<ReadTables, 'from'>) => {
      const query = over.from(table.name);
      if (!owned) for (const one of patternsOf(filter)) query.whereLike('search_text', one);
      return applyFilter(query, table, list.criteria, filter, conditions as Conditions<Criteria>);
    };
    const searchOf = (filter: FilterOf<Criteria>) => {
      const groups = patternsOf(filter);
      if (!owned || groups.length === 0) return null;
      return ownedSearch(tables, {
        ...{ text: 'search_text', groups: [groups], customers: owned.customers },
        byCustomer: personPatterns(String(filter.search)),
      });
    };

    return {
      ...listQueries(
        { tables, cursors, table, sorts },
        filtered,
        (row) => columns.fromRow(row as never),
        searchOf,
      ),
      create: async (input: z.output<Of['input']>, context: CommandContext) =>
        save({ type: 'create', id: await ids.allocateId(one, context.commandId), input }, context),
      update: (id: number, patch: z.output<Of['patch']>, context: CommandContext) =>
        save({ type: 'update', id, patch }, context),
      async delete(id: number, context: CommandContext) {
        const { position, repeated } = await run({ type: 'delete', id }, context);
        return { position, repeated };
      },
      /** What only records of this kind can be asked to do. */
      change: (id: number, command: Own, context: CommandContext) =>
        save({ ...command, id }, context),
      async match(query: string): Promise<Matches<Match>> {
        if (!found) throw new Error(`The search over everything finds no ${one}`);
        const shown = Object.keys(found.Match.shape).filter((name) => name !== 'id');
        if (owned) shown.push('customerId');
        return nameMatches<Match>(tables, query, {
          table: table.name,
          columns: Object.fromEntries(shown.map((name) => [name, columnOf(name)])),
          name: found.name,
        });
      },
    };
  };

  const records = { ...over(allTables, null), ...reader, load };
  /** What of a capability about single records is to be had in a book. */
  const limitedTo = (book: Book) =>
    limitedRecords(one, async (id) => {
      const state = await load(id);
      if (state.phase === 'unknown') return false;
      if (!owned || owned.isGivenTo?.(book, state.record)) return true;
      const customerId = owned.customerOf(state.record);
      return customerId !== null && owned.isWithin(book, customerId);
    });
  const within = (book: Book): typeof records => {
    if (!owned) return records;
    const ofBook = over(allTables.within(book), book);
    const { found: ifFound, required } = limitedTo(book);
    return {
      ...{ ...records, ...ofBook },
      update: required(ofBook.update),
      delete: required(ofBook.delete),
      change: required(ofBook.change),
      history: required(reader.history),
      asOf: ifFound(reader.asOf),
    };
  };
  return { ...records, limitedTo, within };
}

/** What a client left out, and what it said is missing, are one request. */
const withoutMissing = <Command extends object>(command: Command) => ({
  ...command,
  input: omitMissing((command as unknown as { input: object }).input),
});

/** Every event as what it changed of the fields, whose names are those of the record that is folded. */
const fieldHistory = <Record extends object, Event extends DomainEvent>(
  events: readonly RecordedEvent<Event>[],
  {
    declared,
    decider,
  }: {
    readonly declared: Pick<ChangedRecord, 'typename' | 'fields'>;
    readonly decider: Decider<RecordState<Record>, never, Event>;
  },
): HistoryEntry[] =>
  describeHistory(events, decider, (_event, before, after) => {
    const { typename, fields } = declared;
    const changes = changedFields(fields, before, after);
    if (before.phase === 'unknown') return { summary: `${typename} added`, changes };
    if (after.phase === 'deleted') return { summary: `${typename} deleted`, changes };
    const what = listed(changes.map(({ label }) => label)) || typename;
    return { summary: `${what} changed`, changes };
  });

/** What differs between two states of a record. */
export const changedFields = (
  fields: Fields,
  before: RecordState<object>,
  after: RecordState<object>,
): FieldChange[] =>
  Object.keys(fields)
    .map((name) => [name, fieldIn(before, name), fieldIn(after, name)] as const)
    .filter(([, was, is]) => was !== is)
    .map(([name, was, is]) => fieldChange(fields, name, was, is));

const fieldIn = (state: RecordState<object>, field: string): unknown =>
  (state.phase === 'unknown' ? null : state.record[field as never]) ?? null;
