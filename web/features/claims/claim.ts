import { claimFields } from '@insuremanager/contracts/claims/claimFields';
import { CLAIM_STAGES, type ClaimStep } from '@insuremanager/contracts/claims/claimKinds';
import { requiredChoice } from '@insuremanager/contracts/fields/choiceFields';
import { RECORDS } from '@insuremanager/contracts/records/records';
import { ClaimOperations, type ClaimWithCustomerFragment } from '../../data/operations.generated';
import type { Needs } from '../../ui/allowed';
import { recordType } from '../../ui/record/recordType';

export type Claim = ClaimWithCustomerFragment;

const stage = requiredChoice({ label: 'Stage', options: CLAIM_STAGES });

export const CLAIM = recordType<Claim>(RECORDS.claim, ClaimOperations, {
  fields: { ...claimFields, stage },
  name: 'claimNumber',
  // The number is the system’s own and never changes; only the first entry tells it.
  formerName: ([first]) => first?.summary.match(/CL-\d{4}-\d{2}-\d+/)?.[0],
  invalidates: ['claimCards', 'claimHistory', 'claimProgress', 'claimRequest', 'renewalBoard'],
});

/** What is done with a claim: one of its steps, or what is done with any record. */
export type ClaimAction = 'view' | 'edit' | 'delete' | 'ask' | ClaimStep;

const WRITE = RECORDS.claim.write;
export const CLAIM_NEEDS: Needs<ClaimAction> = {
  edit: WRITE,
  delete: WRITE,
  ask: WRITE,
  documents: WRITE,
  survey: WRITE,
  query: WRITE,
  approved: WRITE,
  settled: WRITE,
  repudiated: WRITE,
  withdrawn: WRITE,
};
