import { AuditEntryView as AuditEntry, auditList } from '@insuremanager/contracts/audit/auditViews';
import {
  DOSSIER_RECORDS,
  Dossier,
  type DossierRecord,
} from '@insuremanager/contracts/integrity/dossier';
import { notFound } from '@insuremanager/services/platform/errors';
import { z } from 'zod';
import { PLAIN } from '../access/answerViews.js';
import { listQuery, listRequest } from '../listQueries.js';
import { jsonAnswer } from '../openapi/operations.js';
import { linkHeader } from '../openapi/parameters.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { validated } from '../validated.js';
import { contentDisposition } from './contentDisposition.js';
import { answerPage } from './recordRoutes.js';
import { parseId, restCommandContext } from './restCommands.js';
import type { RestRoute } from './restRoute.js';

const DossierQuery = z.object({
  events: z
    .string()
    .regex(/^[1-9]\d{0,14}$/, 'Give the number of events that a signed head names.')
    .transform(Number)
    .optional()
    .describe('Of a signed head that was kept: what that covers is proved by it'),
});

/** A record, such as `policy-800`. */
const DOSSIER_ID = new RegExp(`^(${DOSSIER_RECORDS.join('|')})-([1-9]\\d{0,9})$`);

/** The audit log, and dossiers of records, by REST. */
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
  {
    method: 'get',
    path: '/api/audit/dossiers/:id',
    access: 'audit.read',
    view: PLAIN,
    id: { type: 'string', pattern: DOSSIER_ID.source },
    tag: 'Audit',
    operationId: 'getDossier',
    summary: 'Every event of a record, with the proof that it is in the log',
    description:
      'For auditors and administrators, to be verified offline (`deploy/bin/verifyDossier.mjs`). ' +
      'What is personal is in it as one sealed text. A policy is named by any of its terms. Who got ' +
      'it is in the audit log.',
    query: DossierQuery,
    answers: { 200: jsonAnswer('The dossier', { Dossier }) },
    refuses: [404, 409, 429],
    async handle({ request, response, services }) {
      const [, record, number = ''] = DOSSIER_ID.exec(String(request.params.id)) ?? [];
      const id = parseId(number);
      if (!record || id === null) throw notFound('record', String(request.params.id).slice(0, 20));
      const { events } = validated(DossierQuery, request.query);
      const asked = { record: record as DossierRecord, id, events };
      const context = restCommandContext(request, response);
      const dossier = await services.integrity.dossier(asked, context);
      const name = `dossier-${dossier.stream}.json`;
      response.set('Content-Disposition', contentDisposition('attachment', name));
      return dossier;
    },
  },
];
