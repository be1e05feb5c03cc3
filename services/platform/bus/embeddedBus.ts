import { setMaxListeners } from 'node:events';
import { unavailable } from '../errors.js';
import { createLocalLocks } from '../locks/localLocks.js';
import type { Logger } from '../logger.js';
import { createBackoff, pause } from '../pauses.js';
import { tryLock } from '../postgres/advisoryLocks.js';
import { ensureSchema } from '../postgres/ensureSchema.js';
import {
  inTransaction,
  isUnreachable,
  type Pool,
  type PoolClient,
  query,
} from '../postgres/postgres.js';
import { connectTo, type Session } from '../postgres/session.js';
import { describeFailure } from '../readModels/failures.js';
import type { Bus, BusMessage, Consumer, ConsumerOptions } from './bus.js';
import { createHandling, handleAll } from './handling.js';
import { type SerializedMessage, serializeMessages } from './messageLimits.js';

/**
 * A message's sequence counts within its topic, from 1 and without gaps. `topics.last_sequence` is
 * the newest one's: publishing raises it first, and so holds the row until it commits. Were the
 * numbers drawn from a sequence instead, a transaction could commit a lower number after a consumer
 * had passed a higher one, and that message would never be handled.
 */
export const busSteps = [
  `CREATE TABLE bus.topics (
     topic text PRIMARY KEY,
     last_sequence bigint NOT NULL
   );
   CREATE TABLE bus.messages (
     topic text NOT NULL,
     sequence bigint NOT NULL,
     key text NOT NULL,
     id text NOT NULL,
     type text NOT NULL,
     schema_version integer NOT NULL,
     occurred_at timestamptz NOT NULL,
     -- Not jsonb, which takes no text with a NUL in it.
     data json NOT NULL,
     published_at timestamptz NOT NULL DEFAULT now(),
     PRIMARY KEY (topic, sequence)
   );
   CREATE INDEX messages_published_at ON bus.messages (published_at);
   CREATE TABLE bus.offsets (
     group_name text NOT NULL,
     topic text NOT NULL,
     handled_sequence bigint NOT NULL,
     PRIMARY KEY (group_name, topic)
   )`,
  'ALTER TABLE bus.messages ADD COLUMN traceparent text',
];

const CHANNEL = 'bus';
const BATCH = 100;
const STANDBY_MS = 1_000;
const LONGEST_PAUSE_MS = 2_000;
/** A consumer's query that takes longer hangs: its connection is given up. */
const QUERY_TIMEOUT_MS = 10_000;
/** Messages that all groups have handled stay for so long, for groups that are yet to come. */
export const RETENTION_DAYS = 7;

export interface EmbeddedBus extends Bus {
  /**
   * Removes what was published more than RETENTION_DAYS before `now` and was handled by every group
   * that ever consumed its topic.
   * @returns how many messages were removed.
   * @throws Refusal `unavailable`.
   */
  removeExpired(now: Date): Promise<number>;
}

interface EmbeddedBusInput {
  /** For publishing; stays open when the bus is closed. */
  readonly pool: Pool;
  /** Each consumer has a connection of its own. */
  readonly databaseUrl: string;
  readonly logger: Logger;
  /** Of a consumer's queries; absent: ten seconds. */
  readonly queryTimeoutMs?: number;
}

/**
 * The bus of an installation without Kafka: messages and offsets lie in Postgres. In each topic one
 * member of a group is at work at a time; the others stand by. It holds an advisory lock on the
 * connection over which it reads messages and moves the offset: who has lost the lock can no longer
 * move the offset. What it was handling then may be handled by its successor at the same time.
 */
