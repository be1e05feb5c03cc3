import { ErasureCheck, ErasureInput } from '@insuremanager/contracts/erasures/erasures';
import { Arg, Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { objectType } from './describedTypes.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';
import { deletedAs, STALE } from './recordResolvers.js';
import './legalHoldResolver.js';

const Check = objectType('ErasureCheck', ErasureCheck, {
  description: 'What stands in the way of forgetting a person, and what would go with them.',
});
@ObjectType('ErasedPerson')
class ErasedPerson {
  @Field(() => Int)
  readonly id!: number;

  @Field(() => Boolean, STALE)
  readonly stale!: boolean;

  @Field(() => Boolean, {
    description: 'False while something of the person is left, which goes by itself.',
  })
  readonly isComplete!: boolean;
}

@Resolver()
export class ErasureResolver {
  @Query(() => Check, { complexity: 5 * LOOKUP_COST })
  erasureCheck(
    @Arg('customerId', () => Int) customerId: number,
    @Ctx() { erasures }: GraphqlContext,
  ): Promise<ErasureCheck> {
    return erasures.check(customerId);
  }

  @Mutation(() => ErasedPerson, {
    description:
      'Deletes a customer, existing or deleted, with everything of theirs, and destroys the key that what was said of them is sealed with. Cannot be undone.',
    complexity: CHANGE_COST,
  })
  async eraseCustomer(
    @Arg('id', () => Int) id: number,
    @Arg('reason', () => String) reason: string,
    @Arg('overridesRetention', () => Boolean, { nullable: true }) overrides: boolean | null,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<ErasedPerson> {
    const input = validated(ErasureInput, { reason, overridesRetention: overrides ?? false });
    const command = commandOf(context, commandId);
    const { position, isComplete } = await context.erasures.erase(id, input, command);
    return { ...(await deletedAs(id, context, { position })), isComplete };
  }
}
