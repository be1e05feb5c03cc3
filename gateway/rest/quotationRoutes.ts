import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import { QuotationEmailInput } from '@insuremanager/contracts/quotations/quotationFields';
import { quotationList } from '@insuremanager/contracts/quotations/quotationViews';
import { createTurns } from '@insuremanager/services/platform/locks/turns';
import type { OpenedPdf, QuotationsOfBook } from '@insuremanager/services/quotations/index';
import type { RemindersOfBook } from '@insuremanager/services/reminders/index';
import type { Request, RequestHandler, Response, Router } from 'express';
import { z } from 'zod';
import { quotationRecords } from '../quotationRecords.js';
import type { ReadModelGate } from '../readYourWrites.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { validated } from '../validated.js';
import { contentDisposition } from './contentDisposition.js';
import { policiesPath, policyAnswers } from './policyAnswers.js';
import { addRecordRoutes } from './recordRoutes.js';
import { idInPath, restCommandContext, waitForProjection } from './restCommands.js';
import { NOTHING_ELSE, sendContent } from './sentContent.js';

interface Parts {
  readonly quotations: QuotationsOfBook;
  readonly reminders: Pick<RemindersOfBook, 'lastSent'>;
  readonly readModels: ReadModelGate;
}

const PATH = '/api/quotations';
/** Of one user: whoever opens hundreds waits for their own, and nobody else does. */
const PDFS_AT_A_TIME = 4;

/** Quotations by REST: as JSON, as PDFs, by email, and as the policies that they become. */
export function quotationRoutes(router: Router, { quotations, reminders, ...parts }: Parts): void {
  const service = quotationRecords(quotations);
  const inTurn = createTurns(PDFS_AT_A_TIME);
  const pdf = (open: (request: Request) => Promise<OpenedPdf>): RequestHandler[] => [
    async (request, response) => {
      const user = String(signedInUser(response).userId);
      await sendPdf(request, response, await inTurn(user, () => open(request)));
    },
  ];
  // Before the paths with an id, which `compare.pdf` would be taken for.
  route(router, `${PATH}/compare.pdf`, {
    get: pdf(({ query }) => quotations.comparisonPdf(comparedIds(query))),
  });
  route(router, `${PATH}/:id/pdf`, {
    get: pdf((request) => quotations.pdf(idInPath(request, service.recordName))),
  });

  const one = addRecordRoutes(router, {
    path: PATH,
    description: quotationList,
    service,
    dependsOnDay: true,
    ...parts,
  });
  route(router, `${PATH}/:id/email`, { post: one.change(QuotationEmailInput, service.email) });
  route(router, `${PATH}/:id/convert`, { post: conversion({ quotations, reminders, ...parts }) });
}

const conversion = ({ quotations, reminders, readModels }: Parts): RequestHandler[] => [
  jsonBody,
  async (request, response) => {
    const id = idInPath(request, 'quotation');
    const context = restCommandContext(request, response);
    const kind = await quotations.quotedKind(id, context);
    const input = validated(policyInputOf(kind), request.body);
    const converted = await quotations.convert(id, input, context);
    const { quotation, policy, warnings, position } = converted;
    await waitForProjection(response, readModels, position);
    const [answer] = await policyAnswers(reminders)([policy]);
    response
      .status(201)
      .location(`${policiesPath(policy.kind)}/${policy.id}`)
      .json({ quotation, policy: answer, warnings });
  },
];

/** Sends a PDF to be looked at in a page of its own, under its name. */
export const sendPdf = (
  request: Request,
  response: Response,
  { fileName, content }: OpenedPdf,
): Promise<void> =>
  sendContent(request, response, content, {
    'Content-Type': 'application/pdf',
    'Content-Disposition': contentDisposition('inline', fileName),
    'Content-Security-Policy': NOTHING_ELSE,
  });

const WANTED = 'ids are the numbers of quotations, separated by commas';

/** The query of `GET /api/quotations/compare.pdf`. */
const ComparisonQuery = z.object({
  ids: z
    .string(WANTED)
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, WANTED)
    .max(100, WANTED),
});

/** @throws Refusal `invalid`, naming `ids`. */
const comparedIds = (query: unknown): number[] =>
  validated(ComparisonQuery, query).ids.split(',').map(Number);
