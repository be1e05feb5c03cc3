import { EventEmitter, once } from 'node:events';
import { setImmediate as turn } from 'node:timers/promises';
import pg from 'pg';
import { batched } from '../../batched.js';
import { Refusal, unavailable } from '../../errors.js';
import type { Logger } from '../../logger.js';
import { pause } from '../../pauses.js';
import { isUnreachable, type Prepared } from '../../postgres/postgres.js';
import { connectTo, type Session, sharedSession } from '../../postgres/session.js';
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

/** Of one group of appends, each to another stream. */
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
  const kept = (name: string) => keptSession(() => connect(`event log ${name}`), closing.signal);
  const appends = kept('appends');
  const reads = kept('reads');
  const pages = kept('subscriptions');

  let queue: Waiting[] = [];
  let isWriting = false;

  const writeGroup = async (group: readonly Waiting[]): Promise<void> => {
    try {
      const rows = await appends.run(APPEND, appendValues(group));
      for (const [index, { stream, resolve, reject }] of group.entries()) {
        const [revision, position] = rows[index] as [string, string] | [null, null];
        if (position) resolve({ revision: BigInt(revision), position: at(position) });
        else reject(new WrongRevision(stream));
      }
    } catch (error) {
      // One that Postgres does not take must not fail the others.
      if (group.length > 1 && !(error instanceof Refusal))
        for (const one of group) await writeGroup([one]);
      else for (const { reject } of group) reject(error);
    }
  };

  const workOff = async (): Promise<void> => {
    isWriting = true;
    // What else is asked for in this turn of the event loop goes with it.
    await turn();
    while (queue.length > 0) {
      // Whatever follows in its stream follows in the log.
      const group = new Map<string, Waiting>();
      for (const waiting of queue)
        if (group.size < MAX_APPENDS && !group.has(waiting.stream))
          group.set(waiting.stream, waiting);
      queue = queue.filter((waiting) => group.get(waiting.stream) !== waiting);
      await writeGroup([...group.values()]);
    }
    isWriting = false;
  };

  /** Wakes subscribers: there may be more. */
  const looks = new EventEmitter().setMaxListeners(0);
  let looked = 0;
  const look = (): void => {
    looked += 1;
    looks.emit('look');
  };

  /** Notifications that are lost with a connection are made up for by looking from time to time. */
  const listen = async (): Promise<void> => {
    while (!closing.signal.aborted) {
      try {
        const { client, lost } = await pages.open();
        client.on('notification', look);
        await client.query('LISTEN log_events');
        const over = AbortSignal.any([lost, closing.signal]);
        while (!over.aborted) {
          look();
          await pause(pollMs, over);
        }
        look();
      } catch {
        await pause(pollMs, closing.signal);
      }
    }
  };
  let listening: Promise<void> | undefined;

  const readEvents = async (session: KeptSession, statement: Prepared, values: unknown[]) =>
    (await session.run(statement, values)).map(storedEvent);

  /** What is asked for in one turn of the event loop is one statement. */
  const readOf = (statement: Prepared) =>
    batched(async (streams: readonly string[]) => {
      const found = new Map<string, StoredEvent[]>();
      for (const event of await readEvents(reads, statement, [[...new Set(streams)]])) {
        const before = found.get(event.stream);
        if (before) before.push(event);
        else found.set(event.stream, [event]);
      }
      return found;
    });
  const [readWhole, readNewest] = [readOf(STREAMS), readOf(NEWEST)];

  async function* subscribe(options: SubscribeOptions): AsyncGenerator<StoredEvent[]> {
    const { maxBatch, signal, onCaughtUp } = options;
    const stopped = AbortSignal.any([signal, closing.signal]);
    listening ??= listen();
    let after = options.after?.commit ?? 0n;
    let isCaughtUp = false;
    const page = (from: bigint) => readEvents(pages, PAGE, [from.toString(), maxBatch]);
    while (!stopped.aborted) {
      const before = looked;
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
      while (looked === before && !stopped.aborted)
        await once(looks, 'look', { signal: stopped }).catch(() => undefined);
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
      const [[refused = null] = []] = await appends.run(LOAD, [
        events.map(({ stream }) => stream),
        events.map(({ revision }) => revision.toString()),
        ...documentsOf(events),
      ]);
      if (refused !== null) throw new WrongRevision(String(refused));
    },

    readStream: async (stream, { from = 0n, maxCount } = {}) =>
      from === 0n && maxCount === undefined
        ? ((await readWhole([stream])).get(stream) ?? [])
        : readEvents(reads, STREAM, [stream, from.toString(), maxCount ?? null]),

    readLast: async (stream) => (await readNewest([stream])).get(stream)?.[0] ?? null,

    subscribe,

    async head() {
      const [[position = null] = []] = (await reads.run(HEAD, [])) as (string | null)[][];
      return position === null ? null : at(position);
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
/**
 * Many events at once, each at its place in its stream. What stands there already is passed over.
 * Answers the stream where another event stands or one before it is missing: nothing is written then.
 */
const LOAD: Prepared = {
  name: 'load',
  text: `
    WITH event AS MATERIALIZED (
      SELECT event.*, e.id AS standing,
        row_number() OVER (PARTITION BY event.stream, e.id IS NULL ORDER BY n) AS nth,
        (SELECT o.revision FROM log.events o WHERE o.stream = event.stream
         ORDER BY o.revision DESC LIMIT 1) AS last
      FROM ROWS FROM (unnest($1::text[]), unnest($2::bigint[]), unnest($3::uuid[]),
        unnest($4::text[]), string_to_table($5, E'\\n'), string_to_table($6, E'\\n'))
        WITH ORDINALITY AS event(stream, revision, id, type, data, metadata, n)
      LEFT JOIN log.events e ON e.stream = event.stream AND e.revision = event.revision),
    refused AS MATERIALIZED (
      SELECT stream FROM event
      WHERE standing <> id OR (standing IS NULL AND revision <> coalesce(last, -1) + nth) LIMIT 1),
    written AS (
      INSERT INTO log.events (position, stream, revision, id, type, data, metadata)
      SELECT (SELECT log.lock_head()) + row_number() OVER (ORDER BY n),
        stream, revision, id, type, data::json, event.metadata::json
      FROM event WHERE standing IS NULL AND NOT EXISTS (SELECT FROM refused) ORDER BY n
      RETURNING position)
    SELECT (SELECT stream FROM refused),
      (SELECT pg_notify('log_events', max(position)::text) FROM written)`,
};
const select = (name: string, which: string): Prepared => ({
  name,
  text: `SELECT position, stream, revision, id, type, data, metadata,
    (extract(epoch FROM stored_at) * 1000)::bigint FROM log.events WHERE ${which}`,
});
const PAGE = select('page', 'position > $1 ORDER BY position LIMIT $2');
const STREAM = select('stream', 'stream = $1 AND revision >= $2 ORDER BY revision LIMIT $3');
const ofEach = (name: string, which: string): Prepared => ({
  name,
  text: `SELECT e.* FROM unnest($1::text[]) AS asked (stream)
    CROSS JOIN LATERAL (${select(name, `stream = asked.stream ORDER BY revision ${which}`).text}) AS e`,
});
const STREAMS = ofEach('streams', '');
const NEWEST = ofEach('newest', 'DESC LIMIT 1');
const HEAD: Prepared = { name: 'head', text: 'SELECT max(position) FROM log.events' };

const at = (position: string): LogPosition => {
  const place = BigInt(position);
  return { commit: place, prepare: place };
};

type EventRow = [string, string, string, string, string, unknown, unknown, string];

const storedEvent = (row: readonly unknown[]): StoredEvent => {
  const [position, stream, revision, id, type, data, metadata, storedAt] = row as EventRow;
  const place = { stream, revision: BigInt(revision), position: at(position) };
  return { id, ...place, type, data, metadata, storedAt: new Date(Number(storedAt)) };
};

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

const lines = (documents: readonly object[]): string =>
  documents.map((document) => JSON.stringify(document)).join('\n');

type KeptSession = ReturnType<typeof keptSession>;

/** A shared session, until the log is closed. */
function keptSession(connect: () => Promise<Session>, closing: AbortSignal) {
  const session = sharedSession(connect);
  const open = async (): Promise<Session> => {
    if (closing.aborted) throw unavailable('The event log');
    return session.open();
  };

  return {
    open,
    /** Rows as lists of columns. @throws Refusal `unavailable` when there is no answer in time. */
    async run(statement: Prepared, values: unknown[]): Promise<unknown[][]> {
      try {
        const { client } = await open();
        const { rows } = await client.query({ ...statement, values, rowMode: 'array' });
        return rows;
      } catch (error) {
        throw refusalOf(error);
      }
    },
    close: session.close,
  };
}

const STATEMENT_TIMEOUT = '57014';

const refusalOf = (error: unknown): unknown => {
  const isLate =
    (error instanceof pg.DatabaseError && error.code === STATEMENT_TIMEOUT) ||
    (error instanceof Error && /^Query read timeout|^Pipeline/i.test(error.message));
  return isLate || isUnreachable(error) ? unavailable('The event log', error) : error;
};
