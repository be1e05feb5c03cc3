import { Readable } from 'node:stream';
import { AuditEntryView as AuditEntry, auditList } from '@insuremanager/contracts/audit/auditViews';
import type { HistoryEntry } from '@insuremanager/contracts/history';
import {
  DOSSIER_RECORDS,
  Dossier,
  type DossierRecord,
} from '@insuremanager/contracts/integrity/dossier';
import type { DossierRequest } from '@insuremanager/services/integrity/index';
import { notFound } from '@insuremanager/services/platform/errors';
import type { Request } from 'express';
import { z } from 'zod';
import { HISTORY, maskedAnswer, PLAIN } from '../access/answerViews.js';
import { listQuery, listRequest } from '../listQueries.js';
import { jsonAnswer } from '../openapi/operations.js';
import { linkHeader } from '../openapi/parameters.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { validated } from '../validated.js';
import { contentDisposition } from './contentDisposition.js';
import { pdfAnswer, sendPdf } from './pdfAnswers.js';
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

const DOSSIER = {
  method: 'get',
  access: 'audit.read',
  id: { type: 'string', pattern: DOSSIER_ID.source },
  tag: 'Audit',
  query: DossierQuery,
  refuses: [404, 409, 429],
} as const satisfies Partial<RestRoute>;

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
    ...DOSSIER,
    path: '/api/audit/dossiers/:id',
    view: PLAIN,
    operationId: 'getDossier',
    summary: 'Every event of a record, with the proof that it is in the log',
    description:
      'For auditors and administrators, to be verified offline (`deploy/bin/verifyDossier.mjs`). ' +
      'What is personal is in it as one sealed text. A policy is named by any of its terms. Who got ' +
      'it is in the audit log.',
    answers: { 200: jsonAnswer('The dossier', { Dossier }) },
    async handle({ request, response, services }) {
      const context = restCommandContext(request, response);
      const dossier = await services.integrity.dossier(askedDossier(request), context);
      const name = `dossier-${dossier.stream}.json`;
      response.set('Content-Disposition', contentDisposition('attachment', name));
      return dossier;
    },
  },
  {
    ...DOSSIER,
    path: '/api/audit/dossiers/:id/pdf',
    // Its words are masked before they are printed.
    view: PLAIN,
    operationId: 'getDossierPdf',
    summary: 'A dossier in words, as a PDF that carries it as JSON',
    description:
      'The history as whoever asks may see it, the signed head, the hash of each event, and how to ' +
      'verify it. The JSON is a file inside (`pdfdetach`). Who got it is in the audit log.',
    answers: { 200: pdfAnswer('The dossier') },
    async handle({ request, response, services }) {
      const context = restCommandContext(request, response);
      const { role } = signedInUser(response);
      const { fileName, pdf } = await services.integrity.dossierPdf(
        askedDossier(request),
        context,
        (history) => maskedAnswer(role, HISTORY, history) as HistoryEntry[],
      );
      await sendPdf(request, response, { fileName, content: Readable.from([pdf]) });
    },
  },
];

/** @throws Refusal `not-found`; `invalid` on `events` */
function askedDossier({ params, query }: Request): DossierRequest {
  const [, record, number = ''] = DOSSIER_ID.exec(String(params.id)) ?? [];
  const id = parseId(number);
  if (!record || id === null) throw notFound('record', String(params.id).slice(0, 20));
  const { events } = validated(DossierQuery, query);
  return { record: record as DossierRecord, id, events };
}
