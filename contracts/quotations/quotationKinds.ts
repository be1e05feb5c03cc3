export const QUOTATION_STATUSES = ['pending', 'accepted', 'rejected', 'expired'] as const;
export type QuotationStatus = (typeof QUOTATION_STATUSES)[number];
export const DEFAULT_QUOTATION_STATUS: QuotationStatus = 'pending';

/** Days that a quotation is valid by default. */
export const DEFAULT_VALIDITY_DAYS = 30;
export const LONGEST_VALIDITY_DAYS = 365;

/** So many quotations of one customer are compared side by side. */
export const MOST_COMPARED = 4;
