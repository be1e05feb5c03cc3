import {
  ALL_GROUPS,
  SEARCH_GROUPS,
  SHORTEST_SEARCH,
} from '@insuremanager/contracts/search/searchViews';
import { Arg, type ClassType, Ctx, Field, ObjectType, Query, Resolver } from 'type-graphql';
import { type Found, searchEverything } from '../globalSearch.js';
import { objectType } from './describedTypes.js';
import type { GraphqlContext } from './graphqlContext.js';
import { LOOKUP_COST } from './queryCosts.js';
import { customerLink } from './recordResolvers.js';
import { BoundedCount } from './sharedTypes.js';

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

@ObjectType({ description: 'The best matches of each kind, and how many there are.' })
class SearchResults {}

/** What names whose it is. */
const owned: ClassType[] = [];
for (const group of ALL_GROUPS) {
  const { type, Match, isOwned } = SEARCH_GROUPS[group];
  const Item: ClassType = objectType<object>(type, Match);
  const Matches = matchesType(`${type}es`, Item);
  Field(() => Matches)(SearchResults.prototype, group);
  if (isOwned) owned.push(Item);
}

@Resolver()
class SearchResolver {
  @Query(() => SearchResults, {
    description: `Texts of fewer than ${SHORTEST_SEARCH} characters find nothing.`,
    complexity: ALL_GROUPS.length * LOOKUP_COST,
  })
  search(
    @Arg('query', () => String) query: string,
    @Ctx() services: GraphqlContext,
  ): Promise<Found> {
    return searchEverything(services, services.user, 'query', query);
  }
}

export const searchResolvers: ClassType[] = [
  SearchResolver,
  ...owned.map((Match) => customerLink(Match as ClassType<Owned>)),
];
