import { policyInputOf } from '@insuremanager/contracts/policies/policyInputs';
import { POLICY_KINDS } from '@insuremanager/contracts/policies/policyKinds';
import { QuotationEmailInput } from '@insuremanager/contracts/quotations/quotationFields';
import { QuotationView, quotationRecord } from '@insuremanager/contracts/quotations/quotationViews';
import { Warning } from '@insuremanager/contracts/rules/warning';
import { createTurns } from '@insuremanager/services/platform/locks/turns';
import type { OpenedPdf } from '@insuremanager/services/quotations/index';
import { z } from 'zod';
import { PLAIN } from '../access/answerViews.js';
import { ref } from '../openapi/jsonSchemas.js';
import { jsonAnswer } from '../openapi/operations.js';
import { locationHeader, staleHeader } from '../openapi/parameters.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { validated } from '../validated.js';
import { pdfAnswer, sendPdf } from './pdfAnswers.js';
import { nameOfKind, POLICY_ANSWERS, policiesPath, policyAnswers } from './policyAnswers.js';
import { recordRoutes } from './recordRoutes.js';
import { restCommandContext, waitForProjection } from './restCommands.js';
import { type Exchange, type RestRoute, withBody } from './restRoute.js';

const quotation = recordRoutes({
  ...quotationRecord,
  dependsOnDay: true,
  descriptions: {
    create:
      'The number is the system’s, and the total is always premium plus service charges: one that is sent is ignored.',
    update:
      'Fields that are absent stay as they are; null clears what may be empty. What became a policy does not change any more.',
  },
});
const { path, tag } = quotation;

/** Of one user: whoever opens hundreds waits for their own, and nobody else does. */
const inTurn = createTurns(4);

/** Sends a PDF to be looked at in a page of its own, under its name. */
const pdf = (
  open: (exchange: Exchange) => Promise<OpenedPdf>,
): Pick<RestRoute, 'method' | 'access' | 'view' | 'tag' | 'handle'> => ({
  method: 'get',
  // Names the customer, whoever asks.
  access: 'people.read',
  view: PLAIN,
  tag,
  async handle(exchange) {
    const { request, response } = exchange;
    const user = String(signedInUser(response).userId);
    await sendPdf(request, response, await inTurn(user, () => open(exchange)));
  },
});

const WANTED = 'ids are the numbers of quotations, separated by commas';

/** The query of `GET /api/quotations/compare.pdf`. */
const ComparisonQuery = z.object({
  ids: z
    .string(WANTED)
    .regex(/^[1-9]\d{0,8}(,[1-9]\d{0,8})*$/, WANTED)
    .max(100, WANTED)
    .meta({
      description:
        'Numbers of 2 to 4 quotations of one customer for one type of insurance, separated by commas',
      pattern: '^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){1,3}$',
    }),
});

/** A policy of either kind: which one, the quotation says. */
const QuotationConversion = z.unknown().meta({
  description: 'A new policy of the type of insurance that was quoted',
  anyOf: POLICY_KINDS.map((kind) => ref(nameOfKind(kind, 'PolicyInput'))),
});
const ConvertedQuotation = z.object({
  quotation: QuotationView,
  policy: z.union(Object.values(POLICY_ANSWERS)),
  warnings: z.array(Warning),
});

const IF_MATCH =
  '`If-Match` holds against changes of the quotation; that it was emailed since is none.';

/** Quotations by REST: as JSON, as PDFs, by email, and as the policies that they become. */
export const quotationRoutes: readonly RestRoute[] = [
  // Before the paths with an id, which `compare.pdf` would be taken for.
  {
    ...pdf(({ request, services }) => {
      const { ids } = validated(ComparisonQuery, request.query);
      return services.quotations.comparisonPdf(ids.split(',').map(Number));
    }),
    path: `${path}/compare.pdf`,
    query: ComparisonQuery,
    operationId: 'compareQuotations',
    summary: 'Quotations of a customer side by side, as a PDF',
    answers: { 200: pdfAnswer('What they say now') },
    refuses: [404, 409],
  },
  {
    ...pdf((exchange) => exchange.services.quotations.pdf(quotation.idOf(exchange))),
    path: `${path}/:id/pdf`,
    operationId: 'getQuotationPdf',
    summary: 'A quotation as a PDF',
    answers: { 200: pdfAnswer('What it says now') },
    refuses: [409],
  },
  ...quotation.routes,
  quotation.change({
    path: '/email',
    body: { QuotationEmailInput },
    operationId: 'emailQuotation',
    summary: 'Send a quotation by email, as a PDF',
    description: IF_MATCH,
    answers: { 200: quotation.saysSaved('Sent') },
    change: ({ quotations }, id, input, context) => quotations.email(id, input, context),
  }),
  withBody({
    method: 'post',
    path: `${path}/:id/convert`,
    access: 'policies.write',
    tag,
    command: 'change',
    body: { QuotationConversion },
    operationId: 'convertQuotation',
    summary: 'Make an accepted quotation a policy',
    description: `Issues a policy of the type of insurance and to the customer that were quoted; once only. \`Location\` is where the policy is. A warning \`quotation-differs\` names each of insurer, cover and premium that is not what was quoted. ${IF_MATCH}`,
    answers: {
      201: jsonAnswer('Issued', { ConvertedQuotation }, { ...locationHeader, ...staleHeader }),
    },
    async handle({ input, ...exchange }) {
      const { request, response, services } = exchange;
      const { quotations, reminders, readModels } = services;
      const id = quotation.idOf(exchange);
      const context = restCommandContext(request, response);
      const kind = await quotations.quotedKind(id, context);
      const policyInput = validated(policyInputOf(kind), input);
      const converted = await quotations.convert(id, policyInput, context);
      const { policy, warnings, position } = converted;
      await waitForProjection(response, readModels, position);
      const [answer] = await policyAnswers(reminders)([policy]);
      response.location(`${policiesPath(policy.kind)}/${policy.id}`);
      return { quotation: converted.quotation, policy: answer, warnings };
    },
  }),
];
