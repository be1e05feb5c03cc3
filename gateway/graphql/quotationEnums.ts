import { QUOTATION_STATUSES } from '@insuremanager/contracts/quotations/quotationKinds';
import { QUOTATION_SORTS } from '@insuremanager/contracts/quotations/quotationViews';
import { registerEnumType } from 'type-graphql';
import { named } from './enums.js';

export const QuotationStatusEnum = named(QUOTATION_STATUSES);
export const QuotationSortEnum = named(QUOTATION_SORTS);

registerEnumType(QuotationStatusEnum, { name: 'QuotationStatus' });
registerEnumType(QuotationSortEnum, { name: 'QuotationSort' });
