import { ErasureCheck, ErasureInput } from '@insuremanager/contracts/erasures/erasures';
import { Int } from 'type-graphql';
import { validated } from '../validated.js';
import { answerObject, objectType, STALE } from './describedTypes.js';
import { LOOKUP_COST } from './queryCosts.js';
import { deletedAs } from './recordResolvers.js';
import './legalHoldResolver.js';
import { change, query, rootFields } from './rootFields.js';

const Check = objectType('ErasureCheck', ErasureCheck, {
  description: 'What stands in the way of forgetting a person, and what would go with them.',
});
const ErasedPerson = answerObject('ErasedPerson', {
  id: Int,
  stale: STALE,
  isComplete: {
    type: Boolean,
    description: 'False while something of the person is left, which goes by itself.',
  },
});

export const erasureResolvers = rootFields({
  erasureCheck: query(
    Check,
    { complexity: 5 * LOOKUP_COST, args: { customerId: Int } },
    ({ customerId }, { erasures }) => erasures.check(customerId),
  ),

  eraseCustomer: change(
    ErasedPerson,
    {
      description:
        'Deletes a customer, existing or deleted, with everything of theirs, and destroys the key that what was said of them is sealed with. Cannot be undone.',
      args: {
        id: Int,
        reason: String,
        overridesRetention: { type: Boolean, nullable: true },
      },
    },
    async ({ id, reason, overridesRetention }, context, command) => {
      const input = validated(ErasureInput, {
        reason,
        overridesRetention: overridesRetention ?? false,
      });
      const { position, isComplete } = await context.erasures.erase(id, input, command);
      return { ...(await deletedAs(id, context, { position })), isComplete };
    },
  ),
});
