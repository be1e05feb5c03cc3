import {
  HoldLiftInput,
  LegalHoldInput,
  LegalHoldView,
  StandingHold,
} from '@insuremanager/contracts/customers/legalHolds';
import { isAllowed } from '@insuremanager/contracts/identity/permissions';
import type { Written } from '@insuremanager/services/platform/commands/command';
import { Int } from 'type-graphql';
import { validated } from '../validated.js';
import { answerObject, objectType, STALE } from './describedTypes.js';
import { type GraphqlContext, recordStaleness } from './graphqlContext.js';
import { change, query, rootFields } from './rootFields.js';

objectType('StandingHold', StandingHold);
const Hold = objectType('LegalHold', LegalHoldView, {
  description: 'What keeps the records of a customer from being destroyed.',
});

const SavedHolds = answerObject('SavedLegalHolds', {
  holds: { type: [Hold], description: 'All holds of the customer, the oldest first.' },
  stale: STALE,
});

const savedHolds = async (context: GraphqlContext, customerId: number, written: Written) => ({
  stale: await recordStaleness(context, written.position),
  holds: await context.customers.legalHolds(customerId),
});

/** What was typed is for the privacy desk; that a hold stands is for whoever reads about persons. */
const shown = ({ user }: GraphqlContext, hold: LegalHoldView): LegalHoldView =>
  isAllowed(user.role, 'privacy.manage') ? hold : { ...hold, matter: null, liftReason: null };

export const legalHoldResolvers = rootFields({
  legalHolds: query(
    [Hold],
    {
      description: 'All holds there ever were on a customer, also a deleted one, the oldest first.',
      args: { customerId: Int },
    },
    async ({ customerId }, context) => {
      const holds = await context.customers.legalHolds(customerId);
      return holds.map((hold) => shown(context, hold));
    },
  ),

  placeLegalHold: change(
    SavedHolds,
    {
      description: 'Nothing known of the customer is destroyed until it is lifted.',
      args: { customerId: Int, matter: String },
    },
    async ({ customerId, matter }, context, command) => {
      const input = validated(LegalHoldInput, { matter });
      const written = await context.customers.placeHold(customerId, input, command);
      return savedHolds(context, customerId, written);
    },
  ),

  liftLegalHold: change(
    SavedHolds,
    { args: { customerId: Int, holdId: Int, reason: String } },
    async ({ customerId, holdId, reason }, context, command) => {
      const input = validated(HoldLiftInput, { reason });
      const written = await context.customers.liftHold(customerId, holdId, input, command);
      return savedHolds(context, customerId, written);
    },
  ),
});
