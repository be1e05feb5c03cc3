import { quotationFields } from '@insuremanager/contracts/quotations/quotationFields';
import { RECORDS } from '@insuremanager/contracts/records/records';
import { operation } from '../../data/operation';
import {
  CreateQuotationDocument,
  DeleteQuotationDocument,
  QuotationAsOfDocument,
  QuotationDetailsDocument,
  QuotationHistoryDocument,
  type QuotationInput,
  type QuotationWithCustomerFragment,
  UpdateQuotationDocument,
} from '../../data/operations.generated';
import { formatText } from '../../ui/record/fieldsForm';
import { type RecordType, target } from '../../ui/record/recordType';

export type Quotation = QuotationWithCustomerFragment;

export const QUOTATION: RecordType<Quotation> = {
  ...RECORDS.quotation,
  title: 'Quotation',
  nameOf: ({ quotationNumber }) => quotationNumber,
  // The number is the system's own and never changes; only the first entry tells it.
  formerName: ([first]) => first?.summary.match(/\S+-\d{4}-\d{2}-\d+/)?.[0],
  formatValue: (field, text) => formatText(quotationFields, field, text),
  details: (id) => operation(QuotationDetailsDocument, { id }),
  history: (id) => operation(QuotationHistoryDocument, { id }),
  asOf: (id, day) => operation(QuotationAsOfDocument, { id, day }),
  remove: (id, commandId) => operation(DeleteQuotationDocument, { id, commandId }),
  outdated: ['quotationCards', 'quotationHistory', 'quotationsById', 'renewalBoard'],
};

export const saveQuotation = (base: Quotation | null, input: QuotationInput, commandId: string) =>
  base
    ? operation(UpdateQuotationDocument, { ...target(base), input, commandId })
    : operation(CreateQuotationDocument, { input, commandId });
