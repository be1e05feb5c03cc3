import { z } from 'zod';
import { dayText, instantText } from '../fields/dayFields.js';
import { describeList } from '../fields/list.js';
import { declareRecord, recordStamps, systemField } from '../fields/record.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import { RECORDS } from '../records/records.js';
import { claimFields } from './claimFields.js';
import {
  CLAIM_KINDS,
  CLAIM_STAGES,
  CLAIM_STEPS,
  REQUEST_CHANNELS,
  REQUIREMENT_MARKS,
} from './claimKinds.js';
import { CLAIM_REQUIREMENTS } from './claimRequirements.js';

const claimSystemFields = {
  claimNumber: systemField('text', z.string(), 'Claim number'),
  customerId: systemField('integer', z.int().describe('Whose policy it was then')),
  policyKind: systemField('text', z.enum(POLICY_KINDS)),
  stage: systemField('text', z.enum(CLAIM_STAGES), 'Stage'),
  stageOn: systemField('date', dayText().describe('Since when it is in that stage'), 'Since'),
  dueOn: systemField(
    'date',
    dayText().nullable().describe('The last day on which the insurer’s next step is in time'),
    'Insurer’s step due',
  ),
  missingDocuments: systemField(
    'integer',
    z.int().describe('How many of its checklist'),
    'Documents missing',
  ),
  amountApproved: systemField(
    'bigint',
    z.string().describe('Zero until it is approved'),
    'Amount approved',
  ),
  amountSettled: systemField(
    'bigint',
    z.string().describe('Zero until it is settled'),
    'Amount settled',
  ),
  ...recordStamps,
};

export const claimList = describeList({
  criteria: {
    search: {
      kind: 'search',
      description:
        'Part of a claim’s number, ours or the insurer’s, of a hospital or garage, of a patient, or of the customer’s name or phone',
    },
    stages: { kind: 'anyOf', parameter: 'stage', options: CLAIM_STAGES, label: 'Stage' },
    kinds: { kind: 'anyOf', parameter: 'kind', options: CLAIM_KINDS, label: 'Kind' },
    open: { kind: 'flag', label: 'Open', description: 'Only those that are not closed' },
    overdue: {
      kind: 'flag',
      label: 'Insurer overdue',
      description: 'Only those whose insurer is past the regulator’s days',
    },
    lacksDocuments: { kind: 'flag', label: 'Documents missing' },
    policyKind: { kind: 'oneOf', options: POLICY_KINDS, label: 'Insurance' },
    customerId: { kind: 'reference', thing: 'customer', label: 'Customer' },
    policyId: { kind: 'reference', thing: 'policy', label: 'Policy' },
    lossFrom: { kind: 'dayFrom', of: 'lossDate', label: 'Loss from' },
    lossTo: { kind: 'dayTo', of: 'lossDate', label: 'Loss until' },
  },
  sorts: ['added', 'loss', 'claimed', 'due', 'number'],
  usualSort: 'added',
  descending: ['added', 'loss', 'claimed'],
});

/** Claims, as both faces serve them. */
export const claimRecord = declareRecord(RECORDS.claim, {
  fields: claimFields,
  system: claimSystemFields,
  list: claimList,
});
export type ClaimView = z.output<typeof claimRecord.view>;
export type ClaimInput = z.output<typeof claimRecord.input>;
/** The cards over the list. Each counts what its list shows, up to 10,000. */
export const ClaimCards = z.object({
  open: z.int(),
  overdue: z.int().describe('Whose insurer is past the regulator’s days'),
  lackDocuments: z.int(),
  amountSettled: z.string().describe('Of all that were settled; rupees with two digits'),
});
export type ClaimCards = z.infer<typeof ClaimCards>;

/** What is shown of one that was found. */
export const ClaimMatch = claimRecord.view.pick({ id: true, claimNumber: true, kind: true });
export type ClaimMatch = z.output<typeof ClaimMatch>;

const ClaimStepTaken = z.object({
  stage: z.enum(['intimated', ...CLAIM_STEPS]),
  on: dayText(),
  by: z.string().describe('A username'),
  amount: z.string().nullable(),
  reason: z.string().nullable(),
  days: z.int().describe('For how many days it was, or is, in that stage'),
});
const CheckedRequirement = z.object({
  requirement: z.enum(CLAIM_REQUIREMENTS),
  mark: z.enum(REQUIREMENT_MARKS),
  on: dayText().nullable(),
  by: z.string().nullable(),
  documentId: z.int().nullable(),
});
const MadeRequest = z.object({
  at: instantText(),
  by: z.string(),
  channel: z.enum(REQUEST_CHANNELS),
  documents: z.int(),
  outcome: z.string().describe('Open, sent, kept, refused, unreachable or overtaken'),
});

/** How a claim got where it is, what is still to come, and what the customer was asked for. */
export const ClaimProgress = z.object({
  steps: z.array(ClaimStepTaken),
  nextSteps: z.array(z.enum(CLAIM_STEPS)).describe('The likeliest first'),
  checklist: z.array(CheckedRequirement),
  requests: z.array(MadeRequest),
});
export type ClaimProgress = z.infer<typeof ClaimProgress>;
export const CLAIM_PROGRESS_PARTS = { ClaimStepTaken, CheckedRequirement, MadeRequest };

/** What asks for the missing documents, in the customer’s language. */
export const ClaimRequest = z.object({
  email: z.string().nullable(),
  phone: z.string().nullable(),
  subject: z.string(),
  text: z.string(),
});
export type ClaimRequest = z.infer<typeof ClaimRequest>;
