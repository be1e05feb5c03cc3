import { z } from 'zod';
import { CLAIM_REQUIREMENTS } from '../claims/claimRequirements.js';
import { customerStream } from '../customers/customerEvents.js';
import { defineEvent, type EventIn } from '../events/eventDefinition.js';
import { POLICY_KINDS } from '../policies/policyKinds.js';
import { ACTIVE_CONTENT, DOCUMENT_TYPES } from './documentKinds.js';

const DocumentId = z.int().positive();

export const documentStream = (documentId: number): string => `document-${documentId}`;

/** What is personal in a document, the key of its content included, is sealed for its customer. */
const subject = (data: { customerId: number }): string => customerStream(data.customerId);

/** How a file is called and opened; without it, its content cannot be read. */
export const DocumentSecrets = z.object({
  fileName: z.string(),
  /** Of the content as it was uploaded, in hexadecimal digits. */
  sha256: z.string(),
  /** 32 bytes in base64url: with it, the content is encrypted in the file store. */
  contentKey: z.string(),
});
export type DocumentSecrets = z.infer<typeof DocumentSecrets>;

/** The file is safely stored. */
export const DocumentUploaded = defineEvent('DocumentUploaded', 1, {
  schema: z.object({
    documentId: DocumentId,
    customerId: z.int().positive(),
    documentType: z.enum(DOCUMENT_TYPES),
    policyKind: z.enum(POLICY_KINDS).nullable(),
    policyId: z.int().positive().nullable(),
    claimId: z.int().positive().nullable(),
    /** What of the claim’s checklist it is. */
    requirement: z.enum(CLAIM_REQUIREMENTS).nullable(),
    /** Where the file store has it. */
    fileKey: z.string(),
    /** Bytes, as it was uploaded. */
    fileSize: z.int().positive(),
    /** Read from its content, whatever its name. */
    mimeType: z.string(),
    activeContent: z.enum(ACTIVE_CONTENT),
  }),
  personal: { schema: DocumentSecrets, subject },
  begins: { kind: 'document', id: ({ documentId }) => documentId },
});

/** It has become a document of a policy of its customer, that was entered from it. */
export const DocumentAttached = defineEvent('DocumentAttached', 1, {
  schema: z.object({
    documentId: DocumentId,
    policyKind: z.enum(POLICY_KINDS),
    policyId: z.int().positive(),
  }),
});

/** Out of every list; the history and the file stay for as long as records must be retained. */
export const DocumentDeleted = defineEvent('DocumentDeleted', 1, {
  schema: z.object({ documentId: DocumentId }),
  deletes: { kind: 'document', id: ({ documentId }) => documentId },
});

export const documentEventDefinitions = [
  DocumentUploaded,
  DocumentAttached,
  DocumentDeleted,
] as const;
export type DocumentEvent = EventIn<typeof documentEventDefinitions>;
