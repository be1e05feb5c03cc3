import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { conflict, unavailable } from '../platform/errors.js';
import { platformOver } from '../platform/testing/platformOver.js';
import { by } from '../platform/testing/serviceFixture.js';
import type { Delivery } from './noticeChannels.js';
import { openNoticeFixture, scriptedChannel } from './testing/noticeFixture.js';

const fixture = testFixture(openNoticeFixture);

const refused: Delivery = { outcome: 'failed', problem: 'refused', reply: '550 No such mailbox' };
const away: Delivery = {
  ...{ outcome: 'deferred', problem: 'unreachable', reply: null, isOfAll: true },
} as const;
const notNow: Delivery = {
  ...{ outcome: 'deferred', problem: 'limited', reply: '450 Later', isOfAll: false },
} as const;

const at = (instant: string) => fixture.setTime(instant);

describe('a notice', () => {
  it('goes out by every channel at once, under its id', async () => {
    const [email, sms] = [scriptedChannel('email'), scriptedChannel('sms')];
    const notices = fixture.noticesBy([email, sms]);
    const { customerId, noticeId } = await fixture.requested({ terms: 2 });
    const notice = await notices.deliver(customerId, noticeId, by());
    expect(notice).toMatchObject({ isDone: true, attempt: 1, mayBeDoubled: false });
    expect(email.sent).toEqual([noticeId]);
    expect(sms.sent).toEqual([noticeId]);
    await notices.deliver(customerId, noticeId, by());
    expect(email.sent).toHaveLength(1);
    expect(await fixture.eventTypes(customerId)).toEqual([
      'ReminderNoticeRequested',
      'ReminderNoticeStarted',
      'ReminderNoticeAttempted',
    ]);
  });

  it('is sent once, however many are at it in several processes', async () => {
    const email = scriptedChannel('email');
    const processes = [fixture.noticesBy([email]), fixture.noticesBy([email])];
    const { customerId, noticeId } = await fixture.requested();
    const all = await Promise.all(
      [0, 1, 0, 1, 0, 1].map((n) => processes[n]?.deliver(customerId, noticeId, by())),
    );
    expect(email.sent).toEqual([noticeId]);
    // Who finds it in hand elsewhere says so, and does not wait.
    for (const notice of all) expect(notice?.isDone || notice?.underWaySince).toBeTruthy();
    expect(await fixture.notice(customerId, noticeId)).toMatchObject({
      ...{ isDone: true, attempt: 1, mayBeDoubled: false },
    });
  });

  it('is alone in its process from its send until its outcome is recorded', async () => {
    const email = scriptedChannel('email');
    const asked = await Promise.all([1, 2, 3, 4].map(() => fixture.requested()));
    const sentBefore: string[][] = [];
    const notices = fixture.noticesBy([
      {
        ...email,
        async send(id, input) {
          const earlier = asked.filter(({ noticeId }) => email.sent.includes(noticeId));
          for (const { customerId } of earlier)
            sentBefore.push(await fixture.eventTypes(customerId));
          return email.send(id, input);
        },
      },
    ]);
    await Promise.all(
      asked.map(({ customerId, noticeId }) => notices.deliver(customerId, noticeId, by())),
    );
    expect(email.sent).toHaveLength(4);
    expect(sentBefore.map((types) => types.at(-1))).toEqual(
      Array(0 + 1 + 2 + 3).fill('ReminderNoticeAttempted'),
    );
  });

  it('that a channel refuses has failed there, in the server’s own words', async () => {
    const [email, sms] = [scriptedChannel('email'), scriptedChannel('sms')];
    email.answers = () => refused;
    const notices = fixture.noticesBy([email, sms]);
    const { customerId, noticeId } = await fixture.requested();
    const { outcomes, isDone } = await notices.deliver(customerId, noticeId, by());
    expect(isDone).toBe(true);
    expect(outcomes.get('email')).toMatchObject(refused);
    expect(outcomes.get('sms')).toMatchObject({ outcome: 'delivered' });
    await fixture.caughtUp();
    const [row] = await fixture.history({ customerId });
    expect(row).toMatchObject({ status: 'sent', smsSent: true, emailSent: false });
    expect(row?.problems).toMatchObject([{ reply: '550 No such mailbox', isFinal: true }]);
    const log = JSON.stringify(
      await fixture.platform.eventLog.readStream(`reminders-${customerId}`),
      (_, value) => (typeof value === 'bigint' ? String(value) : value),
    );
    expect(log).not.toContain('No such mailbox');
  });

  it('of a premium goes by each channel that has words for it, as consent allows', async () => {
    const [email, sms] = [scriptedChannel('email'), scriptedChannel('sms')];
    const ofRenewals = { ...scriptedChannel('whatsapp'), covers: ['policy'] as const };
    const notices = fixture.noticesBy([email, sms, ofRenewals]);
    expect(notices.channelsFor('instalment')).toEqual(['email', 'sms']);
    const premium = { cover: 'instalment' } as const;
    const { customerId, noticeId } = await fixture.requested(premium);
    const { outcomes } = await notices.deliver(customerId, noticeId, by());
    expect([...outcomes.keys()].sort()).toEqual(['email', 'sms']);
    expect(sms.sent).toEqual([noticeId]);
    expect(ofRenewals.sent).toEqual([]);
    await fixture.caughtUp();
    const [row] = await fixture.history({ customerId });
    expect(row).toMatchObject({ ...premium, status: 'sent', smsSent: true, emailSent: true });

    const refusing = await fixture.requested({ ...premium, reminderSmsConsent: 'withdrawn' });
    await notices.deliver(refusing.customerId, refusing.noticeId, by());
    expect(sms.sent).toEqual([noticeId]);
    expect(email.sent).toEqual([noticeId, refusing.noticeId]);
  });

  it('that no channel takes is failed', async () => {
    const email = scriptedChannel('email');
    email.answers = () => refused;
    const { customerId, noticeId } = await fixture.requested();
    await fixture.noticesBy([email]).deliver(customerId, noticeId, by());
    await fixture.caughtUp();
    expect(await fixture.history({ customerId })).toMatchObject([{ status: 'failed' }]);
  });

  it('is not sent for what is renewed, cancelled or without consent by then', async () => {
    const email = scriptedChannel('email');
    const notices = fixture.noticesBy([email]);
    const { customerId, noticeId, terms } = await fixture.requested({ terms: 2 });
    const [first] = terms;
    if (first) await fixture.cancel({ id: first.id, kind: 'health' });
    const notice = await notices.deliver(customerId, noticeId, by());
    expect(notice.reminders).toHaveLength(1);
    expect(email.sent).toHaveLength(1);

    const other = await fixture.requested();
    await fixture.recordConsent(other.customerId, { reminderEmailConsent: 'withdrawn' });
    const suppressed = await notices.deliver(other.customerId, other.noticeId, by());
    expect(suppressed).toMatchObject({ isDone: true, reminders: [] });
    expect(email.sent).toHaveLength(1);
    expect(await fixture.eventTypes(other.customerId)).toEqual([
      'ReminderNoticeRequested',
      'RemindersSuppressed',
    ]);
  });
});

