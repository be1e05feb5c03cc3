import {
  PersonRequestClosed,
  type PersonRequestEvent,
  PersonRequestReceived,
  PersonRequestReopened,
} from '@insuremanager/contracts/privacy/requestEvents';
import type {
  RequestChannel,
  RequestedRight,
  RequestOutcome,
} from '@insuremanager/contracts/privacy/requestKinds';
import type { ClosingInput, NewPersonRequest } from '@insuremanager/contracts/privacy/requestViews';
import { addDays } from '@insuremanager/contracts/rules/calendar';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { conflict, invalid, notFound } from '../platform/errors.js';
import { unreachable } from '../platform/unreachable.js';

/** A request of a person, folded from its stream. */
export interface PersonRequest {
  readonly id: number;
  readonly customerId: number;
  readonly right: RequestedRight;
  readonly channel: RequestChannel;
  readonly receivedOn: Day;
  readonly dueOn: Day;
  /** Null once the customer has been erased. */
  readonly words: string | null;
  readonly closed: {
    readonly outcome: RequestOutcome;
    readonly on: Day;
    readonly answer: string | null;
  } | null;
}

export type PersonRequestCommand =
  | {
      type: 'ReceiveRequest';
      requestId: number;
      request: NewPersonRequest;
      /** Days for an answer. */
      days: number;
      today: Day;
    }
  | { type: 'CloseRequest'; requestId: number; closing: ClosingInput; today: Day }
  | { type: 'ReopenRequest'; requestId: number };

const evolve = (
  request: PersonRequest | null,
  { type, data }: RecordedEvent<PersonRequestEvent>,
): PersonRequest | null => {
  switch (type) {
    case 'PersonRequestReceived': {
      const { requestId: id, personal, ...facts } = data;
      return { id, ...facts, words: personal?.words ?? null, closed: null };
    }
    case 'PersonRequestClosed': {
      const { outcome, closedOn: on, personal } = data;
      return request && { ...request, closed: { outcome, on, answer: personal?.answer ?? null } };
    }
    case 'PersonRequestReopened':
      return request && { ...request, closed: null };
    default:
      return unreachable(type);
  }
};

const decide = (
  command: PersonRequestCommand,
  request: PersonRequest | null,
): PersonRequestEvent[] => {
  const { requestId } = command;
  if (command.type === 'ReceiveRequest') return request ? [] : receive(command);
  if (!request) throw notFound('request', requestId);
  const { customerId } = request;
  switch (command.type) {
    case 'CloseRequest': {
      if (request.closed)
        throw conflict('request-closed', 'This request has been closed already. Reopen it first.');
      const { outcome, answer } = command.closing;
      const personal = { answer: answer ?? null };
      const closedOn = command.today;
      return [PersonRequestClosed({ requestId, customerId, outcome, closedOn, personal })];
    }
    case 'ReopenRequest':
      return request.closed ? [PersonRequestReopened({ requestId, customerId })] : [];
    default:
      return unreachable(command);
  }
};

/** @throws Refusal invalid on `receivedOn` for a day to come */
const receive = ({
  requestId,
  request,
  days,
  today,
}: Extract<PersonRequestCommand, { type: 'ReceiveRequest' }>): PersonRequestEvent[] => {
  const { words, ...facts } = request;
  if (facts.receivedOn > today) {
    const message = `Received on must be ${formatDay(today)} or earlier`;
    throw invalid([{ field: 'receivedOn', code: 'future-day', message }]);
  }
  const dueOn = addDays(facts.receivedOn, days);
  return [PersonRequestReceived({ requestId, ...facts, dueOn, personal: { words } })];
};

export const personRequestDecider: Decider<
  PersonRequest | null,
  PersonRequestCommand,
  PersonRequestEvent
> = { initial: null, evolve, decide };
