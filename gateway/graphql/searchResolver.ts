import { SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchViews';
import { Arg, Ctx, Query, Resolver } from 'type-graphql';
import { searchEverything } from '../globalSearch.js';
import type { GraphqlContext } from './graphqlContext.js';
import { LOOKUP_COST } from './queryCosts.js';
import { SearchResults } from './searchTypes.js';

@Resolver()
export class SearchResolver {
  @Query(() => SearchResults, {
    description: `Texts of fewer than ${SHORTEST_SEARCH} characters find nothing.`,
    complexity: 3 * LOOKUP_COST,
  })
  search(
    @Arg('query', () => String) query: string,
    @Ctx() services: GraphqlContext,
  ): Promise<SearchResults> {
    return searchEverything(services, 'query', query);
  }
}