describe('a notice that is deferred', () => {
  it('is tried again after growing pauses by the channels that are open, and fails in the end', async () => {
    at('2026-04-02T06:00:00Z');
    const [email, sms] = [scriptedChannel('email'), scriptedChannel('sms')];
    sms.answers = () => ({
      outcome: 'deferred',
      problem: 'bad-answer',
      reply: null,
      isOfAll: false,
    });
    const notices = fixture.noticesBy([email, sms]);
    const { customerId, noticeId } = await fixture.requested();
    const next = async () => {
      const { nextAttemptAt } = await notices.deliver(customerId, noticeId, by());
      return nextAttemptAt?.toISOString();
    };
    for (const [now, then] of [
      ['2026-04-02T06:00:00.000Z', '2026-04-02T06:05:00.000Z'],
      ['2026-04-02T06:05:00.000Z', '2026-04-02T06:35:00.000Z'],
      ['2026-04-02T06:35:00.000Z', '2026-04-02T08:35:00.000Z'],
      ['2026-04-02T08:35:00.000Z', '2026-04-02T14:35:00.000Z'],
      ['2026-04-02T14:35:00.000Z', undefined],
    ] as const) {
      at(now);
      expect(await next()).toBe(then);
    }
    expect(email.sent).toHaveLength(1);
    expect(sms.sent).toHaveLength(5);
    const { outcomes, isDone } = await fixture.notice(customerId, noticeId);
    expect(isDone).toBe(true);
    expect(outcomes.get('sms')).toMatchObject({ outcome: 'failed', problem: 'bad-answer' });
  });

  it('is left alone before its time', async () => {
    at('2026-04-02T06:00:00Z');
    const email = scriptedChannel('email');
    email.answers = () => notNow;
    const notices = fixture.noticesBy([email]);
    const { customerId, noticeId } = await fixture.requested();
    await notices.deliver(customerId, noticeId, by());
    at('2026-04-02T06:04:59Z');
    await notices.deliver(customerId, noticeId, by());
    expect(email.sent).toHaveLength(1);
  });

  it('waits as long as a server says that it has had enough', async () => {
    at('2026-04-02T06:00:00Z');
    const sms = scriptedChannel('sms');
    sms.answers = () => ({
      ...{ outcome: 'deferred', problem: 'limited', reply: null, isOfAll: true },
      retryAfterMs: 20 * 60_000,
    });
    const notices = fixture.noticesBy([sms]);
    const [first, second] = [await fixture.requested(), await fixture.requested()];
    const deliver = (one: typeof first) => notices.deliver(one.customerId, one.noticeId, by());
    expect((await deliver(first)).nextAttemptAt?.toISOString()).toBe('2026-04-02T06:20:00.000Z');
    await deliver(second);
    expect(sms.sent).toEqual([first.noticeId]);
    at('2026-04-02T06:20:00Z');
    sms.answers = () => ({ outcome: 'delivered' });
    expect((await deliver(first)).isDone).toBe(true);
  });

  it('sends nothing more by a channel of which consent was withdrawn', async () => {
    at('2026-04-02T06:00:00Z');
    const [email, sms] = [scriptedChannel('email'), scriptedChannel('sms')];
    sms.answers = () => notNow;
    const notices = fixture.noticesBy([email, sms]);
    const { customerId, noticeId } = await fixture.requested();
    await notices.deliver(customerId, noticeId, by());
    await fixture.recordConsent(customerId, { reminderSmsConsent: 'withdrawn' });
    at('2026-04-02T06:05:00Z');
    const { isDone, outcomes } = await notices.deliver(customerId, noticeId, by());
    expect(isDone).toBe(true);
    expect(sms.sent).toHaveLength(1);
    expect(outcomes.get('sms')).toMatchObject({ outcome: 'failed' });
  });
});

