import type { Documents } from '@insuremanager/services/documents/index';
import { notFound } from '@insuremanager/services/platform/errors';
import type { RequestHandler, Router } from 'express';
import type { ReadModelGate } from '../readYourWrites.js';
import { route } from '../routes.js';
import { sendDocument } from './documentContent.js';
import { documentListRequest } from './documentListQuery.js';
import { answerPage } from './listQuery.js';
import { answerRecord, idInPath, restCommandContext, seen } from './restCommands.js';
import { uploadHandler } from './uploadHandler.js';

interface Parts {
  readonly documents: Documents;
  readonly readModels: ReadModelGate;
  readonly signedInOnly: RequestHandler;
}

/** Documents by REST: what they are as JSON, and what is in them as it was uploaded. */
export function documentRoutes(
  router: Router,
  { documents, readModels, signedInOnly }: Parts,
): void {
  route(router, '/api/documents', {
    get: [
      signedInOnly,
      async (request, response) => {
        answerPage(request, response, await documents.list(documentListRequest(request.query)));
      },
    ],
  });

  route(router, '/api/documents/upload', {
    post: [signedInOnly, uploadHandler({ documents, readModels })],
  });

  route(router, '/api/documents/:id', {
    get: [
      signedInOnly,
      async (request, response) => {
        const id = idInPath(request, 'document');
        const document = await documents.find(id);
        if (document === null) throw notFound('document', id);
        answerRecord(response, document);
      },
    ],
    delete: [
      signedInOnly,
      async (request, response) => {
        const id = idInPath(request, 'document');
        const { position } = await documents.delete(id, restCommandContext(request, response));
        await seen(response, readModels, position);
        response.status(204).end();
      },
    ],
  });

  route(router, '/api/documents/:id/history', {
    get: [
      signedInOnly,
      async (request, response) => {
        response.json(await documents.history(idInPath(request, 'document')));
      },
    ],
  });

  /** What was uploaded, as a file to keep or to be looked at. */
  const content = (how: 'attachment' | 'inline'): RequestHandler[] => [
    signedInOnly,
    async (request, response) => {
      const opened = await documents.open(idInPath(request, 'document'));
      await sendDocument(request, response, opened, how);
    },
  ];
  route(router, '/api/documents/:id/download', { get: content('attachment') });
  route(router, '/api/documents/:id/preview', { get: content('inline') });
}