export async function openEmbeddedBus(input: EmbeddedBusInput): Promise<EmbeddedBus> {
  const { pool, databaseUrl, queryTimeoutMs = QUERY_TIMEOUT_MS } = input;
  const logger = input.logger.child({ part: 'bus' });
  await ensureSchema(pool, 'bus', busSteps);
  // An offset that is lost with Postgres means that a message comes twice, as it may.
  const connect = connectTo(databaseUrl, {
    settings: ['synchronous_commit=off', 'idle_session_timeout=0'],
    queryTimeoutMs,
  });
  const consumers = new Set<Consumer>();
  // What this process publishes later is stored later.
  const withLock = createLocalLocks();

  return {
    async publish(messages) {
      const serialized = serializeMessages(messages);
      if (serialized.length === 0) return;
      await withLock('publish', () => inTransaction(pool, (client) => store(client, serialized)));
    },

    consume(options) {
      const consumer = startConsumer(options, connect, logger);
      consumers.add(consumer);
      return {
        problem: consumer.problem,
        stop: () => consumer.stop().finally(() => consumers.delete(consumer)),
      };
    },

    async lagOf(group, topics) {
      const rows = await query<{ lag: string }>(pool, LAG, [group, topics]);
      return Number(rows[0]?.lag ?? 0);
    },

    async check() {
      await query(pool, 'SELECT FROM bus.topics LIMIT 1');
    },

    async close() {
      await Promise.all([...consumers].map((consumer) => consumer.stop()));
    },

    async removeExpired(now) {
      const before = new Date(now.getTime() - RETENTION_DAYS * 24 * 60 * 60 * 1000);
      const rows = await query<{ removed: number }>(pool, REMOVE, [before]);
      return rows[0]?.removed ?? 0;
    },
  };
}

const INSERT = `
  INSERT INTO bus.messages
    (topic, sequence, key, id, type, schema_version, occurred_at, data, traceparent)
  SELECT * FROM unnest($1::text[], $2::bigint[], $3::text[], $4::text[], $5::text[], $6::int[],
    $7::timestamptz[], $8::json[], $9::text[])`;

/** Whoever publishes to the same topic waits here until this transaction has ended. */
const TAKE = `
  INSERT INTO bus.topics (topic, last_sequence) VALUES ($1, $2)
  ON CONFLICT (topic) DO UPDATE SET last_sequence = topics.last_sequence + $2
  RETURNING last_sequence::text AS last`;

/** What a group begins with that has no offset: the one before the oldest message. */
const BEFORE_OLDEST = `coalesce(
  (SELECT min(sequence) - 1 FROM bus.messages WHERE messages.topic = topics.topic),
  last_sequence)`;

const LAG = `
  SELECT coalesce(sum(last_sequence - coalesce(handled_sequence, ${BEFORE_OLDEST})), 0)::text AS lag
  FROM bus.topics LEFT JOIN bus.offsets ON offsets.topic = topics.topic AND group_name = $1
  WHERE topics.topic = ANY ($2)`;

const REMOVE = `
  WITH removed AS (
    DELETE FROM bus.messages WHERE published_at < $1 AND sequence <= ALL (
      SELECT handled_sequence FROM bus.offsets WHERE offsets.topic = messages.topic)
    RETURNING 1)
  SELECT count(*)::int AS removed FROM removed`;

/** Makes the topic and the group's offset where they are missing. */
const REGISTER = [
  'INSERT INTO bus.topics (topic, last_sequence) VALUES ($1, 0) ON CONFLICT DO NOTHING',
  `INSERT INTO bus.offsets (topic, group_name, handled_sequence)
   SELECT topic, $2, ${BEFORE_OLDEST} FROM bus.topics WHERE topic = $1
   ON CONFLICT DO NOTHING`,
] as const;

const OFFSET = {
  name: 'offset of a group',
  text: `SELECT handled_sequence::text AS handled FROM bus.offsets
         WHERE group_name = $1 AND topic = $2`,
};
const NEXT = {
  name: 'next messages',
  // Qualified: the output of that name is a text.
  text: `SELECT sequence::text, key, id, type, schema_version, occurred_at, data, traceparent
         FROM bus.messages WHERE topic = $1 AND sequence > $2 ORDER BY messages.sequence LIMIT ${BATCH}`,
};
const MOVE = {
  name: 'move an offset',
  text: 'UPDATE bus.offsets SET handled_sequence = $3 WHERE group_name = $1 AND topic = $2',
};