describe('what the calendar asked for', () => {
  it('is not sent when the next window has begun', async () => {
    at('2026-04-02T06:00:00Z');
    const email = scriptedChannel('email');
    const notices = fixture.noticesBy([email]);
    const { customerId, noticeId } = await fixture.requested();
    at('2026-04-16T06:00:00Z');
    expect(await notices.deliver(customerId, noticeId, by())).toMatchObject({ isDone: true });
    expect(email.sent).toEqual([]);
    await fixture.caughtUp();
    expect(await fixture.history({ customerId })).toMatchObject([
      { status: 'suppressed', suppression: 'window-passed', mayHaveGoneOut: false },
    ]);
  });

  it('and one channel took stays decided when the others are spared', async () => {
    at('2026-04-02T06:00:00Z');
    const [email, sms] = [scriptedChannel('email'), scriptedChannel('sms')];
    sms.answers = () => notNow;
    const notices = fixture.noticesBy([email, sms]);
    const { customerId, noticeId, terms } = await fixture.requested();
    await notices.deliver(customerId, noticeId, by());
    for (const { id } of terms) await fixture.cancel({ id, kind: 'health' });
    at('2026-04-02T06:10:00Z');
    await notices.deliver(customerId, noticeId, by());
    await fixture.caughtUp();
    expect(sms.sent).toHaveLength(1);
    expect(
      await fixture.readModels
        .from('reminder_decisions')
        .where({ customer_id: customerId })
        .select('suppression'),
    ).toEqual([{ suppression: null }]);
    expect(await fixture.history({ customerId })).toMatchObject([{ status: 'sent' }]);
  });

  it('does not go out before the hour, and is tried again at it', async () => {
    at('2026-04-02T18:20:00Z');
    const email = scriptedChannel('email');
    email.answers = () => notNow;
    const notices = fixture.noticesBy([email]);
    const first = await fixture.requested();
    const { nextAttemptAt } = await notices.deliver(first.customerId, first.noticeId, by());
    expect(nextAttemptAt?.toISOString()).toBe('2026-04-02T18:25:00.000Z');
    at('2026-04-02T18:29:00Z');
    const second = await fixture.requested();
    const deferred = await notices.deliver(second.customerId, second.noticeId, by());
    expect(deferred.nextAttemptAt?.toISOString()).toBe('2026-04-03T03:30:00.000Z');
    at('2026-04-02T19:00:00Z');
    await notices.deliver(first.customerId, first.noticeId, by());
    expect(email.sent).toHaveLength(2);
    expect(await fixture.eventTypes(first.customerId)).toHaveLength(3);
  });
});

