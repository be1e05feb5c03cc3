import { setTimeout as pause } from 'node:timers/promises';
import {
  type AllStreamResolvedEvent,
  BACKWARDS,
  type Credentials,
  END,
  ErrorType,
  EventStoreDBClient,
  eventTypeFilter,
  FORWARDS,
  isCommandError,
  jsonEvent,
  type RecordedEvent,
  START,
  WrongExpectedVersionError,
} from '@eventstore/db-client';
import { Refusal, unavailable } from '../errors.js';
import type { Logger } from '../logger.js';
import {
  comparePositions,
  type EventLog,
  type EventLogSource,
  type EventToAppend,
  type ExpectedRevision,
  type LogPosition,
  type StoredEvent,
  type SubscribeOptions,
  WrongRevision,
} from './eventLog.js';
import { createInbox } from './inbox.js';
import { within } from './within.js';

interface Options {
  logger: Logger;
  /** Longest wait for an append or a read, in milliseconds. */
  deadlineMs?: number;
}

/**
 * Every subscriber sees the log through the same filter, so that a position means the same to all.
 */
const OUR_EVENTS = '^[^$]';

/** Position of an event on a server too old to send it in a stream's read. */
const NO_POSITION = 0xffffffffffffffffn;

/** Longest wait for calls to end when the log is closed, in milliseconds. */
const CLOSE_PATIENCE_MS = 1_000;

/** Newest events looked through at a time for the last one of ours. */
const HEAD_PAGE = 256;

/**
 * EventStoreDB (or our embedded node, which speaks its protocol) as an event log.
 *
 * The guards in here answer to what the client does, see docs/decisions/0003-event-store-client.md.
 *
 * @param url `esdb://…` or `esdb+discover://…`; `kurrentdb` in place of `esdb` means the same
 */
