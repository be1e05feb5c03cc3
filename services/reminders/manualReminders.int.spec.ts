import { randomUUID } from 'node:crypto';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeEach, describe, expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import { refOf } from '../policies/testing/policyFixture.js';
import { openReminderFixture } from './testing/reminderFixture.js';
import { AWAY, DELIVERED, REFUSED } from './testing/testNotices.js';

const fixture = testFixture(openReminderFixture);

const YEAR = { startDate: '2025-05-01', endDate: '2026-04-30' };

let lastNumber = 0;
const issued = async (customerFields: object = {}): Promise<PolicyView> => {
  lastNumber += 1;
  const { id: customerId } = await fixture.customer('Anitha Nair', customerFields);
  return fixture.issue('health', {
    customerId,
    policyNumber: `BY-HAND/${lastNumber}`,
    ...YEAR,
  });
};
const inputOf = ({ id, customerId, kind }: PolicyView) => ({
  customerId,
  policyId: id,
  policyType: kind,
});
const send = async (policy: PolicyView, context: Parameters<typeof by>[0] = {}) =>
  fixture.projected(await fixture.reminders.send(inputOf(policy), by(context)));

beforeEach(() => {
  fixture.setTime('2026-04-10T06:00:00Z');
  fixture.sender.answer(() => DELIVERED);
});

describe('a reminder by hand', () => {
  it('is sent at once, and answered as the history then has it', async () => {
    const policy = await issued();
    const { reminder, repeated } = await send(policy);
    expect(repeated).toBe(false);
    expect(reminder).toMatchObject({
      customerId: policy.customerId,
      policyId: policy.id,
      reminderType: 'manual',
      status: 'sent',
      trigger: 'agent',
      requestedBy: 'anitha',
      emailSent: true,
      smsSent: true,
      whatsappSent: false,
      sentAt: '2026-04-10T06:00:00.000Z',
    });
    expect(await fixture.reminders.find(reminder.id)).toEqual(reminder);
    expect(await fixture.reminders.lastSent([policy.id, 1])).toEqual(
      new Map([[policy.id, '2026-04-10']]),
    );
  });

  it('goes out once when its button is pressed twice', async () => {
    const policy = await issued();
    const commandId = randomUUID();
    const first = await send(policy, { commandId });
    const second = await send(policy, { commandId });
    expect(second).toMatchObject({ reminder: first.reminder, repeated: true });
    const sent = fixture.sender.sent.filter(({ customerId }) => customerId === policy.customerId);
    expect(sent).toHaveLength(2);
    const { customerId } = policy;
    const other = await fixture.issue('health', { customerId, policyNumber: 'BY-HAND/OTHER' });
    const reused = { code: 'idempotency-key-reused' };
    await expect(send(other, { commandId })).rejects.toMatchObject(reused);
  });

  it('is refused to one who has sent 500 in a day, but for a repetition', async () => {
    const policy = await issued();
    const actor = { userId: 77, username: 'biju', role: 'agent' } as const;
    const commandId = randomUUID();
    await send(policy, { actor, commandId });
    const spendOne = fixture.platform.limits.limit({
      name: 'manual-reminder',
      things: 'reminders',
      most: 500,
      seconds: 24 * 3600,
    });
    for (let sent = 1; sent < 500; sent += 1) await spendOne(actor.userId);
    await expect(send(policy, { actor })).rejects.toMatchObject({ kind: 'too-many' });
    expect((await send(policy, { actor, commandId })).repeated).toBe(true);
    expect((await send(await issued())).repeated).toBe(false);
  });

  it('is refused to a customer who was sent three within a day, but for a repetition', async () => {
    const policy = await issued();
    const commandId = randomUUID();
    const first = await send(policy, { commandId });
    const more = async () => {
      const { customerId } = policy;
      return fixture.issue('health', {
        customerId,
        ...YEAR,
        policyNumber: `BY-HAND/${randomUUID()}`,
      });
    };
    await send(await more());
    // One that is refused counts for nothing: the policy that was reminded of is cancelled.
    const cancelled = await more();
    await fixture.cancel(refOf(cancelled));
    for (let tried = 0; tried < 3; tried += 1) {
      await expect(send(cancelled)).rejects.toMatchObject({ code: 'reminder-suppressed' });
    }
    await send(await more());
    await expect(send(await more())).rejects.toMatchObject({
      kind: 'too-many',
      message: 'Too many reminders sent by hand to this customer. Please try again in 24 hours.',
    });
    expect(await send(policy, { commandId })).toMatchObject({
      reminder: first.reminder,
      repeated: true,
    });
    expect((await send(await issued())).repeated).toBe(false);
  });

  it('does not change what the calendar asks for', async () => {
    const policy = await issued();
    await send(policy);
    await fixture.remindOn('2026-04-10', '12:00:00');
    const reminders = await fixture.history({ policyId: policy.id });
    expect(reminders.map(({ reminderType }) => reminderType)).toEqual(['manual', '29_days']);
  });

  it('is refused in words while another one of the policy is on its way', async () => {
    const policy = await issued();
    fixture.sender.answer(() => AWAY);
    const away = { code: 'reminder-not-sent', kind: 'unavailable' };
    await expect(send(policy)).rejects.toMatchObject(away);
    await expect(send(policy)).rejects.toMatchObject({ code: 'reminder-under-way' });
  });

  it('that no channel took is refused with the servers’ words, and shown as failed', async () => {
    const policy = await issued();
    const commandId = randomUUID();
    fixture.sender.answer(() => REFUSED);
    const refused = {
      kind: 'invalid',
      fields: [{ code: 'reminder-refused', message: expect.stringContaining('no such mailbox') }],
    };
    await expect(send(policy, { commandId })).rejects.toMatchObject(refused);
    await expect(send(policy, { commandId })).rejects.toMatchObject(refused);
    await fixture.caughtUp();
    const failure = { policyId: policy.id, status: 'failed', emailSent: false };
    expect(await fixture.history({ policyId: policy.id })).toMatchObject([
      {
        ...failure,
        problems: [
          { channel: 'email', problem: 'refused', reply: REFUSED.reply, isFinal: true },
          { channel: 'sms' },
        ],
      },
    ]);
    expect(await fixture.reminders.recentFailures(7, 10)).toMatchObject([failure]);
    fixture.setTime('2026-04-20T06:00:00Z');
    expect(await fixture.reminders.recentFailures(7, 10)).toEqual([]);
    expect(await fixture.reminders.lastSent([policy.id])).toEqual(new Map());
  });

  it('that failed today is not counted among those that a bulk leaves out', async () => {
    const { leftOut } = await fixture.reminders.previewBulk();
    const policy = await issued();
    fixture.sender.answer(() => REFUSED);
    await expect(send(policy)).rejects.toMatchObject({ kind: 'invalid' });
    await fixture.caughtUp();
    expect(await fixture.reminders.previewBulk()).toMatchObject({ leftOut });
    fixture.sender.answer(() => DELIVERED);
    await send(policy);
    expect(await fixture.reminders.previewBulk()).toMatchObject({ leftOut: leftOut + 1 });
  });

  it('that one channel took is answered as sent to whoever asks again, whatever came after', async () => {
    const policy = await issued();
    fixture.sender.answer(
      (channel) => (channel === 'email' ? DELIVERED : AWAY),
      () => new Date('2026-04-10T06:05:00Z'),
    );
    const context = { commandId: randomUUID() };
    await send(policy, context);
    await fixture.cancel(refOf(policy));
    fixture.setTime('2026-04-10T06:10:00Z');
    await fixture.reminders.sendDue();
    await fixture.caughtUp();
    const { reminder, repeated } = await send(policy, context);
    expect(repeated).toBe(true);
    expect(reminder).toMatchObject({ status: 'sent', emailSent: true, smsSent: false });
  });

  it('is refused where there is a reason not to send it', async () => {
    const withdrawn = await issued({
      reminderEmailConsent: 'withdrawn',
      reminderSmsConsent: 'withdrawn',
    });
    const refusal = { code: 'reminder-suppressed', message: expect.stringContaining('consent') };
    await expect(send(withdrawn)).rejects.toMatchObject(refusal);
    const cancelled = await issued();
    await fixture.cancel(refOf(cancelled));
    await expect(send(cancelled)).rejects.toMatchObject({
      code: 'reminder-suppressed',
      message: 'The policy has been cancelled.',
    });
    await fixture.caughtUp();
    expect(await fixture.history({ policyId: cancelled.id })).toEqual([]);
  });

  it('is refused for a policy that is unknown, of another kind, or somebody else’s', async () => {
    const [policy, other] = [await issued(), await issued()];
    const { send: sendTo, preview } = fixture.reminders;
    const unknown = { ...inputOf(policy), policyId: 999_900 };
    await expect(sendTo(unknown, by())).rejects.toMatchObject({ kind: 'not-found' });
    await expect(preview(unknown)).rejects.toMatchObject({ kind: 'not-found' });
    const vehicle = { ...inputOf(policy), policyType: 'vehicle' } as const;
    await expect(sendTo(vehicle, by())).rejects.toMatchObject({ kind: 'not-found' });
    const others = { ...inputOf(policy), customerId: other.customerId };
    const mismatch = { kind: 'invalid', fields: [{ field: 'customerId' }] };
    await expect(sendTo(others, by())).rejects.toMatchObject(mismatch);
    await expect(preview(others)).rejects.toMatchObject(mismatch);
  });
});

