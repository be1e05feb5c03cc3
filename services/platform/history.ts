import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { Field } from '@insuremanager/contracts/fields/field';
import { formatField } from '@insuremanager/contracts/fields/fields';
import { ERASED, type FieldChange, type HistoryEntry } from '@insuremanager/contracts/history';
import { type Day, endOfKolkataDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { Clock } from './clock.js';
import type { RecordedEvent } from './codec/recordedEvent.js';
import type { Decider } from './commands/command.js';
import type { CommandRunner } from './commands/commandRunner.js';
import { folded } from './commands/foldedStream.js';
import { notFound } from './errors.js';

type Shown = Readonly<Record<string, Pick<Field, 'label' | 'format'>>>;

/** A change of a field; `before` and `after` in their normal forms, or `ERASED`. */
export const fieldChange = <Fields extends Shown>(
  fields: Fields,
  name: keyof Fields & string,
  before: unknown,
  after: unknown,
): FieldChange => {
  const field = fields[name];
  if (!field) throw new Error(`There is no field ${name}`);
  const text = (value: unknown) => (value === ERASED ? ERASED : formatField(field, value));
  return { field: name, label: field.label, before: text(before), after: text(after) };
};

/** An event in words: what it says, and what it changed from and to. */
export type EventDescription = Pick<HistoryEntry, 'summary' | 'changes'>;

/**
 * Every event of a stream in words, oldest first, described by the states before and after it;
 * null: it is no part of this history.
 */
export function describeHistory<State, Event extends DomainEvent>(
  events: readonly RecordedEvent<Event>[],
  { initial, evolve }: Pick<Decider<State, never, Event>, 'initial' | 'evolve'>,
  describe: (event: RecordedEvent<Event>, before: State, after: State) => EventDescription | null,
): HistoryEntry[] {
  let before = initial;
  return events.flatMap((event) => {
    const after = evolve(before, event);
    const description = describe(event, before, after);
    before = after;
    if (!description) return [];
    const { type, revision, metadata } = event;
    const { actor, batchId = null } = metadata;
    const at = event.at.toISOString();
    return [{ version: Number(revision), type, at, actor, batchId, ...description }];
  });
}

/** A kind of record, each with a stream of its own or a part of one. */
interface RecordKind<Ref, State, Event extends DomainEvent, View> {
  /** As errors call it. */
  readonly thing: string;
  readonly decider: Decider<State, never, Event>;
  streamOf(ref: Ref): string;
  /** Null when there is none: unknown, or deleted. Days are counted from `today`. */
  viewOf(state: State, version: number, ref: Ref, today: Day): View | null;
  historyOf(events: readonly RecordedEvent<Event>[], ref: Ref): HistoryEntry[];
}

/** Reads records from their streams: never stale. */
export const recordReader = <
  Ref extends number | { readonly id: number },
  State,
  Event extends DomainEvent,
  View,
>(
  { commands, clock }: { commands: Pick<CommandRunner, 'readHistory'>; clock: Clock },
  { thing, decider, streamOf, viewOf, historyOf }: RecordKind<Ref, State, Event, View>,
) => {
  const readEvents = (ref: Ref) => commands.readHistory<Event>(streamOf(ref));
  const view = (ref: Ref, events: readonly RecordedEvent<Event>[], today: Day): View | null => {
    const last = events.at(-1);
    return last ? viewOf(folded(decider, events), Number(last.revision), ref, today) : null;
  };

  return {
    /** Every event in words, oldest first; also of a deleted record. @throws not-found */
    async history(ref: Ref): Promise<HistoryEntry[]> {
      const entries = historyOf(await readEvents(ref), ref);
      if (entries.length === 0) throw notFound(thing, typeof ref === 'number' ? ref : ref.id);
      return entries;
    },

    /** The record at the end of a Kolkata day; null when there was none then. */
    async asOf(ref: Ref, day: Day): Promise<View | null> {
      const end = endOfKolkataDay(day);
      const events = await readEvents(ref);
      return view(
        ref,
        events.filter(({ at }) => at < end),
        day,
      );
    },

    /** Null when it is unknown or was deleted. */
    current: async (ref: Ref): Promise<View | null> =>
      view(ref, await readEvents(ref), kolkataDay(clock.now())),
  };
};
