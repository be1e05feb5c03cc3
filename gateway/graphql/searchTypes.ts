import type {
  CustomerMatch as CustomerMatchView,
  HealthPolicyMatch as HealthPolicyMatchView,
  Matches,
  VehiclePolicyMatch as VehiclePolicyMatchView,
} from '@insuremanager/contracts/search/searchViews';
import { Field, Int, ObjectType } from 'type-graphql';
import type { Found } from '../globalSearch.js';
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

@ObjectType({ description: 'The best matches of each kind, and how many there are.' })
export class SearchResults implements Found {
  @Field(() => CustomerMatches)
  customers!: CustomerMatches;
  @Field(() => HealthPolicyMatches)
  healthPolicies!: HealthPolicyMatches;
  @Field(() => VehiclePolicyMatches)
  vehiclePolicies!: VehiclePolicyMatches;
}
