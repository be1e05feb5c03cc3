import { CUSTOMER_SORTS } from '@insuremanager/contracts/customers/customerViews';
import { registerEnumType } from 'type-graphql';
import { named } from './enums.js';

export const CustomerSortEnum = named(CUSTOMER_SORTS);
export const DuplicateFieldEnum = named(['phone', 'email', 'panNumber', 'aadhaarNumber']);

registerEnumType(CustomerSortEnum, { name: 'CustomerSort' });
registerEnumType(DuplicateFieldEnum, { name: 'DuplicateField' });
