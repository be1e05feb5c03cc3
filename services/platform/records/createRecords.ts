import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { Criteria, FilterOf } from '@insuremanager/contracts/fields/list';
import type { HistoryEntry } from '@insuremanager/contracts/history';
import type { ChangedRecord, ViewOf } from '@insuremanager/contracts/records/records';
import { omitMissing } from '@insuremanager/contracts/rules/objects';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import type { Matches } from '@insuremanager/contracts/search/searchViews';
import type { z } from 'zod';
import type { RecordedEvent } from '../codec/recordedEvent.js';
import type { CommandContext, Decider } from '../commands/command.js';
import { describeHistory, fieldChange, recordReader } from '../history.js';
import { listed } from '../listed.js';
import type { Platform } from '../platform.js';
import { createListCursors } from '../readModels/listCursors.js';
import { applyFilter, type Conditions, columnOf } from '../readModels/listFilter.js';
import { listQueries } from '../readModels/listPages.js';
import type { Table } from '../readModels/projector.js';
import type { AllTables } from '../readModels/readTables.js';
import { nameMatches } from '../search/nameMatches.js';
import { wordPatterns } from '../search/searchPatterns.js';
import type { RecordCommand, RecordService, RecordState, WithinBooks } from './recordService.js';

/** What a capability says of its records beyond their declaration. */
interface KindOfRecord<Of extends ChangedRecord, Record, Event extends DomainEvent, Match> {
  readonly declared: Of;
  readonly decider: Decider<RecordState<Record>, RecordCommand<Of>, Event>;
  /** By default in words that follow from the fields: added, what was changed, deleted. */
  historyOf?(events: readonly RecordedEvent<Event>[]): HistoryEntry[];
  /** Nobody's: records that are in a book need more than this. */
  readonly table: Table & { readonly book: 'none' };
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

/** The capability of records that are added, looked for, changed and deleted, and no more. */
export function createRecords<
  Of extends ChangedRecord,
  Record extends object,
  Event extends DomainEvent,
  Match extends { id: number },
>(
  platform: Parts,
  tables: AllTables,
  kind: KindOfRecord<Of, Record, Event, Match>,
): RecordService<Of> &
  WithinBooks<RecordService<Of>> & { match(query: string): Promise<Matches<Match>> } {
  const { declared, decider, table, sorts, conditions = {}, columns, found } = kind;
  const { warningsOf = () => [] } = kind;
  const { historyOf = (events) => fieldHistory(events, kind) } = kind;
  const { one, list } = declared;
  const { commands, ids, vault } = platform;
  const streamOf = (id: number): string => `${one}-${id}`;
  const viewOf = (record: Record, version: number): ViewOf<Of> =>
    columns.toView({ ...record, version });

  const run = (command: RecordCommand<Of>, context: CommandContext) => {
    const request =
      command.type === 'create'
        ? { ...command, input: omitMissing(command.input as object) }
        : command;
    return commands.run(decider, { stream: streamOf(command.id), command, context, request });
  };
  const save = async (command: RecordCommand<Of>, context: CommandContext) => {
    const { state, version, position, repeated } = await run(command, context);
    if (state.phase === 'unknown') throw new Error(`A command left no ${one} behind`);
    const { record } = state;
    const warnings = warningsOf(record);
    return { record: viewOf(record, version), warnings, position, repeated };
  };

  const filtered = (filter: FilterOf<Criteria>) => {
    const query = tables.from(table.name);
    for (const pattern of wordPatterns(String(filter.search ?? ''))) {
      query.whereLike('search_text', pattern);
    }
    return applyFilter(query, table, list.criteria, filter, conditions as Conditions<Criteria>);
  };
  const { current: _, ...reader } = recordReader(platform, {
    thing: one,
    decider,
    streamOf,
    viewOf: (state, version) => (state.phase === 'existing' ? viewOf(state.record, version) : null),
    historyOf,
  });

  const records = {
    ...listQueries({ tables, cursors: createListCursors(vault), table, sorts }, filtered, (row) =>
      columns.fromRow(row as never),
    ),
    ...reader,
    create: async (input: z.output<Of['input']>, context: CommandContext) =>
      save({ type: 'create', id: await ids.allocateId(one, context.commandId), input }, context),
    update: (id: number, patch: z.output<Of['patch']>, context: CommandContext) =>
      save({ type: 'update', id, patch }, context),
    async delete(id: number, context: CommandContext) {
      const { position, repeated } = await run({ type: 'delete', id }, context);
      return { position, repeated };
    },
    async match(query: string): Promise<Matches<Match>> {
      if (!found) throw new Error(`The search over everything finds no ${one}`);
      const shown = Object.keys(found.Match.shape).filter((name) => name !== 'id');
      return nameMatches<Match>(tables, query, {
        table: table.name,
        columns: Object.fromEntries(shown.map((name) => [name, columnOf(name)])),
        name: found.name,
      });
    },
    within: () => records,
  };
  return records;
}

/** Every event as what it changed of the fields, whose names are those of the record that is folded. */
const fieldHistory = <Record extends object, Event extends DomainEvent>(
  events: readonly RecordedEvent<Event>[],
  {
    declared,
    decider,
  }: Pick<KindOfRecord<ChangedRecord, Record, Event, never>, 'declared' | 'decider'>,
): HistoryEntry[] =>
  describeHistory(events, decider, (_event, before, after) => {
    const { typename, fields } = declared;
    const changes = Object.keys(fields)
      .map((name) => [name, fieldIn(before, name), fieldIn(after, name)] as const)
      .filter(([, was, is]) => was !== is)
      .map(([name, was, is]) => fieldChange(fields, name, was, is));
    if (before.phase === 'unknown') return { summary: `${typename} added`, changes };
    if (after.phase === 'deleted') return { summary: `${typename} deleted`, changes };
    const what = listed(changes.map(({ label }) => label)) || typename;
    return { summary: `${what} changed`, changes };
  });

const fieldIn = (state: RecordState<object>, field: string): unknown =>
  (state.phase === 'unknown' ? null : state.record[field as never]) ?? null;
