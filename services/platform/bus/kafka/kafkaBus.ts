import { setMaxListeners } from 'node:events';
import { createLocalLocks } from '../../locks/localLocks.js';
import type { Logger } from '../../logger.js';
import type { Bus } from '../bus.js';
import { serializeMessages } from '../messageLimits.js';
import { createAdmin, createTopics } from './admin.js';
import { clientLog, openLink } from './connection.js';
import type { KafkaSettings } from './kafkaSettings.js';
import { createPublisher, partsOf } from './publisher.js';

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
