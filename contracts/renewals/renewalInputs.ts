import { z } from 'zod';
import { requiredChoice } from '../fields/choiceFields.js';
import { optionalDay } from '../fields/dayFields.js';
import { inputOf } from '../fields/fields.js';
import { optionalText } from '../fields/textFields.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import { type Day, formatDay } from '../rules/kolkataDay.js';
import {
  isMonth,
  LOSS_REASONS,
  MOST_CARDS,
  RENEWAL_COLUMNS,
  type RenewalColumn,
  USUAL_CARDS,
} from './renewalKinds.js';

/** Why a renewal was lost. */
export const lossFields = {
  reason: requiredChoice({ label: 'Reason', options: LOSS_REASONS, initial: '' }),
  note: optionalText({ label: 'Note', limit: 1000, hasLines: true }),
};
export const LossInput = inputOf(lossFields);
export type LossInput = z.output<typeof LossInput>;

/** When somebody means to come back to it, and what the last talk came to. */
export const followUpFields = {
  followUpOn: optionalDay({ label: 'Follow-up date' }),
  note: optionalText({ label: 'Note', limit: 1000, hasLines: true }),
};
export const FollowUpInput = inputOf(followUpFields);

/** What is said of a day to come back on that has passed; undefined where it has not. */
export const pastFollowUp = (day: Day | null, today: Day): string | undefined =>
  day !== null && day < today ? `Follow-up date must be ${formatDay(today)} or later` : undefined;
export type FollowUpInput = z.output<typeof FollowUpInput>;

/** Which terms the board shows. */
export const RenewalBoardFilter = z.object({
  month: z
    .string()
    .refine(isMonth, 'Month must be a month, as YYYY-MM')
    .nullish()
    .describe('YYYY-MM; absent: this month in Kolkata, with what is past due'),
  ownerId: z.int().positive().nullish(),
  withoutOwner: z.boolean().nullish().describe('Only those that nobody sees to'),
  insurer: z.string().max(200).nullish().describe('A whole insurer’s name, in any letter case'),
  kind: z.enum(POLICY_KINDS).nullish().describe('Absent: both kinds'),
});
export type RenewalBoardFilter = z.output<typeof RenewalBoardFilter>;

/** How many cards of each column are wanted. */
const cards = z
  .int()
  .min(0, `From 0 to ${MOST_CARDS} cards`)
  .max(MOST_CARDS, `From 0 to ${MOST_CARDS} cards`)
  .default(USUAL_CARDS);
export const RenewalBoardLimits = z.object(
  Object.fromEntries(RENEWAL_COLUMNS.map((column) => [column, cards])) as Record<
    RenewalColumn,
    typeof cards
  >,
);
export type RenewalBoardLimits = z.output<typeof RenewalBoardLimits>;
