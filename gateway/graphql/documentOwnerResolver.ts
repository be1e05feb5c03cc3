import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import { Document } from './documentTypes.js';
import type { GraphqlContext } from './graphqlContext.js';
import { Policy, PolicyCustomer } from './policyTypes.js';

/** To whom and what a document belongs. */
@Resolver(() => Document)
export class DocumentOwnerResolver {
  @FieldResolver(() => PolicyCustomer, {
    nullable: true,
    description: 'Null when the customer has been deleted.',
  })
  customer(
    @Root() { customerId }: Document,
    @Ctx() { customerSummaries }: GraphqlContext,
  ): Promise<PolicyCustomer | null> {
    return customerSummaries.load(customerId);
  }

  @FieldResolver(() => Policy, {
    nullable: true,
    description: 'Null when it belongs to none, or that has been deleted.',
  })
  async policy(
    @Root() { policyId }: Document,
    @Ctx() { policiesById }: GraphqlContext,
  ): Promise<Policy | null> {
    return policyId === null ? null : policiesById.load(policyId);
  }
}
