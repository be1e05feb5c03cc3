/**
 * `node kafkaClient.js REQUEST`: publishes on brokers that speak TLS, as the application does, and
 * reads it back. A process of its own, as Node learns of authorities only when it starts.
 */
import { randomUUID } from 'node:crypto';
import dns from 'node:dns';
import { openKafkaBus } from '@insuremanager/services/platform/bus/kafka/kafkaBus';
import { readTopic } from '@insuremanager/services/platform/bus/kafka/testing/readTopic';
import { createLogger } from '@insuremanager/services/platform/logger';

export interface CarryRequest {
  /** `name:port`; each name leads to this machine. */
  readonly brokers: readonly string[];
  readonly messages: readonly string[];
  readonly replication: number;
}

async function carry({ brokers, messages, replication }: CarryRequest): Promise<string[]> {
  const settings = { brokers, tls: true, sasl: undefined, topicPartitions: 1, replication };
  const bus = openKafkaBus(settings, createLogger('silent'));
  const topic = `carried-${randomUUID()}`;
  try {
    await bus.ensureTopics([topic]);
    await bus.publish(
      messages.map((text) => ({
        ...{ id: randomUUID(), topic, key: 'one', type: 'Carried', schemaVersion: 1 },
        ...{ occurredAt: new Date(), data: { text } },
      })),
    );
    const received = await readTopic(settings, topic, (all) => all.length === messages.length);
    return received.map(({ data }) => (data as { text: string }).text);
  } finally {
    await bus.close();
  }
}

/** The names of the brokers are not in the machine's own book. */
const { lookup } = dns;
const [, , request = '{}'] = process.argv;
const asked = JSON.parse(request) as CarryRequest;
const names = asked.brokers.map((broker) => broker.split(':')[0]);
dns.lookup = ((name: string, ...rest: unknown[]) =>
  Reflect.apply(lookup, dns, [
    names.includes(name) ? '127.0.0.1' : name,
    ...rest,
  ])) as typeof lookup;

carry(asked).then(
  (received) => {
    process.stdout.write(JSON.stringify(received));
    process.exit(0);
  },
  (error: unknown) => {
    process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
    process.exit(1);
  },
);
