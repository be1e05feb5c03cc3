import { randomUUID } from 'node:crypto';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import type { Bus, BusMessage, Consumer } from '../bus.js';
import { LARGEST_DATA_BYTES } from '../messageLimits.js';

export interface BusUnderTest {
  /** What another process has: it shares nothing with the others but the server. */
  open(): Promise<Bus>;
  stop(): Promise<void>;
}

/** Longer than a group of Kafka needs to be shared anew. */
export const WITHIN = { timeout: 60_000, interval: 10 };

/** What a handler was given, and in which order. */
export interface Recorder {
  readonly received: BusMessage[];
  handle(message: BusMessage): Promise<void>;
  /** Waits until so many have been handled. */
  has(count: number): Promise<void>;
}

export function createRecorder(): Recorder {
  const received: BusMessage[] = [];
  return {
    received,
    handle: async (message) => void received.push(message),
    has: (count) => vi.waitFor(() => expect(received.length).toBeGreaterThanOrEqual(count), WITHIN),
  };
}

export const newTopic = (): string => `insuremanager.test-${randomUUID()}.v1`;

let made = 0;
export const newMessage = (topic: string, more: Partial<BusMessage> = {}): BusMessage => {
  made += 1;
  return {
    topic,
    key: 'policy-1',
    id: randomUUID(),
    type: 'PolicyIssued',
    schemaVersion: 1,
    occurredAt: new Date(1_700_000_000_000 + made),
    data: { number: made },
    ...more,
  };
};
export const newMessages = (
  topic: string,
  count: number,
  more: Partial<BusMessage> = {},
): BusMessage[] => Array.from({ length: count }, () => newMessage(topic, more));

const idsOf = (messages: readonly BusMessage[]): string[] => messages.map(({ id }) => id);
const ofKey = (key: string, messages: readonly BusMessage[]): string[] =>
  idsOf(messages.filter((message) => message.key === key));

const signal = (): [Promise<void>, () => void] => {
  let give = () => {};
  const given = new Promise<void>((resolve) => {
    give = resolve;
  });
  return [given, give];
};

