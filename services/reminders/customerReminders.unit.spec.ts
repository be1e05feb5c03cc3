import type { CustomerRemindersEvent } from '@insuremanager/contracts/reminders/reminderEvents';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { recorded, scenario } from '@insuremanager/deploy/testing/scenario';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { customerRemindersDecider, IN_HAND_MS, requireNotice } from './customerReminders.js';
import { dueReminderType } from './reminderSettings.js';
import {
  attempted,
  CUSTOMER,
  deferred,
  delivered,
  due,
  failed,
  manual,
  NOTICE,
  request,
  requested,
  started,
  suppressed,
} from './testing/sampleReminders.js';

const { given } = scenario(customerRemindersDecider);

const withdrawn = { ...due, reason: 'consent-withdrawn' } as const;
const fifteen = { ...due, reminderId: 2, reminderType: '15_days' };
/** When the second event of a scenario happens. */
const AT = new Date('2026-04-01T04:30:01Z');
const OTHER_NOTICE = '7d0c6a94-3a0e-5a51-9b4b-000000000002';

describe('what the calendar asks for', () => {
  it('is one notice for all that is due', () => {
    const other = { ...due, reminderId: 2, termId: 200 };
    given()
      .when(request({ reminders: [due, other] }))
      .then(requested([due, other]));
  });

  it('is asked for once', () => given(requested()).when(request()).thenNothing());

  it('is asked for again in the next window, and for another last day', () => {
    given(requested())
      .when(request({ reminders: [fifteen] }))
      .then(requested([fifteen]));
    const moved = { ...due, dueDate: '2026-04-29' };
    given(requested())
      .when(request({ reminders: [moved] }))
      .then(requested([moved]));
  });

  it('is not asked for again because other days were chosen meanwhile', () => {
    for (const reminderType of ['30_days', '60_days', '29_days']) {
      const renamed = { ...due, reminderType };
      given(requested())
        .when(request({ reminders: [renamed] }))
        .thenNothing();
    }
    // Fewer days than are left today: that window has not begun yet.
    const later = { ...due, reminderType: '28_days' };
    given(requested())
      .when(request({ reminders: [later] }))
      .then(requested([later]));
  });

  it('is asked for whatever agents sent by hand', () =>
    given(requested([manual], { trigger: 'agent' }))
      .when(request())
      .then(requested()));

  it('is suppressed once for a reason, and asked for when the reason is gone', () => {
    const without = request({ reminders: [], suppressed: [withdrawn] });
    given().when(without).then(suppressed('consent-withdrawn'));
    given(suppressed('consent-withdrawn')).when(without).thenNothing();
    given(suppressed('consent-withdrawn'))
      .when(request({ reminders: [], suppressed: [{ ...due, reason: 'no-contact' }] }))
      .then(suppressed('no-contact'));
    given(suppressed('consent-withdrawn')).when(request()).then(requested());
    given(suppressed('consent-withdrawn'))
      .when(request({ reminders: [], suppressed: [{ ...fifteen, reason: 'consent-withdrawn' }] }))
      .then(suppressed('consent-withdrawn', fifteen));
  });

  it('is asked for again when it was suppressed on its way, unless a channel had taken it', () => {
    const onItsWay = suppressed('term-cancelled', due, NOTICE);
    given(requested(), onItsWay).when(request()).then(requested());
    const nextAttemptAt = '2026-04-01T05:00:00.000Z';
    const partly = attempted([delivered(), deferred('sms')], { nextAttemptAt });
    const spared = suppressed('term-cancelled', due, NOTICE, 'yes');
    given(requested(), started(), partly, spared).when(request()).thenNothing();
  });
});

