import { setTimeout as timer } from 'node:timers/promises';
import pg from 'pg';
import { unavailable } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { isUnreachable, type Prepared } from '../../postgres/postgres.js';
import { connectTo, type Session } from '../../postgres/session.js';
import {
  type Appended,
  type EventLog,
  type EventToAppend,
  type ExpectedRevision,
  type LogPosition,
  type StoredEvent,
  type SubscribeOptions,
  WrongRevision,
} from '../eventLog.js';

interface Options {
  readonly logger: Logger;
  /** Longest wait for an append or a read, in milliseconds. */
  readonly deadlineMs?: number;
  /** How often is looked for events whose notification was lost, in milliseconds. */
  readonly pollMs?: number;
}

/** An append that waits for its group. */
interface Waiting {
  readonly stream: string;
  readonly expected: ExpectedRevision;
  readonly events: readonly EventToAppend[];
  readonly resolve: (appended: Appended) => void;
  readonly reject: (error: unknown) => void;
}

/** Of one group of appends. */
const MAX_APPENDS = 500;

/**
 * The log in the table of `logSchema.ts`, which must be there. Appends that are asked for while one
 * group of them is written become the next group: one transaction, one fsync.
 */
export function openPostgresLog(databaseUrl: string, options: Options): EventLog {
  const { deadlineMs = 10_000, pollMs = 2_000 } = options;
  const settings = [
    'idle_session_timeout=0',
    // Every row is reached by its key. A plan that was made while the table was empty would read all
    // of it for ever.
    'enable_seqscan=off',
    'enable_hashjoin=off',
    'enable_mergejoin=off',
    'jit=off',
    // That is so for any values: planned once, an append costs a tenth.
    'plan_cache_mode=force_generic_plan',
    // Of a process that is frozen, or a machine that is gone: others wait for its locks so long.
    `statement_timeout=${deadlineMs}`,
    `idle_in_transaction_session_timeout=${deadlineMs}`,
  ];
  const connect = connectTo(databaseUrl, {
    settings,
    queryTimeoutMs: deadlineMs,
    connectTimeoutMs: deadlineMs,
    pipeline: true,
  });
  const closing = new AbortController();
  const appends = keptSession(() => connect('event log appends'), closing.signal);
  const reads = keptSession(() => connect('event log reads'), closing.signal);
  const pages = keptSession(() => connect('event log subscriptions'), closing.signal);
  const arrivals = createArrivals();

  let queue: Waiting[] = [];
  let isWriting = false;

  const writeGroup = async (group: readonly Waiting[]): Promise<void> => {
    try {
      const rows = await appends.run(APPEND, appendValues(group));
      for (const [index, { stream, resolve, reject }] of group.entries()) {
        const [revision, position] = rows[index] as [string, string] | [null, null];
        if (position) {
          resolve({ revision: BigInt(revision), position: at(position) });
          arrivals.arrived(BigInt(position));
        } else reject(new WrongRevision(stream));
      }
    } catch (error) {
      for (const { reject } of group) reject(error);
    }
  };

  const workOff = async (): Promise<void> => {
    isWriting = true;
    // What else is asked for in this turn of the event loop goes with it.
    await new Promise((resolve) => setImmediate(resolve));
    while (queue.length > 0) {
      const [group, others] = nextGroup(queue);
      queue = others;
      await writeGroup(group);
    }
    isWriting = false;
  };

  const readEvents = async (session: KeptSession, statement: Prepared, values: unknown[]) =>
    (await session.run(statement, values)).map(storedEvent);

  /** Notifications that are lost with a connection are made up for by looking from time to time. */
  const listen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const session = await pages.open();
        session.client.on('notification', ({ payload }) => arrivals.arrived(BigInt(payload ?? 0)));
        await session.client.query('LISTEN log_events');
        arrivals.look();
        while (!session.lost.aborted) {
          const stop = AbortSignal.any([session.lost, closing.signal]);
          await timer(pollMs, undefined, { signal: stop, ref: false }).catch(() => undefined);
          arrivals.look();
        }
      } catch {
        await timer(pollMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      }
    }
  };
  let listening: Promise<void> | undefined;

  async function* subscribe(options: SubscribeOptions): AsyncGenerator<StoredEvent[]> {
    const { maxBatch, signal, onCaughtUp } = options;
    const stopped = AbortSignal.any([signal, closing.signal]);
    listening ??= listen();
    let after = options.after?.commit ?? 0n;
    let isCaughtUp = false;
    const page = (from: bigint) => readEvents(pages, PAGE, [from.toString(), maxBatch]);
    while (!stopped.aborted) {
      const looked = arrivals.looks();
      let batch = await page(after);
      while (batch.length > 0 && !stopped.aborted) {
        after = batch.at(-1)?.position.commit ?? after;
        // While it is worked on, the next one is read.
        const next = batch.length === maxBatch ? page(after) : Promise.resolve([]);
        next.catch(() => undefined);
        isCaughtUp = false;
        yield batch;
        batch = await next;
      }
      if (stopped.aborted) return;
      if (!isCaughtUp) onCaughtUp?.();
      isCaughtUp = true;
      await arrivals.beyond(after, looked, stopped);
    }
  }

  return {
    name: 'The event log in Postgres',

    append(stream, expected, events) {
      if (events.length === 0) throw new Error(`Nothing to append to ${stream}`);
      return new Promise((resolve, reject) => {
        queue.push({ stream, expected, events, resolve, reject });
        if (!isWriting) void workOff();
      });
    },

    async load(events) {
      try {
        await appends.run(LOAD, [
          events.map(({ stream }) => stream),
          events.map(({ revision }) => revision.toString()),
          ...documentsOf(events),
        ]);
      } catch (error) {
        throw wrongRevisionIn(error) ?? error;
      }
    },

    readStream: (stream, { from = 0n, maxCount = null } = {}) =>
      readEvents(reads, STREAM, [stream, from.toString(), maxCount]),

    readLast: async (stream) => (await readEvents(reads, LAST, [stream]))[0] ?? null,

    subscribe,

    async head() {
      const [[position = null] = []] = (await reads.run(HEAD, [])) as (string | null)[][];
      return position === null ? null : at(position);
    },

    async connectionLost(signal) {
      const session = await pages.open().catch(() => undefined);
      if (!session) return;
      const over = AbortSignal.any([session.lost, signal, closing.signal]);
      if (!over.aborted) await new Promise((resolve) => over.addEventListener('abort', resolve));
    },

    async close() {
      closing.abort();
      await Promise.all([appends, reads, pages].map(({ close }) => close()));
      await listening;
    },
  };
}

