import { quotationEventDefinitions } from '@insuremanager/contracts/quotations/quotationEvents';
import { quotationRecord } from '@insuremanager/contracts/quotations/quotationViews';
import { defineSlice } from '../platform/slice.js';
import { createQuotations } from './createQuotations.js';
import { quotationProjector } from './quotationProjector.js';
import { QUOTATION_SUMMARIES, quotationsTable } from './quotationTables.js';

export { quotationDecider } from './quotation.js';
export type {
  Conversion,
  OpenedPdf,
  Quotations,
  QuotationsOfBook,
} from './quotations.js';
export { createQuotations, QUOTATION_SUMMARIES, quotationsTable };

export const quotationsSlice = defineSlice({
  events: quotationEventDefinitions,
  projectors: [quotationProjector],
  owned: {
    declared: quotationRecord,
    table: quotationsTable,
    purpose: 'To offer you insurance.',
  },
  open: createQuotations,
});
