import { quotationEventDefinitions } from '@insuremanager/contracts/quotations/quotationEvents';
import { defineSlice } from '../platform/slice.js';
import { createQuotations } from './createQuotations.js';
import { quotationProjector } from './quotationProjector.js';

export { quotationDecider } from './quotation.js';
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
