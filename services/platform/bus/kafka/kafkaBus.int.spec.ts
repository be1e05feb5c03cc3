import { randomUUID } from 'node:crypto';
import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  Kafka,
  ResourcePatternTypes,
} from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger, safeError } from '../../logger.js';
import type { Bus, BusMessage } from '../bus.js';
import { LARGEST_DATA_BYTES } from '../messageLimits.js';
import { openKafkaBus } from './kafkaBus.js';
import { type KafkaSettings, SASL_MECHANISMS } from './kafkaSettings.js';
import {
  type BrokerUnderTest,
  type KafkaUnderTest,
  kafkaMissing,
  LOGIN,
  startBroker,
  startKafka,
} from './testing/kafkaServer.spec.js';
import { readTopic } from './testing/readTopic.js';

const whole = isExhaustive(import.meta.url);

const logger = createLogger('silent');

if (kafkaMissing)
  it(`Kafka: there is ${kafkaMissing}`, ({ skip }) => {
    if (process.env.CI !== 'true') skip();
    throw new Error('Not tested');
  });

const newTopic = (): string => `insuremanager.test-${randomUUID()}.v1`;

let made = 0;
const newMessage = (topic: string, more: Partial<BusMessage> = {}): BusMessage => {
  made += 1;
  return {
    ...{ topic, key: 'policy-1', id: randomUUID(), type: 'PolicyIssued', schemaVersion: 1 },
    ...{ occurredAt: new Date(1_700_000_000_000 + made), data: { number: made }, ...more },
  };
};
const newMessages = (topic: string, count: number, more: Partial<BusMessage> = {}): BusMessage[] =>
  Array.from({ length: count }, () => newMessage(topic, more));

const idsOf = (messages: readonly BusMessage[]): string[] => messages.map(({ id }) => id);
const ofKey = (key: string, messages: readonly BusMessage[]): string[] =>
  idsOf(messages.filter((message) => message.key === key));

/** One for all tests, which the last of them kill. */
let started: Promise<BrokerUnderTest> | undefined;
const ownBroker = (): Promise<BrokerUnderTest> => {
  started ??= startBroker();
  return started;
};
afterAll(async () => (await started)?.stop());

