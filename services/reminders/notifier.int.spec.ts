import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { afterEach, describe, expect, it } from 'vitest';
import { unavailable } from '../platform/errors.js';
import { createLogger } from '../platform/logger.js';
import { by } from '../platform/testing/serviceFixture.js';
import type { NoticeChannel } from './noticeChannels.js';
import type { Notices } from './notices.js';
import { sendingOfDue, startNotifier } from './notifier.js';
import type { OpenNotice } from './reminderQueries.js';
import { openNoticeFixture, scriptedChannel } from './testing/noticeFixture.js';

/** It is not waited for in these tests. */
const NO_POLL_MS = 3_600_000;
const logged: string[] = [];
const logger = createLogger('info', {}, { write: (line: string) => void logged.push(line) });
const fixture = testFixture(openNoticeFixture);

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
  logged.length = 0;
});

/** A notifier as one process has it. */
function notifierBy(channels: readonly NoticeChannel[], pollMs = NO_POLL_MS) {
  const notices = fixture.noticesBy(channels);
  const reminders = fixture.over({}, { notices });
  const { readModels } = fixture;
  const notifier = startNotifier({ reminders, notices, readModels, logger, pollMs });
  closing.push(notifier.stop);
  return notifier;
}

const sentBy = (...channels: { sent: readonly string[] }[]) =>
  channels.flatMap(({ sent }) => sent).toSorted();

const idsOf = (all: readonly { noticeId: string }[]) => all.map(({ noticeId }) => noticeId);

describe('the notifier', () => {
  it('sends what was asked for before it was started, and what is asked for then', async () => {
    const email = scriptedChannel('email');
    const before = [await fixture.requested(), await fixture.requested()];
    await fixture.caughtUp();
    expect(await fixture.reminders.progress()).toMatchObject({ open: 2, due: 2 });
    const notifier = notifierBy([email]);
    await expect.poll(() => sentBy(email)).toEqual(idsOf(before).toSorted());
    const after = await fixture.requested();
    await expect.poll(() => sentBy(email)).toEqual(idsOf([...before, after]).toSorted());
    await expect.poll(notifier.status).toMatchObject({
      problem: null,
      channels: [{ channel: 'email', away: null }],
      progress: { open: 0, due: 0, failedInADay: 0 },
    });
    for (const { customerId } of [...before, after])
      expect(await fixture.history({ customerId })).toMatchObject([{ status: 'sent' }]);
  });

  it('sends what becomes due while nothing changes', async () => {
    fixture.setTime('2026-04-01T06:00:00Z');
    const email = scriptedChannel('email');
    email.answers = () => ({
      ...{ outcome: 'deferred', problem: 'limited', reply: null, isOfAll: false },
    });
    const { customerId, noticeId } = await fixture.requested();
    await fixture.noticesBy([email]).deliver(customerId, noticeId, by());
    email.answers = () => ({ outcome: 'delivered' });
    await fixture.caughtUp();
    notifierBy([email], 50);
    await expect.poll(async () => (await fixture.reminders.progress()).due).toBe(0);
    expect(email.sent).toHaveLength(1);
    fixture.setTime('2026-04-01T06:05:00Z');
    await expect.poll(() => email.sent).toEqual([noticeId, noticeId]);
  });

  it('shares the list with others, and none sends what another one sends', async () => {
    const channels = [scriptedChannel('email'), scriptedChannel('email')];
    for (const channel of channels) notifierBy([channel], 50);
    const all = await Promise.all(Array.from({ length: 12 }, () => fixture.requested()));
    await expect.poll(() => sentBy(...channels).length).toBe(all.length);
    await expect.poll(async () => (await fixture.reminders.progress()).open).toBe(0);
    expect(sentBy(...channels)).toEqual(idsOf(all).toSorted());
    for (const { customerId, noticeId } of all)
      expect(await fixture.notice(customerId, noticeId)).toMatchObject({
        ...{ isDone: true, attempt: 1, mayBeDoubled: false },
      });
  });

  it('goes on beside one that is frozen while it sends, which holds that one message up', async () => {
    fixture.setTime('2026-04-01T06:00:00Z');
    const [frozen, email] = [scriptedChannel('email'), scriptedChannel('email')];
    const never = new Promise<never>(() => {});
    const held: string[] = [];
    const sleeper = fixture.noticesBy([
      {
        ...frozen,
        send(id) {
          held.push(id);
          return never;
        },
      },
    ]);
    const all = await Promise.all(Array.from({ length: 5 }, () => fixture.requested()));
    for (const { customerId, noticeId } of all)
      void sleeper.deliver(customerId, noticeId, by()).catch(() => undefined);
    await expect.poll(() => held.length).toBe(1);
    notifierBy([email], 50);
    const others = idsOf(all).filter((id) => !held.includes(id));
    await expect.poll(() => sentBy(email)).toEqual(others.toSorted());
    fixture.setTime('2026-04-01T06:03:00Z');
    await expect.poll(() => sentBy(email)).toEqual(idsOf(all).toSorted());
  });

  it('says what it waits for, and goes on when that is back', async () => {
    let isAway = true;
    const email = scriptedChannel('email');
    const notices = fixture.noticesBy([email]);
    const { sendDue, progress } = fixture.over({}, { notices });
    const away = () => Promise.reject(unavailable('The database'));
    const notifier = startNotifier({
      reminders: {
        sendDue: (signal) => (isAway ? away() : sendDue(signal)),
        progress: () => (isAway ? away() : progress()),
      },
      ...{ notices, readModels: fixture.readModels, logger, pollMs: NO_POLL_MS },
    });
    closing.push(notifier.stop);
    await expect
      .poll(notifier.status)
      .toMatchObject({ problem: expect.stringContaining('The database'), progress: null });
    isAway = false;
    await expect.poll(notifier.status).toMatchObject({ problem: null });
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([
      { level: 'warn', msg: 'The notifier waits' },
    ]);
  });
});

