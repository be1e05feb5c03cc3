import { setTimeout as timer } from 'node:timers/promises';
import { Refusal, unavailable } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { createBackoff, pause } from '../../pauses.js';
import {
  type EventLog,
  type EventToLoad,
  type LogInQuestion,
  type Revision,
  type StoredEvent,
  type SubscribeOptions,
  WrongLog,
} from '../eventLog.js';
import { parseAddress } from './address.js';
import { sendInOrder } from './batchAppends.js';
import { type Connection, type Connections, openConnections } from './connection.js';
import { leaderOf, StreamIncomplete } from './errors.js';
import {
  type Bounds,
  batchesOf,
  end,
  eventsOf,
  type Read,
  readBackwards,
  readForwards,
  readLastOf,
  subscribeToAll,
} from './reading.js';

/** What is asked of a log, and answered at once. */
type Asked = Omit<EventLog, 'subscribe' | 'close'>;

interface Options {
  readonly logger: Logger;
  /** Longest wait for an append or a read, in milliseconds. */
  readonly deadlineMs?: number;
  /**
   * Looks whether a log is the right one: before anything else is asked of it, and again each time
   * that the connection was lost, as another server may answer then. Absent: any is.
   * @throws WrongLog
   */
  readonly look?: (log: LogInQuestion) => Promise<void>;
}

export interface EventStoreLog extends EventLog {
  /** What is wrong with the log that answers, for operators; null: nothing, or none answers. */
  problem(): string | null;
}

const NAME = 'The event store that EVENTSTORE_URL names';
/** Longest wait for calls to end when the log is closed, in milliseconds. */
const CLOSE_TIMEOUT_MS = 1_000;
const LOOK_AGAIN = { firstMs: 100, capMs: 3_000 };
const A_DAY_MS = 86_400_000;

/**
 * EventStoreDB as an event log.
 *
 * The guards in here answer to what the client does, see docs/decisions/0003-event-store-client.md.
 *
 * @param url `esdb://…` or `esdb+discover://…`; `kurrentdb` or `kdb` in place of `esdb` means the
 * same
 * @throws WrongAddress when it says what must not be
 */
export function openEventStoreDb(url: string, options: Options): EventStoreLog {
  const { logger, deadlineMs = 10_000, look } = options;
  const closing = new AbortController();
  const bounds = { deadlineMs, closing: closing.signal };
  const connections = openConnections(parseAddress(url), { logger, ...bounds });
  let problem: string | null = null;

  const lookAt = async (used: Connection): Promise<void> => {
    if (!look) return;
    try {
      connections.batchOn(used);
      await look(logOn(connections, used, bounds));
      if (used !== connections.current()) throw unavailable('The event store');
      if (problem) logger.info({}, 'The event store holds the right log again');
      problem = null;
    } catch (error) {
      const isWrong = error instanceof WrongLog;
      if (isWrong && problem !== error.message) logger.error({}, error.message);
      problem = isWrong ? error.message : null;
      throw isWrong ? refusalOf(error) : error;
    }
  };

  const looked = (used: Connection): Promise<void> =>
    (used.looked ??= lookAt(used).catch((error: unknown) => {
      used.looked = null;
      throw error;
    }));

  /** Also where nobody asks for anything, and until the right log answers. */
  const keepLooking = async (): Promise<void> => {
    const backoff = createBackoff(LOOK_AGAIN);
    while (!closing.signal.aborted) {
      const used = connections.current();
      try {
        await looked(used);
        backoff.reset();
        await pause(A_DAY_MS, AbortSignal.any([used.replaced.signal, closing.signal]));
      } catch {
        // Who asks for something is told.
      }
      // Also a server that breaks each connection at once is not asked without a pause.
      await pause(backoff.next(), closing.signal);
    }
  };

  /** Once more when a node has said who leads: it has not done what was asked. */
  const onRightLog = async <Result>(work: (log: Asked) => Promise<Result>): Promise<Result> => {
    const attempt = async (): Promise<Result> => {
      const used = connections.current();
      await looked(used);
      return work(logOn(connections, used, bounds));
    };
    try {
      return await attempt();
    } catch (refusal) {
      if (!(refusal instanceof Refusal && leaderOf(refusal.cause))) throw refusal;
      return attempt();
    }
  };

  async function* subscribe(options: SubscribeOptions): AsyncGenerator<StoredEvent[]> {
    const { after, maxBatch, signal, onCaughtUp } = options;
    const stopped = AbortSignal.any([signal, closing.signal]);
    if (stopped.aborted) return;
    const used = connections.current();
    await looked(used);
    const subscription = subscribeToAll(used.client, after);
    const stop = () => end(subscription);
    stopped.addEventListener('abort', stop, { once: true });
    try {
      const batches = batchesOf(await subscription, maxBatch, () => onCaughtUp?.());
      for await (const batch of batches) {
        if (stopped.aborted) return;
        yield batch;
      }
      // A server that goes away in an orderly manner ends the subscription without an error.
      if (!stopped.aborted) throw unavailable('The event store');
    } catch (error) {
      if (!stopped.aborted) throw await connections.failed(used, error, '$all');
    } finally {
      stopped.removeEventListener('abort', stop);
      end(subscription);
    }
  }

  if (look) void keepLooking();

  return {
    name: NAME,
    problem: () => problem,
    append: (stream, expected, events) => onRightLog((log) => log.append(stream, expected, events)),
    load: (events) => onRightLog((log) => log.load(events)),
    readStream: (stream, some) => onRightLog((log) => log.readStream(stream, some)),
    readLast: (stream) => onRightLog((log) => log.readLast(stream)),
    head: () => onRightLog((log) => log.head()),
    subscribe,
    async close() {
      closing.abort();
      const { batch, client } = connections.current();
      batch?.retire();
      await Promise.race([client.dispose(), timer(CLOSE_TIMEOUT_MS, undefined, { ref: false })]);
    },
  };
}