export function openEventLog(url: string, { logger, deadlineMs = 10_000 }: Options): EventLog {
  const connectionString = connectionStringOf(url);
  const credentials = appendCredentials(connectionString);
  if (!credentials)
    logger.warn(
      {},
      'EVENTSTORE_URL names no user: appends then go over a channel on which a late reply can end this process',
    );
  const closing = new AbortController();
  let generation = 0;
  let client = connect(connectionString, generation);
  let looked: Looked | null = null;

  /**
   * A failed discovery spoils its client for ever, and calls that fail together keep a lost
   * connection in its backoff, which grows to two minutes: a client that failed is replaced.
   */
  const failed = (used: EventStoreDBClient, error: unknown, stream: string): unknown => {
    const refusal = translated(error, stream);
    if (refusal instanceof Refusal && used === client && !closing.signal.aborted) {
      generation += 1;
      client = connect(connectionString, generation);
      logger.warn({ stream }, 'The event store cannot be reached', error);
    }
    return refusal;
  };

  const readEvents = async (
    stream: string,
    open: (client: EventStoreDBClient) => ReadableEvents,
  ): Promise<StoredEvent[]> => {
    const used = client;
    try {
      const read = await collected(open(used), deadlineMs);
      return read.flatMap(({ event }) => (event ? [storedEvent(event)] : []));
    } catch (error) {
      if (errorType(error) === ErrorType.STREAM_NOT_FOUND) return [];
      throw failed(used, error, stream);
    }
  };

  const append = async (
    stream: string,
    expected: ExpectedRevision,
    events: readonly EventToAppend[],
  ) => {
    if (events.length === 0) throw new Error(`Nothing to append to ${stream}`);
    const used = client;
    const appending = used.appendToStream(
      stream,
      events.map((event) => jsonEvent(event as Parameters<typeof jsonEvent>[0])),
      {
        expectedRevision: expected === 'no-stream' ? 'no_stream' : expected,
        credentials,
        deadline: deadlineMs,
      },
    );
    try {
      const { nextExpectedRevision, position } = await within(deadlineMs * 1.2, appending);
      if (!position) throw new Error(`The event store did not say where it put ${stream}`);
      return { revision: nextExpectedRevision, position: plainPosition(position) };
    } catch (error) {
      throw failed(used, error, stream);
    }
  };

  async function* subscribe(options: SubscribeOptions): AsyncGenerator<StoredEvent[]> {
    const stopped = AbortSignal.any([options.signal, closing.signal]);
    if (stopped.aborted) return;
    const used = client;
    const subscription = used.subscribeToAll(
      {
        fromPosition: options.after ?? START,
        filter: eventTypeFilter({ regex: OUR_EVENTS }),
      },
      { highWaterMark: 256 },
    );
    const inbox = createInbox<AllStreamResolvedEvent>(subscription, () => options.onCaughtUp?.());
    subscription.on('caughtUp', inbox.markCaughtUp);
    const stop = () => subscription.destroy();
    stopped.addEventListener('abort', stop, { once: true });
    try {
      for (;;) {
        const batch = await inbox.take(options.maxBatch);
        if (stopped.aborted) return;
        // A server that goes away in an orderly manner ends the subscription without an error.
        if (batch === null) throw unavailable('The event store');
        yield batch.flatMap(({ event }) => (event ? [storedEvent(event)] : []));
      }
    } catch (error) {
      if (!stopped.aborted) throw failed(used, error, '$all');
    } finally {
      stopped.removeEventListener('abort', stop);
      subscription.destroy();
      // Destroying the stream alone would leave the call open on the server.
      subscription.unsubscribe().catch(() => {});
    }
  }

  return {
    append,

    readStream: (stream, { from, maxCount } = {}) =>
      readEvents(stream, (used) =>
        used.readStream(stream, {
          direction: FORWARDS,
          fromRevision: from ?? START,
          ...(maxCount === undefined ? {} : { maxCount }),
        }),
      ),

    async readLast(stream) {
      const [last] = await readEvents(stream, (used) =>
        used.readStream(stream, { direction: BACKWARDS, fromRevision: END, maxCount: 1 }),
      );
      return last ?? null;
    },

    subscribe,

    /**
     * Reading backwards knows no filter: the server's own events are passed over here, each once. On
     * a quiet weekend there are thousands behind the last one of ours.
     */
    async head() {
      const by = client;
      // A server that was away in between may be another one.
      const before = looked?.by === by ? looked : null;
      let newest: LogPosition | null = null;
      const found = (ours: LogPosition | null): LogPosition | null => {
        if (newest) looked = { by, newest, ours };
        return ours;
      };
      let from: LogPosition | typeof END = END;
      for (;;) {
        const page: StoredEvent[] = await readEvents('$all', (used) =>
          used.readAll({ direction: BACKWARDS, fromPosition: from, maxCount: HEAD_PAGE }),
        );
        newest ??= page[0]?.position ?? null;
        for (const { type, position } of page) {
          if (before && newest && isPassed(position, before, newest)) return found(before.ours);
          if (!type.startsWith('$')) return found(position);
        }
        const oldest = page.at(-1);
        if (!oldest || (from !== END && comparePositions(oldest.position, from) === 0))
          return found(null);
        from = oldest.position;
      }
    },

    async close() {
      closing.abort();
      await Promise.race([client.dispose(), pause(CLOSE_PATIENCE_MS, undefined, { ref: false })]);
    },
  };
}

/** How far the log was looked through for the last event of ours. */
interface Looked {
  readonly by: EventStoreDBClient;
  /** The newest event then, whoever's it was. */
  readonly newest: LogPosition;
  readonly ours: LogPosition | null;
}

/** Whether all from a position on downwards was looked through before, in this log. */
const isPassed = (at: LogPosition, before: Looked, newest: LogPosition): boolean =>
  comparePositions(at, before.newest) <= 0 && comparePositions(newest, before.newest) >= 0;

export const eventLogOf = (source: EventLogSource, options: Options): EventLog =>
  'eventLog' in source ? source.eventLog : openEventLog(source.eventStoreUrl, options);

/**
 * Clients with equal settings share connections and their backoff, so that each generation differs
 * from the one before by a millisecond in how often it asks whether the server is alive.
 */
function connect(connectionString: string, generation: number): EventStoreDBClient {
  if (generation === 0 || /[?&]keepAliveInterval=/i.test(connectionString))
    return connectClient(connectionString);
  const parameter = `keepAliveInterval=${10_000 + (generation % 1_000)}`;
  const separator = connectionString.includes('?') ? '&' : '?';
  return connectClient(`${connectionString}${separator}${parameter}`);
}

/** How the client makes the metadata and the options of every call that concerns events. */
interface ClientInternals {
  callArguments: (
    options: object,
    callOptions?: object,
  ) => [{ set(key: string, value: string): void }, object];
}

const LOOPBACK = /@(127\.0\.0\.1|localhost|\[::1\])(:\d+)?(?=[/?]|$)/;