/** What every bus promises. */
export function describeBus(
  name: string,
  start: () => Promise<BusUnderTest>,
  { isWhole }: { readonly isWhole: boolean },
): void {
  describe(name, () => {
    let under: BusUnderTest;
    let bus: Bus;
    const opened: Bus[] = [];
    const open = async (): Promise<Bus> => {
      const another = await under.open();
      opened.push(another);
      return another;
    };
    // A broker is slow to start where a machine is busy.
    beforeAll(async () => {
      under = await start();
      bus = await under.open();
    }, 300_000);
    afterEach(async () => {
      await Promise.all(opened.splice(0).map((another) => another.close()));
    });
    afterAll(async () => {
      await bus?.close();
      await under?.stop();
    });

    const consumers: Consumer[] = [];
    afterEach(async () => {
      await Promise.all(consumers.splice(0).map((consumer) => consumer.stop()));
    });
    const consume = (
      group: string,
      topics: readonly string[],
      handle: (message: BusMessage) => Promise<void>,
      on = bus,
      atOnce?: number,
    ): Consumer => {
      const consumer = on.consume({ group, topics, handle, ...(atOnce && { atOnce }) });
      consumers.push(consumer);
      return consumer;
    };
    const newGroup = (): string => `group-${randomUUID()}`;
    const handledAll = (group: string, topic: string): Promise<void> =>
      vi.waitFor(async () => expect(await bus.lagOf(group, [topic])).toBe(0), WITHIN);

    it('brings the span that published a message, where there is one', async () => {
      const topic = newTopic();
      const traceparent = '00-4bf92f3577b34da6a3ce929d0e0e4736-00f067aa0ba902b7-01';
      const messages = [newMessage(topic, { traceparent }), newMessage(topic)];
      const recorder = createRecorder();
      await bus.publish(messages);
      consume(newGroup(), [topic], recorder.handle);
      await recorder.has(2);
      expect(recorder.received).toStrictEqual(messages);
    });

    it('brings every message to every group, equal in every field', async () => {
      const [policies, customers] = [newTopic(), newTopic()];
      const messages = [
        newMessage(policies, { key: 'policy-7', type: 'PolicyRenewed', schemaVersion: 3 }),
        newMessage(policies, {
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
        }),
        newMessage(customers, { key: '', data: [] }),
      ];
      const groups = [createRecorder(), createRecorder()];
      for (const { handle } of groups) consume(newGroup(), [policies, customers], handle);
      await bus.publish(messages);
      for (const group of groups) {
        await group.has(3);
        expect(group.received.filter(({ topic }) => topic === customers)).toEqual(
          messages.slice(2),
        );
        expect(new Set(group.received)).toEqual(new Set(messages));
      }
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
      const { received, handle, has } = createRecorder();
      consume(newGroup(), [topic], handle);
      await has(all.length);
      for (const key of keys) expect(ofKey(key, received)).toEqual(ofKey(key, all));
    });

    it('loses nothing that several processes publish at once', async () => {
      const topic = newTopic();
      const { received, handle, has } = createRecorder();
      consume(newGroup(), [topic], handle);
      const processes = await Promise.all(Array.from({ length: 4 }, open));
      const sent = await Promise.all(
        processes.map(async (process, index) => {
          const messages = newMessages(topic, 50, { key: `policy-${index}` });
          for (let from = 0; from < 50; from += 5)
            await process.publish(messages.slice(from, from + 5));
          return messages;
        }),
      );
      await has(200);
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
      const { received, handle, has } = createRecorder();
      consume(newGroup(), [topic], handle);
      await has(messages.length);
      expect(idsOf(received)).toEqual(idsOf(messages));
      expect(received[0]?.data).toEqual(large);
    });

    it.runIf(isWhole)('takes many small messages at once', async () => {
      const topic = newTopic();
      const messages = newMessages(topic, 20_000, { data: {} });
      await bus.publish(messages);
      const { received, handle, has } = createRecorder();
      consume(newGroup(), [topic], handle);
      await has(messages.length);
      expect(idsOf(received)).toEqual(idsOf(messages));
    });

    it.each([
      ['that is too large', { data: { text: 'x'.repeat(LARGEST_DATA_BYTES) } }],
      ['with a topic that is none', { topic: 'policies v1' }],
      ['with an endless key', { key: 'k'.repeat(1_001) }],
    ])('refuses a message %s for good, and stores nothing of the call', async (_, wrong) => {
      const topic = newTopic();
      const before = newMessage(topic);
      await expect(bus.publish([before, newMessage(topic, wrong)])).rejects.toMatchObject({
        kind: 'invalid',
        code: 'message-refused',
      });
      const next = newMessage(topic);
      await bus.publish([next]);
      const { received, handle, has } = createRecorder();
      consume(newGroup(), [topic], handle);
      await has(1);
      expect(received).toEqual([next]);
    });

    it('takes an empty list for nothing', async () => {
      await bus.publish([]);
    });

    it('begins with the oldest message for a new group', async () => {
      const topic = newTopic();
      const first = createRecorder();
      const before = newMessages(topic, 3);
      await bus.publish(before);
      consume(newGroup(), [topic], first.handle);
      await first.has(3);
      const second = createRecorder();
      consume(newGroup(), [topic], second.handle);
      const after = newMessages(topic, 3);
      await bus.publish(after);
      await second.has(6);
      expect(second.received).toEqual([...before, ...after]);
    });

    it('goes on where a group stopped, also after everything was restarted', async () => {
      const [topic, group] = [newTopic(), newGroup()];
      const [before, meanwhile, after] = [3, 3, 3].map((count) => newMessages(topic, count));
      const earlier = await open();
      const first = createRecorder();
      consume(group, [topic], first.handle, earlier);
      await earlier.publish(before ?? []);
      await first.has(3);
      await earlier.close();
      await bus.publish(meanwhile ?? []);
      const later = await open();
      const second = createRecorder();
      consume(group, [topic], second.handle, later);
      await second.has(3);
      await later.publish(after ?? []);
      await second.has(6);
      expect(second.received).toEqual([...(meanwhile ?? []), ...(after ?? [])]);
    });

    it('shares the work of a group, and loses none when a member stops', async () => {
      const [topic, group] = [newTopic(), newGroup()];
      const received: BusMessage[] = [];
      const handle = async (message: BusMessage) => void received.push(message);
      const members = [await open(), await open()].map((on) => consume(group, [topic], handle, on));
      const keys = ['a', 'b', 'c', 'd', 'e', 'f'];
      const all: BusMessage[] = [];
      const publish = async () => {
        const messages = keys.flatMap((key) => newMessages(topic, 5, { key }));
        all.push(...messages);
        await bus.publish(messages);
      };
      for (let call = 0; call < 10; call += 1) await publish();
      await vi.waitFor(() => expect(received.length).toBeGreaterThan(30), WITHIN);
      await members[0]?.stop();
      await publish();
      await handledAll(group, topic);
      // The one that was under way when the group was shared anew may have come to both.
      const once = [...new Map(received.map((message) => [message.id, message])).values()];
      expect(once).toHaveLength(all.length);
      for (const key of keys) expect(ofKey(key, once)).toEqual(ofKey(key, all));
    });

    it('brings a message again while its handler throws, and none behind it before', async () => {
      const [topic, group] = [newTopic(), newGroup()];
      const messages = newMessages(topic, 4);
      const attempts: string[] = [];
      let failures = 3;
      const consumer = consume(group, [topic], async ({ id }) => {
        attempts.push(id);
        if (id !== messages[1]?.id || failures === 0) return;
        failures -= 1;
        throw new Error('The customer Meera Nair is not there yet');
      });
      await bus.publish(messages);
      await vi.waitFor(() => {
        expect(attempts.length).toBeGreaterThan(1);
        expect(consumer.problem()).toContain(messages[1]?.id);
      }, WITHIN);
      expect(consumer.problem()).not.toContain('Meera');
      await handledAll(group, topic);
      const [a, b, c, d] = idsOf(messages);
      expect(attempts).toEqual([a, b, b, b, b, c, d]);
      expect(consumer.problem()).toBeNull();
    });

    it('goes on with other topics while one message is not handled', async () => {
      const [stuck, other, group] = [newTopic(), newTopic(), newGroup()];
      const { received, handle, has } = createRecorder();
      const [wrong] = newMessages(stuck, 1);
      let attempts = 0;
      consume(group, [stuck, other], async (message) => {
        if (message.topic === other) return handle(message);
        attempts += 1;
        throw new Error('Never');
      });
      await bus.publish(wrong ? [wrong] : []);
      await vi.waitFor(() => expect(attempts).toBeGreaterThan(1), WITHIN);
      const messages = newMessages(other, 3);
      await bus.publish(messages);
      await has(3);
      expect(received).toEqual(messages);
      // An offset may be stored a moment after its message was handled.
      await vi.waitFor(async () => expect(await bus.lagOf(group, [stuck, other])).toBe(1), WITHIN);
    });

    it('waits for the message under way when it is stopped, and hands out no other', async () => {
      const [topic, group] = [newTopic(), newGroup()];
      const [began, begin] = signal();
      const [mayEnd, end] = signal();
      const handled: string[] = [];
      const messages = newMessages(topic, 3);
      const consumer = consume(group, [topic], async ({ id }) => {
        begin();
        await mayEnd;
        handled.push(id);
      });
      await bus.publish(messages);
      await began;
      let isStopped = false;
      const stopped = consumer.stop().then(() => {
        isStopped = true;
      });
      // Something that takes its time on the same server.
      expect(await bus.lagOf(group, [topic])).toBe(3);
      expect(isStopped).toBe(false);
      end();
      await stopped;
      expect(handled).toEqual([messages[0]?.id]);
      const { received, handle, has } = createRecorder();
      consume(group, [topic], handle);
      await has(2);
      expect(received).toEqual(messages.slice(1));
    });

    it('handles several keys at once where it may, each in its order', async () => {
      const topic = newTopic();
      const keys = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'];
      const all = Array.from({ length: 5 }, () => keys.map((key) => newMessage(topic, { key })));
      await bus.publish(all.flat());
      const [allBegan, begin] = signal();
      const underWay = new Set<string>();
      const { received, handle, has } = createRecorder();
      const together: number[] = [];
      consume(
        newGroup(),
        [topic],
        async (message) => {
          expect(underWay).not.toContain(message.key);
          underWay.add(message.key);
          together.push(underWay.size);
          // Keys may lie in several partitions, each of which has as many at once.
          if (underWay.size >= 2) begin();
          await allBegan;
          underWay.delete(message.key);
          await handle(message);
        },
        bus,
        3,
      );
      await has(all.flat().length);
      expect(Math.max(...together)).toBeGreaterThan(1);
      for (const key of keys) expect(ofKey(key, received)).toEqual(ofKey(key, all.flat()));
    });

    it('passes nothing that is not handled while it handles what is behind that', async () => {
      const [topic, group] = [newTopic(), newGroup()];
      const messages = ['a', 'b', 'c', 'd', 'e'].map((key) => newMessage(topic, { key }));
      const [stuck] = messages;
      const first = createRecorder();
      let attempts = 0;
      const consumer = consume(
        group,
        [topic],
        async (message) => {
          if (message.id !== stuck?.id) return first.handle(message);
          attempts += 1;
          throw new Error('Never');
        },
        bus,
        3,
      );
      await bus.publish(messages);
      await vi.waitFor(() => expect(attempts).toBeGreaterThan(1), WITHIN);
      await first.has(1);
      await consumer.stop();
      expect(await bus.lagOf(group, [topic])).toBeGreaterThan(0);
      const second = createRecorder();
      consume(group, [topic], second.handle, bus, 3);
      await handledAll(group, topic);
      expect(idsOf(second.received)).toContain(stuck?.id);
      const once = new Set(idsOf([...first.received, ...second.received]));
      expect(once).toEqual(new Set(idsOf(messages)));
    });

    it('stops while a message waits to come again', async () => {
      const [topic, group] = [newTopic(), newGroup()];
      let attempts = 0;
      const consumer = consume(group, [topic], async () => {
        attempts += 1;
        throw new Error('Never');
      });
      await bus.publish(newMessages(topic, 1));
      await vi.waitFor(() => expect(attempts).toBeGreaterThan(0), WITHIN);
      await consumer.stop();
      expect(await bus.lagOf(group, [topic])).toBe(1);
    });

    it('counts what a group has not handled', async () => {
      const [topic, other, group] = [newTopic(), newTopic(), newGroup()];
      expect(await bus.lagOf(group, [topic, other])).toBe(0);
      await bus.publish([...newMessages(topic, 5, { key: 'a' }), ...newMessages(other, 2)]);
      expect(await bus.lagOf(group, [topic, other])).toBe(7);
      const consumer = consume(group, [topic], createRecorder().handle);
      await handledAll(group, topic);
      await consumer.stop();
      expect(await bus.lagOf(group, [topic, other])).toBe(2);
      await bus.publish(newMessages(topic, 3, { key: 'b' }));
      expect(await bus.lagOf(group, [topic])).toBe(3);
      expect(await bus.lagOf(newGroup(), [topic])).toBe(8);
    });

    it('answers when it is asked whether it is there', () => bus.check());
  });
}
