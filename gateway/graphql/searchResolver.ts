import { SHORTEST_SEARCH } from '@insuremanager/contracts/search/searchViews';
import { Arg, Ctx, FieldResolver, Query, Resolver, Root } from 'type-graphql';
import { searchEverything } from '../globalSearch.js';
import type { GraphqlContext } from './graphqlContext.js';
import { PolicyCustomer } from './policyTypes.js';
import { LOOKUP_COST } from './queryCosts.js';
import { DocumentMatch, SearchResults } from './searchTypes.js';

@Resolver()
export class SearchResolver {
  @Query(() => SearchResults, {
    description: `Texts of fewer than ${SHORTEST_SEARCH} characters find nothing.`,
    complexity: 5 * LOOKUP_COST,
  })
  search(
    @Arg('query', () => String) query: string,
    @Ctx() services: GraphqlContext,
  ): Promise<SearchResults> {
    return searchEverything(services, 'query', query);
  }
}

/** Whose a document is that was found. */
@Resolver(() => DocumentMatch)
export class DocumentMatchOwnerResolver {
  @FieldResolver(() => PolicyCustomer, {
    nullable: true,
    description: 'Null when the customer has been deleted.',
  })
  customer(
    @Root() { customerId }: DocumentMatch,
    @Ctx() { customerSummaries }: GraphqlContext,
  ): Promise<PolicyCustomer | null> {
    return customerSummaries.load(customerId);
  }
}
