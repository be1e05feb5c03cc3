import type { z } from 'zod';
import { amount } from '../fields/amountFields.js';
import { requiredChoice } from '../fields/choiceFields.js';
import { requiredDay } from '../fields/dayFields.js';
import { inputOf } from '../fields/fields.js';
import { optionalReference, reference } from '../fields/numberFields.js';
import { optionalText } from '../fields/textFields.js';
import { LARGEST_SUM_ASSURED } from '../policies/policyFields.js';
import { CLAIM_KINDS, CLAIM_STEPS, REQUEST_CHANNELS, REQUIREMENT_MARKS } from './claimKinds.js';
import { CLAIM_REQUIREMENTS } from './claimRequirements.js';

/** The fields of a claim that are typed, in the order in which they are shown. */
export const claimFields = {
  policyId: reference('policy', {
    label: 'Policy',
    description: 'The number of the term in which the loss happened; it never changes',
  }),
  kind: requiredChoice({ label: 'Kind', options: CLAIM_KINDS }),
  lossDate: requiredDay({ label: 'Date of loss' }),
  intimatedOn: requiredDay({ label: 'Intimated on' }),
  amountClaimed: amount({
    label: 'Amount claimed',
    description: 'Rupees with two digits',
    largest: LARGEST_SUM_ASSURED,
    isZeroWhenMissing: true,
  }),
  patient: optionalText({
    label: 'Patient',
    limit: 200,
    mask: 'initials',
    description: 'Whom of those that a health policy covers it is about',
  }),
  insurerClaimNumber: optionalText({ label: 'Insurer’s claim number', limit: 60, mask: 'hidden' }),
  provider: optionalText({ label: 'Hospital or garage', limit: 200, mask: 'hidden' }),
  surveyor: optionalText({ label: 'Surveyor', limit: 200, mask: 'hidden' }),
  notes: optionalText({ label: 'Notes', limit: 1000, hasLines: true, mask: 'hidden' }),
} as const;
export const ClaimInputSchema = inputOf(claimFields);

/** What a claim is brought to a stage by. */
export const claimStepFields = {
  stage: requiredChoice({ label: 'Stage', options: CLAIM_STEPS }),
  on: requiredDay({ label: 'Day' }),
  amount: amount({
    label: 'Amount',
    description: 'What was approved, or paid; rupees with two digits',
    largest: LARGEST_SUM_ASSURED,
    isZeroWhenMissing: true,
  }),
  reason: optionalText({ label: 'Reason', limit: 1000, hasLines: true, typing: { lines: 3 } }),
} as const;
export const ClaimStepInput = inputOf(claimStepFields);
export type ClaimStepInput = z.output<typeof ClaimStepInput>;

/** What is known of one of the documents that a claim needs. */
export const claimRequirementFields = {
  requirement: requiredChoice({ label: 'Document', options: CLAIM_REQUIREMENTS }),
  mark: requiredChoice({ label: 'Mark', options: REQUIREMENT_MARKS }),
  documentId: optionalReference('document', { label: 'Uploaded file' }),
} as const;
export const ClaimRequirementInput = inputOf(claimRequirementFields);
export type ClaimRequirementInput = z.output<typeof ClaimRequirementInput>;

export const claimRequestFields = {
  channel: requiredChoice({ label: 'Channel', options: REQUEST_CHANNELS }),
} as const;
export const ClaimRequestInput = inputOf(claimRequestFields);
export type ClaimRequestInput = z.output<typeof ClaimRequestInput>;