describe.skipIf(kafkaMissing)('Kafka', () => {
  let kafka: KafkaUnderTest;
  let bus: Bus;
  beforeAll(async () => {
    kafka = await (process.env.KAFKA_BROKERS ? startKafka() : ownBroker());
    bus = openKafkaBus(kafka.settings, logger);
  });
  afterAll(() => bus?.close());

  const read = (topic: string, count: number) =>
    readTopic(kafka.settings, topic, ({ length }) => length >= count);

  it('brings the span that published a message, where there is one', async () => {
    const topic = newTopic();
    const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
    const messages = [newMessage(topic, { traceparent }), newMessage(topic)];
    await bus.publish(messages);
    expect(await read(topic, 2)).toStrictEqual(messages);
  });

  it('brings every message, equal in every field', async () => {
    const [policies, customers] = [newTopic(), newTopic()];
    const renewed = newMessage(policies, { type: 'PolicyRenewed', schemaVersion: 3 });
    const odd = newMessage(policies, {
      key: 'കോഴിക്കോട് 🛵',
      occurredAt: new Date('1999-12-31T18:30:00.007Z'),
      data: {
        text: 'പ്രീമിയം ₹ 1,00,000 – नमस्ते "\\\n\u0000\u2028',
        paise: 9_007_199_254_740_991,
        rate: 0.1,
        none: null,
        is: true,
        list: [1, [2, { deep: 'yes' }], []],
        empty: {},
      },
    });
    const keyless = newMessage(customers, { key: '', data: [] });
    await bus.publish([renewed, odd, keyless]);
    expect(new Set(await read(policies, 2))).toEqual(new Set([renewed, odd]));
    expect(await read(customers, 1)).toEqual([keyless]);
  });

  it('keeps the order of each key, within and across what is published at once', async () => {
    const topic = newTopic();
    const keys = ['a', 'b', 'c', 'd', 'e'];
    const all: BusMessage[] = [];
    const publishing: Promise<void>[] = [];
    for (let call = 0; call < 20; call += 1) {
      const messages = keys.flatMap((key) => newMessages(topic, 5, { key }));
      all.push(...messages);
      publishing.push(bus.publish(messages));
      if (call % 5 === 0) await Promise.all(publishing);
    }
    await Promise.all(publishing);
    const received = await read(topic, all.length);
    expect(received).toHaveLength(all.length);
    for (const key of keys) expect(ofKey(key, received)).toEqual(ofKey(key, all));
  });

  it('loses nothing that several processes publish at once', async () => {
    const topic = newTopic();
    const processes = Array.from({ length: 4 }, () => openKafkaBus(kafka.settings, logger));
    const sent = await Promise.all(
      processes.map(async (process, index) => {
        const messages = newMessages(topic, 50, { key: `policy-${index}` });
        for (let from = 0; from < 50; from += 5)
          await process.publish(messages.slice(from, from + 5));
        return messages;
      }),
    );
    await Promise.all(processes.map((process) => process.close()));
    const received = await read(topic, 200);
    expect(received).toHaveLength(200);
    for (const messages of sent)
      expect(ofKey(messages[0]?.key ?? '', received)).toEqual(idsOf(messages));
  });

  it('takes a large call whole', async () => {
    const topic = newTopic();
    const large = { text: 'x'.repeat(LARGEST_DATA_BYTES - 11) };
    const messages = [
      ...newMessages(topic, 2, { data: large }),
      ...newMessages(topic, 400, { data: { text: 'y'.repeat(8_000) } }),
    ];
    await bus.publish(messages);
    const received = await read(topic, messages.length);
    expect(idsOf(received)).toEqual(idsOf(messages));
    expect(received[0]?.data).toEqual(large);
  });

  it.runIf(whole)('takes many small messages at once', async () => {
    const topic = newTopic();
    const messages = newMessages(topic, 20_000, { data: {} });
    await bus.publish(messages);
    expect(idsOf(await read(topic, messages.length))).toEqual(idsOf(messages));
  });

  it.each([
    ['that is too large', { data: { text: 'x'.repeat(LARGEST_DATA_BYTES) } }],
    ['with a topic that is none', { topic: 'policies v1' }],
    ['with an endless key', { key: 'k'.repeat(1_001) }],
  ])('refuses a message %s for good, and stores nothing of the call', async (_, wrong) => {
    const topic = newTopic();
    const before = newMessage(topic);
    await expect(bus.publish([before, newMessage(topic, wrong)])).rejects.toMatchObject({
      ...{ kind: 'invalid', code: 'message-refused' },
    });
    const next = newMessage(topic);
    await bus.publish([next]);
    expect(await read(topic, 1)).toEqual([next]);
  });

  it('takes an empty list for nothing', () => bus.publish([]));

  it('answers when it is asked whether it is there', () => bus.check());
});

