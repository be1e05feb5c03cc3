import type { DocumentType } from '@insuremanager/contracts/documents/documentKinds';
import type {
  CustomerMatch as CustomerMatchView,
  HealthPolicyMatch as HealthPolicyMatchView,
  Matches,
  OwnedDocumentMatch,
  QuotationMatch as QuotationMatchView,
  VehiclePolicyMatch as VehiclePolicyMatchView,
} from '@insuremanager/contracts/search/searchViews';
import { Field, Int, ObjectType } from 'type-graphql';
import type { Found } from '../globalSearch.js';
import { DocumentTypeEnum } from './documentEnums.js';
import { BoundedCount } from './sharedTypes.js';

@ObjectType()
export class CustomerMatch implements CustomerMatchView {
  @Field(() => Int)
  id!: number;
  @Field(() => String)
  name!: string;
  @Field(() => String)
  phone!: string;
}

@ObjectType()
export class HealthPolicyMatch implements HealthPolicyMatchView {
  @Field(() => Int)
  id!: number;
  @Field(() => String)
  policyNumber!: string;
  @Field(() => String)
  insuranceCompany!: string;
}

@ObjectType()
export class VehiclePolicyMatch implements VehiclePolicyMatchView {
  @Field(() => Int)
  id!: number;
  @Field(() => String)
  policyNumber!: string;
  @Field(() => String)
  vehicleNumber!: string;
}

@ObjectType()
export class DocumentMatch implements OwnedDocumentMatch {
  @Field(() => Int)
  id!: number;
  @Field(() => String)
  fileName!: string;
  @Field(() => DocumentTypeEnum)
  documentType!: DocumentType;
  /** Not a field: by it `customer`, which has a resolver of its own, is told. */
  customerId!: number;
}

@ObjectType()
export class QuotationMatch implements QuotationMatchView {
  @Field(() => Int)
  id!: number;
  @Field(() => String)
  quotationNumber!: string;
  @Field(() => String, { nullable: true })
  insuranceCompany!: string | null;
}

@ObjectType()
export class CustomerMatches extends BoundedCount implements Matches<CustomerMatch> {
  @Field(() => [CustomerMatch])
  items!: CustomerMatch[];
}

@ObjectType()
export class HealthPolicyMatches extends BoundedCount implements Matches<HealthPolicyMatch> {
  @Field(() => [HealthPolicyMatch])
  items!: HealthPolicyMatch[];
}

@ObjectType()
export class VehiclePolicyMatches extends BoundedCount implements Matches<VehiclePolicyMatch> {
  @Field(() => [VehiclePolicyMatch])
  items!: VehiclePolicyMatch[];
}

@ObjectType()
export class DocumentMatches extends BoundedCount implements Matches<DocumentMatch> {
  @Field(() => [DocumentMatch])
  items!: DocumentMatch[];
}

@ObjectType()
export class QuotationMatches extends BoundedCount implements Matches<QuotationMatch> {
  @Field(() => [QuotationMatch])
  items!: QuotationMatch[];
}

@ObjectType({ description: 'The best matches of each kind, and how many there are.' })
export class SearchResults implements Found {
  @Field(() => CustomerMatches)
  customers!: CustomerMatches;
  @Field(() => HealthPolicyMatches)
  healthPolicies!: HealthPolicyMatches;
  @Field(() => VehiclePolicyMatches)
  vehiclePolicies!: VehiclePolicyMatches;
  @Field(() => DocumentMatches)
  documents!: DocumentMatches;
  @Field(() => QuotationMatches)
  quotations!: QuotationMatches;
}
