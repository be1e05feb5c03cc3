import type { EventCodec, RecordedEvent } from '../codec/recordedEvent.js';
import {
  type LogPosition,
  type PlacedEvent,
  placedEvent,
  type StoredEvent,
} from '../eventLog/eventLog.js';
import type { Statement } from '../postgres/together.js';
import type { Vault } from '../vault/vault.js';
import { createBatch } from './batch.js';
import { copiedRows } from './copiedRows.js';
import { refilingStatements } from './filing.js';
import type { EventHandler, ProjectionContext, Projector, Table } from './projector.js';
import { rowStatements } from './rowStatements.js';
import type { ReadSchema } from './schema.js';
import { type IsSetAside, noneIsSetAside } from './setAside.js';

/** What a batch of events comes to, ready to be written. */
export interface FoldedEvents {
  readonly statements: readonly Statement[];
  /** Of all events, also of those that no projector asked for. */
  readonly count: number;
  readonly position: LogPosition;
  readonly lastEvent: PlacedEvent;
  /**
   * The highest number of each kind that was given: the stream `customer-12` is 12 of `customer`;
   * what other numbers there are, projectors tell.
   */
  readonly highestIds: Readonly<Record<string, number>>;
  /** The streams of the events that a projector asked for, each once. */
  readonly streams: ReadonlySet<string>;
}

export interface FoldOptions {
  readonly isSetAside?: IsSetAside;
  /** Whether all whole rows of a table are taken to be new: none by default. */
  readonly isCopied?: (table: Table) => boolean;
  /** False while the schema is built from nothing: what is done at the end of that is left out. */
  readonly isBuilt?: boolean;
}

/**
 * Turns events into statements against a schema. No event is left out but those that an operator has
 * set aside, and no row is read.
 */
export type Fold = (
  schema: string,
  events: readonly StoredEvent[],
  options?: FoldOptions,
) => Promise<FoldedEvents>;

export interface ProjectionParts {
  readonly projectors: readonly Projector[];
  readonly codec: Pick<EventCodec, 'decode' | 'knows'>;
  readonly vault: Pick<Vault, 'fingerprint'>;
}

export function createFold(
  { projectors, codec, vault }: ProjectionParts,
  { tables }: ReadSchema,
): Fold {
  const handlers = handlersByType(projectors);
  return async (schema, events, options = {}) => {
    const { isSetAside = noneIsSetAside, isCopied = noneIsCopied, isBuilt = true } = options;
    const last = events.at(-1);
    if (!last) throw new Error('A batch holds at least one event');
    // What nobody asked for is not decoded. Of a type that this release does not know nobody can say
    // that it does not matter: decoding it stops here.
    const isWanted = ({ type }: StoredEvent) => handlers.has(type) || !codec.knows(type);
    const wanted = events.filter((event) => isWanted(event) && !isSetAside(event));
    const { writer, changes } = createBatch(tables);
    const highest = highestIds(events);
    const context: ProjectionContext = {
      fingerprint: (purpose, value) => vault.fingerprint(purpose, value),
      allocated: (kind, id) => {
        highest[kind] = Math.max(highest[kind] ?? 0, id);
      },
    };
    for (const event of await codec.decode(wanted)) {
      for (const handle of handlers.get(event.type) ?? []) handle(event, writer, context);
    }
    return {
      statements: [
        ...copiedRows(schema, changes, isCopied),
        ...rowStatements(schema, changes, isCopied),
        // A build does that for all at its end, when it does not have to look at every row each time.
        ...(isBuilt ? refilingStatements(schema, tables.values(), changes) : []),
      ],
      count: events.length,
      position: last.position,
      lastEvent: placedEvent(last),
      highestIds: highest,
      streams: new Set(wanted.map(({ stream }) => stream)),
    };
  };
}

const noneIsCopied = (): boolean => false;

type AnyHandler = EventHandler<RecordedEvent>;

/** What is done with an event of each type, in the order of the projectors. */
export function handlersByType(projectors: readonly Projector[]): Map<string, AnyHandler[]> {
  const handlers = new Map<string, AnyHandler[]>();
  for (const projector of projectors) {
    for (const [type, handler] of Object.entries(projector.on)) {
      handlers.set(type, [...(handlers.get(type) ?? []), handler as AnyHandler]);
    }
  }
  return handlers;
}

/** Up to nine digits: the numbers that are given to records are 32-bit integers. */
const NUMBERED_STREAM = /^([a-z][a-zA-Z]*)-(\d{1,9})$/;

/** `customer-12` is 12 of `customer`; null for a stream without a number. */
export function numberedStream(stream: string): { kind: string; id: number } | null {
  const [, kind, digits] = NUMBERED_STREAM.exec(stream) ?? [];
  return kind ? { kind, id: Number(digits) } : null;
}

function highestIds(events: readonly StoredEvent[]): Record<string, number> {
  const highest: Record<string, number> = {};
  for (const { stream } of events) {
    const found = numberedStream(stream);
    if (found) highest[found.kind] = Math.max(highest[found.kind] ?? 0, found.id);
  }
  return highest;
}
