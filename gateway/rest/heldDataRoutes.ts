import { Readable } from 'node:stream';
import { HeldReport } from '@insuremanager/contracts/privacy/held';
import { PLAIN } from '../access/answerViews.js';
import { jsonAnswer } from '../openapi/operations.js';
import { contentDisposition } from './contentDisposition.js';
import { pdfAnswer, sendPdf } from './pdfAnswers.js';
import { idInPath, restCommandContext } from './restCommands.js';
import type { RestRoute } from './restRoute.js';

const HELD = {
  method: 'get',
  access: 'privacy.manage',
  // It is the person's own, for whoever answers them.
  view: PLAIN,
  tag: 'Privacy',
  description:
    'Everything, also of deleted and erased customers, with whole identity numbers: the answer to a ' +
    'request by section 11 of the DPDP Act 2023. That it was made is recorded as an access, before ' +
    'it is answered. At most 60 an hour by a user.',
  refuses: [404, 429],
} as const satisfies Partial<RestRoute>;

const nameOf = (customerId: number, format: string): string =>
  `held-about-customer-${customerId}.${format}`;

/** What is held about a person, by REST. */
export const heldDataRoutes: readonly RestRoute[] = [
  {
    ...HELD,
    path: '/api/privacy/people/:id/held.json',
    operationId: 'getHeldData',
    summary: 'What is held about a person',
    answers: { 200: jsonAnswer('All of it', { HeldReport }) },
    async handle({ request, response, services }) {
      const customerId = idInPath(request, 'customer');
      const context = restCommandContext(request, response);
      const report = await services.personalData.report(customerId, context);
      const disposition = contentDisposition('attachment', nameOf(customerId, 'json'));
      response.set({ 'Content-Disposition': disposition, 'Cache-Control': 'private, no-store' });
      return report;
    },
  },
  {
    ...HELD,
    path: '/api/privacy/people/:id/held.pdf',
    operationId: 'getHeldDataPdf',
    summary: 'What is held about a person, as a PDF',
    answers: { 200: pdfAnswer('The same, as a letter to them') },
    async handle({ request, response, services }) {
      const customerId = idInPath(request, 'customer');
      const context = restCommandContext(request, response);
      const pdf = await services.personalData.reportPdf(customerId, context);
      const fileName = nameOf(customerId, 'pdf');
      await sendPdf(request, response, { fileName, content: Readable.from([pdf]) });
    },
  },
];
