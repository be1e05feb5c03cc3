import {
  RenewalContacted,
  type RenewalEvent,
  RenewalFollowUpSet,
  RenewalLost,
  RenewalNoteChanged,
  RenewalOwnerAssigned,
  RenewalReopened,
  RenewalReturnedToDue,
} from '@insuremanager/contracts/renewals/renewalEvents';
import { pastFollowUp } from '@insuremanager/contracts/renewals/renewalInputs';
import type { LossReason, RenewalMove } from '@insuremanager/contracts/renewals/renewalKinds';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { invalid } from '../platform/errors.js';
import { unreachable } from '../platform/unreachable.js';

/** What was done about the renewal of a term, folded from its stream. */
export interface Renewal {
  /** Null while nobody has spoken to the policyholder. */
  readonly contactedAt: Date | null;
  readonly loss: (Loss & Noted) | null;
  readonly ownerId: number | null;
  readonly followUpOn: Day | null;
  /** What the last talk came to. */
  readonly talk: Noted | null;
}

/** Noted of the policyholder of that time: see `noteFor`. */
interface Noted {
  readonly customerId: number;
  /** Null also once the customer has been erased. */
  readonly note: string | null;
}

export interface Loss {
  readonly reason: LossReason;
  readonly note: string | null;
}

export type RenewalCommand =
  | { type: 'MoveRenewal'; termId: number; to: RenewalMove }
  | { type: 'LoseRenewal'; termId: number; customerId: number; loss: Loss }
  | { type: 'ReopenRenewal'; termId: number }
  | { type: 'AssignOwner'; termId: number; ownerId: number | null }
  | SetFollowUp;

/** What is absent stays as it is. */
interface SetFollowUp {
  readonly type: 'SetFollowUp';
  readonly termId: number;
  readonly customerId: number;
  readonly followUpOn?: Day | null | undefined;
  readonly note?: string | null | undefined;
  readonly today: Day;
}

type CommandOf<Type extends RenewalCommand['type']> = Extract<RenewalCommand, { type: Type }>;

const evolve = (renewal: Renewal, event: RecordedEvent<RenewalEvent>): Renewal => {
  switch (event.type) {
    case 'RenewalContacted':
      return { ...renewal, contactedAt: event.at };
    case 'RenewalReturnedToDue':
      return { ...renewal, contactedAt: null };
    case 'RenewalLost': {
      const { reason, customerId, personal } = event.data;
      return { ...renewal, loss: { reason, customerId, note: personal?.note ?? null } };
    }
    case 'RenewalReopened':
      return { ...renewal, loss: null };
    case 'RenewalOwnerAssigned':
      return { ...renewal, ownerId: event.data.ownerId };
    case 'RenewalFollowUpSet':
      return { ...renewal, followUpOn: event.data.followUpOn };
    case 'RenewalNoteChanged': {
      const { customerId, personal } = event.data;
      return { ...renewal, talk: { customerId, note: personal?.note ?? null } };
    }
    default:
      return unreachable(event);
  }
};

const decide = (command: RenewalCommand, renewal: Renewal): RenewalEvent[] => {
  const { termId } = command;
  switch (command.type) {
    case 'MoveRenewal':
      return move(command, renewal);
    case 'LoseRenewal':
      return lose(command, renewal);
    case 'ReopenRenewal':
      return reopened(termId, renewal);
    case 'AssignOwner': {
      const { ownerId } = command;
      return ownerId === renewal.ownerId ? [] : [RenewalOwnerAssigned({ termId, ownerId })];
    }
    case 'SetFollowUp':
      return setFollowUp(command, renewal);
    default:
      return unreachable(command);
  }
};

const NO_RENEWAL: Renewal = {
  contactedAt: null,
  loss: null,
  ownerId: null,
  followUpOn: null,
  talk: null,
};

/** What was noted of a customer: nothing where it was noted of who held the policy before. */
export const noteFor = (customerId: number, noted: Noted | null): string | null =>
  noted?.customerId === customerId ? noted.note : null;

export const renewalDecider: Decider<Renewal, RenewalCommand, RenewalEvent> = {
  initial: NO_RENEWAL,
  evolve,
  decide,
};

const move = ({ termId, to }: CommandOf<'MoveRenewal'>, renewal: Renewal): RenewalEvent[] => {
  const events = reopened(termId, renewal);
  const isContacted = renewal.contactedAt !== null;
  if (to === 'contacted' && !isContacted) return [...events, RenewalContacted({ termId })];
  if (to === 'due' && isContacted) return [...events, RenewalReturnedToDue({ termId })];
  return events;
};

const lose = (
  { termId, customerId, loss: { reason, note } }: CommandOf<'LoseRenewal'>,
  { loss }: Renewal,
): RenewalEvent[] => {
  if (loss?.reason === reason && noteFor(customerId, loss) === note) return [];
  return [RenewalLost({ termId, customerId, reason, personal: { note } })];
};

const reopened = (termId: number, { loss }: Renewal): RenewalEvent[] =>
  loss ? [RenewalReopened({ termId })] : [];

/** @throws Refusal invalid on `followUpOn` for a day that has passed. */
const setFollowUp = (
  { termId, customerId, followUpOn, note, today }: SetFollowUp,
  renewal: Renewal,
): RenewalEvent[] => {
  const isMoved = followUpOn !== undefined && followUpOn !== renewal.followUpOn;
  const message = isMoved ? pastFollowUp(followUpOn, today) : undefined;
  if (message !== undefined) {
    throw invalid([{ field: 'followUpOn', code: 'past-day', message }]);
  }
  return [
    ...(isMoved ? [RenewalFollowUpSet({ termId, followUpOn })] : []),
    ...(note !== undefined && note !== noteFor(customerId, renewal.talk)
      ? [RenewalNoteChanged({ termId, customerId, personal: { note } })]
      : []),
  ];
};