/** What is asked of one connection, whichever log is behind it. */
function logOn(connections: Connections, used: Connection, bounds: Bounds): Asked {
  const { client } = used;
  const ask = <Result>(stream: string, call: () => Promise<Result>) =>
    connections.ask(used, stream, call);
  const read = (stream: string, reading: () => Read, enough?: number) =>
    ask(stream, () => eventsOf(reading(), { ...bounds, ...(enough && { enough }) }));
  const readStream: EventLog['readStream'] = async (stream, { from = 0n, maxCount } = {}) => {
    const events = await read(stream, () => readForwards(client, stream, { from, maxCount }));
    if (events && !isWhole(events, from)) throw new StreamIncomplete(stream);
    return events ?? [];
  };
  const positionOf = async (stream: string, revision: Revision) => {
    const [event] = await readStream(stream, { from: revision, maxCount: 1 });
    if (!event) throw new StreamIncomplete(stream);
    return event.position;
  };
  return {
    name: NAME,
    async append(stream, expected, events) {
      if (events.length === 0) throw new Error(`Nothing to append to ${stream}`);
      const { revision, position } = await ask(stream, () =>
        connections.batchOn(used).send({ stream, expected, events }),
      );
      return { revision, position: position ?? (await positionOf(stream, revision)) };
    },
    async load(events) {
      const [first] = events;
      if (!first) return;
      const [standing] = await readStream(first.stream, { from: first.revision, maxCount: 1 });
      const appends = runsOf(events, standing ? 1 : MOST_AT_ONCE).map(appendOf);
      await ask(first.stream, () => sendInOrder(connections.batchOn(used), appends));
    },
    readStream,
    async readLast(stream) {
      const newest = await read(stream, () => readLastOf(client, stream));
      return newest?.[0] ?? null;
    },
    async head() {
      const events = await read('$all', () => readBackwards(client), 1);
      return events?.[0]?.position ?? null;
    },
  };
}

/** Of 64 KB at most, that is within what the server takes of one append (1 MiB). */
const MOST_AT_ONCE = 10;

/**
 * Events that follow each other in the log and in their stream are one append. Where some stand there
 * already each is one: of those the server says so only when the whole append does. Events stand in
 * the order in which they were loaded, so where the first does not, none does.
 */
function runsOf(events: readonly EventToLoad[], most: number): [EventToLoad, ...EventToLoad[]][] {
  const runs: [EventToLoad, ...EventToLoad[]][] = [];
  for (const event of events) {
    const run = runs.at(-1);
    const last = run?.at(-1);
    const follows = event.stream === last?.stream && event.revision === last.revision + 1n;
    if (run && follows && run.length < most) run.push(event);
    else runs.push([event]);
  }
  return runs;
}

const appendOf = (run: readonly [EventToLoad, ...EventToLoad[]]) => ({
  stream: run[0].stream,
  expected: run[0].revision === 0n ? ('no-stream' as const) : run[0].revision - 1n,
  events: run,
});

/** Whether events are those from a revision on, one after the other. */
const isWhole = (events: readonly StoredEvent[], from: Revision): boolean =>
  // A stream that exists has an event; what begins after its end has none.
  (events.length > 0 || from > 0n) &&
  events.every(({ revision }, index) => revision === from + BigInt(index));

/** What people read; operators read the cause in the log and in `/health/ready`. */
const refusalOf = (cause: WrongLog): Refusal =>
  new Refusal('unavailable', {
    code: 'wrong-log',
    message:
      'Nothing can be changed just now: another event store answers than the one that holds your ' +
      'data. Nothing was lost; whoever runs the system has to look at it.',
    retryAfterSeconds: 30,
    cause,
  });
