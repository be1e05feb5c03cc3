import type { Readable } from 'node:stream';
import {
  BACKWARDS,
  END,
  type EventStoreDBClient,
  FORWARDS,
  type ResolvedEvent,
  StreamNotFoundError,
} from '@eventstore/db-client';
import { ReadStream } from '@eventstore/db-client/dist/streams/utils/ReadStream.js';
import { convertGrpcEvent } from '@eventstore/db-client/dist/utils/convertGrpcEvent.js';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { unavailable } from '../../errors.js';
import type { LogPosition, Revision, StoredEvent } from '../eventLog.js';
import { openCall } from './connection.js';

/**
 * Every reader of the whole log sees it through the same filter, so that a position means the same
 * to all: events whose type begins with a $ are the server's own.
 */
export const OUR_EVENTS = '^[^$]';

/**
 * The client's reads, which have no deadline by themselves.
 * @throws the client's errors; Refusal `unavailable` when not all of it is there in time
 */
export interface Reads {
  /** Events from a revision on; null when there is no such stream. */
  stream(
    client: EventStoreDBClient,
    stream: string,
    from: Revision,
    maxCount: number,
  ): Promise<StoredEvent[] | null>;
  /** The newest event of a stream; null when there is none. */
  last(client: EventStoreDBClient, stream: string): Promise<StoredEvent | null>;
  /** Where the newest event of ours stands; null when there is none. */
  head(client: EventStoreDBClient): Promise<LogPosition | null>;
  /** Ends those that are under way: they are refused as `unavailable`. */
  close(): void;
}

type Reading = Readable & { cancel(): Promise<void> };

/** @param deadlineMs longest wait for the last event, in milliseconds */
export function boundedReads(deadlineMs: number): Reads {
  const underWay = new Set<() => void>();

  /** What is read, or as much of it as is enough. */
  const gather = (reading: Reading, enough: number): Promise<StoredEvent[]> =>
    new Promise((resolve, reject) => {
      const events: StoredEvent[] = [];
      const settle = (settling: () => void): void => {
        clearTimeout(timer);
        underWay.delete(refuse);
        settling();
      };
      // There is nothing to end where no connection was made.
      const cancel = () => void reading.cancel().catch(() => undefined);
      const refuse = () => {
        settle(() => reject(unavailable('The event store')));
        cancel();
      };
      const timer = setTimeout(refuse, deadlineMs);
      underWay.add(refuse);
      reading.on('error', (error) => settle(() => reject(error)));
      reading.on('end', () => settle(() => resolve(events)));
      reading.on('data', (resolved: ResolvedEvent) => {
        try {
          events.push(storedEvent(resolved));
          if (events.length < enough) return;
          settle(() => resolve(events));
        } catch (error) {
          settle(() => reject(error));
        }
        cancel();
      });
    });

  const unlessMissing = async (reading: Promise<StoredEvent[]>): Promise<StoredEvent[] | null> => {
    try {
      return await reading;
    } catch (error) {
      if (error instanceof StreamNotFoundError) return null;
      throw error;
    }
  };

  return {
    stream(client, stream, fromRevision, maxCount) {
      const options = { fromRevision, maxCount, direction: FORWARDS } as const;
      const reading = client.readStream(stream, options);
      return unlessMissing(gather(reading as Reading, Number.POSITIVE_INFINITY));
    },
    async last(client, stream) {
      const options = { fromRevision: END, maxCount: 1, direction: BACKWARDS } as const;
      const events = await unlessMissing(gather(client.readStream(stream, options) as Reading, 1));
      return events?.[0] ?? null;
    },
    async head(client) {
      const [event] = await gather(readBackwards(client), 1);
      return event?.position ?? null;
    },
    close() {
      for (const refuse of underWay) refuse();
    },
  };
}

/** Events that the server looks through at a time, before it lets others read. */
const SEARCH_WINDOW = 1_000;

/**
 * Our events, the newest first: one read, however many events of the server's own come after it. On
 * a quiet weekend there are thousands. The server can read backwards through a filter; the client
 * offers that for subscriptions only. One is enough: asked for one, the server goes on looking for
 * one more.
 */
function readBackwards(client: EventStoreDBClient): Reading {
  const { Options } = streams.ReadReq;
  const expression = new Options.FilterOptions.Expression().setRegex(OUR_EVENTS);
  const options = new Options()
    .setAll(new Options.AllOptions().setEnd(new shared.Empty()))
    .setReadDirection(1)
    .setFilter(new Options.FilterOptions().setEventType(expression).setMax(SEARCH_WINDOW))
    .setCount('1')
    .setUuidOption(new Options.UUIDOption().setString(new shared.Empty()));
  const request = new streams.ReadReq().setOptions(options);
  const open = () => openCall(client, (calls, ...how) => calls.read(request, ...how));
  return new ReadStream(open, convertGrpcEvent, {});
}

/** Position of an event on a server too old to send it in a stream's read. */
const NO_POSITION = 0xffffffffffffffffn;

/**
 * An event in the words of the port. Data that is no JSON comes as bytes; what is none, against its
 * own word, as a text: the codec refuses it, naming the event.
 */
export function storedEvent({ event }: ResolvedEvent): StoredEvent {
  if (!event?.position || event.position.commit === NO_POSITION)
    throw new Error(
      'The event store does not say where events stand: EventStoreDB 23.10 is needed',
    );
  const { id, streamId: stream, revision, position, type, data, metadata, created } = event;
  return { id, stream, revision, position, type, data, metadata, storedAt: created };
}