describe('a preview', () => {
  it('says what would go out, and when the last one did', async () => {
    const policy = await issued({ language: 'ml' });
    const before = await fixture.reminders.preview(inputOf(policy));
    expect(before).toMatchObject({ language: 'ml', lastReminderDate: null, refusal: null });
    expect(before.channels.map(({ channel }) => channel)).toEqual(['email', 'sms']);
    await send(policy);
    expect(await fixture.reminders.preview(inputOf(policy))).toMatchObject({
      lastReminderDate: '2026-04-10',
    });
  });

  it('says why none can be sent', async () => {
    const policy = await issued({ email: null, phone: '0' });
    const preview = await fixture.reminders.preview(inputOf(policy));
    expect(preview.refusal).toBe(
      'No email address; no phone number that can be dialled; WhatsApp is not set up.',
    );
  });
});

describe('without a sender', () => {
  it('nothing is asked for, and sending by hand says why', async () => {
    const policy = await issued();
    const unsent = fixture.over({}, { notices: undefined });
    expect(await unsent.requestDue()).toBe(0);
    expect(await unsent.sendDue()).toEqual({ sent: 0, isMore: false });
    expect(await unsent.settings()).toMatchObject({ channels: [] });
    await expect(unsent.send(inputOf(policy), by())).rejects.toMatchObject({
      kind: 'unavailable',
    });
    await fixture.caughtUp();
    expect(await fixture.history({ policyId: policy.id })).toEqual([]);
  });
});
