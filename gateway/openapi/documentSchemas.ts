import { DOCUMENT_LABELS, DocumentInput } from '@insuremanager/contracts/documents/documentFields';
import { DOCUMENT_TYPES } from '@insuremanager/contracts/documents/documentKinds';
import { DocumentView } from '@insuremanager/contracts/documents/documentViews';
import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { Warning } from '@insuremanager/contracts/rules/warning';
import { z } from 'zod';
import { type JsonSchema, named } from './jsonSchemas.js';

const WORDS: Record<string, JsonSchema> = {
  documentType: { description: `One of: ${DOCUMENT_TYPES.join(', ')}` },
  policyType: { description: `One of: ${POLICY_KINDS.join(', ')}` },
};

const ID = { anyOf: undefined, type: ['integer', 'string'] };
const IDS: Record<string, JsonSchema> = { customerId: ID, policyId: ID };

const labels: Record<string, string> = DOCUMENT_LABELS;
const toldOfDocument = (field: string): JsonSchema => ({
  ...(labels[field] ? { title: labels[field] } : {}),
  ...WORDS[field],
  ...IDS[field],
});

/** The file as a part of the form. */
const FILE: JsonSchema = {
  type: 'string',
  contentMediaType: 'application/octet-stream',
  title: DOCUMENT_LABELS.fileName,
  description: 'At most 10 MB',
};

/** The form by which a document is uploaded. */
export function documentUpload(): Record<string, JsonSchema> {
  const shapes = named('input', { DocumentUpload: DocumentInput }, toldOfDocument);
  const { properties, required, ...form } = shapes.DocumentUpload as FormSchema;
  return {
    DocumentUpload: {
      ...form,
      properties: { file: FILE, ...properties },
      required: ['file', ...required],
    },
  };
}
type FormSchema = JsonSchema & { properties: Record<string, JsonSchema>; required: string[] };

/** What is answered of documents. */
export const documentAnswers = (): Record<string, z.ZodType> => ({
  Document: DocumentView,
  SavedDocument: DocumentView.extend({ warnings: z.array(Warning) }),
});
