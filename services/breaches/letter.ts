import {
  BreachLetterEnded,
  type BreachLetterEvent,
  BreachLetterRenewed,
  BreachLetterStarted,
} from '@insuremanager/contracts/privacy/breachEvents';
import type { LetterOutcome } from '@insuremanager/contracts/privacy/breachKinds';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import type { Decider } from '../platform/commands/command.js';
import { conflict } from '../platform/errors.js';
import { unreachable } from '../platform/unreachable.js';

/** The letter to one person, folded from its stream. */
export interface Letter {
  /** How often it was tried. */
  readonly attempt: number;
  /** Null: never tried, or to be sent once more; `sending`: somebody has begun. */
  readonly state: 'sending' | LetterOutcome | null;
}

interface LetterRef {
  readonly breachId: number;
  readonly customerId: number;
}
export type LetterCommand =
  | ({ type: 'StartLetter' } & LetterRef)
  | ({ type: 'EndLetter'; attempt: number; outcome: LetterOutcome } & LetterRef)
  | ({ type: 'RenewLetter' } & LetterRef);

/** What became of a letter that may be tried once more: only by somebody's wish, but for `deferred`. */
const UNSENT: readonly (LetterOutcome | 'sending' | null)[] = [
  ...(['refused', 'failed', 'not_known', 'no_address'] as const),
];

const evolve = (letter: Letter, { type, data }: RecordedEvent<BreachLetterEvent>): Letter => {
  switch (type) {
    case 'BreachLetterStarted':
      return { attempt: data.attempt, state: 'sending' };
    case 'BreachLetterEnded':
      return { ...letter, state: data.outcome };
    case 'BreachLetterRenewed':
      return { ...letter, state: null };
    default:
      return unreachable(type);
  }
};

const decide = (command: LetterCommand, letter: Letter): BreachLetterEvent[] => {
  const { breachId, customerId } = command;
  const { attempt, state } = letter;
  switch (command.type) {
    case 'StartLetter': {
      const isDue = state === null || state === 'deferred';
      return isDue ? [BreachLetterStarted({ breachId, customerId, attempt: attempt + 1 })] : [];
    }
    case 'EndLetter': {
      const isOpen = state === 'sending' && attempt === command.attempt;
      const { outcome } = command;
      return isOpen ? [BreachLetterEnded({ breachId, customerId, attempt, outcome })] : [];
    }
    case 'RenewLetter':
      if (!UNSENT.includes(state))
        throw conflict('letter-not-failed', 'This letter was sent, or is still to be sent.');
      return [BreachLetterRenewed({ breachId, customerId })];
    default:
      return unreachable(command);
  }
};

export const letterDecider: Decider<Letter, LetterCommand, BreachLetterEvent> = {
  initial: { attempt: 0, state: null },
  evolve,
  decide,
};