describe.skipIf(!process.env.KAFKA_HOME)('Kafka, when its broker', () => {
  let broker: BrokerUnderTest;
  let bus: Bus;
  beforeAll(async () => {
    broker = await ownBroker();
    bus = openKafkaBus(broker.settings, logger);
  });
  afterAll(() => bus?.close());

  const refused = { kind: 'unavailable', code: 'unavailable' };
  const read = (topic: string, count: number, settings: KafkaSettings = broker.settings) =>
    readTopic(settings, topic, ({ length }) => length >= count);

  it.each(SASL_MECHANISMS)('authenticates us by %s', async (mechanism) => {
    const withPassword = (password: string) =>
      openKafkaBus(
        { ...broker.guarded, sasl: { mechanism, username: LOGIN.username, password } },
        logger,
      );
    const topic = newTopic();
    const welcome = withPassword(LOGIN.password);
    const messages = newMessages(topic, 1);
    await welcome.publish(messages);
    expect(await read(topic, 1)).toEqual(messages);
    await welcome.close();
    const stranger = withPassword('a-wrong-password');
    const refusal = await stranger.publish(messages).catch((error) => error);
    expect(refusal).toMatchObject(refused);
    expect(refusal.message).toContain('the login failed');
    expect(JSON.stringify(safeError(refusal))).not.toContain('a-wrong-password');
    await stranger.close();
  });

  it('gives us no right to a topic: publishing says so', async () => {
    const [denied, allowed] = [newTopic(), newTopic()];
    await bus.publish([denied, allowed].flatMap((topic) => newMessages(topic, 1)));
    const admin = new Kafka({ brokers: [...broker.settings.brokers], logLevel: 0 }).admin();
    await admin.connect();
    await admin.createAcls({
      acl: [
        {
          resourceType: AclResourceTypes.TOPIC,
          resourceName: denied,
          resourcePatternType: ResourcePatternTypes.LITERAL,
          principal: `User:${LOGIN.username}`,
          host: '*',
          operation: AclOperationTypes.WRITE,
          permissionType: AclPermissionTypes.DENY,
        },
      ],
    });
    await admin.disconnect();
    const office = openKafkaBus(
      { ...broker.guarded, sasl: { mechanism: 'plain', ...LOGIN } },
      logger,
    );
    const publish = office.publish(newMessages(denied, 1));
    await expect(publish).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('TOPIC_AUTHORIZATION_FAILED'),
    });
    await office.publish(newMessages(allowed, 1));
    await office.close();
  });

  it('is one of too few for a new topic: publishing says so', async () => {
    const careful = openKafkaBus({ ...broker.settings, replication: 3 }, logger);
    await expect(careful.publish(newMessages(newTopic(), 1))).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('INVALID_REPLICATION_FACTOR'),
    });
    await careful.close();
  });

  it('knows us only later: the same bus works then', async () => {
    // Stands for a broker that learns the password later: each connection reads ours anew.
    const login = { mechanism: 'plain' as const, username: LOGIN.username, password: 'wrong' };
    const corrected = openKafkaBus({ ...broker.guarded, sasl: login }, logger);
    await expect(corrected.check()).rejects.toMatchObject({
      ...refused,
      message: expect.stringContaining('the login failed'),
    });
    login.password = LOGIN.password;
    await corrected.check();
    await corrected.close();
  });

  it('goes away: publishing is refused in time', async () => {
    const topic = newTopic();
    const [before, lost, after] = [3, 1, 3].map((count) => newMessages(topic, count));
    await bus.publish(before ?? []);
    await broker.kill();
    const since = performance.now();
    await expect(bus.publish(lost ?? [])).rejects.toMatchObject(refused);
    await expect(bus.check()).rejects.toMatchObject(refused);
    expect(performance.now() - since).toBeLessThan(30_000);
    // A broker takes longest to start: that all goes on when it is back takes turns.
    if (!whole) return;
    await broker.start();
    await vi.waitFor(() => bus.publish(after ?? []), { timeout: 120_000 });
    // What was refused may have been stored.
    expect(idsOf(await read(topic, 6))).toEqual(
      expect.arrayContaining(idsOf([...(before ?? []), ...(after ?? [])])),
    );
  });

  it.runIf(whole)(
    'answers no more: publishing is refused in time, and loses nothing afterwards',
    async () => {
      const topic = newTopic();
      const [before, unknown, after] = [1, 1, 1].map((count) => newMessages(topic, count));
      await bus.publish(before ?? []);
      await broker.freeze();
      const since = performance.now();
      await expect(bus.publish(unknown ?? [])).rejects.toMatchObject(refused);
      expect(performance.now() - since).toBeLessThan(15_000);
      broker.thaw();
      // As many messages as those whose fate is unknown: they must not be taken for them.
      await vi.waitFor(() => bus.publish(after ?? []), { timeout: 120_000 });
      const last = after?.[0]?.id ?? '';
      const received = await readTopic(broker.settings, topic, (all) => idsOf(all).includes(last));
      expect(idsOf(received)).toContain(before?.[0]?.id);
    },
  );

  it.runIf(whole)('answers no more: closing does not wait for it', async () => {
    const [topic, missing] = [newTopic(), newTopic()];
    const other = openKafkaBus(broker.settings, logger);
    await other.publish(newMessages(topic, 1));
    await broker.freeze();
    try {
      const underWay = [
        other.publish(newMessages(topic, 1)),
        other.publish(newMessages(missing, 1)),
        other.check(),
      ].map((call) => call.catch((error) => error));
      // An answer would be waited for eight seconds.
      const since = performance.now();
      await other.close();
      expect(performance.now() - since).toBeLessThan(7_500);
      for (const said of await Promise.all(underWay)) expect(said).toMatchObject(refused);
      expect(performance.now() - since).toBeLessThan(7_500);
      await expect(other.publish(newMessages(topic, 1))).rejects.toMatchObject(refused);
      await expect(other.check()).rejects.toMatchObject(refused);
    } finally {
      broker.thaw();
    }
  });
});
