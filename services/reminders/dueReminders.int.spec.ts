import { localFixture } from '@insuremanager/deploy/testing/testFixture';
import { expect, it } from 'vitest';
import { openReminderFixture } from './testing/reminderFixture.js';

const fixture = localFixture(openReminderFixture);

it('smoke', async () => {
  fixture.setTime('2026-03-01T06:00:00Z');
  const { id: customerId } = await fixture.customer('Anitha Nair');
  await fixture.issue('health', { customerId, policyNumber: 'A/1', endDate: '2026-04-30' });
  expect(await fixture.remindOn('2026-03-31')).toBe(0);
  expect(await fixture.remindOn('2026-04-01', '08:59:59')).toBe(0);
  expect(await fixture.remindOn('2026-04-01')).toBe(1);
  expect(await fixture.remindOn('2026-04-02')).toBe(0);
  console.log(await fixture.history({}), await fixture.reminders.cards());
  fixture.setTime('2026-04-02T08:00:00Z');
  console.log(await fixture.reminders.resume());
  await fixture.caughtUp();
  console.log(await fixture.history({ search: 'anit' }), await fixture.reminders.cards());
  console.log(
    await fixture.history({ search: 'A/1', channel: 'sms', statuses: ['sent'] }, { sort: 'due' }),
  );
});
