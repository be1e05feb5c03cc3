import {
  BreachClosed,
  BreachDescribed,
  type BreachEvent,
  type BreachFacts,
  BreachLettersRequested,
  BreachLetterWritten,
  BreachOpened,
  BreachPersonsCleared,
  BreachPersonsConfirmed,
  BreachStepEnded,
  BreachStepReopened,
  type Stretch,
} from '@insuremanager/contracts/privacy/breachEvents';
import type { BreachStep, StepEnd } from '@insuremanager/contracts/privacy/breachKinds';
import type { BreachLetter } from '@insuremanager/contracts/privacy/breachViews';
import type { RecordedEvent } from '../platform/codec/recordedEvent.js';
import { canonicalJson } from '../platform/commands/canonicalJson.js';
import type { Decider } from '../platform/commands/command.js';
import { conflict, invalid, notFound } from '../platform/errors.js';
import { unreachable } from '../platform/unreachable.js';

interface Said {
  readonly at: Date;
  readonly by: string;
}

export interface EndedStep extends Said {
  readonly end: StepEnd;
  /** ISO 8601. */
  readonly doneAt: string;
}

export interface Confirmation extends Said {
  readonly id: number;
  readonly stretch: Stretch;
  readonly count: number;
}

/** A breach of personal data, folded from its stream. Whom it concerns stands in a stream beside it. */
export interface Breach {
  readonly id: number;
  readonly opened: Said;
  /** ISO 8601. */
  readonly awareAt: string;
  /** Null only where the agency's key is lost. */
  readonly facts: BreachFacts | null;
  readonly letter: BreachLetter | null;
  readonly confirmations: readonly Confirmation[];
  readonly lettersRequestedAt: Date | null;
  readonly steps: Readonly<Partial<Record<BreachStep, EndedStep>>>;
  readonly closed: (Said & { readonly conclusion: string | null }) | null;
}

interface Described {
  readonly awareAt: string;
  readonly facts: BreachFacts;
}

export type BreachCommand =
  | ({ type: 'OpenBreach'; breachId: number; now: Date } & Described)
  | ({ type: 'DescribeBreach'; breachId: number; now: Date } & Described)
  | { type: 'WriteLetter'; breachId: number; letter: BreachLetter }
  | {
      type: 'ConfirmPersons';
      breachId: number;
      confirmationId: number;
      stretch: Stretch;
      count: number;
    }
  | { type: 'ClearPersons'; breachId: number }
  | { type: 'RequestLetters'; breachId: number }
  | {
      type: 'EndStep';
      breachId: number;
      step: BreachStep;
      end: StepEnd;
      doneAt: string;
      now: Date;
    }
  | { type: 'ReopenStep'; breachId: number; step: BreachStep }
  | { type: 'CloseBreach'; breachId: number; conclusion: string };
type CommandOf<Type extends BreachCommand['type']> = Extract<BreachCommand, { type: Type }>;

const saidBy = ({ at, metadata }: RecordedEvent<BreachEvent>): Said => ({
  at,
  by: metadata.actor.username,
});

const begun = (event: RecordedEvent<BreachEvent>): Breach => {
  if (event.type !== 'BreachOpened') throw new Error('A breach begins by being opened');
  const { breachId: id, awareAt, personal: facts } = event.data;
  return {
    ...{ id, opened: saidBy(event), awareAt, facts, letter: null, confirmations: [] },
    ...{ lettersRequestedAt: null, steps: {}, closed: null },
  };
};

const evolve = (breach: Breach | null, event: RecordedEvent<BreachEvent>): Breach => {
  if (!breach) return begun(event);
  switch (event.type) {
    case 'BreachOpened':
      return breach;
    case 'BreachDescribed':
      return { ...breach, awareAt: event.data.awareAt, facts: event.data.personal };
    case 'BreachLetterWritten':
      return { ...breach, letter: event.data.personal };
    case 'BreachPersonsConfirmed': {
      const { confirmationId: id, stretch, count } = event.data;
      const confirmation = { id, stretch, count, ...saidBy(event) };
      return { ...breach, confirmations: [...breach.confirmations, confirmation] };
    }
    case 'BreachPersonsCleared':
      return { ...breach, confirmations: [] };
    case 'BreachLettersRequested':
      return { ...breach, lettersRequestedAt: event.at };
    case 'BreachStepEnded': {
      const { step, end, doneAt } = event.data;
      return { ...breach, steps: { ...breach.steps, [step]: { end, doneAt, ...saidBy(event) } } };
    }
    case 'BreachStepReopened': {
      const { [event.data.step]: _, ...steps } = breach.steps;
      return { ...breach, steps };
    }
    case 'BreachClosed':
      return {
        ...breach,
        closed: { ...saidBy(event), conclusion: event.data.personal?.conclusion ?? null },
      };
    default:
      return unreachable(event);
  }
};

