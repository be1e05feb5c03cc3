import type {
  ReminderFilter,
  ReminderView,
} from '@insuremanager/contracts/reminders/reminderViews';
import { testFixture } from '@insuremanager/deploy/testing/testFixture';
import { beforeAll, describe, expect, it } from 'vitest';
import { projectTwice } from '../platform/readModels/testing/projectTwice.js';
import { by, everyPage } from '../platform/testing/serviceFixture.js';
import { refOf } from '../policies/testing/policyFixture.js';
import { openReminderFixture } from './testing/reminderFixture.js';
import { DELIVERED, REFUSED } from './testing/testNotices.js';

const fixture = testFixture(openReminderFixture);
let all: ReminderView[];

beforeAll(async () => {
  fixture.setTime('2026-03-01T06:00:00Z');
  const policies = [];
  for (let i = 0; i < 12; i += 1) {
    const { id: customerId } = await fixture.customer(i % 2 ? `Anitha ${i}` : `Ravi ${i}`, {
      email: `someone${i}@example.in`,
      ...(i % 4 === 3 && { reminderEmailConsent: 'withdrawn', reminderSmsConsent: 'withdrawn' }),
    });
    const kind = i % 3 ? 'health' : 'vehicle';
    policies.push(
      await fixture.issue(kind, {
        customerId,
        policyNumber: `LIST/${i}`,
        endDate: `2026-04-${String(10 + i)}`,
      }),
    );
  }
  await fixture.remindOn('2026-04-02');
  const [first, second] = policies;
  if (!first || !second) throw new Error('There are policies');
  await fixture.cancel(refOf(second));
  fixture.setTime('2026-04-02T05:00:00Z');
  fixture.sender.answer((channel) => (channel === 'email' ? DELIVERED : REFUSED));
  await fixture.reminders.sendDue();
  fixture.setTime('2026-04-03T06:00:00Z');
  fixture.sender.answer(() => REFUSED);
  const { customerId, id: policyId, kind: policyType } = first;
  await fixture.reminders.send({ customerId, policyId, policyType }, by()).catch(() => {});
  await fixture.remindOn('2026-04-05');
  all = await fixture.history();
});

/** What a filter must find, told by the rows one by one. */
const matches: [ReminderFilter, (one: ReminderView) => boolean][] = [
  [{ statuses: ['sent'] }, ({ status }) => status === 'sent'],
  [
    { statuses: ['failed', 'suppressed'] },
    ({ status }) => status === 'failed' || status === 'suppressed',
  ],
  [{ channel: 'email' }, ({ emailSent }) => emailSent],
  [{ channel: 'sms' }, ({ smsSent }) => smsSent],
  [{ policyType: 'vehicle' }, ({ policyType }) => policyType === 'vehicle'],
  [{ triggers: ['agent', 'bulk'] }, ({ trigger }) => trigger !== 'schedule'],
  [{ customerId: 3 }, ({ customerId }) => customerId === 3],
  [{ policyId: 500 }, ({ policyId }) => policyId === 500],
  [{ requestedFrom: '2026-04-03' }, ({ requestedAt }) => requestedAt > '2026-04-02T18:30'],
  [{ requestedTo: '2026-04-02' }, ({ requestedAt }) => requestedAt < '2026-04-02T18:30'],
];

describe('the history of reminders', () => {
  it('holds some of each', () => {
    expect(new Set(all.map(({ status }) => status))).toEqual(
      new Set(['sent', 'failed', 'suppressed', 'waiting']),
    );
    for (const [, isWanted] of matches.filter(([{ channel }]) => channel !== 'sms')) {
      expect(all.some(isWanted)).toBe(true);
    }
  });

  it.each(matches)('is filtered by %j, and counted so', async (filter, isWanted) => {
    const wanted = all.filter(isWanted);
    expect(await fixture.history(filter)).toEqual(wanted);
    expect(await fixture.reminders.count(filter)).toEqual({ count: wanted.length, exact: true });
  });

  it.each([
    ['anit', ({ customerId }) => customerId % 2 === 0],
    ['SOMEONE4@EXAMPLE', ({ customerId }) => customerId === 5],
    ['98765 00000', () => true],
    ['list/7', ({ policyId }) => policyId === 800],
    ['nobody of this name', () => false],
  ] as [string, (one: ReminderView) => boolean][])(
    'is searched for %s',
    async (search, isWanted) => {
      const wanted = all.filter(isWanted);
      expect(await fixture.history({ search })).toEqual(wanted);
      expect(await fixture.history({ search }, { limit: 1 })).toEqual(wanted.slice(0, 1));
      expect(await fixture.reminders.count({ search })).toEqual({
        count: wanted.length,
        exact: true,
      });
    },
  );

  it.each(['added', 'due'] as const)('is paged in the order of %s, both ways', async (sort) => {
    for (const direction of ['asc', 'desc'] as const) {
      const request = { filter: {}, sort, direction, limit: 4 };
      const pages = await everyPage((cursor) => fixture.reminders.list({ ...request, cursor }));
      expect(pages).toEqual(await fixture.history({}, { sort, direction }));
      expect(pages).toHaveLength(all.length);
      const values = pages.map(({ requestedAt, dueDate }) =>
        sort === 'added' ? requestedAt : dueDate,
      );
      const sorted = values.toSorted();
      expect(values).toEqual(direction === 'asc' ? sorted : sorted.reverse());
    }
  });

  it('equals its cards', async () => {
    fixture.setTime('2026-04-03T06:00:00Z');
    const { items } = await fixture.policies.list({
      filter: { statuses: ['active'], endsFrom: '2026-04-03', endsTo: '2026-05-03' },
      sort: 'ends',
      direction: 'asc',
      limit: 100,
    });
    expect(await fixture.reminders.cards()).toEqual({
      total: all.length,
      emailsSent: all.filter(({ emailSent }) => emailSent).length,
      upcoming: items.length,
      urgent: items.filter(({ daysUntilExpiry }) => daysUntilExpiry <= 15).length,
    });
  });
});

it('comes to the same rows whatever the batches', async () => {
  const { platform, projectors, databaseUrl } = fixture;
  const { once, twice } = await projectTwice({ ...platform, projectors, databaseUrl });
  expect(twice).toEqual(once);
  expect(once.reminders).toHaveLength(all.length);
});
