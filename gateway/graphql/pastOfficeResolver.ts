import {
  PAST_OFFICE_STATES,
  type PastOffice,
  PastOffice as PastOfficeView,
} from '@insuremanager/contracts/pastOffices/pastOfficeViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { GraphQLLocalDate } from 'graphql-scalars';
import { Arg, Ctx, ID, Mutation, Query, Resolver } from 'type-graphql';
import { objectType } from './describedTypes.js';
import { enumType } from './enums.js';
import { commandOf, type GraphqlContext } from './graphqlContext.js';
import { CHANGE_COST, LOOKUP_COST } from './queryCosts.js';

enumType('PastOfficeState', PAST_OFFICE_STATES);
const Office = objectType('PastOffice', PastOfficeView, {
  description:
    'The whole office as it was at the end of a day: read-only, below `/as-of/2026-03-31`, with the same screens, the same GraphQL and the same REST.',
});

@Resolver()
export class PastOfficeResolver {
  @Query(() => Office, {
    nullable: true,
    description: 'Null where it is not open',
    complexity: LOOKUP_COST,
  })
  pastOffice(
    @Arg('day', () => GraphQLLocalDate) day: Day,
    @Ctx() { pastOffices }: GraphqlContext,
  ): Promise<PastOffice | null> {
    return pastOffices.find(day);
  }

  @Query(() => [Office], { complexity: LOOKUP_COST })
  pastOffices(@Ctx() { pastOffices }: GraphqlContext): Promise<PastOffice[]> {
    return pastOffices.list();
  }

  @Mutation(() => Office, {
    description: 'Begins to make the office of a day, or finds it; it goes on by itself.',
    complexity: CHANGE_COST,
  })
  openPastOffice(
    @Arg('day', () => GraphQLLocalDate) day: Day,
    @Arg('commandId', () => ID) commandId: string,
    @Ctx() context: GraphqlContext,
  ): Promise<PastOffice> {
    return context.pastOffices.open(day, commandOf(context, commandId));
  }
}
