import { auditList } from '@insuremanager/contracts/audit/auditViews';
import { listQuery } from '../listQueries.js';
import { ref } from './jsonSchemas.js';
import { jsonAnswer, type Operation, refusals } from './operations.js';
import { linkHeader, queryParameters } from './parameters.js';

export const auditPaths = (): Record<string, Record<string, Operation>> => ({
  '/api/audit': {
    get: {
      operationId: 'listAuditEntries',
      tags: ['Audit'],
      summary: 'The audit log',
      description:
        'Who signed in, who was let do what, who looked at what. For auditors and administrators.',
      parameters: queryParameters(listQuery(auditList)),
      responses: {
        '200': jsonAnswer(
          'The entries, newest first by default',
          { type: 'array', items: ref('AuditEntry') },
          linkHeader,
        ),
        ...refusals(400, 401, 403, 503),
      },
    },
  },
});
