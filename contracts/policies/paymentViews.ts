import { z } from 'zod';
import { dayText, instantText } from '../fields/dayFields.js';
import { describeList, type FilterIn, type RequestOf, type SortIn } from '../fields/list.js';
import { PAYMENT_MEANS, PAYMENT_STATUSES } from './paymentKinds.js';
import { POLICY_KINDS } from './policyKinds.js';
import { sharedCriteria } from './sharedCriteria.js';

/** A premium that was marked as paid, also where that was taken back and not paid again since. */
export const PaymentView = z.object({
  id: z.string().describe('The number of its receipt: the policy’s, and which instalment'),
  customerId: z.int(),
  policyId: z.int().describe('The term of the policy that it was paid for'),
  policyType: z.enum(POLICY_KINDS),
  policyNumber: z.string(),
  insuranceCompany: z.string(),
  instalment: z.int().describe('Which one of the term, from 1 on'),
  dueDate: dayText(),
  paidOn: dayText(),
  amount: z.string().describe('Rupees with two digits'),
  means: z.enum(PAYMENT_MEANS),
  reference: z
    .string()
    .nullable()
    .describe('Also null once the policy has moved to another customer'),
  status: z.enum(PAYMENT_STATUSES),
  takenBackOn: dayText().nullable(),
  recordedAt: instantText(),
  recordedBy: z.string().describe('Username'),
});
export type PaymentView = z.infer<typeof PaymentView>;

/** How payments are listed. */
export const paymentList = describeList({
  criteria: {
    search: {
      kind: 'search',
      description:
        'Part of a reference, of the policy’s number, or of the customer’s name, phone or email',
    },
    means: { kind: 'anyOf', parameter: 'means', options: PAYMENT_MEANS, label: 'Paid by' },
    status: { kind: 'oneOf', options: PAYMENT_STATUSES, label: 'Status' },
    customerId: { kind: 'reference', thing: 'customer', label: 'Customer' },
    ownerId: sharedCriteria.ownerId,
    withoutOwner: sharedCriteria.withoutOwner,
    paidFrom: { kind: 'dayFrom', of: 'paidOn', label: 'Paid from' },
    paidTo: { kind: 'dayTo', of: 'paidOn', label: 'Paid until' },
  },
  sorts: ['paid', 'amount', 'recorded'],
  usualSort: 'paid',
  descending: ['paid', 'amount', 'recorded'],
});
export type PaymentSort = SortIn<typeof paymentList>;
export type PaymentFilter = FilterIn<typeof paymentList>;
export type PaymentListRequest = RequestOf<typeof paymentList>;

const total = { count: z.int(), amount: z.string().describe('Rupees with two digits') };

export const PaymentMeansTotal = z.object({ means: z.enum(PAYMENT_MEANS), ...total });

/** What payments come to. */
export const PaymentTotals = z.object({
  ...total,
  byMeans: z
    .array(PaymentMeansTotal)
    .describe('The same by what they were paid by, the most first'),
  takenBack: z.int().describe('How many were taken back, which are in no sum'),
});
export type PaymentTotals = z.infer<typeof PaymentTotals>;
