import { z } from 'zod';
import { dayText, instantText } from '../fields/dayFields.js';
import { ownedCounts } from '../records/ownedCounts.js';
import { reasonText } from '../rules/reason.js';

/** Why somebody is not erased although the retention of their records has ended. */
export const KEPT_BACK = ['legal-hold', 'active-policies'] as const;
export type KeptBack = (typeof KEPT_BACK)[number];

/** A customer whose records need not be kept any more, as nobody did business with them for long. */
export const EndedRetention = z.object({
  customerId: z.int(),
  name: z.string(),
  isDeleted: z.boolean().describe('The customer is in no list; the records are kept still'),
  lastTransaction: dayText().describe('The last day of business, or of a term of a policy'),
  retainedUntil: dayText().describe('The last day on which the records had to be kept'),
  ...ownedCounts(),
  keptBack: z.enum(KEPT_BACK).nullable().describe('Null: they can be erased'),
});
export type EndedRetention = z.infer<typeof EndedRetention>;

/** Those that can be erased, and those that are kept back. */
export const RETENTION_LISTS = ['waiting', 'kept_back'] as const;
export type RetentionList = (typeof RETENTION_LISTS)[number];

/** On one page. */
export const RETENTION_PAGE = 50;
/** So many are erased by one sweep: what is left is asked for again. */
export const MOST_SWEPT = 10_000;
/** So many can be chosen one by one. */
const MOST_CHOSEN = 500;

export const SweepInput = z.object({
  customerIds: z
    .array(z.int().positive())
    .min(1, 'Choose at least one customer')
    .max(MOST_CHOSEN, `At most ${MOST_CHOSEN} customers can be chosen one by one`)
    .nullable()
    .describe('Null: all whose retention has ended'),
  reason: reasonText(),
});
export type SweepInput = z.output<typeof SweepInput>;

/** Why a customer could not be erased: what a refusal is called by. */
export const SWEEP_REFUSALS = [
  'legal-hold',
  'customer-has-active-policies',
  'customer-has-open-claims',
  'retention-runs',
  'customer-not-found',
  'failed',
] as const;
export type SweepRefusal = (typeof SWEEP_REFUSALS)[number];

export const NotSwept = z.object({
  customerId: z.int(),
  name: z.string(),
  why: z.enum(SWEEP_REFUSALS),
});
export type NotSwept = z.infer<typeof NotSwept>;
/** So many are named; the rest is counted. */
export const NOT_SWEPT_SHOWN = 50;

/** Customers who are erased one after another, as somebody has asked for it. */
export const RetentionSweep = z.object({
  id: z.int(),
  askedBy: z.string().describe('A username'),
  askedAt: instantText(),
  finishedAt: instantText().nullable().describe('Null: it goes on'),
  total: z.int(),
  erased: z.int(),
  refused: z.int(),
  notSwept: z.array(NotSwept).describe(`The first ${NOT_SWEPT_SHOWN} that could not be erased`),
});
export type RetentionSweep = z.infer<typeof RetentionSweep>;
