import { isExhaustive } from '@insuremanager/deploy/testing/exhaustive';
import {
  AclOperationTypes,
  AclPermissionTypes,
  AclResourceTypes,
  Kafka,
  Partitioners,
  ResourcePatternTypes,
} from 'kafkajs';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createLogger, safeError } from '../logger.js';
import type { Bus } from './bus.js';
import { openKafkaBus } from './kafkaBus.js';
import { SASL_MECHANISMS } from './kafkaSettings.js';
import { createRecorder, describeBus, newMessages, newTopic } from './testing/busContract.spec.js';
import {
  type BrokerUnderTest,
  kafkaMissing,
  LOGIN,
  startBroker,
  startKafka,
} from './testing/kafkaServer.spec.js';

const whole = isExhaustive(import.meta.url);

const logger = createLogger('silent');

if (kafkaMissing)
  it(`Kafka: there is ${kafkaMissing}`, ({ skip }) => {
    if (process.env.CI !== 'true') skip();
    throw new Error('Not tested');
  });

describe.skipIf(kafkaMissing)('Kafka', () => {
  describeBus(
    'as a bus',
    async () => {
      const kafka = await startKafka();
      return { open: async () => openKafkaBus(kafka.settings, logger), stop: kafka.stop };
    },
    { isWhole: whole },
  );
});

describe.skipIf(!process.env.KAFKA_HOME)('Kafka, when its broker', () => {
  let broker: BrokerUnderTest;
  let bus: Bus;
  beforeAll(async () => {
    broker = await startBroker();
    bus = openKafkaBus(broker.settings, logger);
  }, 300_000);
  afterAll(async () => {
    await bus?.close();
    await broker?.stop();
  });

  const refused = { kind: 'unavailable', code: 'unavailable' };
  const idsOf = (messages: readonly { id: string }[]) => messages.map(({ id }) => id);

  it('holds what others wrote into a topic: that is skipped, and logged without what is in it', async () => {
    const topic = newTopic();
    const [before, after] = [newMessages(topic, 1), newMessages(topic, 1)];
    const lines: string[] = [];
    const heard = openKafkaBus(
      broker.settings,
      createLogger('warn', {}, { write: (line) => void lines.push(line) }),
    );
    await heard.publish(before);
    const producer = new Kafka({ brokers: [...broker.settings.brokers], logLevel: 0 }).producer({
      createPartitioner: Partitioners.DefaultPartitioner,
    });
    await producer.connect();
    const key = before[0]?.key ?? null;
    for (const value of ['Meera Nair', '{"name":"Meera Nair"}', null])
      await producer.send({ topic, messages: [{ key, value, headers: { id: 'Meera' } }] });
    await producer.disconnect();
    await heard.publish(after);
    const { received, handle, has } = createRecorder();
    heard.consume({ group: newTopic(), topics: [topic], handle });
    await has(2);
    await heard.close();
    expect(received).toEqual([...before, ...after]);
    expect(lines.filter((line) => line.includes('none of ours'))).toHaveLength(3);
    expect(lines.join()).not.toContain('Meera');
  });

  it.each(SASL_MECHANISMS)('authenticates us by %s', async (mechanism) => {
    const withPassword = (password: string) =>
      openKafkaBus(
        { ...broker.guarded, sasl: { mechanism, username: LOGIN.username, password } },
        logger,
      );
    const topic = newTopic();
    const welcome = withPassword(LOGIN.password);
    const { received, handle, has } = createRecorder();
    welcome.consume({ group: newTopic(), topics: [topic], handle });
    const messages = newMessages(topic, 1);
    await welcome.publish(messages);
    await has(1);
    expect(received).toEqual(messages);
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

  it('goes away: publishing is refused in time, and both go on when it is back', async () => {
    const topic = newTopic();
    const { received, handle, has } = createRecorder();
    const consumer = bus.consume({ group: newTopic(), topics: [topic], handle });
    const [before, lost, after] = [
      newMessages(topic, 3),
      newMessages(topic, 1),
      newMessages(topic, 3),
    ];
    await bus.publish(before);
    await has(3);
    await broker.kill();
    const since = performance.now();
    await expect(bus.publish(lost)).rejects.toMatchObject(refused);
    await expect(bus.check()).rejects.toMatchObject(refused);
    await expect(bus.lagOf('any', [topic])).rejects.toMatchObject(refused);
    expect(performance.now() - since).toBeLessThan(30_000);
    await vi.waitFor(() => expect(consumer.problem()).not.toBeNull(), { timeout: 30_000 });
    await broker.start();
    await vi.waitFor(() => bus.publish(after), { timeout: 30_000 });
    await vi.waitFor(() => expect(consumer.problem()).toBeNull(), { timeout: 60_000 });
    await has(6);
    // What was refused may have been stored, and what was handled may come again.
    expect(idsOf(received)).toEqual(expect.arrayContaining(idsOf([...before, ...after])));
    await consumer.stop();
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
      await vi.waitFor(() => bus.publish(after ?? []), { timeout: 30_000 });
      const { received, handle } = createRecorder();
      const consumer = bus.consume({ group: newTopic(), topics: [topic], handle });
      await vi.waitFor(() => expect(idsOf(received)).toContain(after?.[0]?.id), {
        timeout: 30_000,
      });
      expect(idsOf(received)).toContain(before?.[0]?.id);
      await consumer.stop();
    },
  );

  it.runIf(whole)('answers no more: closing does not wait for it', async () => {
    const [topic, missing] = [newTopic(), newTopic()];
    const { handle, has } = createRecorder();
    const other = openKafkaBus(broker.settings, logger);
    other.consume({ group: newTopic(), topics: [topic], handle });
    await other.publish(newMessages(topic, 1));
    await has(1);
    await broker.freeze();
    try {
      other.consume({ group: newTopic(), topics: [missing], handle });
      const underWay = [
        other.publish(newMessages(topic, 1)),
        other.publish(newMessages(missing, 1)),
        other.check(),
      ].map((call) => call.catch((error) => error));
      const since = performance.now();
      await other.close();
      expect(performance.now() - since).toBeLessThan(2_500);
      for (const said of await Promise.all(underWay)) expect(said).toMatchObject(refused);
      expect(performance.now() - since).toBeLessThan(2_500);
      await expect(other.publish(newMessages(topic, 1))).rejects.toMatchObject(refused);
      await expect(other.check()).rejects.toMatchObject(refused);
    } finally {
      broker.thaw();
    }
  });

  it.runIf(whole)('is away while a consumer stops', async () => {
    const topic = newTopic();
    const { handle, has } = createRecorder();
    const other = openKafkaBus(broker.settings, logger);
    const consumer = other.consume({ group: newTopic(), topics: [topic], handle });
    await other.publish(newMessages(topic, 1));
    await has(1);
    await broker.kill();
    await consumer.stop();
    await other.close();
    await broker.start();
  });
});
