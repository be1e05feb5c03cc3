export type { LetterPdfInput } from './letterPdf.js';
export {
  type Addressee,
  addresseeOf,
  comparedOf,
  printedOf,
  type QuotationPdfInput,
} from './pdfInputs.js';
export { openPdfPrinter, type PdfPrinter } from './pdfPrinter.js';
export type { StatementPart, StatementPdfInput } from './statementPdf.js';
export type { TablePdfInput } from './tablePdf.js';
