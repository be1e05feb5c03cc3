import { AuditEntryView as AuditEntry, auditList } from '@insuremanager/contracts/audit/auditViews';
import { PLAIN } from '../access/answerViews.js';
import { listQuery, listRequest } from '../listQueries.js';
import { jsonAnswer } from '../openapi/operations.js';
import { linkHeader } from '../openapi/parameters.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { answerPage } from './recordRoutes.js';
import type { RestRoute } from './restRoute.js';

/** The audit log by REST. */
export const auditRoutes: readonly RestRoute[] = [
  {
    method: 'get',
    path: '/api/audit',
    access: 'audit.read',
    view: PLAIN,
    tag: 'Audit',
    operationId: 'listAuditEntries',
    summary: 'The audit log',
    description:
      'Who signed in, who was let do what, who looked at what. For auditors and administrators.',
    query: listQuery(auditList),
    answers: {
      200: jsonAnswer('The entries, newest first by default', [{ AuditEntry }], linkHeader),
    },
    async handle({ request, response, services }) {
      const asked = listRequest(auditList, request.query, signedInUser(response));
      return answerPage(request, response, await services.audit.list(asked));
    },
  },
];
