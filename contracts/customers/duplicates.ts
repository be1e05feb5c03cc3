import { z } from 'zod';
import { recordId } from '../fields/record.js';
import type { Day } from '../rules/kolkataDay.js';
import type { Consent } from './consentFields.js';
import { CUSTOMER_DETAIL_FIELDS } from './customerEvents.js';

export type CustomerDetailField = (typeof CUSTOMER_DETAIL_FIELDS)[number];

/** Why two customers seem to be one person, what says most first. */
export const DUPLICATE_REASONS = [
  'aadhaarNumber',
  'panNumber',
  'nameAndBirthday',
  'phone',
  'email',
  'name',
  'birthday',
] as const;
export type DuplicateReason = (typeof DUPLICATE_REASONS)[number];

/** How much a reason says; two with less than a hundred may well be a family. */
export const REASON_SCORES: Readonly<Record<DuplicateReason, number>> = {
  aadhaarNumber: 100,
  panNumber: 100,
  nameAndBirthday: 60,
  phone: 40,
  email: 40,
  name: 30,
  birthday: 30,
};

export const REASON_LABELS: Readonly<Record<DuplicateReason, string>> = {
  aadhaarNumber: 'Same Aadhaar number',
  panNumber: 'Same PAN',
  nameAndBirthday: 'Same name and birthday',
  phone: 'Same phone',
  email: 'Same email',
  name: 'Same name, also in another spelling or script',
  birthday: 'Same birthday',
};

export const MOST_PAIRS = 50;
/** A value that more customers share than this says nothing: an agent's own phone, say. */
export const MOST_SHARING = 20;

export const DuplicatePair = z.object({
  firstId: recordId,
  firstName: z.string(),
  secondId: recordId,
  secondName: z.string(),
  score: z.int(),
  reasons: z.array(z.enum(DUPLICATE_REASONS)).describe('What says most first'),
});
export type DuplicatePair = z.infer<typeof DuplicatePair>;

export const DuplicatePairs = z.object({
  pairs: z.array(DuplicatePair),
  hasMore: z.boolean(),
});
export type DuplicatePairs = z.infer<typeof DuplicatePairs>;

/** Which of two goes, and what of theirs the one who remains takes over. */
export const MergeInput = z.object({
  duplicateId: z.int().positive().describe('The customer who goes'),
  fields: z
    .array(z.enum(CUSTOMER_DETAIL_FIELDS))
    .default([])
    .describe('Details that are taken over from the one who goes'),
  takesKyc: z
    .boolean()
    .default(false)
    .describe('Whether the KYC status, with its document, is taken over, too'),
  version: z.int().nonnegative().describe('The version of the one who remains that was seen'),
  duplicateVersion: z.int().nonnegative().describe('The version of the one who goes that was seen'),
});
export type MergeInput = z.infer<typeof MergeInput>;

/** A choice of a customer, and the day on which they told it. */
interface ToldChoice {
  readonly choice: Consent;
  readonly givenOn: Day;
}

/**
 * Whether, of two choices of one person, the other one stands: what was told later does, and of what
 * was told on the same day a withdrawal.
 */
export function isToldLater(other: ToldChoice | null, own: ToldChoice | null): boolean {
  if (!other) return false;
  if (!own) return true;
  if (other.givenOn !== own.givenOn) return other.givenOn > own.givenOn;
  return own.choice === 'given' && other.choice !== 'given';
}

export const MergedCustomer = z.object({
  id: recordId,
  name: z.string().nullable().describe('Null once they have been erased'),
  mergedAt: z.string().describe('An instant'),
  mergedBy: z.string(),
});
export type MergedCustomer = z.infer<typeof MergedCustomer>;

export const UndoMergeInput = MergeInput.pick({ duplicateId: true });
export type UndoMergeInput = z.infer<typeof UndoMergeInput>;

export const ToldApartInput = z.object({
  otherId: z.int().positive().describe('The customer who is another person'),
});
export type ToldApartInput = z.infer<typeof ToldApartInput>;

export const DuplicatesQuery = z.object({
  customerId: z.coerce
    .number()
    .int()
    .positive()
    .optional()
    .describe('Only pairs that this customer is one of'),
  offset: z.coerce.number().int().min(0).max(100_000).default(0).describe('Pairs to pass over'),
});
export type DuplicatesQuery = z.infer<typeof DuplicatesQuery>;
