import { KYC_STATUSES } from '@insuremanager/contracts/customers/customerFields';
import { CUSTOMER_SORTS } from '@insuremanager/contracts/customers/customerViews';
import { registerEnumType } from 'type-graphql';

/** An enum whose names are its values, as the contracts spell them. */
const named = <Name extends string>(names: readonly Name[]): { [Key in Name]: Key } =>
  Object.fromEntries(names.map((name) => [name, name])) as { [Key in Name]: Key };

export const KycStatusEnum = named(KYC_STATUSES);
export const CustomerSortEnum = named(CUSTOMER_SORTS);
export const SortDirectionEnum = named(['asc', 'desc']);
export const DuplicateFieldEnum = named(['phone', 'email', 'panNumber', 'aadhaarNumber']);

registerEnumType(KycStatusEnum, { name: 'KycStatus' });
registerEnumType(CustomerSortEnum, { name: 'CustomerSort' });
registerEnumType(SortDirectionEnum, { name: 'SortDirection' });
registerEnumType(DuplicateFieldEnum, { name: 'DuplicateField' });
