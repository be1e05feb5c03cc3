import {
  BreachClosed,
  type BreachFacts,
  BreachLetterEnded,
  BreachLetterRenewed,
  BreachLetterStarted,
  BreachLettersRequested,
  BreachLetterWritten,
  BreachOpened,
  BreachPersonsCleared,
  BreachPersonsConfirmed,
  BreachStepEnded,
  BreachStepReopened,
} from '@insuremanager/contracts/privacy/breachEvents';
import { stepDueAt } from '@insuremanager/contracts/privacy/breachKinds';
import type { BreachLetter } from '@insuremanager/contracts/privacy/breachViews';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { boardReport, reportText } from './boardReport.js';
import { type BreachCommand, breachDecider } from './breach.js';
import { letterDecider } from './letter.js';
import { letterEmail, personLetter, printedLetter } from './personLetter.js';

const now = new Date('2026-11-20T06:00:00Z');
const awareAt = '2026-11-20T04:00:00.000Z';
const facts: BreachFacts = {
  ...{ title: 'Laptop', happened: 'A laptop was stolen.', occurred: null, impact: null },
  ...{ circumstances: null, measures: null, findings: null, remedies: null },
};
const text = { happened: 'Stolen.', consequences: 'Calls.', measures: 'Locked.', advice: 'Ask.' };
const letter: BreachLetter = { contact: 'Leela', texts: [{ language: 'en', ...text }] };
const stretch = {
  ...{ userIds: [2], from: '2026-11-19T00:00:00.000Z', to: awareAt },
  kinds: ['numbers_revealed' as const],
};
const confirmation = { breachId: 1, confirmationId: 4, stretch, count: 2 };

const opened = BreachOpened({ breachId: 1, awareAt, personal: facts });
const written = BreachLetterWritten({ breachId: 1, personal: letter });
const confirmed = BreachPersonsConfirmed(confirmation);
const requested = BreachLettersRequested({ breachId: 1 });
const closed = BreachClosed({ breachId: 1, personal: { conclusion: 'Found again.' } });
const { given } = scenario(breachDecider);

const tick = (doneAt: string): BreachCommand => ({
  ...{ type: 'EndStep', breachId: 1, step: 'board_informed', end: 'done', doneAt, now },
});

describe('a breach', () => {
  it('is opened by when the agency became aware, which is not to come', () => {
    const open = { type: 'OpenBreach', breachId: 1, awareAt, facts } as const;
    given()
      .when({ ...open, now })
      .then(opened);
    given()
      .when({ ...open, now: new Date('2026-11-20T03:00:00Z') })
      .thenRefused('invalid-input');
  });

  it('gets letters once one is written and it is confirmed whom it concerns', () => {
    const request: BreachCommand = { type: 'RequestLetters', breachId: 1 };
    given(opened, confirmed).when(request).thenRefused('no-letter');
    given(opened, written).when(request).thenRefused('no-persons');
    given(opened, written, confirmed, BreachPersonsCleared({ breachId: 1 }))
      .when(request)
      .thenRefused('no-persons');
    given(opened, written, confirmed).when(request).then(requested);
  });

  it('keeps letter and persons once letters were sent, and takes further persons', () => {
    const sent = given(opened, written, confirmed, requested);
    const other = { ...letter, contact: 'Anitha' };
    sent.when({ type: 'WriteLetter', breachId: 1, letter: other }).thenRefused('letters-requested');
    sent.when({ type: 'WriteLetter', breachId: 1, letter }).thenNothing();
    sent.when({ type: 'ClearPersons', breachId: 1 }).thenRefused('letters-requested');
    sent
      .when({ type: 'ConfirmPersons', ...confirmation, confirmationId: 5 })
      .then(BreachPersonsConfirmed({ ...confirmation, confirmationId: 5 }));
  });

  it('has steps that are ticked by when they were taken, and unticked', () => {
    const done = { breachId: 1, step: 'board_informed', end: 'done', doneAt: awareAt } as const;
    given(opened).when(tick(awareAt)).then(BreachStepEnded(done));
    given(opened, BreachStepEnded(done)).when(tick(awareAt)).thenNothing();
    given(opened).when(tick('2026-11-20T06:02:00.000Z')).thenRefused('invalid-input');
    const reopen: BreachCommand = { type: 'ReopenStep', breachId: 1, step: 'board_informed' };
    given(opened, BreachStepEnded(done))
      .when(reopen)
      .then(BreachStepReopened({ breachId: 1, step: 'board_informed' }));
    given(opened).when(reopen).thenNothing();
  });

  it('does not change any more once it is closed', () => {
    const close: BreachCommand = { type: 'CloseBreach', breachId: 1, conclusion: 'Found again.' };
    given(opened).when(close).then(closed);
    given(opened, closed).when(close).thenRefused('breach-closed');
    given(opened, closed).when(tick(awareAt)).thenRefused('breach-closed');
    given().when(close).thenRefused('breach-not-found');
  });

  it('is due without delay, within 6 hours, and within 72', () => {
    const due = (step: Parameters<typeof stepDueAt>[0]) =>
      stepDueAt(step, new Date(awareAt)).toISOString();
    expect(due('board_informed')).toBe(awareAt);
    expect(due('persons_informed')).toBe(awareAt);
    expect(due('cert_in_reported')).toBe('2026-11-20T10:00:00.000Z');
    expect(due('board_report')).toBe('2026-11-23T04:00:00.000Z');
  });
});

