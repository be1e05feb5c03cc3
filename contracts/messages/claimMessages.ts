import { z } from 'zod';
import type { ClaimEvent } from '../claims/claimEvents.js';
import {
  CLAIM_KINDS,
  CLAIM_STAGES,
  CLAIM_STEPS,
  REQUEST_CHANNELS,
  REQUIREMENT_MARKS,
} from '../claims/claimKinds.js';
import { CLAIM_REQUIREMENTS } from '../claims/claimRequirements.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import { defineMessage, type MessagesOf } from './messageDefinition.js';
import { amount, changedFields, choice, customerId, day, id } from './messageFields.js';

const context = 'claims';
const claimId = id('The claim');
const requirement = choice(CLAIM_REQUIREMENTS, 'A document that the claim needs');

const Details = z.object({
  kind: choice(CLAIM_KINDS, 'What is claimed for'),
  lossDate: day('When the loss happened'),
  intimatedOn: day('When it was reported'),
  amountClaimed: amount('What is claimed'),
});

const standing = z
  .object({
    stageOn: day('Since when it is in its stage'),
    missing: z.array(requirement).meta({ description: 'Documents that are missing' }),
    dueOn: day('The last day on which the insurer’s next step is in time').nullable(),
  })
  .meta({ description: 'How it stands since' });

const ClaimIntimated = defineMessage('ClaimIntimated', 1, {
  context,
  description: 'A claim was reported.',
  schema: z.object({
    claimId,
    customerId,
    policyId: id('The term in which the loss happened: the `termId` of messages about policies'),
    policyKind: choice(POLICY_KINDS, 'Of that policy'),
    details: Details.meta({ description: 'What is claimed' }),
    standing,
  }),
});

const ClaimChanged = defineMessage('ClaimChanged', 1, {
  context,
  description: 'What is known of a claim was changed.',
  schema: z.object({
    claimId,
    customerId,
    fields: changedFields,
    details: Details.partial().meta({ description: 'The new values of what changed' }),
    standing,
  }),
});

const ClaimMoved = defineMessage('ClaimMoved', 1, {
  context,
  description: 'A claim was brought to a stage, such as approved or settled.',
  schema: z.object({
    claimId,
    customerId,
    from: choice(CLAIM_STAGES, 'The stage before'),
    to: choice(CLAIM_STEPS, 'The stage since'),
    amount: amount('What was approved or paid; null of other stages').nullable(),
    standing,
  }),
});

const ClaimRequirementMarked = defineMessage('ClaimRequirementMarked', 1, {
  context,
  description: 'It was said of a document whether the claim has it.',
  schema: z.object({
    claimId,
    requirement,
    mark: choice(REQUIREMENT_MARKS, 'What is known of it'),
    standing,
  }),
});

const ClaimDocumentsRequested = defineMessage('ClaimDocumentsRequested', 1, {
  context,
  description: 'The customer was asked for missing documents; of an email, before it was sent.',
  schema: z.object({
    claimId,
    customerId,
    channel: choice(REQUEST_CHANNELS, 'By which they were asked'),
    requirements: z.array(requirement).meta({ description: 'What they were asked for' }),
  }),
});

const ClaimDeleted = defineMessage('ClaimDeleted', 1, {
  context,
  description: 'A claim is out of every list.',
  schema: z.object({ claimId }),
});

export const claimMessages: MessagesOf<ClaimEvent> = {
  ClaimIntimated,
  ClaimChanged,
  ClaimMoved,
  ClaimRequirementMarked,
  ClaimDocumentsRequested,
  // Whoever asked sees what became of the email.
  ClaimRequestDelivered: null,
  ClaimDeleted,
};
