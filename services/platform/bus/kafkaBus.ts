import { setMaxListeners } from 'node:events';
import { connect as connectTcp, isIP, type Socket } from 'node:net';
import { connect as connectTls } from 'node:tls';
import {
  type Admin,
  Kafka,
  type KafkaConfig,
  type LogEntry,
  logLevel,
  type Message,
  Partitioners,
  type Producer,
  type SASLOptions,
  type TopicMessages,
} from 'kafkajs';
import { Refusal, unavailable } from '../errors.js';
import { createLocalLocks } from '../locks/localLocks.js';
import type { Logger } from '../logger.js';
import { createBackoff, pause } from '../pauses.js';
import type { Bus } from './bus.js';
import type { KafkaSettings } from './kafkaSettings.js';
import { type SerializedMessage, serializeMessages } from './messageLimits.js';

/** The names of a record's headers. Its key is the message's, its value the data as JSON. */
export const HEADERS = {
  id: 'id',
  type: 'type',
  schemaVersion: 'schemaVersion',
  occurredAt: 'occurredAt',
  traceparent: 'traceparent',
} as const;

/** What is not answered in time is refused. */
const ANSWER_WITHIN_MS = 10_000;
const REQUEST_TIMEOUT_MS = 8_000;
const CONNECT_TIMEOUT_MS = 3_000;
/** What is repeated within the client before it gives up: under three seconds in all. */
const RETRY = {
  retries: 4,
  initialRetryTime: 100,
  maxRetryTime: 1_000,
  factor: 0.2,
  multiplier: 2,
} as const;
/** Sent in one request, as long as one message alone is not more. A broker takes 1 MiB at once. */
const SEND_BYTES = 500_000;
/** Of a record, its headers and what is around them; more than they mostly take. */
const AROUND_DATA_BYTES = 250;
/** What is not answered by then is left to the brokers: they notice that a member is gone. */
const LEAVE_WITHIN_MS = 1_500;
/** What the client says again and again is logged so often. */
const SAME_LINE_MS = 60_000;

/** What the client is given of the settings. */
export const clientConfig = ({ brokers, tls, sasl }: KafkaSettings): KafkaConfig => ({
  clientId: 'insuremanager',
  brokers: [...brokers],
  ssl: tls,
  // The client has one type for each mechanism.
  sasl: sasl && ({ ...sasl } as SASLOptions),
});

/** Carries messages over Kafka. Nothing is connected before it is needed. */
export function openKafkaBus(settings: KafkaSettings, logs: Logger): Bus {
  const logger = logs.child({ part: 'bus' });
  const log = clientLog(logger);
  const connect = () => openLink(settings, log);
  const topics = createTopics(settings);
  const closing = new AbortController();
  setMaxListeners(0, closing.signal);
  const admin = createAdmin(connect, closing.signal);
  const publisher = createPublisher(connect, closing.signal);
  // What this process publishes later is stored later.
  const withLock = createLocalLocks();
  const ensureTopics = (names: readonly string[]) =>
    topics.areKnown(names)
      ? Promise.resolve()
      : admin.ask((client) => topics.makeMissing(client, names));

  return {
    ensureTopics,

    async publish(messages) {
      const serialized = serializeMessages(messages);
      if (serialized.length === 0) return;
      await withLock('publish', async () => {
        await ensureTopics(serialized.map(({ topic }) => topic));
        try {
          for (const part of partsOf(serialized)) await publisher.send(part);
        } catch (error) {
          // One of them may be gone.
          topics.forget();
          throw error;
        }
      });
    },

    check: () => admin.ask(async (client) => void (await client.describeCluster())),

    async close() {
      // What is under way, or waits for that, is refused at once.
      closing.abort();
      await Promise.all([withLock('publish', publisher.close), admin.close()]);
    },
  };
}

// ---------------------------------------------------------------------------------- Connections

/** A client whose connections can be cut for good. */
interface Link {
  readonly kafka: Kafka;
  /**
   * Ends all connections, and lets it make no others. The client goes on with what it was doing
   * long after nobody waits for it: a message could go out after others that were published later.
   */
  cut(): void;
}

function openLink(settings: KafkaSettings, log: (entry: LogEntry) => void): Link {
  const sockets = new Set<Socket>();
  let isCut = false;
  const kafka = new Kafka({
    ...clientConfig(settings),
    connectionTimeout: CONNECT_TIMEOUT_MS,
    authenticationTimeout: REQUEST_TIMEOUT_MS,
    requestTimeout: REQUEST_TIMEOUT_MS,
    retry: RETRY,
    logLevel: logLevel.INFO,
    logCreator: () => (entry) => {
      if (!isCut) log(entry);
    },
    socketFactory({ host, port, ssl, onConnect }) {
      // A certificate is for a name; an address is not sent as one.
      const name = isIP(host) ? {} : { servername: host };
      const socket = ssl
        ? connectTls({ host, port, ...name, ...ssl }, onConnect)
        : connectTcp({ host, port }, onConnect);
      socket.setKeepAlive(true, 10_000);
      sockets.add(socket);
      socket.once('close', () => sockets.delete(socket));
      if (isCut) socket.destroy(new Error('Given up'));
      return socket;
    },
  });
  return {
    kafka,
    cut() {
      isCut = true;
      // Only an error makes the client give up what it waits for.
      for (const socket of sockets) socket.destroy(new Error('Given up'));
    },
  };
}

