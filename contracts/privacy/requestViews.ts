import { z } from 'zod';
import { requiredChoice } from '../fields/choiceFields.js';
import { dayText, requiredDay } from '../fields/dayFields.js';
import { inputOf } from '../fields/fields.js';
import { describeList, type FilterIn, type RequestOf } from '../fields/list.js';
import { reference } from '../fields/numberFields.js';
import { optionalText, requiredText } from '../fields/textFields.js';
import { HistoryEntry } from '../history.js';
import {
  CHANNEL_LABELS,
  OUTCOME_LABELS,
  REQUEST_CHANNELS,
  REQUEST_OUTCOMES,
  REQUESTED_RIGHTS,
  RIGHT_LABELS,
} from './requestKinds.js';

const CHOOSE = { initial: '', none: 'Choose …' };

/** What is entered of a request, beside who asks. */
export const requestFields = {
  right: requiredChoice({
    label: 'Right',
    options: REQUESTED_RIGHTS,
    optionLabels: RIGHT_LABELS,
    ...CHOOSE,
  }),
  receivedOn: requiredDay({ label: 'Received on', isPast: true }),
  channel: requiredChoice({
    label: 'How',
    options: REQUEST_CHANNELS,
    optionLabels: CHANNEL_LABELS,
    ...CHOOSE,
  }),
  words: requiredText({ label: 'In words', limit: 4000, hasLines: true, typing: { lines: 4 } }),
};
/** The same with who asks. */
export const askedFields = {
  customerId: reference('customer', { label: 'Customer', message: 'Choose a customer' }),
  ...requestFields,
};

export const NewPersonRequest = inputOf(askedFields);
export type NewPersonRequest = z.output<typeof NewPersonRequest>;

export const closingFields = {
  outcome: requiredChoice({
    label: 'Outcome',
    options: REQUEST_OUTCOMES,
    optionLabels: OUTCOME_LABELS,
    ...CHOOSE,
  }),
  answer: optionalText({ label: 'Answer', limit: 4000, hasLines: true, typing: { lines: 4 } }),
};

/** Nobody is refused without a reason. */
export const ClosingInput = inputOf(closingFields).refine(
  ({ outcome, answer }) => outcome !== 'refused' || Boolean(answer),
  { path: ['answer'], message: 'Give the reason of the refusal' },
);
export type ClosingInput = z.output<typeof ClosingInput>;

/** A request as lists show it: nothing that somebody typed. */
export const PersonRequestView = z.object({
  id: z.int(),
  customerId: z.int(),
  right: z.enum(REQUESTED_RIGHTS),
  channel: z.enum(REQUEST_CHANNELS),
  receivedOn: dayText(),
  dueOn: dayText().describe('The last day for an answer'),
  isOverdue: z.boolean().describe('It is open, and that day has passed'),
  outcome: z.enum(REQUEST_OUTCOMES).nullable().describe('Null while it is open'),
  closedOn: dayText().nullable(),
  version: z.int(),
});
export type PersonRequestView = z.infer<typeof PersonRequestView>;

/** The same with what was typed, and what happened to it. */
export const PersonRequestDetails = z.object({
  request: PersonRequestView,
  words: z.string().nullable().describe('Null once the person has been erased'),
  answer: z.string().nullable(),
  history: z.array(HistoryEntry),
});
export type PersonRequestDetails = z.infer<typeof PersonRequestDetails>;

const REQUEST_STATES = ['open', 'overdue', 'closed'] as const;

/** Open ones first, and of these first those that are due first: what is overdue leads. */
export const personRequestList = describeList({
  criteria: {
    state: { kind: 'oneOf', options: REQUEST_STATES, label: 'State' },
    customerId: { kind: 'reference', thing: 'customer', label: 'Customer' },
  },
  sorts: ['due'],
  usualSort: 'due',
  descending: [],
});
export type PersonRequestFilter = FilterIn<typeof personRequestList>;
export type PersonRequestListRequest = RequestOf<typeof personRequestList>;
