import {
  PaymentView as Payment,
  PaymentTotals,
  paymentList,
} from '@insuremanager/contracts/policies/paymentViews';
import { PLAIN } from '../access/answerViews.js';
import { ledFilter, listQuery, listRequest } from '../listQueries.js';
import { jsonAnswer } from '../openapi/operations.js';
import { linkHeader } from '../openapi/parameters.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { answerPage } from './recordRoutes.js';
import type { Exchange, RestRoute } from './restRoute.js';

const ofPayments = {
  method: 'get',
  access: 'policies.read',
  tag: 'Payments',
  query: listQuery(paymentList),
} as const satisfies Partial<RestRoute>;

/** What is asked for by the query of a list of payments. */
async function paymentsAsked({ request, response, services }: Exchange) {
  const asked = listRequest(paymentList, request.query, signedInUser(response));
  return { ...asked, filter: await ledFilter(services, asked.filter) };
}

/** What was paid of premiums, over all policies; one is paid at its policy. */
export const paymentRoutes: readonly RestRoute[] = [
  {
    ...ofPayments,
    path: '/api/payments',
    view: 'Payment',
    operationId: 'listPayments',
    summary: 'Premiums that were marked as paid, over all policies',
    description: 'Also those that were taken back and not paid again since.',
    answers: {
      200: jsonAnswer('The payments, the latest first by default', [{ Payment }], linkHeader),
    },
    async handle(exchange) {
      const { request, response, services } = exchange;
      const page = await services.instalments.list(await paymentsAsked(exchange));
      return answerPage(request, response, page);
    },
  },
  {
    ...ofPayments,
    path: '/api/payments/totals',
    view: PLAIN,
    operationId: 'getPaymentTotals',
    summary: 'What the payments of a list come to',
    answers: { 200: jsonAnswer('The sums, over all pages of the list', { PaymentTotals }) },
    async handle(exchange) {
      const { filter } = await paymentsAsked(exchange);
      return exchange.services.instalments.totals(filter);
    },
  },
];