/**
 * What the client says, without the objects that it says it of. Its errors are warnings: what has
 * become of them is logged by us.
 */
function clientLog(logger: Logger): (entry: LogEntry) => void {
  const logged = new Map<string, number>();
  return ({ namespace, level, log: { message, groupId, topic, partition, broker } }) => {
    const fields = { namespace, groupId, topic, partition, broker };
    if (level !== logLevel.ERROR) return logger.debug(fields, message);
    const now = performance.now();
    const last = logged.get(message);
    if (last !== undefined && now - last < SAME_LINE_MS) return;
    if (logged.size > 100) logged.clear();
    logged.set(message, now);
    logger.warn(fields, message);
  };
}

/**
 * @throws Refusal `unavailable` after so many milliseconds, or when the signal is aborted; what
 *   comes later is ignored.
 */
async function inTime<Result>(
  ms: number,
  work: Promise<Result>,
  signal?: AbortSignal,
): Promise<Result> {
  let giveUp = () => {};
  const late = new Promise<never>((_, reject) => {
    giveUp = () => reject(unavailable('Kafka'));
  });
  const timer = setTimeout(giveUp, ms);
  signal?.addEventListener('abort', giveUp);
  if (signal?.aborted) giveUp();
  try {
    return await Promise.race([work, late]);
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', giveUp);
  }
}

/** A client, with all that was opened for it. */
interface Connected<Client> {
  readonly link: Link;
  readonly connected: Promise<Client>;
}

async function leave(opened: Connected<{ disconnect(): Promise<void> }> | null): Promise<void> {
  if (!opened) return;
  const left = opened.connected.then((client) => client.disconnect());
  await inTime(LEAVE_WITHIN_MS, left).catch(() => {});
  opened.link.cut();
}

/** Said of what was sent, and not of the brokers: it will never be taken. */
const REFUSALS = new Set([
  'MESSAGE_TOO_LARGE',
  'RECORD_LIST_TOO_LARGE',
  'INVALID_RECORD',
  'INVALID_TOPIC_EXCEPTION',
]);

/** What a broker answered, such as `TOPIC_AUTHORIZATION_FAILED`; undefined when none did. */
function answerIn(error: unknown): string | undefined {
  const { type, cause, errors } = error as { type?: unknown; cause?: unknown; errors?: unknown };
  if (typeof type === 'string') return type;
  const inner = Array.isArray(errors) ? errors[0] : cause;
  return inner instanceof Error ? answerIn(inner) : undefined;
}

/**
 * By a wrong name or password mostly. The client does not pass on what the broker answered, nor
 * whether it did: the connection may also have been lost just then.
 */
function isLoginFailure(error: unknown): boolean {
  const { name, cause } = error as { name?: unknown; cause?: unknown };
  if (name === 'KafkaJSSASLAuthenticationError') return true;
  return cause instanceof Error && isLoginFailure(cause);
}

/** The broker's word for what went wrong, or the client's. */
function wordFor(error: unknown): string {
  const { code, name } = error as { code?: unknown; name?: unknown };
  if (isLoginFailure(error)) return 'the login failed';
  return answerIn(error) ?? String(code ?? name);
}

function asRefusal(error: unknown): Refusal {
  if (error instanceof Refusal) return error;
  const word = wordFor(error);
  if (REFUSALS.has(word))
    return new Refusal('invalid', {
      code: 'message-refused',
      message: `Kafka takes no such message (${word}).`,
      cause: error,
    });
  if (answerIn(error) === undefined && !isLoginFailure(error)) return unavailable('Kafka', error);
  return new Refusal('unavailable', {
    code: 'unavailable',
    message: `Kafka cannot be used just now (${word}).`,
    retryAfterSeconds: 2,
    cause: error,
  });
}

// ---------------------------------------------------------------------------------------- Topics

interface Topics {
  areKnown(names: readonly string[]): boolean;
  makeMissing(admin: Admin, names: readonly string[]): Promise<void>;
  forget(): void;
}

/** The topics that are known to exist. */
function createTopics({ topicPartitions, replication }: KafkaSettings): Topics {
  const known = new Set<string>();
  return {
    areKnown: (names) => names.every((name) => known.has(name)),
    async makeMissing(admin, names) {
      for (const name of await admin.listTopics()) known.add(name);
      for (const topic of new Set(names)) {
        if (known.has(topic)) continue;
        // False when another process was faster.
        await admin.createTopics({
          topics: [{ topic, numPartitions: topicPartitions, replicationFactor: replication ?? -1 }],
          waitForLeaders: true,
        });
        known.add(topic);
      }
    },
    forget: () => known.clear(),
  };
}

// ----------------------------------------------------------------------------------------- Admin

