import {
  PersonRequestClosed,
  PersonRequestReceived,
  PersonRequestReopened,
} from '@insuremanager/contracts/privacy/requestEvents';
import { ClosingInput, type NewPersonRequest } from '@insuremanager/contracts/privacy/requestViews';
import { scenario } from '@insuremanager/deploy/testing/scenario';
import { describe, expect, it } from 'vitest';
import { type PersonRequestCommand, personRequestDecider } from './request.js';

const { given } = scenario(personRequestDecider);

const asked: NewPersonRequest = {
  customerId: 7,
  right: 'access',
  channel: 'email',
  receivedOn: '2026-11-02',
  words: 'What do you hold of me?',
};
const receive = (changed: Partial<NewPersonRequest> = {}): PersonRequestCommand => ({
  ...{ type: 'ReceiveRequest', requestId: 1, request: { ...asked, ...changed } },
  ...{ days: 30, today: '2026-11-05' },
});
const { words, ...facts } = asked;
const received = PersonRequestReceived({
  ...{ requestId: 1, ...facts, dueOn: '2026-12-02' },
  personal: { words },
});
const close = (
  outcome: 'done' | 'refused',
  answer: string | null = null,
): PersonRequestCommand => ({
  ...{ type: 'CloseRequest', requestId: 1, closing: { outcome, answer }, today: '2026-11-20' },
});
const closed = PersonRequestClosed({
  ...{ requestId: 1, customerId: 7, outcome: 'done', closedOn: '2026-11-20' },
  personal: { answer: null },
});

describe('a request of a person', () => {
  it('is due so many days after the day on which it was received', () =>
    given().when(receive()).then(received));

  it('is not received on a day to come', () =>
    given()
      .when(receive({ receivedOn: '2026-11-06' }))
      .thenRefused('invalid-input'));

  it('is closed with an outcome, once', () => {
    given(received).when(close('done')).then(closed);
    given(received, closed).when(close('refused', 'Too late')).thenRefused('request-closed');
  });

  it('is open again after it was reopened', () => {
    const reopened = PersonRequestReopened({ requestId: 1, customerId: 7 });
    given(received, closed).when({ type: 'ReopenRequest', requestId: 1 }).then(reopened);
    given(received).when({ type: 'ReopenRequest', requestId: 1 }).thenNothing();
    given(received, closed, reopened).when(close('done')).then(closed);
  });

  it('that is unknown is neither closed nor reopened', () => {
    given().when(close('done')).thenRefused('request-not-found');
    given().when({ type: 'ReopenRequest', requestId: 1 }).thenRefused('request-not-found');
  });

  it('is not refused without a reason', () => {
    const issues = (answer?: string) =>
      ClosingInput.safeParse({ outcome: 'refused', answer }).error?.issues ?? [];
    expect(issues().map(({ message }) => message)).toEqual(['Give the reason of the refusal']);
    expect(issues('  ')).toHaveLength(1);
    expect(issues('The law has it kept until 2036')).toEqual([]);
  });
});
