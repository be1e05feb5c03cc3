import { z } from 'zod';
import { instantText } from '../fields/dayFields.js';

/** What may be found of a log that was touched. */
export const LOG_PROBLEMS = [
  'event_changed',
  'event_removed',
  'event_inserted',
  'event_moved',
  'tree_damaged',
  'head_differs',
  'head_beyond_log',
  'head_not_signed',
] as const;
export type LogProblem = (typeof LOG_PROBLEMS)[number];

/** Something of the log that is not as it was. It holds nothing personal. */
export const LogFinding = z.object({
  problem: z.enum(LOG_PROBLEMS),
  where: z
    .string()
    .describe('An event, such as customer-12@3; or a head, and the events since the one before'),
  was: z.string().nullable().describe('The hash that it had, hexadecimal; null: there was none'),
  is: z.string().nullable().describe('The hash that it has'),
});
export type LogFinding = z.infer<typeof LogFinding>;

/** A comparison of the log with what was signed of it. */
export const LogVerification = z.object({
  startedAt: instantText(),
  username: z.string().describe('Who asked for it'),
  events: z.int().describe('Read so far; in the end, all of the log'),
  finishedAt: instantText()
    .nullable()
    .describe('Null while it goes on, and when it was broken off'),
  isRunning: z.boolean(),
  heads: z.int().describe('Signed heads that were compared'),
  signed: z.int().describe('So many events, from the first one on, are what was signed'),
  differences: z.int().describe('0: nothing was touched'),
  findings: z.array(LogFinding).describe('The first of them'),
  strangers: z
    .array(z.string())
    .describe('Files that were handed in and are not signed by the key of this log'),
});
export type LogVerification = z.infer<typeof LogVerification>;

/** What the tree over the log was when it was signed. */
export const SignedLogHead = z.object({
  events: z.int().describe('So many events, from the first one on'),
  signedAt: instantText(),
  note: z.string().describe('The text that is kept: a signed note of C2SP'),
});
export type SignedLogHead = z.infer<typeof SignedLogHead>;

export const LogIntegrity = z.object({
  key: z.string().describe('By which heads are signed'),
  isSentAway: z.boolean().describe('Whether heads go where nobody of the office reaches them'),
  head: SignedLogHead.nullable().describe('The newest'),
  verification: LogVerification.nullable().describe('The newest'),
});
export type LogIntegrity = z.infer<typeof LogIntegrity>;

/** Heads that somebody has kept, as they are handed in to be compared. */
const MOST_KEPT_HEADS = 50;
export const KeptHead = z.object({
  name: z.string().min(1).max(255).describe('Of the file'),
  note: z.string().min(1).max(4_000, 'This is no signed head: it is too long.'),
});
export const VerificationInput = z.object({
  heads: z.array(KeptHead).max(MOST_KEPT_HEADS, `At most ${MOST_KEPT_HEADS} files at once.`),
});
export type VerificationInput = z.infer<typeof VerificationInput>;