describe('a notice that cannot be sent', () => {
  const listed = (...noticeIds: string[]): OpenNotice[] =>
    noticeIds.map((noticeId) => ({ customerId: 1, noticeId, resumeAt: new Date() }));

  let now = new Date('2026-04-01T06:00:00Z');
  const sendingBy = (deliver: Notices['deliver']) =>
    sendingOfDue({
      dueNotices: async () => listed('bad', 'good'),
      ...{ notices: { configured: ['email'], deliver }, clock: { now: () => now }, logger },
    });

  it('for an unknown reason keeps no other one waiting, and rests before it is tried again', async () => {
    const tried: string[] = [];
    const { sendDue } = sendingBy(async (_, noticeId) => {
      tried.push(noticeId);
      throw new Error('Nobody knew');
    });
    expect(await sendDue()).toEqual({ sent: 0, isMore: false });
    expect(tried.toSorted()).toEqual(['bad', 'good']);
    await sendDue();
    expect(tried).toHaveLength(2);
    now = new Date(now.getTime() + 1_000);
    await sendDue();
    expect(tried).toHaveLength(4);
    const said = { level: 'error', msg: expect.stringContaining('could not be sent') };
    expect(logged.map((line) => JSON.parse(line))).toMatchObject([said, said, said, said]);
  });

  it('as its channels are away is looked at every half minute', async () => {
    const tried: string[] = [];
    const waiting = await fixture
      .requested()
      .then((one) => fixture.notice(one.customerId, one.noticeId));
    const { sendDue } = sendingBy(async (_, noticeId) => {
      tried.push(noticeId);
      return { ...waiting, nextAttemptAt: now };
    });
    for (const seconds of [0, 29, 1]) {
      now = new Date(now.getTime() + seconds * 1_000);
      await sendDue();
      await sendDue();
    }
    expect(tried).toHaveLength(4);
  });

  it('while a server is away ends the run', async () => {
    const { sendDue } = sendingBy(() => Promise.reject(unavailable('The event store')));
    await expect(sendDue()).rejects.toMatchObject({ kind: 'unavailable' });
    expect(logged).toEqual([]);
  });
});
