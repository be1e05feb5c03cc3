import { z } from 'zod';
import { dayText, instantText } from '../fields/dayFields.js';
import { viewShapeOf } from '../fields/fields.js';
import { describeList, type FilterIn, type RequestOf, type SortIn } from '../fields/list.js';
import { recordId, recordStamps, systemField } from '../fields/record.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import { sharedCriteria } from '../policies/sharedCriteria.js';
import { RECORDS } from '../records/records.js';
import type { Warning } from '../rules/warning.js';
import { QuotationInputSchema, QuotationPatchSchema, quotationFields } from './quotationFields.js';
import { QUOTATION_STATUSES } from './quotationKinds.js';

export const quotationSystemFields = {
  quotationNumber: systemField('text', z.string()),
  gstRate: systemField('integer', z.int().describe('Percent of tax that the premium includes')),
  emailedAt: systemField(
    'timestamptz',
    instantText().nullable().describe('When it was last sent by email'),
  ),
  isEmailKept: systemField(
    'boolean',
    z
      .boolean()
      .nullable()
      .describe('True: that email was saved to a folder and not delivered, without a mail server'),
  ),
  ...recordStamps,
};

/** A quotation as every screen and answer shows one. What the other type of insurance has is null. */
export const QuotationView = z.object({
  id: recordId,
  ...viewShapeOf({ ...quotationFields, ...quotationSystemFields }),
  totalAmount: z.string().describe('Premium plus service charges; rupees with two digits'),
  gstAmount: z.string().describe('The tax that the premium includes; rupees with two digits'),
  validUntil: dayText().describe('The last day on which it can be accepted'),
  isPastValidity: z.boolean().describe('Pending, and past the last day'),
  policyId: z.int().nullable().describe('The policy that it became'),
  pdfPath: z.string().describe('Where its PDF is, such as /api/quotations/12/pdf'),
});
export type QuotationView = z.infer<typeof QuotationView>;

/** What a change answers: the quotation, and what looks wrong about it. */
export type SavedQuotation = QuotationView & { warnings: Warning[] };

export const quotationPdfPath = (quotationId: number): string =>
  `/api/quotations/${quotationId}/pdf`;

/** One PDF of up to four quotations of a customer, side by side. */
export const comparisonPdfPath = (quotationIds: readonly number[]): string =>
  `/api/quotations/compare.pdf?ids=${quotationIds.join(',')}`;

/** How quotations are listed. */
export const quotationList = describeList({
  criteria: {
    search: {
      kind: 'search',
      description:
        'Part of a number, an insurer, a vehicle number, or the customer’s name, phone or email',
    },
    pastValidity: {
      kind: 'flag',
      label: 'Pending past their validity',
      description: 'Only pending quotations past their last day',
    },
    statuses: { kind: 'anyOf', parameter: 'status', options: QUOTATION_STATUSES, label: 'Status' },
    insuranceType: { kind: 'oneOf', options: POLICY_KINDS, label: 'Type' },
    insurer: sharedCriteria.insurer,
    customerId: { kind: 'reference', thing: 'customer', label: 'Customer' },
    ownerId: sharedCriteria.ownerId,
    withoutOwner: sharedCriteria.withoutOwner,
    emailed: { kind: 'flag', label: 'Emailed', description: 'Only those that were emailed' },
    becamePolicy: {
      kind: 'flag',
      label: 'Became a policy',
      description: 'Only those that became a policy, also one that was deleted since',
    },
    createdFrom: { kind: 'dayFrom', label: 'Created from' },
    createdTo: { kind: 'dayTo', label: 'Created until' },
    totalFrom: {
      kind: 'amountFrom',
      of: 'totalAmount',
      label: 'Total from',
      description: 'Least total in rupees, inclusive',
    },
    totalTo: {
      kind: 'amountTo',
      of: 'totalAmount',
      label: 'Total up to',
      description: 'Highest total in rupees, inclusive',
    },
  },
  sorts: ['added', 'total', 'number', 'validity'],
  usualSort: 'added',
  descending: ['added', 'total'],
});
export type QuotationSort = SortIn<typeof quotationList>;
export type QuotationFilter = FilterIn<typeof quotationList>;
export type QuotationListRequest = RequestOf<typeof quotationList>;

/** Quotations, as both faces serve them. */
export const quotationRecord = {
  ...RECORDS.quotation,
  fields: quotationFields,
  view: QuotationView,
  list: quotationList,
  input: QuotationInputSchema,
  patch: QuotationPatchSchema,
};

/** The four cards over the list. Each counts what its list shows. */
export const QuotationCards = z.object({
  total: z.int(),
  pending: z.int().describe('Whatever their validity'),
  accepted: z.int(),
  totalValue: z.string().describe('Of all quotations in the list; rupees with two digits'),
});
export type QuotationCards = z.infer<typeof QuotationCards>;
