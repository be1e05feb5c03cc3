import { z } from 'zod';
import { dayText, instantText } from '../fields/dayFields.js';
import { recordId } from '../fields/record.js';
import { CHANNELS } from '../reminders/reminderKinds.js';
import { LARGEST_ID } from '../rules/ids.js';
import { CONSENT_PURPOSES, CONSENTS } from './consentFields.js';
import { CUSTOMER_DETAIL_FIELDS } from './customerEvents.js';
import { KYC_STATUSES } from './kycStatuses.js';

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

/** Two whom somebody marked as distinct. */
export const DistinctPair = DuplicatePair.pick({
  ...{ firstId: true, firstName: true, secondId: true, secondName: true },
}).extend({
  markedAt: z.string().describe('An instant'),
  markedBy: z.string(),
});
export type DistinctPair = z.infer<typeof DistinctPair>;

export const DistinctPairs = z.object({
  pairs: z.array(DistinctPair),
  hasMore: z.boolean(),
});
export type DistinctPairs = z.infer<typeof DistinctPairs>;

const customerNumber = z.int().positive().max(LARGEST_ID);

/** Which of two goes, and what of theirs the one who remains takes over. */
export const MergeInput = z.object({
  duplicateId: customerNumber.describe('The customer who goes'),
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

/** How many of what belongs to a customer, and moves along when they are merged. */
export const CustomerHoldings = z.object({
  policies: z.int().describe('Terms, also those that have ended'),
  documents: z.int(),
  quotations: z.int(),
  reminders: z.int(),
  consents: z.int().describe('Choices that stand'),
  nominees: z.int(),
  requests: z.int().describe('For their data, under the Data Protection Act'),
  openRequests: z.int().describe('Of these, not answered yet'),
});
export type CustomerHoldings = z.infer<typeof CustomerHoldings>;

/** One of two who are compared. */
export const ComparedCustomer = z.object({
  id: recordId,
  name: z.string(),
  kycStatus: z.enum(KYC_STATUSES),
  registeredAt: instantText(),
  version: z.int().describe('A merge is asked for with it'),
  isHeld: z.boolean().describe('A legal hold stands on their records: they cannot be merged'),
});
export type ComparedCustomer = z.infer<typeof ComparedCustomer>;

export const ComparedField = z.object({
  field: z.enum(CUSTOMER_DETAIL_FIELDS),
  label: z.string(),
  first: z.string().nullable().describe('As people read it, an Aadhaar number masked'),
  second: z.string().nullable(),
  isSame: z.boolean().describe('Whole values are compared, also of what is shown masked'),
});
export type ComparedField = z.infer<typeof ComparedField>;

export const ComparedConsent = z.object({
  purpose: z.enum(CONSENT_PURPOSES),
  channel: z.enum(CHANNELS),
  first: z.enum(CONSENTS).nullable().describe('Null: none was ever recorded'),
  firstGivenOn: dayText().nullable(),
  second: z.enum(CONSENTS).nullable(),
  secondGivenOn: dayText().nullable(),
  remains: z.enum(CONSENTS).nullable().describe('What stands once they are merged'),
});
export type ComparedConsent = z.infer<typeof ComparedConsent>;

/** Two customers side by side, whichever of them then goes. */
export const CustomerComparison = z.object({
  first: ComparedCustomer,
  firstHoldings: CustomerHoldings,
  second: ComparedCustomer,
  secondHoldings: CustomerHoldings,
  fields: z.array(ComparedField).describe('All details, in the order of the form'),
  consents: z.array(ComparedConsent).describe('Every purpose by every channel'),
});
export type CustomerComparison = z.infer<typeof CustomerComparison>;

export const MergedCustomer = z.object({
  id: recordId,
  name: z.string().nullable().describe('Null once they have been erased'),
  mergedAt: z.string().describe('An instant'),
  mergedBy: z.string(),
});
export type MergedCustomer = z.infer<typeof MergedCustomer>;

export const UndoMergeInput = MergeInput.pick({ duplicateId: true });
export type UndoMergeInput = z.infer<typeof UndoMergeInput>;

export const DistinctInput = z.object({
  otherId: customerNumber.describe('The customer who is another person'),
});
export type DistinctInput = z.infer<typeof DistinctInput>;

export const DuplicatesQuery = z.object({
  customerId: z.coerce
    .number()
    .int()
    .positive()
    .max(LARGEST_ID)
    .optional()
    .describe('Only pairs that this customer is one of'),
  offset: z.coerce.number().int().min(0).max(100_000).default(0).describe('Pairs to pass over'),
});
export type DuplicatesQuery = z.infer<typeof DuplicatesQuery>;

export const DistinctQuery = DuplicatesQuery.pick({ offset: true });
export type DistinctQuery = z.infer<typeof DistinctQuery>;

export const ComparisonQuery = z.object({
  with: z.coerce
    .number()
    .int()
    .positive()
    .max(LARGEST_ID)
    .describe('The customer who stands second'),
});
