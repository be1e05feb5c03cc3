import { z } from 'zod';
import { CustomerSummary } from '../customers/customerViews.js';
import { PolicyView } from '../policies/policyViews.js';
import { HOUSEHOLD_RELATIONS } from './relations.js';

export const HouseholdMember = z.object({
  customer: CustomerSummary.nullable().describe('Null: of another book'),
  relation: z.enum(HOUSEHOLD_RELATIONS).describe('What they are to the head'),
  policies: z.array(PolicyView).describe('Active ones, those that end first first'),
  coveredBy: z
    .array(PolicyView)
    .describe('Active health policies that insure them, or that they hold and that name nobody'),
  coveredElsewhere: z.boolean().describe('An active health policy of another book insures them'),
});
export type HouseholdMember = z.infer<typeof HouseholdMember>;

export const HouseholdView = z.object({
  id: z.int(),
  members: z.array(HouseholdMember).describe('The head first, then as they were added'),
  yearlyPremium: z.string().describe('Of all policies shown; rupees with two digits'),
});
export type HouseholdView = z.infer<typeof HouseholdView>;
export const HouseholdOrNone = HouseholdView.nullable();

/** Who is to be in the household of a customer, and what they are to its head. */
export const HouseholdMemberInput = z.object({
  memberId: z.int('memberId is the number of a customer').positive(),
  relation: z.enum(HOUSEHOLD_RELATIONS, 'Choose a relation'),
});
export type HouseholdMemberInput = z.output<typeof HouseholdMemberInput>;

/** Which household a customer leaves. */
export const HouseholdLeaveInput = z.object({
  householdId: z.int('householdId is the number of a household').positive(),
});
export type HouseholdLeaveInput = z.output<typeof HouseholdLeaveInput>;
