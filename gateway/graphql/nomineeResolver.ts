import {
  NomineeInput,
  NomineeView,
  nomineeFields,
} from '@insuremanager/contracts/customers/nominees';
import type { Written } from '@insuremanager/services/platform/commands/command';
import { Int } from 'type-graphql';
import { validated } from '../validated.js';
import { answerObject, inputType, objectType, STALE } from './describedTypes.js';
import { type GraphqlContext, recordStaleness } from './graphqlContext.js';
import { change, query, rootFields } from './rootFields.js';

const Nominee = objectType('Nominee', NomineeView, {
  description: 'Who is to act for a customer on their death or incapacity.',
});
const Input = inputType('NomineeInput', nomineeFields, { requiresFields: true });

const SavedNominees = answerObject('SavedNominees', {
  nominees: { type: [Nominee], description: 'Those that are named now, the oldest first.' },
  stale: STALE,
});

const savedNominees = async (context: GraphqlContext, customerId: number, written: Written) => ({
  stale: await recordStaleness(context, written.position),
  nominees: await context.customers.nominees(customerId),
});

export const nomineeResolvers = rootFields({
  nominees: query(
    [Nominee],
    {
      description: 'Whom a customer, also a deleted one, has named, the oldest first.',
      args: { customerId: Int },
    },
    ({ customerId }, { customers }) => customers.nominees(customerId),
  ),

  recordNominee: change(
    SavedNominees,
    { args: { customerId: Int, input: Input } },
    async ({ customerId, input }, context, command) => {
      const nominee = validated(NomineeInput, input);
      const written = await context.customers.recordNominee(customerId, nominee, command);
      return savedNominees(context, customerId, written);
    },
  ),

  revokeNominee: change(
    SavedNominees,
    { args: { customerId: Int, nomineeId: Int } },
    async ({ customerId, nomineeId }, context, command) => {
      const written = await context.customers.revokeNominee(customerId, nomineeId, command);
      return savedNominees(context, customerId, written);
    },
  ),
});
