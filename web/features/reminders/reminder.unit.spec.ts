import { describe, expect, it } from 'vitest';
import { askedBy, outcomeOf, policyNumberOf, REMINDER, reasonOf } from './reminder';
import { aReminder } from './testing/reminders';

const nobody = { emailSent: false, smsSent: false, whatsappSent: false };
const refused = { channel: 'sms', problem: 'refused', reply: 'No DLT', isFinal: true } as const;

describe('the outcome of a reminder', () => {
  it.each([
    [{ status: 'sent' }, ['Email']],
    [{ status: 'sent', emailKept: true }, ['Saved to a folder, not delivered']],
    [{ status: 'sent', smsSent: true, whatsappSent: true }, ['Email', 'SMS', 'WhatsApp']],
    [{ status: 'sent', ...nobody, smsSent: true }, ['SMS']],
    [{ status: 'failed', ...nobody }, ['Failed']],
    [{ status: 'waiting', ...nobody }, ['Waiting']],
    [{ status: 'suppressed', ...nobody }, ['Not sent']],
  ] as const)('of %j is %j', (given, texts) =>
    expect(outcomeOf(aReminder(given)).map(({ text }) => text)).toEqual(texts),
  );
});

describe('the reason', () => {
  it('is not given where all went well', () => expect(reasonOf(aReminder())).toBeNull());

  it('says in plain words why none was to be sent', () =>
    expect(reasonOf(aReminder({ suppression: 'consent_withdrawn' }))).toBe(
      'The customer does not want reminders',
    ));

  it('names what is missing to reach a customer, as far as it still is', () => {
    const suppression = 'no_contact';
    const missing = 'No email address; SMS and WhatsApp are not set up';
    const { policy } = aReminder();
    const reasonWith = (contact: { missing: string | null } | null) =>
      reasonOf(aReminder({ suppression, policy: policy && { ...policy, contact } }));
    expect(reasonWith({ missing })).toBe(missing);
    expect(reasonWith({ missing: null })).toBe('No address that reminders can be sent to');
  });

  it('names each channel that did not take it, and when it is tried again', () =>
    expect(
      reasonOf(
        aReminder({
          problems: [refused, { ...refused, channel: 'email', problem: 'unreachable' }],
          nextAttemptAt: '2026-11-22T04:00:00.000Z',
        }),
      ),
    ).toMatch(/^SMS was refused; Email could not be reached; Next attempt 22 Nov 2026, 9:30/));

  it('says that it may have gone out twice', () =>
    expect(reasonOf(aReminder({ mayBeDoubled: true }))).toBe('May have been sent twice'));

  it('says that nobody knows whether it has gone out, also of what was not to be sent then', () => {
    const mayHaveGoneOut = true;
    expect(reasonOf(aReminder({ mayHaveGoneOut }))).toBe('May still have been delivered');
    expect(
      reasonOf(aReminder({ status: 'suppressed', suppression: 'term_renewed', mayHaveGoneOut })),
    ).toBe('Renewed already; May still have been delivered');
  });
});

describe('a reminder', () => {
  it('is named by its policy and its kind, also when the policy was deleted', () => {
    expect(REMINDER.nameOf(aReminder())).toBe('HL/2026/1, 29 Days Before');
    expect(policyNumberOf({ policy: null })).toBe('Deleted policy');
  });

  it.each([
    [{ trigger: 'schedule', requestedBy: null }, 'Automatic'],
    [{ trigger: 'agent', requestedBy: 'admin' }, 'admin'],
    [{ trigger: 'bulk', requestedBy: 'admin' }, 'Sent in bulk by admin'],
  ] as const)('asked for as %j says so', (given, text) => expect(askedBy(given)).toBe(text));
});