describe('a letter to a person', () => {
  const ref = { breachId: 1, customerId: 7 };
  const started = BreachLetterStarted({ ...ref, attempt: 1 });
  const ended = (outcome: Parameters<typeof BreachLetterEnded>[0]['outcome']) =>
    BreachLetterEnded({ ...ref, attempt: 1, outcome });
  const sending = scenario(letterDecider);

  it('is begun once: neither while it is sent, nor after that', () => {
    sending
      .given()
      .when({ type: 'StartLetter', ...ref })
      .then(started);
    for (const past of [[started], [started, ended('sent')], [started, ended('not_known')]])
      sending
        .given(...past)
        .when({ type: 'StartLetter', ...ref })
        .thenNothing();
  });

  it('is begun again after the mail server deferred it', () =>
    sending
      .given(started, ended('deferred'))
      .when({ type: 'StartLetter', ...ref })
      .then(BreachLetterStarted({ ...ref, attempt: 2 })));

  it('goes out once more only where somebody wishes so, and it was not sent', () => {
    const renew = { type: 'RenewLetter', ...ref } as const;
    const renewed = BreachLetterRenewed(ref);
    sending.given(started, ended('not_known')).when(renew).then(renewed);
    sending.given(started, ended('sent')).when(renew).thenRefused('letter-not-failed');
    sending.given(started).when(renew).thenRefused('letter-not-failed');
    sending
      .given(started, ended('refused'), renewed)
      .when({ type: 'StartLetter', ...ref })
      .then(BreachLetterStarted({ ...ref, attempt: 2 }));
  });

  it('says all that rule 7(1) asks for, in the language of the person', () => {
    const customer = { name: 'രവി <b>', language: 'ml' } as const;
    const mail = letterEmail(personLetter(customer, letter, ['identity_numbers', 'policies']), {
      name: 'Malabar Brokers',
    });
    for (const told of [...Object.values(text), 'Leela', 'ആധാർ', 'ഇൻഷുറൻസ് പോളിസികൾ', 'രവി <b>'])
      expect(mail.text).toContain(told);
    expect(mail.html).toContain('lang="ml"');
    expect(mail.html).toContain('രവി &lt;b&gt;');
    expect(mail.html).not.toContain('<b>');
    expect(mail.subject).not.toContain('രവി');
  });

  it('names everything alone where it was everything', () => {
    const { parts } = personLetter({ name: 'Ravi', language: null }, letter, [
      ...(['details', 'everything'] as const),
    ]);
    expect(parts[1]?.text).toBe('– Everything that we keep about you');
  });

  it('on paper begins with the address', () => {
    const customer = {
      ...{ name: 'Ravi', address: '12 MG Road\nErnakulam', city: 'Kochi', state: 'Kerala' },
      ...{ pincode: '682016', language: null },
    } as Parameters<typeof printedLetter>[1];
    const printed = printedLetter(personLetter(customer, letter, []), customer, 'Malabar');
    expect(printed.to).toEqual(['Ravi', '12 MG Road', 'Ernakulam', 'Kochi, Kerala 682016']);
    expect(printed.parts[0]?.text).toContain('Dear Ravi,');
  });
});

describe('the reports to the Board', () => {
  const { state } = given(opened, confirmed);
  const letters = {
    ...{ persons: 2, unreachable: 0, toBePrinted: 1, waiting: 0, sending: 0, sent: 1, failed: 0 },
  };
  const input = {
    breach: state as NonNullable<typeof state>,
    letterhead: { name: 'Malabar Brokers', phone: '0484 1' },
    letters,
    data: ['identity_numbers' as const],
  };

  it('say without delay what happened to how many', () => {
    const report = reportText(boardReport('initial', input));
    expect(report).toContain('A laptop was stolen.');
    expect(report).toContain('20/11/2026, 09:30');
    expect(report).toContain('2 persons. Kinds of data:\n– Aadhaar number or PAN');
    expect(report).toContain('Likely impact\nNot known yet.');
    expect(report).not.toContain('Findings');
  });

  it('say within 72 hours also who was informed how', () => {
    const report = reportText(boardReport('detailed', input));
    for (const heading of ['reasons', 'mitigate', 'Findings', 'recurrence', 'Intimations'])
      expect(report).toContain(heading);
    expect(report).toContain('– 1 informed by email\n– 1 without an email address: by letter');
  });
});