const APPEND: Prepared = {
  name: 'append',
  text: 'SELECT * FROM log.append($1, $2, $3, $4, $5, $6, $7, $8)',
};
const LOAD: Prepared = { name: 'load', text: 'SELECT log.load($1, $2, $3, $4, $5, $6)' };
const COLUMNS = `position, stream, revision, id, type, data, metadata,
  (extract(epoch FROM stored_at) * 1000)::bigint`;
const PAGE: Prepared = {
  name: 'page',
  text: `SELECT ${COLUMNS} FROM log.events WHERE position > $1 ORDER BY position LIMIT $2`,
};
const STREAM: Prepared = {
  name: 'stream',
  text: `SELECT ${COLUMNS} FROM log.events WHERE stream = $1 AND revision >= $2
    ORDER BY revision LIMIT $3`,
};
const LAST: Prepared = {
  name: 'last',
  text: `SELECT ${COLUMNS} FROM log.events WHERE stream = $1 ORDER BY revision DESC LIMIT 1`,
};
const HEAD: Prepared = { name: 'head', text: 'SELECT max(position) FROM log.events' };

const at = (position: string): LogPosition => {
  const place = BigInt(position);
  return { commit: place, prepare: place };
};

const storedEvent = (row: readonly unknown[]): StoredEvent => {
  const [position, stream, revision, id, type, data, metadata, storedAt] = row as EventRow;
  return {
    id,
    stream,
    revision: BigInt(revision),
    position: at(position),
    type,
    data,
    metadata,
    storedAt: new Date(Number(storedAt)),
  };
};

type EventRow = [string, string, string, string, string, unknown, unknown, string];

