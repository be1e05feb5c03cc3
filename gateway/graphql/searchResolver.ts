import {
  CustomerMatch,
  DocumentMatch,
  HealthPolicyMatch,
  QuotationMatch,
  SHORTEST_SEARCH,
  VehiclePolicyMatch,
} from '@insuremanager/contracts/search/searchViews';
import { Arg, type ClassType, Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import { type Found, searchEverything } from '../globalSearch.js';
import { customerLink } from './customerResolvers.js';
import { objectType } from './describedTypes.js';
import type { GraphqlContext } from './graphqlContext.js';
import { LOOKUP_COST } from './queryCosts.js';
import { BoundedCount } from './sharedTypes.js';

const Document = objectType('DocumentMatch', DocumentMatch);
const HealthPolicy = objectType('HealthPolicyMatch', HealthPolicyMatch);
const VehiclePolicy = objectType('VehiclePolicyMatch', VehiclePolicyMatch);
const Quotation = objectType('QuotationMatch', QuotationMatch);

interface Owned {
  customerId: number;
}

/** The best matches of one kind, and how many there are. */
function matchesType(name: string, Match: ClassType): ClassType {
  const named = { [name]: class extends BoundedCount {} };
  const Matches = named[name] as ClassType;
  Field(() => [Match])(Matches.prototype, 'items');
  ObjectType(name)(Matches);
  return Matches;
}

const groups: Record<keyof Found, ClassType> = {
  customers: matchesType('CustomerMatches', objectType('CustomerMatch', CustomerMatch)),
  healthPolicies: matchesType('HealthPolicyMatches', HealthPolicy),
  vehiclePolicies: matchesType('VehiclePolicyMatches', VehiclePolicy),
  documents: matchesType('DocumentMatches', Document),
  quotations: matchesType('QuotationMatches', Quotation),
};

@ObjectType({ description: 'The best matches of each kind, and how many there are.' })
class SearchResults {}
for (const [group, Matches] of Object.entries(groups)) {
  Field(() => Matches)(SearchResults.prototype, group);
}

@Resolver()
class SearchResolver {
  @Query(() => SearchResults, {
    description: `Texts of fewer than ${SHORTEST_SEARCH} characters find nothing.`,
    complexity: 5 * LOOKUP_COST,
  })
  search(
    @Arg('query', () => String) query: string,
    @Ctx() services: GraphqlContext,
  ): Promise<Found> {
    return searchEverything(services, 'query', query);
  }
}

/** What names whose it is. */
const owned: ClassType[] = [Document, HealthPolicy, VehiclePolicy, Quotation];

export const searchResolvers: ClassType[] = [
  SearchResolver,
  ...owned.map((Match) => customerLink(Match as ClassType<Owned>)),
];
