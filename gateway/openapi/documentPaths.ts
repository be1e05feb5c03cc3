import {
  FILE_KIND_MIME_TYPES,
  FILE_KINDS,
  isShownInBrowser,
} from '@insuremanager/contracts/documents/documentKinds';
import { documentList } from '@insuremanager/contracts/documents/documentViews';
import { ref } from './jsonSchemas.js';
import { type Answer, jsonAnswer, type Operation, refusals } from './operations.js';
import { etagHeader, idempotencyKey, idParameter } from './parameters.js';
import { recordOperations } from './recordOperations.js';

const document = recordOperations({
  tag: 'Documents',
  id: 'Document',
  ids: 'Documents',
  singular: 'document',
  plural: 'documents',
});
const { tags } = document;
const MIME_TYPES = FILE_KINDS.map((kind) => FILE_KIND_MIME_TYPES[kind]);

const upload: Operation = {
  operationId: 'uploadDocument',
  tags,
  summary: 'Upload a document',
  description:
    'One PDF, JPG, PNG, DOC or DOCX file of at most 10 MB, known by its content, and its fields in any order. A KYC document belongs to no policy. A file that the customer has already is stored, and answered with the warning `file-duplicate`, which names the document.',
  parameters: [idempotencyKey],
  requestBody: {
    required: true,
    content: { 'multipart/form-data': { schema: ref('DocumentUpload') } },
  },
  responses: {
    '201': document.made('Uploaded'),
    ...refusals(400, 401, 403, 408, 409, 413, 415, 429, 503),
  },
};

const read: Operation = {
  operationId: 'getDocument',
  tags,
  summary: 'One document',
  parameters: [idParameter],
  responses: {
    '200': jsonAnswer('The document', ref('Document'), etagHeader),
    ...refusals(401, 404, 503),
  },
};

const remove = document.remove(
  'Out of every list; the history stays. Refused (`kyc-document-in-use`) while the KYC status of its customer rests on it.',
);

/** The content itself, of one of these kinds. */
const file = (description: string, mimeTypes: readonly string[]): Answer => ({
  description,
  headers: {
    'Content-Disposition': { description: 'The name of the file', schema: { type: 'string' } },
  },
  content: Object.fromEntries(
    mimeTypes.map((type) => [type, { schema: { type: 'string', contentMediaType: type } }]),
  ),
});

const download: Operation = {
  operationId: 'downloadDocument',
  tags,
  summary: 'What is in a document, to keep',
  parameters: [idParameter],
  responses: {
    '200': file('The file as it was uploaded', MIME_TYPES),
    ...refusals(401, 404, 409, 503),
  },
};

const preview: Operation = {
  operationId: 'previewDocument',
  tags,
  summary: 'What is in a document, to look at',
  description: 'Pictures and PDF files; others are refused with 415.',
  parameters: [idParameter],
  responses: {
    '200': file('The file as it was uploaded', MIME_TYPES.filter(isShownInBrowser)),
    ...refusals(401, 404, 409, 415, 503),
  },
};

export const documentPaths = (): Record<string, Record<string, Operation>> => ({
  '/api/documents': { get: document.list(documentList) },
  '/api/documents/upload': { post: upload },
  '/api/documents/{id}': { get: read, delete: remove },
  '/api/documents/{id}/history': { get: document.history() },
  '/api/documents/{id}/download': { get: download },
  '/api/documents/{id}/preview': { get: preview },
});
