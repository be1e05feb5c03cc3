import type { Admin } from 'kafkajs';
import { unavailable } from '../../errors.js';
import { createBackoff, pause } from '../../pauses.js';
import { ANSWER_WITHIN_MS, type Connected, inTime, type Link, leave, RETRY } from './connection.js';
import { answerIn, asRefusal } from './kafkaErrors.js';
import type { KafkaSettings } from './kafkaSettings.js';

interface Topics {
  areKnown(names: readonly string[]): boolean;
  makeMissing(admin: Admin, names: readonly string[]): Promise<void>;
  forget(): void;
}

/** The topics that are known to exist. */
export function createTopics({ topicPartitions, replication }: KafkaSettings): Topics {
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

interface Asking {
  /** @throws Refusal `unavailable` when no answer came in time. */
  ask<Answer>(question: (client: Admin) => Promise<Answer>): Promise<Answer>;
  /** Once `closing` was aborted. */
  close(): Promise<void>;
}

/** One connection for questions about topics, made anew after a failure. */
export function createAdmin(connect: () => Link, closing: AbortSignal): Asking {
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
