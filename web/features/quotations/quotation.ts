import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  type QuotationFormField,
  quotationFields,
} from '@insuremanager/contracts/quotations/quotationFields';
import { RECORDS } from '@insuremanager/contracts/records/records';
import {
  CreateQuotationDocument,
  QuotationOperations,
  type QuotationWithCustomerFragment,
  UpdateQuotationDocument,
} from '../../data/operations.generated';
import { recordType } from '../../ui/record/recordType';
import { saveBy } from '../../ui/record/useSaveRecord';

export type Quotation = QuotationWithCustomerFragment;

export const QUOTATION = recordType<Quotation>(RECORDS.quotation, QuotationOperations, {
  fields: quotationFields,
  name: 'quotationNumber',
  // The number is the system's own and never changes; only the first entry tells it.
  formerName: ([first]) => first?.summary.match(/\S+-\d{4}-\d{2}-\d+/)?.[0],
  invalidates: ['quotationCards', 'quotationHistory', 'quotationsById', 'renewalBoard'],
});

/** What is insured, and by whom: in the form and in the drawer. */
export const COVER_FIELDS: Readonly<Record<PolicyKind, QuotationFormField[]>> = {
  health: ['insuranceType', 'policyType', 'insuranceCompany'],
  vehicle: ['insuranceType', 'vehicleType', 'vehicleNumber', 'insuranceCompany'],
};

export const saveQuotation = saveBy(CreateQuotationDocument, UpdateQuotationDocument);