/** In one order always: two that publish to the same topics do not wait for each other. */
const topicsOf = (messages: readonly SerializedMessage[]): string[] =>
  [...new Set(messages.map(({ topic }) => topic))].sort();

async function store(client: PoolClient, messages: readonly SerializedMessage[]): Promise<void> {
  const sequences = await takeSequences(client, messages);
  await client.query(INSERT, columnsOf(messages, sequences));
  for (const topic of topicsOf(messages))
    await client.query('SELECT pg_notify($1, $2)', [CHANNEL, topic]);
}

/** A number for each message, in the order given. */
async function takeSequences(
  client: PoolClient,
  messages: readonly SerializedMessage[],
): Promise<bigint[]> {
  const next = new Map<string, bigint>();
  for (const topic of topicsOf(messages)) {
    const count = messages.filter((message) => message.topic === topic).length;
    const { rows } = await client.query<{ last: string }>(TAKE, [topic, count]);
    next.set(topic, BigInt(rows[0]?.last ?? 0) - BigInt(count) + 1n);
  }
  return messages.map(({ topic }) => {
    const sequence = next.get(topic) ?? 1n;
    next.set(topic, sequence + 1n);
    return sequence;
  });
}

const columnsOf = (messages: readonly SerializedMessage[], sequences: readonly bigint[]) => [
  messages.map(({ topic }) => topic),
  sequences.map(String),
  messages.map(({ key }) => key),
  messages.map(({ id }) => id),
  messages.map(({ type }) => type),
  messages.map(({ schemaVersion }) => schemaVersion),
  messages.map(({ occurredAt }) => occurredAt),
  messages.map(({ data }) => data),
  messages.map(({ traceparent = null }) => traceparent),
];

interface MessageRow {
  sequence: string;
  key: string;
  id: string;
  type: string;
  schema_version: number;
  occurred_at: Date;
  data: object;
  traceparent: string | null;
}

const messageOf = (topic: string, row: MessageRow): BusMessage => ({
  topic,
  key: row.key,
  id: row.id,
  type: row.type,
  schemaVersion: row.schema_version,
  occurredAt: row.occurred_at,
  data: row.data,
  ...(row.traceparent !== null && { traceparent: row.traceparent }),
});

/** Rings for all who wait. */
interface Bell {
  ring(): void;
  /** Resolves at the next ring. */
  next(): Promise<void>;
}

function createBell(): Bell {
  let ringNow = () => {};
  const toBeRung = () =>
    new Promise<void>((resolve) => {
      ringNow = resolve;
    });
  let next = toBeRung();
  return {
    ring() {
      ringNow();
      next = toBeRung();
    },
    next: () => next,
  };
}

/** What a consumer's topics have in common, while one connection lasts. */
interface Work {
  readonly session: Session;
  readonly signal: AbortSignal;
  getsOn(topic: string): void;
}

