import { z } from 'zod';
import { CONSENT_PURPOSES, CONSENTS } from '../customers/consentFields.js';
import type { CustomerEvent } from '../customers/customerEvents.js';
import { KYC_STATUSES } from '../customers/kycStatuses.js';
import { CHANNELS } from '../reminders/reminderKinds.js';
import { defineMessage, type MessagesOf } from './messageDefinition.js';
import { changedFields, choice, customerId, id } from './messageFields.js';

const context = 'customers';
const kycStatus = choice(KYC_STATUSES, 'How far it is known who the customer is');

const CustomerRegistered = defineMessage('CustomerRegistered', 1, {
  context,
  description: 'There is a new customer.',
  schema: z.object({ customerId, kycStatus }),
});

const CustomerDetailsChanged = defineMessage('CustomerDetailsChanged', 1, {
  context,
  description: 'What is known of a customer changed.',
  schema: z.object({ customerId, fields: changedFields }),
});

const CustomerKycStatusChanged = defineMessage('CustomerKycStatusChanged', 1, {
  context,
  description: 'A customer was verified or rejected, or has to be looked at again.',
  schema: z.object({
    customerId,
    kycStatus,
    documentId: id('The document that this rests on, when one was named').nullable(),
  }),
});

const CustomerConsentRecorded = defineMessage('CustomerConsentRecorded', 1, {
  context,
  description:
    'A customer agreed to be written to for a purpose by a channel, or withdrew that: whoever writes to them heeds it.',
  schema: z.object({
    customerId,
    choices: z
      .array(
        z.object({
          purpose: choice(CONSENT_PURPOSES, 'What they are written to for'),
          channel: choice(CHANNELS, 'By what'),
          choice: choice(CONSENTS, 'What counts from now on'),
        }),
      )
      .describe('Those that were told together; others stay as they are'),
  }),
});

const CustomerReassigned = defineMessage('CustomerReassigned', 1, {
  context,
  description: 'A customer is in the book of another user.',
  schema: z.object({ customerId, ownerId: id('The user; null: nobody').nullable() }),
});

const CustomerDeleted = defineMessage('CustomerDeleted', 1, {
  context,
  description: 'A customer is out of every list.',
  schema: z.object({ customerId }),
});

const CustomerErased = defineMessage('CustomerErased', 1, {
  context,
  description:
    'A person is to be forgotten: whoever knows more of them than the number forgets it, too.',
  schema: z.object({ customerId }),
});

const CustomerMerged = defineMessage('CustomerMerged', 1, {
  context,
  description:
    'A customer is the same person as another one: all that is theirs is the other one’s from now on.',
  schema: z.object({ customerId, intoId: id('The customer who remains') }),
});

const CustomerMergeUndone = defineMessage('CustomerMergeUndone', 1, {
  context,
  description: 'They were two persons after all: what was entered under their number is theirs.',
  schema: z.object({ customerId, fromId: id('The customer into whom they had been merged') }),
});

export const customerMessages: MessagesOf<CustomerEvent> = {
  CustomerRegistered,
  CustomerDetailsChanged,
  CustomerKycStatusChanged,
  CustomerConsentRecorded,
  CustomerReassigned,
  CustomerDeleted,
  CustomerErased,
  CustomerErasureCompleted: null,
  LegalHoldPlaced: null,
  LegalHoldLifted: null,
  NomineeRecorded: null,
  NomineeRevoked: null,
  CustomerMerged,
  CustomerMergeUndone,
  DuplicateMerged: null,
  DuplicateSeparated: null,
  CustomersMarkedDistinct: null,
  CustomersMarkedDistinctUndone: null,
};
