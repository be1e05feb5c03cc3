import { randomUUID } from 'node:crypto';
import { Kafka, type KafkaMessage, logLevel } from 'kafkajs';
import type { BusMessage } from '../../bus.js';
import { clientConfig } from '../connection.js';
import type { KafkaSettings } from '../kafkaSettings.js';
import { HEADERS } from '../publisher.js';

const TIMEOUT_MS = 60_000;

/**
 * What another system reads of a topic, from its oldest message on, until that is enough. Messages
 * of one key come in their order.
 * @throws when it is not enough after a minute.
 */
export async function readTopic(
  settings: KafkaSettings | undefined,
  topic: string,
  isEnough: (messages: readonly BusMessage[]) => boolean,
): Promise<BusMessage[]> {
  if (!settings) throw new Error('There is no Kafka');
  const kafka = new Kafka({ ...clientConfig(settings), logLevel: logLevel.NOTHING });
  const consumer = kafka.consumer({ groupId: randomUUID(), maxWaitTimeInMs: 250 });
  const received: BusMessage[] = [];
  let stop = (_: Error | null) => {};
  const ended = new Promise<void>((resolve, reject) => {
    stop = (error) => (error ? reject(error) : resolve());
  });
  const timer = setTimeout(() => stop(new Error(`Not enough in ${topic}`)), TIMEOUT_MS);
  try {
    await consumer.connect();
    await consumer.subscribe({ topics: [topic], fromBeginning: true });
    await consumer.run({
      async eachMessage({ message }) {
        received.push(messageOf(topic, message));
        if (isEnough(received)) stop(null);
      },
    });
    await ended;
    return received;
  } finally {
    clearTimeout(timer);
    await consumer.disconnect();
  }
}

function messageOf(topic: string, { key, value, headers = {} }: KafkaMessage): BusMessage {
  const header = (name: keyof typeof HEADERS): string => String(headers[HEADERS[name]] ?? '');
  return {
    topic,
    key: String(key),
    id: header('id'),
    type: header('type'),
    schemaVersion: Number(header('schemaVersion')),
    occurredAt: new Date(header('occurredAt')),
    data: JSON.parse(String(value)),
    ...(headers.traceparent && { traceparent: header('traceparent') }),
  };
}
