import { DOCUMENT_LABELS, documentFields } from '@insuremanager/contracts/documents/documentFields';
import {
  FILE_KIND_MIME_TYPES,
  FILE_KINDS,
  isShownInBrowser,
} from '@insuremanager/contracts/documents/documentKinds';
import { documentRecord } from '@insuremanager/contracts/documents/documentViews';
import { inputOf } from '@insuremanager/contracts/fields/fields';
import { isAllowed } from '@insuremanager/contracts/identity/permissions';
import { z } from 'zod';
import { PLAIN } from '../access/answerViews.js';
import type { Answer } from '../openapi/operations.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { sendDocument } from './documentContent.js';
import { recordRoutes } from './recordRoutes.js';
import { restCommandContext } from './restCommands.js';
import type { RestRoute } from './restRoute.js';
import { takeUpload } from './takeUpload.js';

const document = recordRoutes({
  ...documentRecord,
  descriptions: {
    remove:
      'Out of every list; the history stays. Refused (`kyc-document-in-use`) while the KYC status of its customer rests on it.',
  },
});
const { path } = document;

const MIME_TYPES = FILE_KINDS.map((kind) => FILE_KIND_MIME_TYPES[kind]);

/** What is said of a file, and the file as a part. */
const DocumentUpload = z.object({
  file: z.string().meta({
    contentMediaType: 'application/octet-stream',
    title: DOCUMENT_LABELS.fileName,
    description: 'At most 10 MB',
  }),
  ...inputOf(documentFields).shape,
});

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

/** What was uploaded, as a file to keep or to be looked at. */
const content = (
  how: 'attachment' | 'inline',
): Pick<RestRoute, 'method' | 'access' | 'view' | 'tag' | 'handle'> => ({
  method: 'get',
  access: 'documents.read',
  view: PLAIN,
  tag: document.tag,
  async handle(exchange) {
    const { request, response, services } = exchange;
    const { role } = signedInUser(response);
    const opened = await services.documents.open(document.idOf(exchange), {
      auditor: isAllowed(role, 'documents.readDeleted')
        ? restCommandContext(request, response)
        : undefined,
    });
    await sendDocument(request, response, opened, how);
  },
});

/** Documents by REST: what they are as JSON, and what is in them as it was uploaded. */
export const documentRoutes: readonly RestRoute[] = [
  document.list,
  {
    method: 'post',
    path: `${path}/upload`,
    access: 'documents.write',
    tag: document.tag,
    command: 'new',
    form: { DocumentUpload },
    operationId: 'uploadDocument',
    summary: 'Upload a document',
    description:
      'One PDF, JPG, PNG, DOC or DOCX file of at most 10 MB, known by its content, and its fields in any order. A KYC document belongs to no policy. A file that the customer has already is stored, and answered with the warning `file-duplicate`, which names the document.',
    answers: document.made('Uploaded'),
    refuses: [413, 429],
    handle: takeUpload,
  },
  document.one,
  document.remove,
  document.history,
  {
    ...content('attachment'),
    path: `${path}/:id/download`,
    operationId: 'downloadDocument',
    summary: 'What is in a document, to keep',
    answers: { 200: file('The file as it was uploaded', MIME_TYPES) },
    refuses: [409],
  },
  {
    ...content('inline'),
    path: `${path}/:id/preview`,
    operationId: 'previewDocument',
    summary: 'What is in a document, to look at',
    description: 'Pictures and PDF files; others are refused with 415.',
    answers: { 200: file('The file as it was uploaded', MIME_TYPES.filter(isShownInBrowser)) },
    refuses: [409, 415],
  },
];
