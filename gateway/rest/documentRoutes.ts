import { documentList } from '@insuremanager/contracts/documents/documentViews';
import { isAllowed } from '@insuremanager/contracts/identity/permissions';
import type { DocumentsOfBook } from '@insuremanager/services/documents/index';
import type { RequestHandler, Router } from 'express';
import type { ReadModelGate } from '../readYourWrites.js';
import { route } from '../routes.js';
import { signedInUser } from '../sessions/signedInUser.js';
import type { UploadSlots } from '../uploads/uploadSlots.js';
import { sendDocument } from './documentContent.js';
import { recordRoutes } from './recordRoutes.js';
import { idInPath, restCommandContext } from './restCommands.js';
import { uploadHandler } from './uploadHandler.js';

interface Parts {
  readonly documents: DocumentsOfBook;
  readonly readModels: ReadModelGate;
  readonly slots: UploadSlots;
}

/** Documents by REST: what they are as JSON, and what is in them as it was uploaded. */
export function documentRoutes(router: Router, { documents, readModels, slots }: Parts): void {
  const path = '/api/documents';
  const one = recordRoutes({ path, service: { ...documents, recordName: 'document' }, readModels });

  route(router, path, { get: one.list(documentList, documents.list) });
  route(router, `${path}/upload`, {
    post: [uploadHandler({ documents, readModels, slots })],
  });
  route(router, `${path}/:id`, { get: one.read, delete: one.remove });
  route(router, `${path}/:id/history`, { get: one.history });

  /** What was uploaded, as a file to keep or to be looked at. */
  const content = (how: 'attachment' | 'inline'): RequestHandler[] => [
    async (request, response) => {
      const { role } = signedInUser(response);
      const opened = await documents.open(idInPath(request, 'document'), {
        auditor: isAllowed(role, 'documents.readDeleted')
          ? restCommandContext(request, response)
          : undefined,
      });
      await sendDocument(request, response, opened, how);
    },
  ];
  route(router, `${path}/:id/download`, { get: content('attachment') });
  route(router, `${path}/:id/preview`, { get: content('inline') });
}