/**
 * The client, which also sends the user of its address to a server on this machine that speaks
 * without TLS, such as the embedded node. By itself it drops them there; towards other machines it
 * still does, as they could be read on the way.
 */
export function connectClient(connectionString: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(connectionString);
  const user = userOf(connectionString);
  if (!user || !isWithoutTls(connectionString) || !LOOPBACK.test(connectionString)) return client;
  const basic = Buffer.from(`${user.username}:${user.password}`).toString('base64');
  const internals = client as unknown as ClientInternals;
  const { callArguments } = internals;
  internals.callArguments = (...given) => {
    const [metadata, options] = callArguments(...given);
    metadata.set('authorization', `Basic ${basic}`);
    return [metadata, options];
  };
  return client;
}

/** The client knows the server by its former name only; the protocol is the same. */
export const connectionStringOf = (url: string): string =>
  url.replace(/^kurrentdb(\+discover)?:/i, 'esdb$1:');

/**
 * Credentials given with the call make the client use the plain append. Its other way, one channel
 * for all appends, ends the process on a reply that comes late. Over a connection without TLS the
 * client drops credentials, so that any will do.
 */
function appendCredentials(connectionString: string): Credentials | undefined {
  const anybody = { username: '-', password: '-' };
  return userOf(connectionString) ?? (isWithoutTls(connectionString) ? anybody : undefined);
}

function userOf(connectionString: string): Credentials | undefined {
  const [, username, password] = /^[^:]+:\/\/([^:@/]+):([^@]+)@/.exec(connectionString) ?? [];
  if (username === undefined || password === undefined) return undefined;
  return { username: decodeURIComponent(username), password: decodeURIComponent(password) };
}

const isWithoutTls = (connectionString: string): boolean => /[?&]tls=false/i.test(connectionString);

interface ReadableEvents extends NodeJS.EventEmitter {
  cancel(): Promise<void>;
}

const collected = (source: ReadableEvents, deadlineMs: number): Promise<Resolved[]> => {
  const events: Resolved[] = [];
  const reading = new Promise<Resolved[]>((resolve, reject) => {
    source.on('data', (event: Resolved) => events.push(event));
    source.once('end', () => resolve(events));
    source.on('error', reject);
  });
  return within(deadlineMs, reading, () => source.cancel().catch(() => {}));
};

type Resolved = { event?: RecordedEvent };

const plainPosition = ({ commit, prepare }: LogPosition): LogPosition => ({ commit, prepare });

function storedEvent(event: RecordedEvent): StoredEvent {
  const { position } = event as { position?: LogPosition };
  if (!position || position.commit === NO_POSITION)
    throw new Error(
      'The event store does not say where events stand: EventStoreDB 23.10 is needed',
    );
  return {
    id: event.id,
    stream: event.streamId,
    revision: event.revision,
    position: plainPosition(position),
    type: event.type,
    data: event.data,
    metadata: event.metadata,
    storedAt: event.created,
  };
}

const GRPC_UNAVAILABLE = 14;
/**
 * Invalid argument, permission denied, unimplemented, unauthenticated: trying again does not help.
 */
const OUR_FAULT = [3, 7, 12, 16];

const OUTAGES: readonly string[] = [
  ErrorType.UNAVAILABLE,
  ErrorType.TIMEOUT,
  ErrorType.DEADLINE_EXCEEDED,
  ErrorType.CANCELLED,
  ErrorType.NOT_LEADER,
];

/** The client's errors in our words; what is no outage and no race stays as it is, a defect. */
function translated(error: unknown, stream: string): unknown {
  if (error instanceof Refusal) return error;
  if (error instanceof WrongExpectedVersionError) return new WrongRevision(stream);
  return isOutage(error) ? unavailable('The event store', error) : error;
}

const errorType = (error: unknown): ErrorType | undefined =>
  error instanceof Error && isCommandError(error) ? error.type : undefined;

function isOutage(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  const { code } = error as { code?: unknown };
  if (code === GRPC_UNAVAILABLE) return true;
  const type = errorType(error);
  if (type === ErrorType.UNKNOWN) return !OUR_FAULT.includes(Number(code));
  if (type !== undefined) return OUTAGES.includes(type);
  // Plain errors of the client and of the channel below it, while a connection is being replaced.
  return /^Failed to discover|shut down|write after end|Channel closed/i.test(error.message);
}
