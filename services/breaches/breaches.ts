import type { Readable } from 'node:stream';
import type { BreachStep } from '@insuremanager/contracts/privacy/breachKinds';
import type {
  BreachDetails,
  BreachInput,
  BreachPersonPage,
  BreachView,
  LetterInput,
  StepInput,
  StretchInput,
  StretchView,
} from '@insuremanager/contracts/privacy/breachViews';
import type { CommandContext, SavedRecord } from '../platform/commands/command.js';
import type { ReportKind } from './boardReport.js';

type SavedBreach = SavedRecord<BreachView>;

/** A clock of an open breach that is not ticked. */
export interface OpenClock {
  readonly breachId: number;
  readonly step: BreachStep;
  readonly dueAt: Date;
}

export interface BreachPdf {
  readonly fileName: string;
  readonly content: Readable;
}

/**
 * Which letters one file has: of those who cannot be written to by email, or of all. `part`: from 1
 * on, as a file has so many at most.
 */
export interface PrintedLetters {
  readonly of: 'unmailed' | 'all';
  readonly part: number;
}

/**
 * The capability "breaches": what happened to the data of persons, whom it concerns by what the log
 * records of access, what is owed to whom until when, and the letters to them. Every method may raise
 * a Refusal.
 */
export interface Breaches {
  /** The newest first. */
  list(): Promise<BreachView[]>;
  /** @throws not-found */
  details(id: number): Promise<BreachDetails>;
  /** What is not ticked yet of breaches that are not closed, what is due first leading. */
  openClocks(limit: number): Promise<OpenClock[]>;
  /**
   * Whose data a stretch of the access log concerns, by the numbers of the customers, after one.
   * @throws conflict `too-many-lists`
   */
  stretch(stretch: StretchInput, after: number, limit: number): Promise<StretchView>;
  /** Those who are confirmed, by their numbers, after one. */
  persons(id: number, after: number, limit: number): Promise<BreachPersonPage>;

  open(input: BreachInput, context: CommandContext): Promise<SavedBreach>;
  describe(id: number, input: BreachInput, context: CommandContext): Promise<SavedBreach>;
  writeLetter(id: number, input: LetterInput, context: CommandContext): Promise<SavedBreach>;
  /**
   * Looks a stretch up once more and writes down whom it concerns, beside those confirmed before.
   * @throws conflict `too-many-lists`, `nobody-concerned`, `breach-closed`
   */
  confirmPersons(id: number, stretch: StretchInput, context: CommandContext): Promise<SavedBreach>;
  /** Before letters have been sent. @throws conflict `letters-requested` */
  clearPersons(id: number, context: CommandContext): Promise<SavedBreach>;
  /** From then on they are sent in the background. @throws conflict `no-letter`, `no-persons` */
  requestLetters(id: number, context: CommandContext): Promise<SavedBreach>;
  /** Once more to those of whom it failed or is not known. */
  renewLetters(id: number, context: CommandContext): Promise<SavedBreach>;
  endStep(id: number, input: StepInput, context: CommandContext): Promise<SavedBreach>;
  reopenStep(id: number, step: BreachStep, context: CommandContext): Promise<SavedBreach>;
  /** @throws conflict `letters-waiting` while some are still to be sent */
  close(id: number, conclusion: string, context: CommandContext): Promise<SavedBreach>;

  /** @throws not-found; conflict `no-letter`, `no-letters-to-print` */
  letters(id: number, which: PrintedLetters): Promise<BreachPdf>;
  /** To one person. */
  letter(id: number, customerId: number): Promise<BreachPdf>;
  report(id: number, kind: ReportKind): Promise<BreachPdf>;

  /** Sends letters that wait; how many were sent. What is broken off is gone on with. */
  sendLetters(signal: AbortSignal): Promise<number>;
}
