import { KYC_STATUSES } from '@insuremanager/contracts/customers/customerFields';
import { registerEnumType } from 'type-graphql';

/** An enum whose names are its values, as the contracts spell them. */
export const named = <Name extends string>(names: readonly Name[]): { [Key in Name]: Key } =>
  Object.fromEntries(names.map((name) => [name, name])) as { [Key in Name]: Key };

export const KycStatusEnum = named(KYC_STATUSES);
export const SortDirectionEnum = named(['asc', 'desc']);

registerEnumType(KycStatusEnum, { name: 'KycStatus' });
registerEnumType(SortDirectionEnum, { name: 'SortDirection' });
