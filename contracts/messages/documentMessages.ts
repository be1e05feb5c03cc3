import { z } from 'zod';
import type { DocumentEvent } from '../documents/documentEvents.js';
import { DOCUMENT_TYPES } from '../documents/documentKinds.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import { defineMessage, type MessagesOf } from './messageDefinition.js';
import { choice, customerId, id } from './messageFields.js';

const context = 'documents';
const documentId = id('The document');

const DocumentUploaded = defineMessage('DocumentUploaded', 1, {
  context,
  description: 'A document of a customer was stored. Neither its name nor its content is included.',
  schema: z.object({
    documentId,
    customerId,
    documentType: choice(DOCUMENT_TYPES, 'What it is for'),
    policyKind: choice(POLICY_KINDS, 'Of the policy that it belongs to').nullable(),
    policyId: id('The policy term that it belongs to').nullable(),
    fileSize: z
      .int()
      .positive()
      .meta({ description: 'Bytes', examples: [48_213] }),
    mimeType: z
      .string()
      .meta({ description: 'Read from its content', examples: ['application/pdf'] }),
  }),
});

const DocumentAttached = defineMessage('DocumentAttached', 1, {
  context,
  description: 'A document that belonged to a customer alone belongs to a policy of theirs.',
  schema: z.object({
    documentId,
    policyKind: choice(POLICY_KINDS, 'Of the policy that it belongs to'),
    policyId: id('The policy term that it belongs to'),
  }),
});

const DocumentDeleted = defineMessage('DocumentDeleted', 1, {
  context,
  description: 'A document is out of every list.',
  schema: z.object({ documentId }),
});

export const documentMessages: MessagesOf<DocumentEvent> = {
  DocumentUploaded,
  DocumentAttached,
  DocumentDeleted,
};
