import { randomUUID } from 'node:crypto';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { afterEach, describe, expect, it } from 'vitest';
import type { BusMessage } from '../platform/bus/bus.js';
import { type EmbeddedBus, openEmbeddedBus } from '../platform/bus/embeddedBus.js';
import { createRecordingBus } from '../platform/bus/testing/recordingBus.js';
import { unavailable } from '../platform/errors.js';
import { createLogger } from '../platform/logger.js';
import { NOTIFIER_GROUP, NOTIFIER_TOPICS, noticeHandler, startNotifier } from './notifier.js';
import { openNoticeFixture, scriptedChannel } from './testing/noticeFixture.js';

const WITHIN = { timeout: 30_000 };
const logged: string[] = [];
const logger = createLogger('info', {}, { write: (line: string) => void logged.push(line) });
const fixture = testFixture(openNoticeFixture);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

const requested = (customerId: number, noticeId: string): BusMessage => ({
  topic: NOTIFIER_TOPICS[0],
  key: `reminders-${customerId}`,
  id: randomUUID(),
  type: 'ReminderNoticeRequested',
  schemaVersion: 1,
  occurredAt: new Date(),
  data: { customerId, noticeId, trigger: 'schedule', bulkId: null, reminders: [] },
});

async function openBus(): Promise<EmbeddedBus> {
  const { pool } = fixture.platform;
  const bus = await openEmbeddedBus({ pool, databaseUrl: fixture.databaseUrl, logger });
  closing.push(bus.close);
  return bus;
}

describe('the notifier', () => {
  it('says how far it is behind, and works that off', async () => {
    const bus = await openBus();
    const email = scriptedChannel('email');
    const notices = fixture.noticesBy([email]);
    const all = [await fixture.requested(), await fixture.requested(), await fixture.requested()];
    await bus.publish(all.map(({ customerId, noticeId }) => requested(customerId, noticeId)));
    // Of which it is none of its business.
    const others = Array.from({ length: 2_000 }, () => ({
      ...requested(1, 'none'),
      type: 'ReminderNoticeAttempted',
    }));
    await bus.publish(others);
    expect(await bus.lagOf(NOTIFIER_GROUP, NOTIFIER_TOPICS)).toBe(2_003);

    const { progress } = fixture.reminders;
    const notifier = startNotifier({ bus, notices, progress, logger });
    closing.push(notifier.stop);
    await expect.poll(notifier.status, WITHIN).toMatchObject({
      ...{ lag: 0, problem: null, channels: [{ channel: 'email', away: null }] },
    });
    expect(email.sent).toEqual(all.map(({ noticeId }) => noticeId));
    await fixture.caughtUp();
    expect((await notifier.status()).progress).toMatchObject({ open: 0, failedInADay: 0 });
  });

  it('shares the work among processes, and sends nothing twice', async () => {
    const email = scriptedChannel('email');
    const buses = [await openBus(), await openBus()];
    const { progress } = fixture.reminders;
    for (const bus of buses) {
      const notices = fixture.noticesBy([email]);
      closing.push(startNotifier({ bus, notices, progress, logger }).stop);
    }
    const all = [await fixture.requested(), await fixture.requested()];
    const messages = all.map(({ customerId, noticeId }) => requested(customerId, noticeId));
    await buses[0]?.publish([...messages, ...messages]);
    const lag = () => buses[0]?.lagOf(NOTIFIER_GROUP, NOTIFIER_TOPICS);
    await expect.poll(lag, WITHIN).toBe(0);
    // In the order of a customer's own notices only: these are of two customers, side by side.
    expect(email.sent.toSorted()).toEqual(all.map(({ noticeId }) => noticeId).toSorted());
  });

  it('does not know how far it is behind while the bus is away', async () => {
    const bus = { ...createRecordingBus(), lagOf: () => Promise.reject(unavailable('The bus')) };
    const notices = fixture.noticesBy([]);
    const progress = () => Promise.reject(unavailable('The database'));
    const notifier = startNotifier({ bus, notices, progress, logger });
    expect(await notifier.status()).toMatchObject({ lag: null, progress: null });
  });
});

it.each([
  ['of another version', { schemaVersion: 2 }],
  ['without what it must say', { data: { customerId: 'seven' } }],
])('a message %s is passed over', async (_what, given) => {
  logged.length = 0;
  const { channels } = fixture.noticesBy([]);
  const deliver = () => Promise.reject(new Error('Nothing is to be delivered'));
  const handle = noticeHandler({ notices: { deliver, channels }, logger });
  const message = { ...requested(7, 'a-notice'), ...given };
  await handle(message);
  expect(logged.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', messageId: message.id },
  ]);
});

describe('a notice that cannot be delivered', () => {
  /** How often one message is refused before it is put aside. */
  const refusals = async (error: Error): Promise<number> => {
    const { channels } = fixture.noticesBy([]);
    const handle = noticeHandler({
      notices: { deliver: () => Promise.reject(error), channels },
      logger,
    });
    const message = requested(7, 'a-notice');
    for (let count = 0; ; count += 1) {
      try {
        await handle(message);
        return count;
      } catch (thrown) {
        expect(thrown).toBe(error);
      }
    }
  };

  it('for an unknown reason does not hold up those behind it for ever', async () => {
    logged.length = 0;
    expect(await refusals(new Error('Nobody knew'))).toBe(4);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'error', msg: expect.stringContaining('A notice is put aside') },
    ]);
  });

  it('while a server is away is tried for longer', async () => {
    logged.length = 0;
    expect(await refusals(unavailable('The event store'))).toBe(19);
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([{ level: 'warn' }]);
  });
});