describe('a message that may have arrived', () => {
  it('is sent once more, and the history says that it may have gone out twice', async () => {
    at('2026-04-02T06:00:00Z');
    const sms = scriptedChannel('sms');
    sms.answers = () => ({ ...notNow, problem: 'unreachable', mayHaveArrived: true });
    const notices = fixture.noticesBy([sms]);
    const { customerId, noticeId } = await fixture.requested();
    await notices.deliver(customerId, noticeId, by());
    await fixture.caughtUp();
    const first = { status: 'waiting', mayHaveGoneOut: true, mayBeDoubled: false };
    expect(await fixture.history({ customerId })).toMatchObject([first]);
    at('2026-04-02T06:40:00Z');
    await notices.deliver(customerId, noticeId, by());
    await fixture.caughtUp();
    const last = { status: 'failed', mayHaveGoneOut: true, mayBeDoubled: true, attempts: 2 };
    expect(await fixture.history({ customerId })).toMatchObject([last]);
    expect(sms.sent).toHaveLength(2);
  });

  it('because its sender died is told to, when it is not to be sent any more', async () => {
    at('2026-04-02T06:00:00Z');
    const email = scriptedChannel('email');
    const dying = platformOver(fixture.platform, {
      append(...args: Parameters<typeof fixture.platform.eventLog.append>) {
        const [, , events] = args;
        if (events.some(({ type }) => type === 'ReminderNoticeAttempted')) throw new Error('dead');
        return fixture.platform.eventLog.append(...args);
      },
    });
    const { customerId, noticeId } = await fixture.requested();
    const dead = fixture.noticesBy([email], dying).deliver(customerId, noticeId, by());
    await expect(dead).rejects.toThrow('dead');
    await fixture.recordConsent(customerId, { reminderEmailConsent: 'withdrawn' });
    at('2026-04-02T06:03:00Z');
    await fixture.noticesBy([email]).deliver(customerId, noticeId, by());
    await fixture.caughtUp();
    expect(await fixture.history({ customerId })).toMatchObject([
      { status: 'suppressed', suppression: 'consent-withdrawn', mayHaveGoneOut: true },
    ]);
  });

  it('because its sender is frozen is left to it for three minutes, and then sent again', async () => {
    at('2026-04-02T06:00:00Z');
    const [frozen, email] = [scriptedChannel('email'), scriptedChannel('email')];
    let thaw = () => {};
    const thawed = new Promise<void>((resolve) => {
      thaw = resolve;
    });
    let begin = () => {};
    const begun = new Promise<void>((resolve) => {
      begin = resolve;
    });
    const sleeper = fixture.noticesBy([
      {
        ...frozen,
        async send(id, input) {
          begin();
          await thawed;
          return frozen.send(id, input);
        },
      },
    ]);
    const notices = fixture.noticesBy([email]);
    const { customerId, noticeId } = await fixture.requested();
    const slept = sleeper.deliver(customerId, noticeId, by());
    await begun;
    at('2026-04-02T06:02:59Z');
    const inHand = await notices.deliver(customerId, noticeId, by());
    expect(inHand).toMatchObject({ isDone: false, attempt: 1 });
    expect(email.sent).toEqual([]);
    at('2026-04-02T06:03:00Z');
    const sent = await notices.deliver(customerId, noticeId, by());
    expect(sent).toMatchObject({ isDone: true, attempt: 2, mayBeDoubled: true });
    thaw();
    expect(await slept).toMatchObject({ isDone: true, attempt: 2 });
    expect(await fixture.eventTypes(customerId)).toHaveLength(4);
  });

  it('is not sent by whoever was frozen before it sent it', async () => {
    at('2026-04-02T06:00:00Z');
    const email = scriptedChannel('email');
    const { eventLog } = fixture.platform;
    const sleeping = platformOver(fixture.platform, {
      async append(...args: Parameters<typeof eventLog.append>) {
        const appended = await eventLog.append(...args);
        const [, , events] = args;
        if (events.some(({ type }) => type === 'ReminderNoticeStarted')) at('2026-04-02T06:04:00Z');
        return appended;
      },
    });
    const { customerId, noticeId } = await fixture.requested();
    await fixture.noticesBy([email], sleeping).deliver(customerId, noticeId, by());
    expect(email.sent).toEqual([]);
    await fixture.noticesBy([email]).deliver(customerId, noticeId, by());
    expect(email.sent).toEqual([noticeId]);
    expect(await fixture.notice(customerId, noticeId)).toMatchObject({ isDone: true, attempt: 2 });
  });
});

