import {
  NomineeInput,
  NomineeView,
  nomineeFields,
} from '@insuremanager/contracts/customers/nominees';
import { Arg, Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { inputType, objectType } from './describedTypes.js';
import { commandOf, type GraphqlContext, recordStaleness } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';
import { STALE } from './recordResolvers.js';

const Nominee = objectType('Nominee', NomineeView, {
  description: 'Who is to act for a customer on their death or incapacity.',
});
const Input = inputType('NomineeInput', nomineeFields, { requiresFields: true });

@ObjectType()
class SavedNominees {
  @Field(() => [Nominee], { description: 'Those that are named now, the oldest first.' })
  readonly nominees!: readonly NomineeView[];

  @Field(() => Boolean, STALE)
  readonly stale!: boolean;
}

@Resolver()
export class NomineeResolver {
  @Query(() => [Nominee], {
    description: 'Whom a customer, also a deleted one, has named, the oldest first.',
    complexity: LOOKUP_COST,
  })
  nominees(
    @Arg('customerId', () => Int) customerId: number,
    @Ctx() { customers }: GraphqlContext,
  ): Promise<NomineeView[]> {
    return customers.nominees(customerId);
  }

  @Mutation(() => SavedNominees, { complexity: CHANGE_COST })
  async recordNominee(
    @Arg('customerId', () => Int) customerId: number,
    @Arg('input', () => Input) input: object,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedNominees> {
    const nominee = validated(NomineeInput, input);
    const command = commandOf(context, commandId);
    const { position } = await context.customers.recordNominee(customerId, nominee, command);
    return savedNominees(context, customerId, position);
  }

  @Mutation(() => SavedNominees, { complexity: CHANGE_COST })
  async revokeNominee(
    @Arg('customerId', () => Int) customerId: number,
    @Arg('nomineeId', () => Int) nomineeId: number,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedNominees> {
    const command = commandOf(context, commandId);
    const { position } = await context.customers.revokeNominee(customerId, nomineeId, command);
    return savedNominees(context, customerId, position);
  }
}

const savedNominees = async (
  context: GraphqlContext,
  customerId: number,
  position: Parameters<typeof recordStaleness>[1],
): Promise<SavedNominees> => ({
  stale: await recordStaleness(context, position),
  nominees: await context.customers.nominees(customerId),
});