function startConsumer(
  { group, topics, handle, atOnce = 1 }: ConsumerOptions,
  connect: ReturnType<typeof connectTo>,
  logger: Logger,
): Consumer {
  const handling = createHandling({ group, handle }, logger);
  const stopping = new AbortController();
  setMaxListeners(0, stopping.signal);
  const backoff = createBackoff({ capMs: LONGEST_PAUSE_MS });
  let waits: string | null = 'starting';

  /**
   * Handles all there is and all that comes, until the signal is aborted. It gets on when there is
   * nothing to do, or an offset was moved: that a message can be read does not mean that.
   */
  const work = async (
    { session, getsOn, signal }: Work,
    topic: string,
    bell: Bell,
  ): Promise<void> => {
    while (!(await tryLock(session, { space: 'roles', name: `bus ${group} ${topic}` }))) {
      getsOn(topic);
      await pause(STANDBY_MS, signal);
      if (signal.aborted) return;
    }
    const { client } = session;
    await client.query(REGISTER[0], [topic]);
    await client.query(REGISTER[1], [topic, group]);
    const { rows } = await client.query<{ handled: string }>({ ...OFFSET, values: [group, topic] });
    let handled = rows[0]?.handled ?? '0';
    let moving: Promise<void> | null = null;
    const move = async (): Promise<void> => {
      for (let moved: string | null = null; moved !== handled; getsOn(topic)) {
        moved = handled;
        await client.query({ ...MOVE, values: [group, topic, moved] });
      }
    };
    while (!signal.aborted) {
      // Before looking: what is published from now on rings.
      const published = bell.next();
      const next = await client.query<MessageRow>({ ...NEXT, values: [topic, handled] });
      if (next.rows.length === 0) {
        getsOn(topic);
        await published;
      }
      await handleAll(next.rows, {
        atOnce,
        keyOf: ({ key }) => key,
        handle: (row) => untilHandled(messageOf(topic, row), signal),
        passed: (count) => {
          handled = next.rows[count - 1]?.sequence ?? handled;
          // What is passed meanwhile is moved past together.
          moving ??= move().finally(() => {
            moving = null;
          });
          return moving;
        },
      });
    }
  };

  /** False when it was given up: the message comes again, here or to another member. */
  const untilHandled = async (message: BusMessage, signal: AbortSignal): Promise<boolean> => {
    while (!signal.aborted) {
      const again = await handling.attempt(message);
      if (again === undefined) return true;
      await pause(again, signal);
    }
    return false;
  };

  /**
   * Topics are worked on beside each other, over one connection. It listens for what is published:
   * nothing is asked for while nothing comes, and what comes is handled at once. No notification is
   * lost while the connection lasts, and after it was lost everything is looked at anew.
   */
  const consume = async (session: Session): Promise<void> => {
    const bells = new Map(topics.map((topic) => [topic, createBell()]));
    const failed = new AbortController();
    const signal = AbortSignal.any([stopping.signal, session.lost, failed.signal]);
    setMaxListeners(0, signal);
    const ringAll = () => {
      for (const bell of bells.values()) bell.ring();
    };
    signal.addEventListener('abort', ringAll);
    session.client.on('notification', ({ payload = '' }) => bells.get(payload)?.ring());
    await session.client.query(`LISTEN ${CHANNEL}`);
    // Of the topics, so that one in which nothing happens does not speak for the others.
    const starting = new Set(topics);
    const getsOn = (topic: string) => {
      starting.delete(topic);
      if (starting.size > 0) return;
      waits = null;
      backoff.reset();
    };
    const working = [...bells].map(([topic, bell]) =>
      work({ session, getsOn, signal }, topic, bell),
    );
    try {
      await Promise.all(working);
    } finally {
      failed.abort();
      await Promise.allSettled(working);
      handling.forget();
    }
    if (!stopping.signal.aborted) throw unavailable('The database');
  };

  const keepConsuming = async (): Promise<void> => {
    while (!stopping.signal.aborted) {
      let session: Session | null = null;
      try {
        session = await connect(`bus ${group}`.slice(0, 63));
        await consume(session);
      } catch (error) {
        if (stopping.signal.aborted) break;
        const why = describeFailure(
          isUnreachable(error) ? unavailable('The database', error) : error,
        );
        if (why !== waits) logger.warn({ group, why }, 'The consumer waits', error);
        waits = why;
      } finally {
        await session?.end();
      }
      await pause(backoff.next(), stopping.signal);
    }
  };
  const consuming = keepConsuming();

  return {
    // A message that is not handled keeps what comes behind it, and so the whole, from getting on.
    problem: () => handling.problem() ?? waits,
    async stop() {
      stopping.abort();
      await consuming;
    },
  };
}
