import type { QuotationFieldsFragment } from '../../data/operations.generated';

export type Quotation = QuotationFieldsFragment;
