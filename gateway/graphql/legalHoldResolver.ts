import {
  HoldLiftInput,
  LegalHoldInput,
  LegalHoldView,
  StandingHold,
} from '@insuremanager/contracts/customers/legalHolds';
import { isAllowed } from '@insuremanager/contracts/identity/permissions';
import { Arg, Ctx, Field, ID, Int, Mutation, ObjectType, Query, Resolver } from 'type-graphql';
import { validated } from '../validated.js';
import { objectType } from './describedTypes.js';
import { commandOf, type GraphqlContext, recordStaleness } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';
import { STALE } from './recordResolvers.js';

objectType('StandingHold', StandingHold);
const Hold = objectType('LegalHold', LegalHoldView, {
  description: 'What keeps the records of a customer from being destroyed.',
});

@ObjectType()
class SavedLegalHolds {
  @Field(() => [Hold], { description: 'All holds of the customer, the oldest first.' })
  readonly holds!: readonly LegalHoldView[];

  @Field(() => Boolean, STALE)
  readonly stale!: boolean;
}

/** What was typed is for the privacy desk; that a hold stands is for whoever reads about persons. */
const shown = ({ user }: GraphqlContext, hold: LegalHoldView): LegalHoldView =>
  isAllowed(user.role, 'privacy.manage') ? hold : { ...hold, matter: null, liftReason: null };

@Resolver()
export class LegalHoldResolver {
  @Query(() => [Hold], {
    description: 'All holds there ever were on a customer, also a deleted one, the oldest first.',
    complexity: LOOKUP_COST,
  })
  async legalHolds(
    @Arg('customerId', () => Int) customerId: number,
    @Ctx() context: GraphqlContext,
  ): Promise<LegalHoldView[]> {
    const holds = await context.customers.legalHolds(customerId);
    return holds.map((hold) => shown(context, hold));
  }

  @Mutation(() => SavedLegalHolds, {
    description: 'Nothing known of the customer is destroyed until it is lifted.',
    complexity: CHANGE_COST,
  })
  async placeLegalHold(
    @Arg('customerId', () => Int) customerId: number,
    @Arg('matter', () => String) matter: string,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedLegalHolds> {
    const input = validated(LegalHoldInput, { matter });
    const command = commandOf(context, commandId);
    const { position } = await context.customers.placeHold(customerId, input, command);
    return savedHolds(context, customerId, position);
  }

  @Mutation(() => SavedLegalHolds, { complexity: CHANGE_COST })
  async liftLegalHold(
    @Arg('customerId', () => Int) customerId: number,
    @Arg('holdId', () => Int) holdId: number,
    @Arg('reason', () => String) reason: string,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<SavedLegalHolds> {
    const input = validated(HoldLiftInput, { reason });
    const command = commandOf(context, commandId);
    const { position } = await context.customers.liftHold(customerId, holdId, input, command);
    return savedHolds(context, customerId, position);
  }
}

const savedHolds = async (
  context: GraphqlContext,
  customerId: number,
  position: Parameters<typeof recordStaleness>[1],
): Promise<SavedLegalHolds> => ({
  stale: await recordStaleness(context, position),
  holds: await context.customers.legalHolds(customerId),
});
