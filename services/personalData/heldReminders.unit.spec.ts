import {
  CustomerDetailsChanged,
  CustomerRegistered,
  NO_CUSTOMER_DETAILS,
} from '@insuremanager/contracts/customers/customerEvents';
import {
  type Reminder,
  ReminderNoticeAttempted,
  ReminderNoticeRequested,
  RemindersErased,
  RemindersSuppressed,
} from '@insuremanager/contracts/reminders/reminderEvents';
import { describe, expect, it } from 'vitest';
import { heldReminders } from './heldReminders.js';
import { type CustomerEvents, personIn } from './person.js';

const CUSTOMER = 7;
const actor = { userId: 3, username: 'anitha', role: 'agent' };

/** As they are read from a stream, at instants of 1 April 2026. */
type At = readonly [hour: number, event: object];
const recorded = (...events: readonly At[]): never[] =>
  events.map(([hour, event], nth) => ({
    ...event,
    revision: BigInt(nth),
    at: new Date(Date.UTC(2026, 3, 1, hour)),
    metadata: { actor },
  })) as never[];

const person = personIn(
  CUSTOMER,
  recorded(
    [
      1,
      CustomerRegistered({
        ...{ customerId: CUSTOMER, kycStatus: 'pending', ownerId: null },
        personal: {
          ...NO_CUSTOMER_DETAILS,
          ...{ name: 'Asha Nair', phone: '+919847012345', email: 'old@example.in' },
        },
      }),
    ],
    [
      5,
      CustomerDetailsChanged({
        ...{ customerId: CUSTOMER, fields: ['email'], personal: { email: 'new@example.in' } },
      }),
    ],
  ) as CustomerEvents,
);
if (!person) throw new Error('There is one');

const reminder: Reminder = {
  ...{ reminderId: 40, termId: 800, reminderType: '15_days', dueDate: '2026-04-16' },
  policyType: 'health',
  cover: 'policy',
};
const requested = ReminderNoticeRequested({
  ...{ customerId: CUSTOMER, noticeId: 'n', trigger: 'schedule', bulkId: null },
  reminders: [reminder],
});
const delivered = ReminderNoticeAttempted({
  ...{ customerId: CUSTOMER, noticeId: 'n', attempt: 1, isEmailKept: false, nextAttemptAt: null },
  outcomes: [
    { channel: 'email', outcome: 'delivered', problem: null, mayHaveArrived: true },
    { channel: 'sms', outcome: 'failed', problem: 'refused', mayHaveArrived: false },
  ],
  reminders: [{ reminderId: 40, termId: 800 }],
  personal: { replies: [] },
});

const heldOf = (...events: readonly At[]): Record<string, unknown>[] =>
  heldReminders(person, recorded(...events), new Map([[800, 'H/1']])).map((item) => ({
    ...{ title: item.title, state: item.state },
    ...Object.fromEntries(item.facts.map(({ field, text }) => [field, text])),
  }));

describe('what is told of reminders', () => {
  it('is when they were sent, by which channel, to where and about what', () =>
    expect(heldOf([3, requested], [4, delivered])).toMatchObject([
      {
        ...{ title: 'Reminder 40', state: 'existing', policyId: 'H/1', dueDate: '16/04/2026' },
        ...{ reminderType: '15 Days Before', requestedBy: 'The calendar' },
        sentBy_email: '1 Apr 2026, 9:30 am',
        failed_sms: '1 Apr 2026, 9:30 am: refused',
      },
    ]));

  it('is the address that was known when they were sent', () => {
    expect(heldOf([3, requested], [4, delivered])[0]).toMatchObject({
      to_email: 'old@example.in',
    });
    expect(heldOf([3, requested], [6, delivered])[0]).toMatchObject({
      to_email: 'new@example.in',
    });
  });

  it('is that it was kept in a folder, where there was no mail server', () => {
    const kept = { ...delivered, data: { ...delivered.data, isEmailKept: true } };
    expect(heldOf([3, requested], [4, kept])[0]?.sentBy_email).toContain('not delivered');
  });

  it('is why one was not sent', () => {
    const suppressed = RemindersSuppressed({
      ...{ customerId: CUSTOMER, noticeId: null, hadGoneOut: 'no' },
      reminders: [{ ...reminder, reason: 'consent-withdrawn' }],
    });
    expect(heldOf([3, suppressed])[0]?.suppression).toBe('Consent withdrawn, 1 Apr 2026, 8:30 am');
  });

  it('is that there were some, of a person who was erased', () => {
    const erased = RemindersErased({
      ...{ customerId: CUSTOMER, noticeIds: ['n'], reminderIds: [40] },
    });
    expect(heldOf([3, requested], [4, erased])).toMatchObject([{ state: 'erased' }]);
  });
});
