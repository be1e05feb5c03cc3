import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { remindersStream } from '@insuremanager/contracts/reminders/reminderEvents';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { describe, expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import { refOf } from '../policies/testing/policyFixture.js';
import { dueCandidates } from './dueReminders.js';
import { openReminderFixture } from './testing/reminderFixture.js';
import { AWAY, DELIVERED } from './testing/testNotices.js';

const fixture = testFixture(openReminderFixture);
const remindOn = (...when: Parameters<typeof fixture.remindOn>) => fixture.remindOn(...when);

let lastNumber = 0;
const issued = (customerId: number, fields: object = {}): Promise<PolicyView> => {
  lastNumber += 1;
  return fixture.issue('health', {
    customerId,
    policyNumber: `DUE/${lastNumber}`,
    startDate: '2025-05-01',
    endDate: '2026-04-30',
    ...fields,
  });
};
/** A policy of a customer of its own, that ends on 30 April 2026. */
const issuedAlone = async (fields: object = {}, customerFields: object = {}) => {
  fixture.setTime('2026-03-01T06:00:00Z');
  const { id } = await fixture.customer('Anitha Nair', customerFields);
  return issued(id, fields);
};
/** What the history says of a term: the kind of reminder and what became of it. */
const remindersOf = async ({ id: policyId }: { id: number }) =>
  (await fixture.history({ policyId })).map(
    ({ reminderType, suppression, status }) => `${reminderType} ${suppression ?? status}`,
  );

describe('a premium in instalments that is due', () => {
  /** Due on 30 April, 30 July, 30 October and 30 January. */
  const quarterly = () => issuedAlone({ ...QUARTERLY });
  const QUARTERLY = {
    ...{ startDate: '2026-04-30', endDate: '2027-04-29', premiumFrequency: 'quarterly' },
  };
  const pay = async (policy: PolicyView, paidOn: string) => {
    const payment = { paidOn, amount: 0, means: 'upi' } as const;
    await fixture.projected(await fixture.policies.payInstalments(refOf(policy), payment, by()));
  };

  it('is reminded of 7 days and a day before, once each, and not once it is paid', async () => {
    const policy = await quarterly();
    await remindOn('2026-04-22');
    expect(await remindersOf(policy)).toEqual([]);
    await remindOn('2026-04-23');
    await remindOn('2026-04-24');
    await remindOn('2026-04-29');
    expect(await remindersOf(policy)).toEqual(['7_days waiting', '1_days waiting']);
    const [first] = await fixture.history({ policyId: policy.id });
    expect(first).toMatchObject({ cover: 'instalment', dueDate: '2026-04-30' });
    await pay(policy, '2026-04-29');
    await remindOn('2026-07-22');
    expect(await remindersOf(policy)).toHaveLength(2);
    await remindOn('2026-07-23');
    expect(await remindersOf(policy)).toHaveLength(3);
  });

  it('is a message of its own beside that of a policy that ends', async () => {
    const policy = await quarterly();
    await issued(policy.customerId, { endDate: '2026-05-05' });
    await remindOn('2026-04-23');
    const reminders = await fixture.history({ customerId: policy.customerId });
    expect(reminders.map(({ cover }) => cover).sort()).toEqual(['instalment', 'policy']);
    expect(new Set(reminders.map(({ noticeId }) => noticeId)).size).toBe(2);
  });

  it('is not reminded of where the policy was cancelled, or is paid once a year', async () => {
    const policy = await quarterly();
    await fixture.projected(
      await fixture.policies.cancel(refOf(policy), { reason: 'unpaid_premium' }, by()),
    );
    const yearly = await issuedAlone({ ...QUARTERLY, premiumFrequency: 'yearly' });
    await remindOn('2026-04-23');
    expect([await remindersOf(policy), await remindersOf(yearly)]).toEqual([[], []]);
  });
});

describe('a policy that is about to end', () => {
  it('is reminded of 29 and 15 days before, from the hour on, once each', async () => {
    const policy = await issuedAlone();
    await remindOn('2026-03-31');
    await remindOn('2026-04-01', '08:59:59');
    expect(await remindersOf(policy)).toEqual([]);
    await remindOn('2026-04-01', '09:00:00');
    expect(await remindersOf(policy)).toEqual(['29_days waiting']);
    await remindOn('2026-04-01', '09:01:00');
    await remindOn('2026-04-14');
    expect(await remindersOf(policy)).toHaveLength(1);
    await remindOn('2026-04-15');
    await remindOn('2026-04-30');
    await remindOn('2026-05-01');
    expect(await remindersOf(policy)).toEqual(['29_days waiting', '15_days waiting']);
    const [first] = await fixture.history({ policyId: policy.id });
    expect(first).toMatchObject({
      customerId: policy.customerId,
      policyType: 'health',
      cover: 'policy',
      dueDate: '2026-04-30',
      trigger: 'schedule',
      requestedBy: null,
      remindersInNotice: 1,
    });
    expect(await fixture.reminders.find(first?.id ?? 0)).toEqual(first);
  });

  it('is caught up with after days without anybody at work; a window that has passed is not', async () => {
    const [late, later] = [await issuedAlone(), await issuedAlone()];
    await remindOn('2026-04-11');
    expect(await remindersOf(late)).toEqual(['29_days waiting']);
    await remindOn('2026-04-28');
    expect(await remindersOf(later)).toEqual(['29_days waiting', '15_days waiting']);
    const never = await issuedAlone({ endDate: '2026-05-10' });
    await remindOn('2026-05-01');
    expect(await remindersOf(never)).toEqual(['15_days waiting']);
  });

  it('goes out as one message with the others of its policyholder, told as several reminders', async () => {
    const policy = await issuedAlone();
    const { customerId } = policy;
    await issued(customerId, { endDate: '2026-04-25' });
    await issued(customerId, { endDate: '2026-04-10' });
    await issued(customerId, { endDate: '2026-05-01' });
    await remindOn('2026-04-01');
    const reminders = await fixture.history({ customerId });
    expect(reminders.map(({ reminderType }) => reminderType).sort()).toEqual([
      '15_days',
      '29_days',
      '29_days',
    ]);
    expect(new Set(reminders.map(({ noticeId }) => noticeId)).size).toBe(1);
    expect(reminders.map(({ remindersInNotice }) => remindersInNotice)).toEqual([3, 3, 3]);
  });

  it('has a reminder of its own for third-party cover that ends on another day', async () => {
    fixture.setTime('2026-03-01T06:00:00Z');
    const { id: customerId } = await fixture.customer('Ravi Menon');
    const policy = await fixture.issue('vehicle', {
      customerId,
      policyNumber: 'TP/1',
      startDate: '2025-04-11',
      endDate: '2026-04-10',
      thirdPartyEndDate: '2026-05-20',
    });
    await remindOn('2026-04-01');
    await fixture.policies.expireDue('2026-04-25');
    await remindOn('2026-04-25');
    await remindOn('2026-05-06');
    const covers = (await fixture.history({ policyId: policy.id })).map(
      ({ cover, reminderType, dueDate }) => `${cover} ${reminderType} ${dueDate}`,
    );
    expect(covers).toEqual([
      'policy 15_days 2026-04-10',
      'third_party 29_days 2026-05-20',
      'third_party 15_days 2026-05-20',
    ]);
  });

  it('is found page by page, in the order of customers', async () => {
    fixture.setTime('2026-06-01T06:00:00Z');
    const ids: number[] = [];
    for (let i = 0; i < 7; i += 1) {
      const { id } = await fixture.customer(`Customer ${i}`);
      await issued(id, { startDate: '2025-08-01', endDate: '2026-07-31' });
      ids.push(id);
    }
    const found: number[] = [];
    for (;;) {
      const request = { today: '2026-07-10', after: found.at(-1) ?? 0, limit: 3 };
      const page = await dueCandidates(fixture.readModels).due(request, [29, 15], false);
      if (page.length === 0) break;
      found.push(...page.map(({ customerId }) => customerId));
    }
    expect(found).toEqual(ids);
    expect(await remindOn('2026-07-10')).toBe(ids.length);
    expect(await remindOn('2026-07-10', '10:01:00')).toBe(0);
  });
});

describe('a policy that changes within a window', () => {
  it('is reminded of when it is entered then', async () => {
    fixture.setTime('2026-04-10T06:00:00Z');
    const { id } = await fixture.customer('Late Entry');
    const policy = await issued(id);
    await remindOn('2026-04-10');
    expect(await remindersOf(policy)).toEqual(['29_days waiting']);
  });

  it('is reminded of again when its end is corrected, and not when that is undone', async () => {
    const policy = await issuedAlone();
    await remindOn('2026-04-02');
    await fixture.update(refOf(policy), { endDate: '2026-04-28' });
    await remindOn('2026-04-03');
    expect((await fixture.history({ policyId: policy.id })).map(({ dueDate }) => dueDate)).toEqual([
      '2026-04-30',
      '2026-04-28',
    ]);
    await fixture.update(refOf(policy), { endDate: '2026-04-30' });
    await remindOn('2026-04-04');
    expect(await remindersOf(policy)).toHaveLength(2);
  });

  it('is reminded of to the new policyholder when it is moved', async () => {
    const policy = await issuedAlone();
    await remindOn('2026-04-02');
    const other = await fixture.customer('New Owner');
    await fixture.update(refOf(policy), { customerId: other.id });
    await remindOn('2026-04-03');
    const reminders = await fixture.history({ policyId: policy.id });
    expect(reminders.map(({ customerId }) => customerId)).toEqual([policy.customerId, other.id]);
  });

  it('gets none while it is cancelled or renewed, and the history says why', async () => {
    const [cancelled, renewed] = [await issuedAlone(), await issuedAlone()];
    await fixture.cancel(refOf(cancelled));
    await fixture.renew(refOf(renewed));
    await remindOn('2026-04-02');
    await remindOn('2026-04-03');
    expect(await remindersOf(cancelled)).toEqual(['29_days term-cancelled']);
    expect(await remindersOf(renewed)).toEqual(['29_days term-renewed']);
    await fixture.reinstate(refOf(cancelled));
    await remindOn('2026-04-03', '10:01:00');
    await remindOn('2026-04-04');
    expect(await remindersOf(cancelled)).toEqual(['29_days term-cancelled', '29_days waiting']);
  });

  it('is not sent when it was renewed meanwhile, and is due again when that is undone', async () => {
    const policy = await issuedAlone();
    await remindOn('2026-04-02');
    const { record: next } = await fixture.renew(refOf(policy));
    fixture.setTime('2026-04-02T06:00:00Z');
    await fixture.reminders.sendDue();
    await fixture.caughtUp();
    expect(await remindersOf(policy)).toEqual(['29_days term-renewed']);
    await fixture.remove(refOf(next));
    await remindOn('2026-04-03');
    expect(await remindersOf(policy)).toEqual(['29_days term-renewed', '29_days waiting']);
  });

  it('is asked about by what its stream says, when the list is behind', async () => {
    const policy = await issuedAlone();
    fixture.setTime('2026-04-02T06:00:00Z');
    await fixture.caughtUp();
    // Not waited for: the list may still have it as it was.
    await fixture.policies.cancel(refOf(policy), { reason: 'other' }, by());
    await fixture.reminders.requestDue();
    await fixture.caughtUp();
    expect(await remindersOf(policy)).toEqual(['29_days term-cancelled']);
  });
});

describe('a customer', () => {
  it('who has withdrawn consent gets none, until it is given again', async () => {
    const policy = await issuedAlone(
      {},
      { reminderEmailConsent: 'withdrawn', reminderSmsConsent: 'withdrawn' },
    );
    await remindOn('2026-04-02');
    await remindOn('2026-04-03');
    expect(await remindersOf(policy)).toEqual(['29_days consent-withdrawn']);
    await fixture.recordConsent(policy.customerId, { reminderSmsConsent: 'given' });
    await remindOn('2026-04-04');
    await remindOn('2026-04-05');
    expect(await remindersOf(policy)).toEqual(['29_days consent-withdrawn', '29_days waiting']);
  });

  it('who cannot be reached is looked at again in the next window', async () => {
    const policy = await issuedAlone({}, { email: null, phone: '0' });
    await remindOn('2026-04-02');
    await remindOn('2026-04-16');
    expect(await remindersOf(policy)).toEqual(['29_days no-contact', '15_days no-contact']);
  });
});

describe('settings', () => {
  const change = async (fields: object) => {
    const { days, hour, quietWeekdays, quietDays } = await fixture.reminders.settings();
    const input = { days, hour, quietWeekdays, quietDays, ...fields };
    return fixture.projected(await fixture.reminders.changeSettings(input, by()));
  };
  const usual = { days: [29, 15], hour: 9, quietWeekdays: [], quietDays: [] };

  it('keep quiet days and hours free, and what was due then follows', async () => {
    const policy = await issuedAlone();
    await change({ quietWeekdays: [3], quietDays: ['2026-04-02'], hour: 11 });
    await remindOn('2026-04-01', '12:00:00');
    await remindOn('2026-04-02', '12:00:00');
    await remindOn('2026-04-03', '10:59:59');
    expect(await remindersOf(policy)).toEqual([]);
    await remindOn('2026-04-03', '11:00:00');
    expect(await remindersOf(policy)).toEqual(['29_days waiting']);
    await change(usual);
  });

  it('choose the days; what went out just now is not sent again because they changed', async () => {
    const policy = await issuedAlone();
    await remindOn('2026-04-02');
    await change({ days: [30, 7, 1] });
    await remindOn('2026-04-03');
    expect(await remindersOf(policy)).toEqual(['29_days waiting']);
    await remindOn('2026-04-23');
    await remindOn('2026-04-30');
    expect(await remindersOf(policy)).toEqual([
      '29_days waiting',
      '7_days waiting',
      '1_days waiting',
    ]);
    await change({ days: [] });
    expect(await remindOn('2026-04-30', '11:00:00')).toBe(0);
    await change(usual);
  });

  it('are refused when somebody else has changed them meanwhile', async () => {
    const { version: expectedVersion } = await fixture.reminders.settings();
    await change({ hour: 8 });
    const stale = fixture.reminders.changeSettings({ ...usual, hour: 7 }, by({ expectedVersion }));
    await expect(stale).rejects.toMatchObject({ code: 'stale-version' });
    expect(await fixture.reminders.settings()).toMatchObject({
      hour: 8,
      channels: ['email', 'sms'],
    });
    await change(usual);
  });
});

describe('the scheduler', () => {
  it('asks for each once, when two are at work at once', async () => {
    const policies = [];
    for (let i = 0; i < 12; i += 1) policies.push(await issuedAlone());
    fixture.setTime('2026-04-02T06:00:00Z');
    await fixture.caughtUp();
    const others = [fixture.over({}), fixture.over({})];
    await Promise.all([fixture.reminders, ...others].map((reminders) => reminders.requestDue()));
    await fixture.caughtUp();
    for (const policy of policies) expect(await remindersOf(policy)).toHaveLength(1);
  });

  it('goes on when something is wrong with one customer, now and in the next run', async () => {
    const [bad, good] = [await issuedAlone(), await issuedAlone()];
    const failing = fixture.over({
      append: (stream, ...rest) =>
        stream === remindersStream(bad.customerId)
          ? Promise.reject(new Error('broken'))
          : fixture.platform.eventLog.append(stream, ...rest),
    });
    expect(await remindOn('2026-04-02', '10:00:00', failing)).toBeGreaterThan(0);
    expect(await remindersOf(bad)).toEqual([]);
    expect(await remindersOf(good)).toEqual(['29_days waiting']);
    // Whom rows do not tell about is looked at once a day, also when somebody's record is bad.
    const secondLooks: unknown[] = [];
    const listen = ({ bindings = [] }: { bindings?: unknown[] }) => {
      if (bindings.includes('no-contact')) secondLooks.push(bindings);
    };
    fixture.readModels.knex.on('query', listen);
    expect(await remindOn('2026-04-02', '10:01:00', failing)).toBe(0);
    fixture.readModels.knex.off('query', listen);
    expect(secondLooks).toEqual([]);
    await remindOn('2026-04-02', '10:02:00');
    expect(await remindersOf(bad)).toEqual(['29_days waiting']);
  });

  it('does not look for what is due again while nothing is written', async () => {
    await issuedAlone();
    await remindOn('2026-04-02');
    await remindOn('2026-04-02', '10:01:00');
    const queries: unknown[] = [];
    const listen = (query: unknown) => queries.push(query);
    fixture.readModels.knex.on('query', listen);
    await fixture.reminders.requestDue();
    fixture.readModels.knex.off('query', listen);
    expect(queries).toEqual([]);
  });
});

describe('what is due, was put off or broken off', () => {
  it('is sent when its time has come', async () => {
    const policy = await issuedAlone();
    await remindOn('2026-04-02', '10:00:00');
    const { reminders, sender } = fixture;
    const sentTo = () =>
      sender.sent.filter(({ customerId }) => customerId === policy.customerId).length;
    const sendDueAt = async (time: string) => {
      fixture.setTime(`2026-04-02T${time}+05:30`);
      await reminders.sendDue();
      await fixture.caughtUp();
    };
    sender.answer(
      (channel) => (channel === 'sms' ? AWAY : DELIVERED),
      () => new Date('2026-04-02T11:00:00+05:30'),
    );
    await sendDueAt('10:00:00');
    expect(await fixture.history({ policyId: policy.id })).toMatchObject([
      {
        status: 'sent',
        emailSent: true,
        smsSent: false,
        problems: [{ channel: 'sms', problem: 'unreachable', reply: null, isFinal: false }],
        attempts: 1,
        nextAttemptAt: '2026-04-02T05:30:00.000Z',
        mayBeDoubled: false,
      },
    ]);
    sender.answer(() => DELIVERED);
    await sendDueAt('10:59:59');
    expect(sentTo()).toBe(1);
    await sendDueAt('11:00:00');
    await sendDueAt('12:00:00');
    expect(sentTo()).toBe(2);
    expect(await fixture.history({ policyId: policy.id })).toMatchObject([
      { emailSent: true, smsSent: true, problems: [], attempts: 2, nextAttemptAt: null },
    ]);
  });

  it('says that it may have gone out twice when the one who sent it died', async () => {
    const policy = await issuedAlone();
    await remindOn('2026-04-02', '10:00:00');
    fixture.setTime('2026-04-02T10:10:00+05:30');
    fixture.sender.answer(() => {
      throw new Error('died');
    });
    expect(await fixture.reminders.sendDue()).toMatchObject({ sent: 0 });
    fixture.sender.answer(() => DELIVERED);
    await fixture.caughtUp();
    const state = async () => (await fixture.history({ policyId: policy.id }))[0];
    expect(await state()).toMatchObject({ status: 'waiting', attempts: 1, mayBeDoubled: false });
    fixture.setTime('2026-04-02T10:12:59+05:30');
    const other = fixture.over({});
    expect(await other.sendDue()).toMatchObject({ sent: 0 });
    fixture.setTime('2026-04-02T10:13:00+05:30');
    await other.sendDue();
    await fixture.caughtUp();
    expect(await state()).toMatchObject({ status: 'sent', attempts: 2, mayBeDoubled: true });
  });
});
