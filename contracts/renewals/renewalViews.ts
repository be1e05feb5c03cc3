import { z } from 'zod';
import { dayText, instantText } from '../fields/dayFields.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import { LOSS_REASONS, RENEWAL_COLUMNS } from './renewalKinds.js';

/** A term whose renewal is due, as the board shows one. */
export const RenewalCard = z.object({
  termId: z.int(),
  customerId: z.int(),
  kind: z.enum(POLICY_KINDS),
  policyNumber: z.string(),
  insuranceCompany: z.string(),
  vehicleNumber: z.string().nullable().describe('Upper case, without spaces'),
  premiumAmount: z.string().describe('Rupees with two digits; of one instalment'),
  endDate: dayText().describe('The last day of cover'),
  daysUntilExpiry: z.int().describe('Days in Asia/Kolkata; negative once it has ended'),
  column: z.enum(RENEWAL_COLUMNS).describe('Follows from what was done, quoted and renewed'),
  isContacted: z.boolean().describe('The policyholder was spoken to, in whatever column it is'),
  contactedAt: instantText().nullable(),
  lossReason: z.enum(LOSS_REASONS).nullable(),
  lossNote: z.string().nullable(),
  ownerId: z.int().nullable().describe('The user who sees to it'),
  followUpOn: dayText().nullable(),
  note: z.string().nullable().describe('What the last talk with the policyholder came to'),
  quotationId: z.int().nullable().describe('The newest quotation that makes it Quoted'),
  successorId: z.int().nullable().describe('The term that renewed it'),
  version: z.int().describe('Of what was done about its renewal; -1 while nothing was'),
});
export type RenewalCard = z.infer<typeof RenewalCard>;

export const RenewalColumnView = z.object({
  column: z.enum(RENEWAL_COLUMNS),
  count: z.int().describe('Of all its cards'),
  premium: z.string().describe('Of all its cards; rupees with two digits'),
  cards: z.array(RenewalCard).describe('Those that end first'),
});
export type RenewalColumnView = z.infer<typeof RenewalColumnView>;

export const RenewalBoard = z.object({
  month: z.string().describe('YYYY-MM'),
  today: dayText(),
  columns: z.array(RenewalColumnView).describe('From Due to Lost'),
});
export type RenewalBoard = z.infer<typeof RenewalBoard>;

/** A term that somebody should see to. */
export interface RenewalToDo {
  readonly termId: number;
  readonly customerId: number;
  readonly policyNumber: string;
  readonly kind: (typeof POLICY_KINDS)[number];
  readonly endDate: string;
  readonly daysUntilExpiry: number;
  readonly ownerId: number | null;
  readonly followUpOn: string | null;
  /** Rupees with two digits; of one instalment. */
  readonly premiumAmount: string;
}
