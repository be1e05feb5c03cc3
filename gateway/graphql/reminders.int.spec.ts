import { randomUUID } from 'node:crypto';
import { gatewayFixture } from '@insuremanager/deploy/testing/gatewayFixture';
import type { Json } from '@insuremanager/deploy/testing/testGateway';
import { describe, expect, it } from 'vitest';
import { samplePolicyInput, testClock } from '../testing/policyFixture.js';

const { ask, add } = gatewayFixture({ clock: testClock });

const problemOf = (json: Json): Json => json.errors?.[0]?.extensions?.problem as Json;

let count = 0;
/** A customer, and a policy of theirs that ends in 15 days. */
async function insured(fields: object = {}) {
  count += 1;
  const body = { name: `Asha ${count}`, phone: '9876543210', email: 'asha@example.in', ...fields };
  const customerId = await add('/api/customers', body);
  const policy = samplePolicyInput('health', customerId, `GQ/${count}`);
  return { customerId, policyId: await add('/api/health-policies', policy), policyType: 'health' };
}

const SEND = `mutation($input: SendReminderInput!, $commandId: ID!) {
  sendReminder(input: $input, commandId: $commandId) {
    stale
    reminder {
      id status emailSent smsSent trigger requestedBy
      customer { name }
      policy { id renewalReminderSent lastReminderDate }
    }
  }
}`;
const send = (input: object, commandId: string = randomUUID()) => ask(SEND, { input, commandId });

describe('a reminder', () => {
  it('is previewed, sent once for a command, listed, and told of by its policy', async () => {
    const input = await insured();
    const PREVIEW = `query($input: SendReminderInput!) {
      reminderPreview(input: $input) {
        language lastReminderDate refusal
        channels { channel to subject text html unavailable }
      }
    }`;
    const { reminderPreview } = (await ask(PREVIEW, { input })).json.data as Json;
    expect(reminderPreview).toMatchObject({
      language: 'en',
      lastReminderDate: null,
      refusal: null,
      channels: [
        { channel: 'email', to: 'asha@example.in', unavailable: null },
        { channel: 'sms', to: null, unavailable: expect.any(String) },
        { channel: 'whatsapp', unavailable: expect.any(String) },
      ],
    });

    const commandId = randomUUID();
    const first = (await send(input, commandId)).json.data?.sendReminder as Json;
    expect(first).toMatchObject({
      stale: false,
      reminder: {
        status: 'sent',
        emailSent: true,
        smsSent: false,
        trigger: 'agent',
        requestedBy: 'admin',
        customer: { name: `Asha ${count}` },
        policy: { id: input.policyId, renewalReminderSent: true, lastReminderDate: '2026-06-15' },
      },
    });
    const again = (await send(input, commandId)).json.data?.sendReminder as Json;
    expect(again.reminder?.id).toBe(first.reminder?.id);

    const LIST = `query($policyId: Int!, $id: Int!) {
      reminders(filter: { policyId: $policyId }) {
        items { id policy { policyNumber } customer { name } }
        count { count exact }
      }
      reminder(id: $id) { id dueDate reminderType problems { channel } }
      unknown: reminder(id: 987654) { id }
      policy(id: $policyId) { renewalReminderSent lastReminderDate }
    }`;
    const variables = { policyId: input.policyId, id: first.reminder?.id };
    expect((await ask(LIST, variables)).json.data).toEqual({
      reminders: {
        items: [
          {
            id: first.reminder?.id,
            policy: { policyNumber: `GQ/${count}` },
            customer: { name: `Asha ${count}` },
          },
        ],
        count: { count: 1, exact: true },
      },
      reminder: {
        id: first.reminder?.id,
        dueDate: '2026-06-30',
        reminderType: 'manual',
        problems: [],
      },
      unknown: null,
      policy: { renewalReminderSent: true, lastReminderDate: '2026-06-15' },
    });
  });

  it('is refused, saying why: withdrawn consent, somebody else’s policy, no such policy', async () => {
    const withdrawn = await insured({
      reminderEmailConsent: 'withdrawn',
      reminderSmsConsent: 'withdrawn',
      reminderWhatsappConsent: 'withdrawn',
    });
    const { json } = await send(withdrawn);
    expect(json.errors?.[0]?.extensions?.code).toBe('CONFLICT');
    expect(problemOf(json)).toMatchObject({
      code: 'reminder-suppressed',
      error: 'The customer has withdrawn their consent to reminders.',
    });
    const other = await insured();
    const theirs = await send({ ...other, customerId: withdrawn.customerId });
    expect(problemOf(theirs.json)).toMatchObject({ fields: [{ field: 'customerId' }] });
    const none = await send({ ...other, policyId: 999_999_999 });
    expect(problemOf(none.json).code).toBe('policy-not-found');
    const key = await send(other, 'x'.repeat(201));
    expect(problemOf(key.json)).toMatchObject({ fields: [{ field: 'commandId' }] });
  });
});

