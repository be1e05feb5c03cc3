import { namesOf } from '../rules/objects.js';

/**
 * What the agency owes others once it is aware of a breach of personal data: the Data Protection Board
 * and each person concerned without delay, a detailed report to the Board within 72 hours (DPDP Rules,
 * 2025, rule 7), and a report of a cyber incident to CERT-In within 6 hours (its directions of
 * 28/04/2022 under s. 70B(6) of the Information Technology Act).
 */
export const STEP_LABELS = {
  cert_in_reported: 'Report to CERT-In',
  board_informed: 'Inform the Data Protection Board',
  persons_informed: 'Inform each person',
  board_report: 'Detailed report to the Board',
};
export type BreachStep = keyof typeof STEP_LABELS;
export const BREACH_STEPS = namesOf(STEP_LABELS);

/** Hours from becoming aware; null: without delay. */
export const STEP_HOURS: Readonly<Record<BreachStep, number | null>> = {
  cert_in_reported: 6,
  board_informed: null,
  persons_informed: null,
  board_report: 72,
};

const HOUR_MS = 3_600_000;

/** Until when a step is to be taken. */
export const stepDueAt = (step: BreachStep, awareAt: Date): Date =>
  new Date(awareAt.getTime() + (STEP_HOURS[step] ?? 0) * HOUR_MS);

/** `not_needed`: such as a report to CERT-In where no computer was concerned. */
export const STEP_ENDS = ['done', 'not_needed'] as const;
export type StepEnd = (typeof STEP_ENDS)[number];

/**
 * What the log records of who had access to what. That somebody read a list, opened a record, searched
 * or downloaded a document is not recorded: whoever must assume it chooses `everybody`.
 */
export const ACCESS_LABELS = {
  numbers_revealed: 'Whole Aadhaar numbers and PANs that were revealed',
  numbers_looked_up: 'Customers who were found by an identity number',
  files_opened: 'Files of deleted customers that were opened',
  lists_exported: 'Lists that were exported or downloaded',
  records_replayed:
    'Records that were replayed, read as stored, made dossiers of, or taken out for a person',
  past_offices: 'Offices of past days that were opened',
  changes: 'Customers whose KYC status or owner was changed, and records that were deleted',
  everybody: 'Every customer of that time, as what is only looked at is not recorded',
};
export type AccessKind = keyof typeof ACCESS_LABELS;
export const ACCESS_KINDS = namesOf(ACCESS_LABELS);

/** What of a person's data somebody had access to. */
export const DATA_LABELS = {
  details: 'Name, contact details and other particulars',
  documents: 'Documents',
  everything: 'Everything that is kept of them',
  identity_numbers: 'Aadhaar number or PAN',
  policies: 'Policies',
  quotations: 'Quotations',
};
export type DataKind = keyof typeof DATA_LABELS;
export const DATA_KINDS = namesOf(DATA_LABELS);

/**
 * How a letter to a person fared. `not_known`: it was broken off, and may have arrived; `unreachable`:
 * the customer was deleted or erased, so nothing can be written to them.
 */
export const LETTER_STATES = [
  'unreachable',
  'to_be_printed',
  'waiting',
  'sending',
  'sent',
  'refused',
  'failed',
  'not_known',
] as const;
export type LetterState = (typeof LETTER_STATES)[number];

/** How an attempt to send one ended. */
export const LETTER_OUTCOMES = [
  'sent',
  'refused',
  'deferred',
  'failed',
  'not_known',
  'no_address',
] as const;
export type LetterOutcome = (typeof LETTER_OUTCOMES)[number];

/** A stretch of the log is no longer than this, in days. */
export const LONGEST_STRETCH_DAYS = 366;
/** Letters in one file to be printed. */
export const LETTERS_IN_A_FILE = 200;
