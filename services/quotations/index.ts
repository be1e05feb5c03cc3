import { quotationEventDefinitions } from '@insuremanager/contracts/quotations/quotationEvents';
import { defineSlice } from '../platform/slice.js';
import { createQuotations } from './createQuotations.js';
import { quotationProjector } from './quotationProjector.js';

export type { LetterPdfInput } from './pdf/letterPdf.js';
export type { QuotationPdfInput } from './pdf/pdfInputs.js';
export { openPdfPrinter, type PdfPrinter } from './pdf/pdfPrinter.js';
export type { TablePdfInput } from './pdf/tablePdf.js';
export type {
  Conversion,
  OpenedPdf,
  Quotations,
  QuotationsOfBook,
} from './quotations.js';
export { QUOTATION_SUMMARIES, quotationsTable } from './quotationTables.js';
export { createQuotations };

export const quotationsSlice = defineSlice({
  events: quotationEventDefinitions,
  projectors: [quotationProjector],
  open: createQuotations,
});