interface Asking {
  /** @throws Refusal `unavailable` when no answer came in time. */
  ask<Answer>(question: (client: Admin) => Promise<Answer>): Promise<Answer>;
  /** Once `closing` was aborted. */
  close(): Promise<void>;
}

/** One connection for questions about topics, made anew after a failure. */
function createAdmin(connect: () => Link, closing: AbortSignal): Asking {
  let current: Connected<Admin> | null = null;
  let asked = 0;

  const discard = (used: Connected<Admin>): void => {
    if (current === used) current = null;
    used.link.cut();
  };
  const open = (): Connected<Admin> => {
    const link = connect();
    const admin = link.kafka.admin({ retry: RETRY });
    const opened = { link, connected: admin.connect().then(() => admin) };
    opened.connected.catch(() => discard(opened));
    return opened;
  };

  const ask = async <Answer>(
    question: (client: Admin) => Promise<Answer>,
    until: number,
  ): Promise<Answer> => {
    if (closing.aborted) throw unavailable('Kafka');
    current ??= open();
    const used = current;
    const backoff = createBackoff({ firstMs: 100, capMs: 500 });
    for (;;) {
      const left = until - performance.now();
      try {
        return await inTime(Math.max(left, 0), used.connected.then(question), closing);
      } catch (error) {
        const isAnswered = answerIn(error) !== undefined;
        const { retriable } = error as { retriable?: unknown };
        // Such as a controller that is just being elected.
        if (isAnswered && retriable === true && left > 1_000) {
          await pause(backoff.next(), closing);
          continue;
        }
        // Others may be asking over the same connection.
        if (!isAnswered) discard(used);
        throw asRefusal(error);
      }
    }
  };

  return {
    async ask(question) {
      asked += 1;
      try {
        return await ask(question, performance.now() + ANSWER_WITHIN_MS);
      } finally {
        asked -= 1;
      }
    },
    async close() {
      const used = current;
      current = null;
      // It would wait for the answers first.
      if (asked > 0) used?.link.cut();
      else await leave(used);
    },
  };
}

// ------------------------------------------------------------------------------------ Publishing

interface Publisher {
  /** Not called before the last one has ended. @throws Refusal */
  send(messages: readonly SerializedMessage[]): Promise<void>;
  /** Once `closing` was aborted, and the last send has ended. */
  close(): Promise<void>;
}

/**
 * The brokers know a repeated request by the producer's id and a number that counts within it, and
 * acknowledge it without storing it again. After a failed request the client would give its numbers
 * to the next one, whatever is in that: were the first one stored after all, the next would be
 * acknowledged and lost. So a producer that has failed is thrown away, and its connections are cut.
 */
function createPublisher(connect: () => Link, closing: AbortSignal): Publisher {
  let current: Connected<Producer> | null = null;

  const open = () => {
    const link = connect();
    const producer = link.kafka.producer({
      idempotent: true,
      allowAutoTopicCreation: false,
      createPartitioner: Partitioners.DefaultPartitioner,
      retry: RETRY,
    });
    return { link, connected: producer.connect().then(() => producer) };
  };

  return {
    async send(messages) {
      if (closing.aborted) throw unavailable('Kafka');
      current ??= open();
      const used = current;
      try {
        await inTime(
          ANSWER_WITHIN_MS,
          used.connected.then((producer) =>
            producer.sendBatch({ acks: -1, topicMessages: byTopic(messages) }),
          ),
          closing,
        );
      } catch (error) {
        current = null;
        used.link.cut();
        throw asRefusal(error);
      }
    },
    async close() {
      const used = current;
      current = null;
      await leave(used);
    },
  };
}

function byTopic(messages: readonly SerializedMessage[]): TopicMessages[] {
  const records = new Map<string, Message[]>();
  for (const message of messages) {
    const ofTopic = records.get(message.topic) ?? [];
    records.set(message.topic, ofTopic);
    ofTopic.push(recordOf(message));
  }
  return [...records].map(([topic, ofTopic]) => ({ topic, messages: ofTopic }));
}

/** In order, each part small enough for one request. */
function partsOf(messages: readonly SerializedMessage[]): SerializedMessage[][] {
  const parts: SerializedMessage[][] = [];
  let size = SEND_BYTES;
  for (const message of messages) {
    const { key, data } = message;
    const bytes = AROUND_DATA_BYTES + Buffer.byteLength(key) + Buffer.byteLength(data);
    if (size + bytes > SEND_BYTES) {
      parts.push([]);
      size = 0;
    }
    parts.at(-1)?.push(message);
    size += bytes;
  }
  return parts;
}

/**
 * The time of the record is that of publishing: brokers remove records by it, and what happened
 * long ago would be gone at once.
 */
const recordOf = ({ key, data, ...message }: SerializedMessage): Message => ({
  key,
  value: data,
  headers: {
    [HEADERS.id]: message.id,
    [HEADERS.type]: message.type,
    [HEADERS.schemaVersion]: String(message.schemaVersion),
    [HEADERS.occurredAt]: message.occurredAt.toISOString(),
    ...(message.traceparent && { [HEADERS.traceparent]: message.traceparent }),
  },
});