describe('a channel of which consent is withdrawn', () => {
  it('leaves what the others refused suppressed', async () => {
    at('2026-04-02T06:00:00Z');
    const [email, sms] = [scriptedChannel('email'), scriptedChannel('sms')];
    sms.answers = () => refused;
    email.answers = () => notNow;
    const notices = fixture.noticesBy([email, sms]);
    const { customerId, noticeId } = await fixture.requested();
    await notices.deliver(customerId, noticeId, by());
    await fixture.recordConsent(customerId, { reminderEmailConsent: 'withdrawn' });
    at('2026-04-02T06:10:00Z');
    await notices.deliver(customerId, noticeId, by());
    await fixture.caughtUp();
    expect(await fixture.history({ customerId })).toMatchObject([
      { status: 'suppressed', suppression: 'consent-withdrawn' },
    ]);
  });
});

describe('what is said of one message, or of all', () => {
  it('takes the channel away when three on end have met it', async () => {
    at('2026-04-02T06:00:00Z');
    const sms = scriptedChannel('sms');
    sms.answers = () => ({ ...notNow, problem: 'bad-answer' });
    const notices = fixture.noticesBy([sms]);
    const all = [];
    for (let number = 0; number < 4; number += 1) all.push(await fixture.requested());
    for (const { customerId, noticeId } of all) await notices.deliver(customerId, noticeId, by());
    expect(sms.sent).toEqual(all.slice(0, 3).map(({ noticeId }) => noticeId));
    expect(notices.channels()).toMatchObject([{ away: { problem: 'bad-answer' } }]);
  });

  it('keeps it from nobody when one alone meets it', async () => {
    at('2026-04-02T06:00:00Z');
    const sms = scriptedChannel('sms');
    const notices = fixture.noticesBy([sms]);
    for (const problem of ['bad-answer', 'misconfigured'] as const) {
      sms.answers = () => ({ ...notNow, problem });
      const bad = await fixture.requested();
      await notices.deliver(bad.customerId, bad.noticeId, by());
      sms.answers = () => ({ outcome: 'delivered' });
      const good = await fixture.requested();
      expect(await notices.deliver(good.customerId, good.noticeId, by())).toMatchObject({
        isDone: true,
      });
    }
    expect(notices.channels()).toEqual([{ channel: 'sms', away: null }]);
  });
});