/** The first appends, each to another stream; and those that are left. */
function nextGroup(queue: readonly Waiting[]): [Waiting[], Waiting[]] {
  const streams = new Set<string>();
  const group: Waiting[] = [];
  const others: Waiting[] = [];
  for (const waiting of queue) {
    const isOfGroup = group.length < MAX_APPENDS && !streams.has(waiting.stream);
    // Whatever follows in its stream follows in the log.
    streams.add(waiting.stream);
    (isOfGroup ? group : others).push(waiting);
  }
  return [group, others];
}

/** What `log.append` takes. */
function appendValues(group: readonly Waiting[]): unknown[] {
  const events = group.flatMap(({ events }, index) =>
    events.map((event, nth) => ({ ...event, of: index + 1, nth: nth + 1 })),
  );
  return [
    group.map(({ stream }) => stream),
    group.map(({ expected }) =>
      expected === 'any' ? null : expected === 'no-stream' ? '-1' : expected.toString(),
    ),
    events.map(({ of }) => of),
    events.map(({ nth }) => nth),
    ...documentsOf(events),
  ];
}

/** Ids and types, and the rest as two texts with a line for each event. */
const documentsOf = (events: readonly EventToAppend[]): unknown[] => [
  events.map(({ id }) => id),
  events.map(({ type }) => type),
  lines(events.map(({ data }) => data)),
  lines(events.map(({ metadata }) => metadata)),
];

/** As `log.load` refuses. */
const wrongRevisionIn = (error: unknown): WrongRevision | undefined =>
  error instanceof pg.DatabaseError && error.code === 'LOG01'
    ? new WrongRevision(error.detail ?? '')
    : undefined;

const lines = (documents: readonly object[]): string =>
  documents.map((document) => JSON.stringify(document)).join('\n');

/** A session that is opened when it is needed, and anew after it was lost. */
interface KeptSession {
  /** @throws Refusal `unavailable` */
  open(): Promise<Session>;
  /** Rows as lists of columns. @throws Refusal `unavailable` when there is no answer in time. */
  run(statement: Prepared, values: unknown[]): Promise<unknown[][]>;
  close(): Promise<void>;
}

function keptSession(connect: () => Promise<Session>, closing: AbortSignal): KeptSession {
  let current: Promise<Session> | null = null;

  const connectAnew = (): Promise<Session> => {
    const connecting = connect();
    const forget = () => {
      if (current === connecting) current = null;
    };
    connecting.then(({ lost }) => lost.addEventListener('abort', forget, { once: true }), forget);
    return connecting;
  };

  const open = async (): Promise<Session> => {
    if (closing.aborted) throw unavailable('The event log');
    current ??= connectAnew();
    try {
      return await current;
    } catch (error) {
      throw refusalOf(error);
    }
  };

  return {
    open,
    async run(statement, values) {
      const { client } = await open();
      try {
        const { rows } = await client.query({ ...statement, values, rowMode: 'array' });
        return rows;
      } catch (error) {
        throw refusalOf(error);
      }
    },
    close: async () => (await current?.catch(() => undefined))?.end(),
  };
}

const STATEMENT_TIMEOUT = '57014';

const refusalOf = (error: unknown): unknown => {
  const isLate =
    (error instanceof pg.DatabaseError && error.code === STATEMENT_TIMEOUT) ||
    (error instanceof Error && /^Query read timeout|^Pipeline/i.test(error.message));
  return isLate || isUnreachable(error) ? unavailable('The event log', error) : error;
};

/** What is known of the end of the log, and who waits for more. */
function createArrivals() {
  let newest = 0n;
  let looks = 0;
  const waiting = new Set<() => void>();
  const wakeAll = () => {
    for (const wake of waiting) wake();
  };
  return {
    /** Up to here something is written. */
    arrived(position: bigint): void {
      if (position <= newest) return;
      newest = position;
      wakeAll();
    },
    /** Whether something was written has to be looked at. */
    look(): void {
      looks += 1;
      wakeAll();
    },
    looks: () => looks,
    /** Resolves when there is more after a position, or may be since so many looks, or at the signal. */
    async beyond(after: bigint, looked: number, signal: AbortSignal): Promise<void> {
      while (newest <= after && looks === looked && !signal.aborted)
        await new Promise<void>((resolve) => {
          const wake = () => {
            waiting.delete(wake);
            signal.removeEventListener('abort', wake);
            resolve();
          };
          waiting.add(wake);
          signal.addEventListener('abort', wake, { once: true });
        });
    },
  };
}