const decide = (command: BreachCommand, breach: Breach | null): BreachEvent[] => {
  const { breachId } = command;
  if (command.type === 'OpenBreach') {
    refuseLater('awareAt', command.awareAt, command.now);
    const { awareAt, facts: personal } = command;
    return breach ? [] : [BreachOpened({ breachId, awareAt, personal })];
  }
  if (!breach) throw notFound('breach', breachId);
  if (breach.closed)
    throw conflict('breach-closed', 'This breach has been closed: nothing of it changes any more.');
  switch (command.type) {
    case 'DescribeBreach':
      return describe(command, breach);
    case 'WriteLetter':
      return write(command, breach);
    case 'ConfirmPersons': {
      const { confirmationId, stretch, count } = command;
      return [BreachPersonsConfirmed({ breachId, confirmationId, stretch, count })];
    }
    case 'ClearPersons':
      if (breach.lettersRequestedAt) throw lettersRequested('Whom it concerns');
      return breach.confirmations.length === 0 ? [] : [BreachPersonsCleared({ breachId })];
    case 'RequestLetters':
      return requestLetters(breach);
    case 'EndStep':
      return endStep(command, breach);
    case 'ReopenStep': {
      const { step } = command;
      return breach.steps[step] ? [BreachStepReopened({ breachId, step })] : [];
    }
    case 'CloseBreach':
      return [BreachClosed({ breachId, personal: { conclusion: command.conclusion } })];
    default:
      return unreachable(command);
  }
};

export const breachDecider: Decider<Breach | null, BreachCommand, BreachEvent> = {
  initial: null,
  evolve,
  decide,
};

const isSame = (one: unknown, other: unknown): boolean =>
  canonicalJson(one) === canonicalJson(other);

const describe = (
  { breachId, awareAt, facts, now }: CommandOf<'DescribeBreach'>,
  breach: Breach,
): BreachEvent[] => {
  refuseLater('awareAt', awareAt, now);
  if (awareAt === breach.awareAt && isSame(facts, breach.facts)) return [];
  return [BreachDescribed({ breachId, awareAt, personal: facts })];
};

/** What was sent to some is what all of them get. */
const write = ({ breachId, letter }: CommandOf<'WriteLetter'>, breach: Breach): BreachEvent[] => {
  if (isSame(letter, breach.letter)) return [];
  if (breach.lettersRequestedAt) throw lettersRequested('The letter');
  return [BreachLetterWritten({ breachId, personal: letter })];
};

/** Again: for those who were confirmed since. */
const requestLetters = ({ id, letter, confirmations }: Breach): BreachEvent[] => {
  if (!letter) throw conflict('no-letter', 'Write the letter first.');
  if (confirmations.length === 0)
    throw conflict('no-persons', 'Confirm first whom the breach concerns.');
  return [BreachLettersRequested({ breachId: id })];
};

const endStep = (
  { breachId, step, end, doneAt, now }: CommandOf<'EndStep'>,
  { steps }: Breach,
): BreachEvent[] => {
  refuseLater('doneAt', doneAt, now);
  const before = steps[step];
  if (before?.end === end && before.doneAt === doneAt) return [];
  return [BreachStepEnded({ breachId, step, end, doneAt })];
};

/** A clock of a browser may be a little ahead. */
const AHEAD_MS = 60_000;

function refuseLater(field: string, instant: string, now: Date): void {
  if (Date.parse(instant) <= now.getTime() + AHEAD_MS) return;
  throw invalid([{ field, code: 'future-time', message: 'This time is still to come' }]);
}

const lettersRequested = (what: string) =>
  conflict('letters-requested', `${what} cannot change any more: letters have been sent.`);