describe('a channel that is away', () => {
  it('costs one deferral of each notice, and nothing more until it is back', async () => {
    at('2026-04-03T06:00:00Z');
    const email = scriptedChannel('email');
    email.answers = () => away;
    email.isServerThere = false;
    const notices = fixture.noticesBy([email]);
    const all = [await fixture.requested(), await fixture.requested(), await fixture.requested()];
    const deliverAll = async () => {
      for (const { customerId, noticeId } of all) await notices.deliver(customerId, noticeId, by());
    };
    await deliverAll();
    expect(email.sent).toHaveLength(1);
    expect(notices.channels()).toMatchObject([
      { channel: 'email', away: { problem: 'unreachable' } },
    ]);
    for (const now of ['06:06', '07:00', '09:00', '14:00', '18:00']) {
      at(`2026-04-03T${now}:00Z`);
      await deliverAll();
    }
    expect(email.sent).toHaveLength(1);
    expect(email.asked).toBe(5);
    for (const { customerId } of all) expect(await fixture.eventTypes(customerId)).toHaveLength(3);

    email.isServerThere = true;
    email.answers = () => ({ outcome: 'delivered' });
    at('2026-04-03T18:01:00Z');
    await deliverAll();
    expect(email.sent).toHaveLength(4);
    expect(notices.channels()).toEqual([{ channel: 'email', away: null }]);
    for (const { customerId, noticeId } of all)
      expect(await fixture.notice(customerId, noticeId)).toMatchObject({
        isDone: true,
        attempt: 2,
      });
  });

  it('for more than a day has failed', async () => {
    at('2026-04-03T06:00:00Z');
    const email = scriptedChannel('email');
    email.answers = () => away;
    email.isServerThere = false;
    const notices = fixture.noticesBy([email]);
    const { customerId, noticeId } = await fixture.requested();
    await notices.deliver(customerId, noticeId, by());
    at('2026-04-04T06:00:01Z');
    const { isDone, outcomes } = await notices.deliver(customerId, noticeId, by());
    expect(isDone).toBe(true);
    expect(outcomes.get('email')).toMatchObject({ outcome: 'failed', problem: 'unreachable' });
  });
});

describe('an event store that goes away after the send', () => {
  it('has the outcome when it comes back, and the message went out once', async () => {
    const email = scriptedChannel('email');
    const { platform } = fixture;
    const { append } = platform.eventLog;
    let failures = 0;
    const over = platformOver(platform, {
      append(...args: Parameters<typeof append>) {
        const [, , events] = args;
        const isOutcome = events.some(({ type }) => type === 'ReminderNoticeAttempted');
        if (!isOutcome || failures >= 5) return append(...args);
        failures += 1;
        if (failures > 4) throw conflict('record-contested', 'Others write to it');
        throw unavailable('The event store');
      },
    });
    const notices = fixture.noticesBy([email], over);
    const { customerId, noticeId } = await fixture.requested();
    const notice = await notices.deliver(customerId, noticeId, by());
    expect(notice).toMatchObject({ isDone: true, mayBeDoubled: false });
    expect(failures).toBe(5);
    expect(email.sent).toHaveLength(1);
  });
});

it('a preview says what each channel would send, and why one is not available', async () => {
  at('2026-04-02T06:00:00Z');
  const notices = fixture.noticesBy([scriptedChannel('email'), scriptedChannel('sms')]);
  const { customer, terms } = await fixture.requested();
  await fixture.recordConsent(customer.id, { reminderSmsConsent: 'withdrawn' });
  const { record: changed } = await fixture.patchCustomer(customer.id, { email: null });
  const today = '2026-04-02';
  const previews = await notices.compose({ customer: changed, terms, today });
  expect(previews.map(({ channel, to, unavailable: why }) => [channel, to, why])).toEqual([
    ['email', null, 'This customer has no email address.'],
    ['sms', null, 'This customer has withdrawn consent to reminders by SMS.'],
    ['whatsapp', null, 'WhatsApp is not set up for this installation.'],
  ]);
  const [email] = await notices.compose({ customer, terms, today });
  expect(email).toMatchObject({ to: '+919876500000', unavailable: null });
});
