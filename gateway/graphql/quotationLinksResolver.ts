import { Ctx, FieldResolver, Resolver, Root } from 'type-graphql';
import type { GraphqlContext } from './graphqlContext.js';
import { Policy, PolicyCustomer } from './policyTypes.js';
import { Quotation } from './quotationTypes.js';

/** For whom a quotation is, and what it became. */
@Resolver(() => Quotation)
export class QuotationLinksResolver {
  @FieldResolver(() => PolicyCustomer, {
    nullable: true,
    description: 'Null when the customer has been deleted.',
  })
  customer(
    @Root() { customerId }: Quotation,
    @Ctx() { customerSummaries }: GraphqlContext,
  ): Promise<PolicyCustomer | null> {
    return customerSummaries.load(customerId);
  }

  @FieldResolver(() => Policy, {
    nullable: true,
    description: 'Null when it became none, or that has been deleted.',
  })
  async policy(
    @Root() { policyId }: Quotation,
    @Ctx() { policiesById }: GraphqlContext,
  ): Promise<Policy | null> {
    return policyId === null ? null : policiesById.load(policyId);
  }
}

/** What a policy came from. */
@Resolver(() => Policy)
export class PolicyQuotationResolver {
  @FieldResolver(() => Quotation, {
    nullable: true,
    description: 'Null when it came from none, or that has been deleted.',
  })
  async quotation(
    @Root() { quotationId }: Policy,
    @Ctx() { quotationsById }: GraphqlContext,
  ): Promise<Quotation | null> {
    return quotationId === null ? null : quotationsById.load(quotationId);
  }
}
