import { randomUUID } from 'node:crypto';
import type { PolicyView } from '@insuremanager/contracts/policies/policyViews';
import { remindersStream } from '@insuremanager/contracts/reminders/reminderEvents';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeEach, describe, expect, it } from 'vitest';
import { by } from '../platform/testing/serviceFixture.js';
import { openReminderFixture } from './testing/reminderFixture.js';
import { DELIVERED } from './testing/testNotices.js';

const fixture = testFixture(openReminderFixture);

/** Each test is in a year of its own, so that what others left is out of reach. */
let year = 2026;
let lastNumber = 0;
beforeEach(() => {
  year += 1;
  fixture.setTime(`${year}-03-01T06:00:00Z`);
  fixture.sender.answer(() => DELIVERED);
});

const today = () => fixture.setTime(`${year}-04-10T06:00:00Z`);
const issued = async (fields: object = {}, customerFields: object = {}): Promise<PolicyView> => {
  lastNumber += 1;
  const { id: customerId } = await fixture.customer('Anitha Nair', customerFields);
  return fixture.issue('health', {
    customerId,
    policyNumber: `BULK/${lastNumber}`,
    startDate: `${year - 1}-05-01`,
    endDate: `${year}-04-30`,
    ...fields,
  });
};
const ofBulk = async (policies: readonly PolicyView[]) =>
  (await Promise.all(policies.map(({ id }) => fixture.history({ policyId: id }))))
    .flat()
    .filter(({ trigger }) => trigger === 'bulk');
/** Waits until the last bulk is finished, as the lists show it. */
const finished = async () => {
  const state = async () => (await fixture.reminders.lastBulk())?.state;
  await expect.poll(state).toBe('finished');
  return fixture.reminders.lastBulk();
};
const start = async (context: Parameters<typeof by>[0] = {}, reminders = fixture.reminders) =>
  fixture.projected(await reminders.startBulk(by(context)));

