import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import {
  QuotationEmailInput,
  QuotationInputSchema,
  QuotationPatchSchema,
} from '@insuremanager/contracts/quotations/quotationFields';
import type { Quotations } from '@insuremanager/services/quotations/index';
import type { RequestHandler, Router } from 'express';
import type { ReadModelGate } from '../readYourWrites.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { validated } from '../validated.js';
import { askedFor } from './askedFor.js';
import { answerPage } from './listQuery.js';
import { policiesPath, policyAnswer } from './policyAnswers.js';
import { comparedIds, quotationListRequest } from './quotationListQuery.js';
import { sendPdf } from './quotationPdf.js';
import { answerRecordOfDay, idInPath, restCommandContext, saved, seen } from './restCommands.js';

interface Parts {
  readonly quotations: Quotations;
  readonly readModels: ReadModelGate;
  readonly signedInOnly: RequestHandler;
}

const PATH = '/api/quotations';

/** Quotations by REST: as JSON, as PDFs, by email, and as the policies that they become. */
export function quotationRoutes(router: Router, parts: Parts): void {
  pdfRoutes(router, parts);
  recordRoutes(router, parts);
  conversionRoutes(router, parts);
}

function recordRoutes(router: Router, { quotations, readModels, signedInOnly }: Parts): void {
  route(router, PATH, {
    get: [
      signedInOnly,
      async (request, response) => {
        answerPage(request, response, await quotations.list(quotationListRequest(request.query)));
      },
    ],
    post: [
      signedInOnly,
      jsonBody,
      async (request, response) => {
        const input = validated(QuotationInputSchema, request.body);
        const context = restCommandContext(request, response);
        const receipt = await quotations.create(input, context);
        response.status(201).location(`${PATH}/${receipt.quotation.id}`);
        await saved(response, readModels, receipt, receipt.quotation);
      },
    ],
  });

  route(router, `${PATH}/:id`, {
    get: [
      signedInOnly,
      async (request, response) => {
        const id = idInPath(request, 'quotation');
        const quotation = await askedFor(request, {
          thing: 'quotation',
          id,
          now: () => quotations.find(id),
          asOf: (day) => quotations.asOf(id, day),
        });
        answerRecordOfDay(request, response, quotation);
      },
    ],
    put: [
      signedInOnly,
      jsonBody,
      async (request, response) => {
        const id = idInPath(request, 'quotation');
        const patch = validated(QuotationPatchSchema, request.body);
        const context = restCommandContext(request, response);
        const receipt = await quotations.update(id, patch, context);
        await saved(response, readModels, receipt, receipt.quotation);
      },
    ],
    delete: [
      signedInOnly,
      async (request, response) => {
        const id = idInPath(request, 'quotation');
        const { position } = await quotations.delete(id, restCommandContext(request, response));
        await seen(response, readModels, position);
        response.status(204).end();
      },
    ],
  });

  route(router, `${PATH}/:id/history`, {
    get: [
      signedInOnly,
      async (request, response) => {
        response.json(await quotations.history(idInPath(request, 'quotation')));
      },
    ],
  });
}

function pdfRoutes(router: Router, { quotations, readModels, signedInOnly }: Parts): void {
  route(router, `${PATH}/compare.pdf`, {
    get: [
      signedInOnly,
      async (request, response) => {
        const ids = comparedIds(request.query);
        await sendPdf(request, response, await quotations.comparisonPdf(ids));
      },
    ],
  });

  route(router, `${PATH}/:id/pdf`, {
    get: [
      signedInOnly,
      async (request, response) => {
        const id = idInPath(request, 'quotation');
        await sendPdf(request, response, await quotations.pdf(id));
      },
    ],
  });

  route(router, `${PATH}/:id/email`, {
    post: [
      signedInOnly,
      jsonBody,
      async (request, response) => {
        const id = idInPath(request, 'quotation');
        const input = validated(QuotationEmailInput, request.body);
        const context = restCommandContext(request, response);
        const receipt = await quotations.email(id, input, context);
        await saved(response, readModels, receipt, receipt.quotation);
      },
    ],
  });
}

function conversionRoutes(router: Router, { quotations, readModels, signedInOnly }: Parts): void {
  route(router, `${PATH}/:id/convert`, {
    post: [
      signedInOnly,
      jsonBody,
      async (request, response) => {
        const id = idInPath(request, 'quotation');
        const context = restCommandContext(request, response);
        const kind = await quotations.quotedKind(id, context);
        const input = validated(policyInputOf(kind), request.body);
        const { quotation, policy, warnings, position } = await quotations.convert(
          id,
          input,
          context,
        );
        await seen(response, readModels, position);
        response
          .status(201)
          .location(`${policiesPath(policy.kind)}/${policy.id}`)
          .json({ quotation, policy: policyAnswer(policy), warnings });
      },
    ],
  });
}
