import { z } from 'zod';
import type { RenewalEvent } from '../renewals/renewalEvents.js';
import { LOSS_REASONS } from '../renewals/renewalKinds.js';
import { defineMessage, type MessagesOf } from './messageDefinition.js';
import { choice, customerId, id } from './messageFields.js';

const context = 'renewals';
const termId = id('The policy term that ends; REST and GraphQL call it the policy’s id');

const RenewalContacted = defineMessage('RenewalContacted', 1, {
  context,
  description: 'A policyholder was spoken to about a renewal.',
  schema: z.object({ termId }),
});

const RenewalReturnedToDue = defineMessage('RenewalReturnedToDue', 1, {
  context,
  description: 'Nobody has spoken to the policyholder about a renewal after all.',
  schema: z.object({ termId }),
});

const RenewalLost = defineMessage('RenewalLost', 1, {
  context,
  description: 'A policyholder does not renew; once more where the reason was changed.',
  schema: z.object({
    termId,
    customerId,
    reason: choice(LOSS_REASONS, 'Why the policyholder does not renew'),
  }),
});

const RenewalReopened = defineMessage('RenewalReopened', 1, {
  context,
  description: 'A renewal was not lost after all.',
  schema: z.object({ termId }),
});

export const renewalMessages: MessagesOf<RenewalEvent> = {
  RenewalContacted,
  RenewalReturnedToDue,
  RenewalLost,
  RenewalReopened,
  // How agents share their work, and when they mean to go on with it.
  RenewalOwnerAssigned: null,
  RenewalFollowUpSet: null,
  RenewalNoteChanged: null,
};
