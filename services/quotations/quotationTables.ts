import { quotationFields } from '@insuremanager/contracts/quotations/quotationFields';
import {
  isPastValidity,
  totalAmount,
  validUntil,
} from '@insuremanager/contracts/quotations/quotationTerm';
import {
  type QuotationView,
  quotationList,
  quotationPdfPath,
  quotationSystemFields,
} from '@insuremanager/contracts/quotations/quotationViews';
import { gstIncluded } from '@insuremanager/contracts/rules/gst';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { decimalOf } from '@insuremanager/contracts/rules/money';
import { searchKey } from '@insuremanager/contracts/rules/text';
import { customersTable } from '../customers/index.js';
import type { Table } from '../platform/readModels/projector.js';
import { type RowOf, recordColumns } from '../platform/readModels/recordColumns.js';
import { searchColumn } from '../platform/search/searchPatterns.js';
import type { QuotationRecord } from './quotation.js';

/** Totals over the list that the database keeps. */
export const QUOTATION_SUMMARIES = {
  byStatus: 'quotations_by_status',
  /** By the month in which they were made, with what became of them, and whose they are. */
  made: 'quotations_made',
} as const;

/** What a sort's index goes on with: by it, rows that a filter leaves out are passed unread. */
const NARROWING = 'status, insurance_type, insurer_key';

export const quotationColumns = recordColumns({
  fields: quotationFields,
  system: quotationSystemFields,
  list: quotationList,
  keys: { insurer_key: ['insuranceCompany', searchKey, ''] },
});

/**
 * One row per existing quotation. Amounts are whole paise. `*_key` columns are the forms in
 * which values are compared and sorted. Nothing of the customer is here but their number.
 */
export const quotationsTable: Table = {
  name: 'quotations',
  key: 'id',
  columns: {
    ...quotationColumns.columns,
    total_amount: { type: 'bigint', generatedAs: 'premium_amount + service_charges' },
    /** The Kolkata day on which it was made. */
    created_day: { type: 'date' },
    /** The last day of validity. */
    valid_until: { type: 'date', generatedAs: 'created_day + validity_days' },
    /** Of the policy that it becomes; `converted` only once the quotation itself says so. */
    policy_id: { type: 'integer', nullable: true },
    policy_kind: { type: 'text', nullable: true },
    converted: { type: 'boolean' },
    created_month: {
      type: 'date',
      generatedAs: 'created_day - (extract(day FROM created_day)::integer - 1)',
    },
    is_emailed: { type: 'boolean', generatedAs: 'emailed_at IS NOT NULL' },
    became_policy: { type: 'boolean', generatedAs: 'policy_id IS NOT NULL' },
    number_key: { type: 'text' },
    search_text: searchColumn('lower(quotation_number)', 'insurer_key', 'lower(vehicle_number)'),
  },
  book: 'customer_id',
  indexes: [
    // With whose they are: of a book, the rows of others are passed by it.
    `(created_at, id, ${NARROWING}, valid_until, total_amount) INCLUDE (customer_id)`,
    `(valid_until, id, ${NARROWING}, created_at, total_amount) INCLUDE (customer_id)`,
    `(total_amount, id, ${NARROWING}, created_at, valid_until) INCLUDE (customer_id)`,
    `(number_key, id, ${NARROWING}, created_at, valid_until, total_amount) INCLUDE (customer_id)`,
    '(status, created_at, id)',
    '(status, valid_until, id)',
    '(insurer_key, insurance_type, status)',
    '(customer_id, status) INCLUDE (total_amount)',
    '(id) WHERE policy_id IS NOT NULL AND NOT converted',
    'USING gin (search_text gin_trgm_ops)',
  ],
  summaries: [
    { name: QUOTATION_SUMMARIES.byStatus, by: ['status'], sums: ['total_amount'] },
    {
      name: QUOTATION_SUMMARIES.made,
      by: [
        ...['created_month', 'insurance_type', 'insurer_key'],
        ...['status', 'is_emailed', 'became_policy'],
      ],
      ...{ sums: ['total_amount'], ownedBy: customersTable.name },
    },
  ],
};

export type QuotationRow = RowOf<typeof quotationColumns> & {
  readonly policy_id: number | null;
  readonly converted: boolean;
};

/** One row per email that was to be sent, also of quotations that were deleted since. */
export const quotationEmailsTable: Table = {
  name: 'quotation_emails',
  key: 'email_id',
  columns: {
    email_id: { type: 'text' },
    quotation_id: { type: 'integer' },
    /** The stored PDF that it carries. */
    file_key: { type: 'text' },
    requested_at: { type: 'timestamptz' },
    /** `open`, `sent` or `failed`. */
    state: { type: 'text' },
  },
  book: 'none',
  indexes: ['(file_key)', `(requested_at, email_id) WHERE state = 'open'`],
};

/** What is left of the particulars when the customer has been erased. */
export const ERASED_PARTICULARS = { vehicleNumber: null, notes: null } as const;

/**
 * @param version the revision of the stream that `quotation` was folded from.
 * @param today the Kolkata day on which it is looked at.
 */
export function quotationView(
  quotation: QuotationRecord,
  version: number,
  today: Day,
): QuotationView {
  const { id, offer, particulars, policyId, changedAt: updatedAt } = quotation;
  const values = { ...quotation, ...offer, updatedAt, version };
  return {
    ...quotationColumns.toView({ ...values, ...(particulars ?? ERASED_PARTICULARS) }),
    ...derived(values, today),
    policyId,
    pdfPath: quotationPdfPath(id),
  };
}

/** @param today the Kolkata day on which it is looked at. */
export const viewOfRow = (row: QuotationRow, today: Day): QuotationView =>
  Object.assign(
    quotationColumns.fromRow(row),
    derived(
      {
        premiumAmount: row.premium_amount,
        serviceCharges: row.service_charges,
        gstRate: row.gst_rate,
        validityDays: row.validity_days,
        status: row.status,
        createdAt: row.created_at,
      },
      today,
    ),
    {
      // As the quotation's own stream says it: the same version always shows the same.
      policyId: row.converted ? row.policy_id : null,
      pdfPath: quotationPdfPath(row.id),
    },
  );

type Offered = Pick<QuotationRecord, 'status' | 'createdAt'> &
  Pick<QuotationRecord['offer'], 'premiumAmount' | 'serviceCharges' | 'gstRate' | 'validityDays'>;

/** What follows from the rest, and from the day. */
const derived = (quotation: Offered, today: Day) => {
  const { premiumAmount, gstRate, validityDays, status, createdAt } = quotation;
  const until = validUntil(createdAt, validityDays);
  return {
    totalAmount: decimalOf(totalAmount(quotation)),
    gstAmount: decimalOf(gstIncluded(premiumAmount, gstRate)),
    validUntil: until,
    isPastValidity: isPastValidity({ status, validUntil: until }, today),
  };
};