describe('bulk reminders', () => {
  const BULK = `id state startedBy renewals requested sent failed waiting leftOut suppressed`;
  const last = async () =>
    (await ask(`{ bulkReminders { ${BULK} } }`)).json.data?.bulkReminders as Json;

  it('say beforehand whom they remind, go on by themselves, and are repeated by no retry', async () => {
    await insured();
    await send(await insured());
    const { bulkPreview } = (await ask('{ bulkPreview { renewals leftOut } }')).json.data as Json;
    const { reminderCards } = (await ask('{ reminderCards { total emailsSent upcoming urgent } }'))
      .json.data as Json;
    expect(bulkPreview?.renewals).toBe(reminderCards?.upcoming);
    expect(Number(bulkPreview?.leftOut)).toBeGreaterThanOrEqual(1);

    const START = `mutation($commandId: ID!) {
      startBulkReminders(commandId: $commandId) { bulk { ${BULK} } }
    }`;
    const commandId = randomUUID();
    const begun = (await ask(START, { commandId })).json.data as Json;
    const bulk = begun.startBulkReminders?.bulk as Json;
    expect(bulk).toMatchObject({ startedBy: 'admin', renewals: bulkPreview?.renewals });
    await expect.poll(async () => (await last()).state).toBe('finished');
    expect(await last()).toMatchObject({ id: bulk.id, leftOut: bulkPreview?.leftOut });

    const again = (await ask(START, { commandId })).json.data?.startBulkReminders as Json;
    expect(again.bulk?.id).toBe(bulk.id);
  });
});

describe('the settings of reminders', () => {
  const FIELDS = 'days hour quietWeekdays quietDays channels version';
  const CHANGE = `mutation($input: ReminderSettingsInput!, $expectedVersion: Int, $commandId: ID!) {
    changeReminderSettings(input: $input, expectedVersion: $expectedVersion, commandId: $commandId) {
      settings { ${FIELDS} }
    }
  }`;
  const input = { days: [7, 30, 7], hour: 10, quietWeekdays: [0], quietDays: ['2026-08-15'] };
  const change = (variables: object) =>
    ask(CHANGE, { input, expectedVersion: null, commandId: randomUUID(), ...variables });

  it('are the usual ones, then those that were set; an edit of an old version is refused', async () => {
    const { json } = await ask(`{ reminderSettings { ${FIELDS} } }`);
    expect(json.data?.reminderSettings).toEqual({
      days: [29, 15],
      hour: 9,
      quietWeekdays: [],
      quietDays: [],
      channels: ['email'],
      version: -1,
    });
    const changed = await change({});
    expect(changed.json.data?.changeReminderSettings?.settings).toMatchObject({
      ...{ ...input, days: [30, 7] },
      version: 0,
    });
    const again = await change({ expectedVersion: 0, input: { ...input, hour: 11 } });
    expect(again.json.errors).toBeUndefined();
    const stale = await change({ expectedVersion: 0 });
    expect(problemOf(stale.json)).toMatchObject({ code: 'stale-version', currentVersion: 1 });
  });

  it.each([
    [{ days: [0] }, 'days.0'],
    [{ hour: 24 }, 'hour'],
    [{ quietWeekdays: [0, 1, 2, 3, 4, 5, 6] }, 'quietWeekdays'],
  ])('refuse %j', async (wrong, field) => {
    const { json } = await change({ input: { ...input, ...wrong } });
    expect(problemOf(json)).toMatchObject({ fields: [{ field }] });
  });
});