describe('what agents ask for', () => {
  const byHand = request({ trigger: 'agent', reminders: [manual] });
  const bulk = request({ trigger: 'bulk', bulkId: 3, reminders: [manual], noticeId: OTHER_NOTICE });
  const done = [started(), attempted([delivered()])];

  it('is refused while one of the policy is being sent', () => {
    given(requested()).when(byHand).thenRefused('reminder-under-way');
    given(requested(), started()).when(byHand).thenRefused('reminder-under-way');
    given(requested(), ...done)
      .when(byHand)
      .then(requested([manual], { trigger: 'agent' }));
  });

  it('leaves out in bulk what had one that day, or has one on its way', () => {
    given(requested(), ...done)
      .when(bulk)
      .thenNothing();
    given(requested())
      .when({ ...bulk, today: '2026-04-02' })
      .thenNothing();
    given(requested(), ...done)
      .when({ ...bulk, today: '2026-04-02' })
      .then(requested([manual], { noticeId: OTHER_NOTICE, trigger: 'bulk', bulkId: 3 }));
  });

  it('leaves out in bulk nothing that failed that day, or was suppressed on its way', () => {
    const asked = requested([manual], { noticeId: OTHER_NOTICE, trigger: 'bulk', bulkId: 3 });
    given(requested(), started(), attempted([failed()]))
      .when(bulk)
      .then(asked);
    given(requested(), suppressed('term-cancelled', due, NOTICE))
      .when(bulk)
      .then(asked);
    const unknown = { ...failed('sms'), mayHaveArrived: true };
    given(requested(), started(), attempted([unknown]))
      .when(bulk)
      .thenNothing();
    const partly = attempted([delivered(), deferred('sms')]);
    given(requested(), started(), partly, suppressed('term-renewed', due, NOTICE, 'yes'))
      .when(bulk)
      .thenNothing();
  });

  it('is suppressed in bulk once for a reason, also where one was sent before', () => {
    const reason = 'consent-withdrawn';
    const without = { ...bulk, reminders: [], suppressed: [{ ...manual, reason }] } as const;
    given(requested([manual], { trigger: 'agent' }))
      .when(without)
      .then(suppressed(reason, manual));
    given(suppressed(reason, manual)).when(without).thenNothing();
  });
});

describe('sending a notice', () => {
  const other = { ...due, reminderId: 2, termId: 200 };
  const start = {
    type: 'StartNotice',
    customerId: CUSTOMER,
    noticeId: NOTICE,
    channels: ['email', 'sms'],
    handedTo: ['email', 'sms'],
    suppressed: [],
    // Long after what began before.
    now: new Date(AT.getTime() + IN_HAND_MS),
  } as const;
  const record = {
    type: 'RecordAttempt',
    customerId: CUSTOMER,
    noticeId: NOTICE,
    attempt: 1,
    outcomes: [failed()],
    nextAttemptAt: null,
  } as const;

  it('begins by saying so', () => {
    given(requested()).when(start).then(started());
    given(requested(), started()).when(start).then(started(2, true));
    given(requested(), started(), attempted([delivered()]))
      .when(start)
      .thenNothing();
  });

  it('says of an email that it reached a folder, as there is no mail server', () => {
    const outcomes = [delivered(), failed('sms')];
    given(requested(), started())
      .when({ ...record, outcomes, isEmailKept: true })
      .then(attempted(outcomes, { isEmailKept: true }));
    given(requested(), started())
      .when({ ...record, outcomes: [failed()], isEmailKept: true })
      .then(attempted([failed()]));
  });

  it('is left to whoever has begun an attempt, while they may be at it', () => {
    const soon = { ...start, now: new Date(AT.getTime() + IN_HAND_MS - 1) };
    given(requested()).when(soon).then(started());
    given(requested(), started()).when(soon).thenNothing();
    given(requested(), started())
      .when({ ...soon, suppressed: [withdrawn] })
      .thenNothing();
    const nextAttemptAt = '2026-04-01T05:00:00.000Z';
    given(requested(), started(), attempted([deferred()], { nextAttemptAt }))
      .when(soon)
      .then(started(2));
  });

  it('goes on without what is not to be sent any more', () => {
    given(requested([due, other]))
      .when({ ...start, suppressed: [withdrawn] })
      .then(suppressed('consent-withdrawn', due, NOTICE), started());
    given(requested())
      .when({ ...start, suppressed: [withdrawn] })
      .then(suppressed('consent-withdrawn', due, NOTICE));
    given(requested(), suppressed('consent-withdrawn', due, NOTICE))
      .when(start)
      .thenNothing();
  });

  it('that may have gone out is suppressed saying so, and not asked for again', () => {
    const gone = suppressed('consent-withdrawn', due, NOTICE, 'perhaps');
    given(requested(), started())
      .when({ ...start, suppressed: [withdrawn] })
      .then(gone);
    const after = given(requested(), started(), gone);
    expect(requireNotice(after.state, NOTICE)).toMatchObject({
      isDone: true,
      mayHaveGoneOut: true,
    });
    after.when(request()).thenNothing();
  });

  it('whose window has passed leaves what was decided about the next one', () => {
    const [former, latter] = [
      { ...due, dueDate: '2026-04-16' },
      { ...fifteen, dueDate: '2026-04-16' },
    ];
    const next = requested([latter], { noticeId: OTHER_NOTICE });
    const passed = suppressed('window-passed', former, NOTICE);
    given(requested([former]), next, passed)
      .when(request({ reminders: [latter] }))
      .thenNothing();
  });

  it('may have gone out twice when a channel that may have taken it gets it again', () => {
    const nextAttemptAt = '2026-04-01T05:00:00.000Z';
    const unknown = { ...deferred('sms'), mayHaveArrived: true };
    const waiting = [requested(), started(), attempted([unknown], { nextAttemptAt })];
    given(...waiting)
      .when(start)
      .then(started(2, true));
    given(...waiting)
      .when({ ...start, handedTo: ['email'] })
      .then(started(2));
    // A later attempt that did not reach it takes nothing back.
    given(...waiting, started(2))
      .when({ ...record, attempt: 2, outcomes: [deferred('sms')] })
      .then(attempted([unknown], { attempt: 2 }));
  });

  it('is recorded once, with what the servers said', () => {
    given(requested(), started())
      .when(record)
      .then(attempted([failed()]));
    given(requested(), started(), attempted([failed()]))
      .when(record)
      .thenNothing();
    given(requested(), started(), started(2)).when(record).thenNothing();
  });

  it('may have gone out twice when it began twice', () => {
    const after = (...events: CustomerRemindersEvent[]) =>
      requireNotice(given(...events).state, NOTICE);
    expect(after(requested(), started())).toMatchObject({
      underWaySince: expect.any(Date),
      mayBeDoubled: false,
    });
    expect(after(requested(), started(), started(2, true))).toMatchObject({
      ...{ mayBeDoubled: true, mayHaveGoneOut: true },
    });
    const nextAttemptAt = '2026-04-01T05:00:00.000Z';
    const waiting = [requested(), started(), attempted([deferred()], { nextAttemptAt })];
    expect(after(...waiting)).toMatchObject({
      isDone: false,
      nextAttemptAt: new Date(nextAttemptAt),
    });
    const retried = after(...waiting, started(2), attempted([delivered()], { attempt: 2 }));
    expect(retried).toMatchObject({ isDone: true, mayBeDoubled: false, attempt: 2 });
    expect(retried.outcomes.get('email')).toMatchObject({ outcome: 'delivered' });
  });
});

