import type { ComparisonSheet, QuotationSheet } from './sheets.js';

/** What the printer asks its workers for. */
export type PdfTask =
  | { readonly paper: 'quotation'; readonly sheet: QuotationSheet }
  | { readonly paper: 'comparison'; readonly sheet: ComparisonSheet };
