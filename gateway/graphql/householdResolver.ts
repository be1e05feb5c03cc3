import {
  HouseholdMember,
  HouseholdMemberInput,
  HouseholdView,
} from '@insuremanager/contracts/households/householdViews';
import { HOUSEHOLD_RELATIONS } from '@insuremanager/contracts/households/relations';
import type { Written } from '@insuremanager/services/platform/commands/command';
import { Int } from 'type-graphql';
import { validated } from '../validated.js';
import { answerObject, objectType, STALE } from './describedTypes.js';
import { enumType } from './enums.js';
import { type GraphqlContext, recordStaleness } from './graphqlContext.js';
import './policyResolvers.js';
import { change, query, rootFields } from './rootFields.js';

const Relation = enumType('HouseholdRelation', HOUSEHOLD_RELATIONS);
objectType('HouseholdMember', HouseholdMember);
const Household = objectType('Household', HouseholdView, {
  description: 'Customers who are one family, and what they hold.',
});

const SavedHousehold = answerObject('SavedHousehold', {
  household: { type: Household, nullable: true, description: 'Null: they are in none now.' },
  stale: STALE,
});

const saved = async (context: GraphqlContext, customerId: number, written: Written) => ({
  stale: await recordStaleness(context, written.position),
  household: await context.households.of(customerId),
});

export const householdResolvers = rootFields({
  household: query(
    Household,
    {
      nullable: true,
      description: 'The household of a customer; null where they are in none.',
      args: { customerId: Int },
    },
    ({ customerId }, { households }) => households.of(customerId),
  ),

  setHouseholdMember: change(
    SavedHousehold,
    {
      description:
        'Puts a customer into the household of another one, or says what they are to its head.',
      args: { customerId: Int, memberId: Int, relation: Relation },
    },
    async ({ customerId, memberId, relation }, context, command) => {
      const input = validated(HouseholdMemberInput, { memberId, relation });
      const written = await context.households.setMember(customerId, input, command);
      return saved(context, customerId, written);
    },
  ),

  leaveHousehold: change(
    SavedHousehold,
    {
      description: 'Whoever is left alone is in none either.',
      args: { customerId: Int, householdId: Int },
    },
    async ({ customerId, householdId }, context, command) => {
      const written = await context.households.leave(customerId, householdId, command);
      return saved(context, customerId, written);
    },
  ),
});
