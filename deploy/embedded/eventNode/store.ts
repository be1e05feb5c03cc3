import { randomUUID } from 'node:crypto';
import type pg from 'pg';
import { connectOwner, connectReaders, type LogAddress } from './connection.js';
import { NO_EVENTS, type StoredEvent, TOMBSTONE } from './event.js';
import { loadBackwards, loadForwards } from './eventPages.js';
import {
  createEventTable,
  type Direction,
  loadHead,
  loadStreamPart,
  loadStreamStates,
  type StreamRange,
} from './eventTable.js';
import {
  isSoftDeleted,
  isTombstoned,
  type StreamState,
  unknownStream,
  type Visible,
  visiblePart,
} from './streamState.js';
import { createTail, type Tail, type TailLimits } from './tail.js';
import { createWriter, type Writer } from './writer.js';

/** One page of a stream. */
export type StreamPage =
  | {
      readonly kind: 'events';
      readonly events: readonly StoredEvent[];
      /** The revision at which the next page begins. */
      readonly next: number;
      /** True when there is no next page at the moment. */
      readonly isLast: boolean;
    }
  | { readonly kind: 'notFound' }
  | { readonly kind: 'deleted' };

/** The event log in Postgres, owned by this process. */
export interface EventStore {
  readonly tail: Tail;
  write: Writer['write'];
  load: Writer['load'];
  /** Events of the whole log: from `position` on forwards, before it backwards. */
  readAll(position: number, direction: Direction): Promise<readonly StoredEvent[]>;
  /** Events of one stream from a revision on, itself included; `end` is after the last one. */
  readStream(
    stream: string,
    from: number | 'end',
    direction: Direction,
    limit: number,
  ): Promise<StreamPage>;
  /** The last revision of a stream, also of a deleted one; `NO_EVENTS` when it has none. */
  lastRevision(stream: string): Promise<number>;
  /** Resolves when the session that owns the log has ended; the store is of no use then. */
  readonly lost: Promise<Error>;
  close(): Promise<void>;
}

export interface StoreOptions extends LogAddress {
  /** How long to wait for a predecessor to let go of the log, in milliseconds. */
  readonly lockWaitMs: number;
  /** How many events one read of the table fetches. */
  readonly pageSize: number;
  readonly tail: TailLimits;
}

const READERS = 4;

/** @throws LogIsOwnedElsewhere when another node keeps the log. */
export const openStore = async (options: StoreOptions): Promise<EventStore> => {
  const owner = await connectOwner(options, options.lockWaitMs);
  const readers = connectReaders(options, READERS);
  const disconnect = async (): Promise<void> => {
    await Promise.all([owner.end(), readers.end()]);
  };
  try {
    await createEventTable(owner.client, options.schema);
    const tail = createTail(await loadHead(owner.client), options.tail);
    const writer = createWriter(owner.client, tail);
    if (tail.head === 0) await writeFirstEvents(writer);
    return {
      tail,
      write: writer.write,
      load: writer.load,
      ...reading(readers, writer, options.pageSize),
      lost: owner.lost,
      async close() {
        await writer.close();
        tail.close();
        await disconnect();
      },
    };
  } catch (error) {
    await disconnect();
    throw error;
  }
};

const reading = (
  readers: pg.Pool,
  writer: Writer,
  pageSize: number,
): Pick<EventStore, 'readAll' | 'readStream' | 'lastRevision'> => {
  // Not kept: only the writer may fill its memory, as only it knows when that grows old.
  const stateOf = async (stream: string): Promise<StreamState> =>
    writer.remembered(stream) ??
    (await loadStreamStates(readers, [stream])).get(stream) ??
    unknownStream;

  /** Of a stream whose metadata hides some. */
  const loadVisible = async (
    stream: string,
    range: StreamRange,
    { firstRevision, sinceMicros }: Visible,
  ): Promise<readonly StoredEvent[]> => {
    const isForwards = range.direction === 'forwards';
    const from = isForwards ? Math.max(range.from, firstRevision) : range.from;
    const { events } = await loadStreamPart(readers, stream, { ...range, from, sinceMicros });
    return events.filter(({ revision }) => revision >= firstRevision);
  };

  return {
    readAll: (position, direction) =>
      direction === 'forwards'
        ? loadForwards(readers, position, pageSize)
        : loadBackwards(readers, position, pageSize),

    lastRevision: async (stream) => (await stateOf(stream)).lastRevision,

    async readStream(stream, from, direction, wanted) {
      const limit = Math.min(wanted, pageSize);
      const range = { from: from === 'end' ? TOMBSTONE : from, direction, sinceMicros: 0, limit };
      const { state, events } = await loadStreamPart(readers, stream, range);
      if (isTombstoned(state)) return { kind: 'deleted' };
      if (state.lastRevision === NO_EVENTS || isSoftDeleted(state)) return { kind: 'notFound' };
      const visible = visiblePart(state, Date.now());
      const isWhole = visible.firstRevision === 0 && visible.sinceMicros === 0;
      return pageOf(isWhole ? events : await loadVisible(stream, range, visible), range);
    },
  };
};

const pageOf = (events: readonly StoredEvent[], { direction, limit }: StreamRange): StreamPage => {
  const last = events.at(-1)?.revision ?? 0;
  const next = direction === 'forwards' ? last + 1 : last - 1;
  return { kind: 'events', events, next, isLast: events.length < limit || next < 0 };
};

/**
 * The protocol's own server begins its log with its users. A reader of the whole log has to
 * cope with such system events, so it shall meet them here from the first day.
 */
const writeFirstEvents = async (writer: Writer): Promise<void> => {
  const admin = { stream: '$user-admin', type: '$UserCreated', data: '{"loginName":"admin"}' };
  const users = { stream: '$users', type: '$User', data: 'admin' };
  for (const { stream, type, data } of [admin, users]) {
    await writer.write({
      kind: 'append',
      stream,
      expected: 'any',
      events: [
        {
          id: randomUUID(),
          type,
          isJson: data.startsWith('{'),
          data: Buffer.from(data),
          metadata: null,
        },
      ],
      deadline: Number.POSITIVE_INFINITY,
    });
  }
};
