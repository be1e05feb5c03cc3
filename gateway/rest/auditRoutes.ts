import { auditList } from '@insuremanager/contracts/audit/auditViews';
import type { Audit } from '@insuremanager/services/audit/index';
import type { Router } from 'express';
import { listRequest } from '../listQueries.js';
import { route } from '../routes.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { answerPage } from './recordRoutes.js';

interface Parts {
  readonly audit: Audit;
}

/** The audit log by REST. */
export function auditRoutes(router: Router, { audit }: Parts): void {
  route(router, '/api/audit', {
    get: [
      async (request, response) => {
        const asked = listRequest(auditList, request.query, signedInUser(response));
        answerPage(request, response, await audit.list(asked));
      },
    ],
  });
}
