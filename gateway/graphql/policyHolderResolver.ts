import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphqlContext } from './graphqlContext.js';
import { Policy, PolicyCustomer } from './policyTypes.js';

@Resolver(() => Policy)
export class PolicyHolderResolver {
  @FieldResolver(() => PolicyCustomer, {
    nullable: true,
    description: 'Null when the customer has been deleted.',
  })
  customer(
    @Root() { customerId }: Policy,
    @Ctx() { customerSummaries }: GraphqlContext,
  ): Promise<PolicyCustomer | null> {
    return customerSummaries.load(customerId);
  }
}
