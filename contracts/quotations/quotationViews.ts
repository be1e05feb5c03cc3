import { z } from 'zod';
import type { ListRequest } from '../lists.js';
import {
  POLICY_KINDS,
  POLICY_TYPES,
  type PolicyKind,
  VEHICLE_TYPES,
} from '../policies/policyKinds.js';
import type { Paise } from '../rules/money.js';
import { Warning } from '../rules/warning.js';
import { QUOTATION_STATUSES, type QuotationStatus } from './quotationKinds.js';

const text = z.string().nullable();
/** Rupees with two digits after the point. */
const decimal = z.string();

/** A quotation as every screen and answer shows one. */
export const QuotationView = z.object({
  id: z.int(),
  customerId: z.int(),
  quotationNumber: z.string(),
  insuranceType: z.enum(POLICY_KINDS),
  policyType: z.enum(POLICY_TYPES).nullable(),
  vehicleType: z.enum(VEHICLE_TYPES).nullable(),
  vehicleNumber: text,
  insuranceCompany: text,
  sumAssured: decimal,
  premiumAmount: decimal,
  serviceCharges: decimal,
  /** Premium plus service charges. */
  totalAmount: decimal,
  /** Percent, and the tax that the premium includes at that rate. */
  gstRate: z.int(),
  gstAmount: decimal,
  validityDays: z.int(),
  /** The last day of validity, YYYY-MM-DD. */
  validUntil: z.string(),
  /** Pending, and past its validity. */
  isPastValidity: z.boolean(),
  status: z.enum(QUOTATION_STATUSES),
  notes: text,
  /** The policy that it became. */
  policyId: z.int().nullable(),
  /** Where its PDF is. */
  pdfPath: z.string(),
  /** ISO instants; null when it was not sent by email. */
  emailedAt: text,
  createdAt: z.string(),
  updatedAt: z.string(),
  /** Revision of the quotation's stream; send it back to change only what you saw. */
  version: z.int(),
});
export type QuotationView = z.infer<typeof QuotationView>;

/** What a change answers: the quotation, and what looks wrong about it. */
export const SavedQuotation = QuotationView.extend({ warnings: z.array(Warning) });
export type SavedQuotation = z.infer<typeof SavedQuotation>;

export const quotationPdfPath = (quotationId: number): string =>
  `/api/quotations/${quotationId}/pdf`;

/** One PDF of up to four quotations of a customer, side by side. */
export const comparisonPdfPath = (quotationIds: readonly number[]): string =>
  `/api/quotations/compare.pdf?ids=${quotationIds.join(',')}`;

export const QUOTATION_SORTS = ['added', 'total', 'number', 'validity'] as const;
export type QuotationSort = (typeof QUOTATION_SORTS)[number];

/** What narrows the list of quotations. */
export interface QuotationFilter {
  /** Part of a number, an insurer, a vehicle number, or the customer's name, phone or email. */
  search?: string | null;
  statuses?: readonly QuotationStatus[] | null;
  /** Pending and past its validity. */
  pastValidity?: boolean | null;
  insuranceType?: PolicyKind | null;
  /** A whole insurer's name, whatever its letter case. */
  insurer?: string | null;
  customerId?: number | null;
  /** Kolkata days, both inclusive. */
  createdFrom?: string | null;
  createdTo?: string | null;
  /** Both inclusive. */
  totalFrom?: Paise | null;
  totalTo?: Paise | null;
}

export type QuotationListRequest = ListRequest<QuotationFilter, QuotationSort>;

/** The four cards over the list. Each counts what its list shows. */
export interface QuotationCards {
  total: number;
  /** Whatever their validity. */
  pending: number;
  accepted: number;
  /** Of all quotations in the list; rupees with two digits. */
  totalValue: string;
}
