export { createQuotations } from './createQuotations.js';
export type { QuotationPdfInput } from './pdf/pdfInputs.js';
export { openPdfPrinter } from './pdf/pdfPrinter.js';
export { quotationProjector } from './quotationProjector.js';
export type {
  Conversion,
  OpenedPdf,
  Quotations,
  QuotationsOfBook,
} from './quotations.js';
export { quotationsTable } from './quotationTables.js';
