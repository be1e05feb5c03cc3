export { createQuotations } from './createQuotations.js';
export { openPdfPrinter } from './pdf/pdfPrinter.js';
export type { Letterhead, QuotationSheet } from './pdf/sheets.js';
export { quotationProjector } from './quotationProjector.js';
export type { Conversion, OpenedPdf, QuotationReceipt, Quotations } from './quotations.js';