it('asks for each end once in each window, however often and on whatever days it looks', () =>
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.integer({ min: 1, max: 60 }), { minLength: 1, maxLength: 4 }),
      fc.array(fc.record({ left: fc.integer({ min: -2, max: 70 }), reason: fc.boolean() })),
      (days, looks) => {
        const dueDate = '2026-06-30';
        const asked: number[] = [];
        let state = customerRemindersDecider.initial;
        for (const { left, reason } of looks.toSorted((a, b) => b.left - a.left)) {
          const today = addDays(dueDate, -left);
          const reminderType = dueReminderType({ days }, dueDate, today);
          if (!reminderType) continue;
          const reminder = { ...due, dueDate, reminderType };
          const events = customerRemindersDecider.decide(
            reason
              ? request({ reminders: [], suppressed: [{ ...reminder, reason: 'no-contact' }] })
              : request({ reminders: [reminder] }),
            state,
          );
          if (events.some(({ type }) => type === 'ReminderNoticeRequested')) asked.push(left);
          const at = new Date(`${today}T06:00:00Z`);
          state = recorded(events)
            .map((event) => ({ ...event, at }))
            .reduce(customerRemindersDecider.evolve, state);
        }
        const windowOf = (left: number) => Math.min(...days.filter((one) => left <= one));
        const windows = looks
          .filter(({ left, reason }) => !reason && left >= 0 && left <= Math.max(...days))
          .map(({ left }) => windowOf(left));
        const inOrder = [...new Set(windows)].sort((a, b) => b - a);
        expect(asked.map(windowOf)).toEqual(inOrder);
      },
    ),
  ));
