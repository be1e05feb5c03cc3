import type { DomainEvent } from '@insuremanager/contracts/events/eventDefinition';
import type { Field } from '@insuremanager/contracts/fields/field';
import { formatField } from '@insuremanager/contracts/fields/fields';
import {
  ERASED,
  type FieldChange,
  type HistoryEntry,
  type PastMoment,
  type RecordBesideNow,
} from '@insuremanager/contracts/history';
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
    const { actor, batchId = null, ofImport = null } = metadata;
    const at = event.at.toISOString();
    const version = Number(revision);
    return [{ version, type, at, actor, batchId, ofImport, ...description }];
  });
}

/**
 * The events that had happened by a moment: always those from the beginning of the stream on. An
 * event whose clock went behind that of the one after it belongs to what had happened by then.
 */
function eventsUntil<Event extends Pick<RecordedEvent, 'at' | 'revision'>>(
  events: readonly Event[],
  moment: PastMoment,
): readonly Event[] {
  const hasHappened = happenedBy(moment);
  return events.slice(0, events.findLastIndex(hasHappened) + 1);
}

function happenedBy(moment: PastMoment) {
  if (typeof moment === 'string') {
    const end = endOfKolkataDay(moment);
    return ({ at }: Pick<RecordedEvent, 'at'>) => at < end;
  }
  if ('at' in moment) return ({ at }: Pick<RecordedEvent, 'at'>) => at <= moment.at;
  return ({ revision }: Pick<RecordedEvent, 'revision'>) => revision <= moment.revision;
}

/** The day from which a record counts days when it is looked at as of a moment. */
const dayOf = (moment: PastMoment, last: Pick<RecordedEvent, 'at'> | undefined): Day => {
  if (typeof moment === 'string') return moment;
  return kolkataDay('at' in moment ? moment.at : (last?.at ?? new Date(0)));
};

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
  const viewThen = (
    ref: Ref,
    events: readonly RecordedEvent<Event>[],
    moment: PastMoment,
  ): View | null => view(ref, events, dayOf(moment, events.at(-1)));

  /** The view after the last event after which there is one. */
  const lastView = (ref: Ref, events: readonly RecordedEvent<Event>[], today: Day): View | null => {
    let state = decider.initial;
    const states = events.map((event) => {
      state = decider.evolve(state, event);
      return { state, version: Number(event.revision) };
    });
    for (const { state, version } of states.reverse()) {
      const found = viewOf(state, version, ref, today);
      if (found) return found;
    }
    return null;
  };

  return {
    /** Every event in words, oldest first; also of a deleted record. @throws not-found */
    async history(ref: Ref): Promise<HistoryEntry[]> {
      const entries = historyOf(await readEvents(ref), ref);
      if (entries.length === 0) throw notFound(thing, typeof ref === 'number' ? ref : ref.id);
      return entries;
    },

    /** The record at a moment: what its events until then come to. Null when there was none then. */
    asOf: async (ref: Ref, moment: PastMoment): Promise<View | null> =>
      viewThen(ref, eventsUntil(await readEvents(ref), moment), moment),

    /** The same beside what the record is now. */
    async besideNow(ref: Ref, moment: PastMoment): Promise<RecordBesideNow<View>> {
      const events = await readEvents(ref);
      const until = eventsUntil(events, moment);
      const last = until.at(-1);
      const today = kolkataDay(clock.now());
      const now = view(ref, events, today);
      return {
        revision: last ? Number(last.revision) : null,
        past: viewThen(ref, until, moment),
        now,
        lastKnown: now ?? lastView(ref, events, today),
      };
    },

    /** Null when it is unknown or was deleted. */
    current: async (ref: Ref): Promise<View | null> =>
      view(ref, await readEvents(ref), kolkataDay(clock.now())),
  };
};
