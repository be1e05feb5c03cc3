import {
  QuotationInputSchema,
  QuotationPatchSchema,
} from '@insuremanager/contracts/quotations/quotationFields';
import type {
  QuotationCommandResult,
  QuotationsOfBook,
} from '@insuremanager/services/quotations/index';
import { savedBy } from './recordService.js';

const saved = savedBy(({ quotation }: QuotationCommandResult) => quotation);

/** Quotations, as both faces call them. */
export const quotationRecords = (quotations: QuotationsOfBook) => ({
  ...quotations,
  recordName: 'quotation',
  input: QuotationInputSchema,
  patch: QuotationPatchSchema,
  create: saved(quotations.create),
  update: saved(quotations.update),
  email: saved(quotations.email),
});