describe('bulk reminders', () => {
  it('go to everybody whose cover ends within 30 days, one message for each', async () => {
    const first = await issued();
    const { customerId } = first;
    const policies = [
      first,
      await issued({ customerId, endDate: `${year}-05-10` }),
      await issued({ endDate: `${year}-04-10` }),
    ];
    await issued({ endDate: `${year}-05-11` });
    await issued({ endDate: `${year}-04-09` });
    today();
    const { bulk } = await start();
    expect(bulk).toMatchObject({ state: 'running', renewals: 3, startedBy: 'anitha' });
    expect(await finished()).toMatchObject({ id: bulk.id, requested: 3, waiting: 3, sent: 0 });
    const reminders = await ofBulk(policies);
    expect(reminders).toHaveLength(3);
    expect(new Set(reminders.map(({ noticeId }) => noticeId)).size).toBe(2);
    expect(reminders[0]).toMatchObject({
      reminderType: 'manual',
      requestedBy: 'anitha',
      bulkId: bulk.id,
    });
    fixture.setTime(`${year}-04-10T06:10:00Z`);
    await fixture.reminders.sendDue();
    await fixture.caughtUp();
    expect(await fixture.reminders.lastBulk()).toMatchObject({ sent: 3, waiting: 0, failed: 0 });
  });

  it('leave out and count who had one today, and who is not to get one', async () => {
    const [reminded, withdrawn, open] = [
      await issued(),
      await issued({}, { reminderEmailConsent: 'withdrawn', reminderSmsConsent: 'withdrawn' }),
      await issued(),
    ];
    today();
    const { id: policyId, customerId } = reminded;
    await fixture.reminders.send({ customerId, policyId, policyType: 'health' }, by());
    await start();
    expect(await finished()).toMatchObject({
      renewals: 3,
      requested: 1,
      leftOut: 1,
      suppressed: 1,
    });
    expect(await ofBulk([reminded])).toEqual([]);
    expect(await ofBulk([withdrawn])).toMatchObject([{ suppression: 'consent-withdrawn' }]);
    expect(await ofBulk([open])).toHaveLength(1);
  });

  it('say before they begin who is left out, and how they are reached instead', async () => {
    const withdrawn = { reminderEmailConsent: 'withdrawn', reminderSmsConsent: 'withdrawn' };
    const [reached, unreached] = [
      await issued({}, { language: 'ml' }),
      await issued({}, withdrawn),
    ];
    today();
    expect(await fixture.reminders.previewBulk()).toEqual({
      renewals: 2,
      leftOut: 0,
      unreachable: 1,
      unreachableIds: [unreached.id],
    });
    const contacts = await fixture.reminders.contacts([reached.id, unreached.id, 987_654]);
    expect([...contacts.keys()]).toEqual([reached.id, unreached.id]);
    expect(contacts.get(unreached.id)).toMatchObject({
      unreachable: 'consent-withdrawn',
      missing: 'Email consent withdrawn; SMS consent withdrawn; WhatsApp is not set up',
      text: [
        `Dear Anitha Nair,\nYour policy ${unreached.policyNumber} ends on 30/04/${year}`,
        'To renew, please get in touch with us.',
        'Regards,\nMalabar Brokers',
      ].join('\n\n'),
    });
    expect(contacts.get(reached.id)).toMatchObject({
      unreachable: null,
      missing: null,
      text: expect.stringMatching(/^പ്രിയപ്പെട്ട Anitha Nair,.*\nMalabar Brokers$/s),
    });
  });

  it('count nobody among the unreachable who was reminded today', async () => {
    const policy = await issued();
    today();
    const { id: policyId, customerId } = policy;
    await fixture.projected(
      await fixture.reminders.send({ customerId, policyId, policyType: 'health' }, by()),
    );
    await fixture.recordConsent(customerId, {
      reminderEmailConsent: 'withdrawn',
      reminderSmsConsent: 'withdrawn',
      reminderWhatsappConsent: 'withdrawn',
    });
    expect(await fixture.reminders.previewBulk()).toEqual({
      renewals: 1,
      leftOut: 1,
      unreachable: 0,
      unreachableIds: [],
    });
    // They can be called, and are written to by nobody.
    const contact = (await fixture.reminders.contacts([policy.id])).get(policy.id);
    expect(contact).toMatchObject({ unreachable: 'consent-withdrawn', text: null });
  });

  it('are refused when there is nobody, and when one is at work', async () => {
    fixture.setTime(`${year + 500}-01-01T06:00:00Z`);
    await expect(fixture.reminders.startBulk(by())).rejects.toMatchObject({ code: 'no-renewals' });
    await issued();
    today();
    // Another process, which dies as soon as it has begun.
    const dying = fixture.over({
      append: (stream, ...rest) =>
        stream.startsWith('reminders-')
          ? Promise.reject(new Error('died'))
          : fixture.platform.eventLog.append(stream, ...rest),
    });
    const { bulk } = await start({}, dying);
    await expect(fixture.reminders.startBulk(by())).rejects.toMatchObject({ code: 'bulk-running' });
    await fixture.reminders.resumeBulks();
    expect(await finished()).toMatchObject({ id: bulk.id, requested: 1 });
  });

  it('are one when two agents, or one twice, ask for them at once', async () => {
    const policies = [await issued(), await issued()];
    today();
    const commandId = randomUUID();
    const other = fixture.over({});
    const results = await Promise.allSettled([
      start({ commandId }),
      start({ commandId }, other),
      start({}, other),
    ]);
    const begun = results.flatMap((result) =>
      result.status === 'fulfilled' ? [result.value.bulk.id] : [],
    );
    await finished();
    expect(new Set(begun).size).toBeLessThanOrEqual(2);
    expect(await ofBulk(policies)).toHaveLength(2);
    const again = await start({ commandId });
    expect(again).toMatchObject({ repeated: true });
  });

  it('broken off between two customers are gone on with, and nobody gets two', async () => {
    const policies: PolicyView[] = [];
    for (let i = 0; i < 9; i += 1) policies.push(await issued());
    today();
    let left = 4;
    const { append } = fixture.platform.eventLog;
    const dying = fixture.over({
      append: async (stream, ...rest) => {
        if (!stream.startsWith('reminders-')) return append(stream, ...rest);
        left -= 1;
        if (left < 0) throw new Error('died');
        return append(stream, ...rest);
      },
    });
    const { bulk } = await start({}, dying);
    await expect(dying.resumeBulks()).rejects.toThrow('died');
    await fixture.caughtUp();
    expect(await ofBulk(policies)).toHaveLength(4);
    expect(await fixture.reminders.lastBulk()).toMatchObject({ state: 'running', requested: 4 });
    await Promise.all([fixture.reminders.resumeBulks(), fixture.over({}).resumeBulks()]);
    await fixture.caughtUp();
    expect(await fixture.reminders.lastBulk()).toMatchObject({
      id: bulk.id,
      state: 'finished',
      requested: 9,
      leftOut: 0,
    });
    expect(await ofBulk(policies)).toHaveLength(9);
  });

  it('are finished after an hour without those that cannot be asked for', async () => {
    const [bad, good] = [await issued(), await issued()];
    today();
    const { append } = fixture.platform.eventLog;
    const failing = fixture.over({
      append: (stream, ...rest) =>
        stream === remindersStream(bad.customerId)
          ? Promise.reject(new Error('broken'))
          : append(stream, ...rest),
    });
    await start({}, failing);
    await expect(failing.resumeBulks()).rejects.toThrow('broken');
    await fixture.caughtUp();
    expect(await fixture.reminders.lastBulk()).toMatchObject({ state: 'running', requested: 1 });
    fixture.setTime(`${year}-04-10T07:00:00Z`);
    await failing.resumeBulks();
    expect(await finished()).toMatchObject({ requested: 1 });
    expect(await ofBulk([bad])).toEqual([]);
    expect(await ofBulk([good])).toHaveLength(1);
  });
});
