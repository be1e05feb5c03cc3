import { type Message, Partitioners, type Producer, type TopicMessages } from 'kafkajs';
import { unavailable } from '../../errors.js';
import type { SerializedMessage } from '../messageLimits.js';
import { ANSWER_WITHIN_MS, type Connected, inTime, type Link, leave, RETRY } from './connection.js';
import { asRefusal } from './kafkaErrors.js';

/** The names of a record's headers. Its key is the message's, its value the data as JSON. */
export const HEADERS = {
  id: 'id',
  type: 'type',
  schemaVersion: 'schemaVersion',
  occurredAt: 'occurredAt',
  traceparent: 'traceparent',
} as const;
/** Sent in one request, as long as one message alone is not more. A broker takes 1 MiB at once. */
const SEND_BYTES = 500_000;
/** Of a record, its headers and what is around them; more than they mostly take. */
const AROUND_DATA_BYTES = 250;

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
export function createPublisher(connect: () => Link, closing: AbortSignal): Publisher {
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

/** In order, each part small enough for one request. */
export function partsOf(messages: readonly SerializedMessage[]): SerializedMessage[][] {
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
