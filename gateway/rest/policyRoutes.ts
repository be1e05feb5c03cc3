import {
  InsuredMember,
  InsuredMembersInput,
} from '@insuremanager/contracts/policies/insuredMembers';
import {
  PaymentInput,
  PolicyInstalment,
  TakenBackInput,
} from '@insuremanager/contracts/policies/paymentFields';
import {
  CancellationInput,
  endorsementOf,
  type PolicyInput,
  policyInputOf,
  policyPatchOf,
  ReinstatementInput,
  renewalOf,
} from '@insuremanager/contracts/policies/policyInputs';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import {
  type PolicyListRequest,
  type PolicyView,
  policyListOf,
  policyRecord,
  TermHistory,
} from '@insuremanager/contracts/policies/policyViews';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { createTurns } from '@insuremanager/services/platform/locks/turns';
import type { PoliciesOfBook, TermRef } from '@insuremanager/services/policies/index';
import { z } from 'zod';
import { HISTORY, PLAIN } from '../access/answerViews.js';
import { jsonAnswer } from '../openapi/operations.js';
import { renewTerm } from '../renewing.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { validated } from '../validated.js';
import { pdfAnswer, sendPdf } from './pdfAnswers.js';
import { nameOfKind, POLICY_ANSWERS, policyAnswers } from './policyAnswers.js';
import { recordRoutes } from './recordRoutes.js';
import type { RestRoute, RestServices } from './restRoute.js';

/** Of one user: whoever opens hundreds waits for their own, and nobody else does. */
const inTurn = createTurns(4);

const WANTED = 'instalment is the number of one that is paid';
const ReceiptQuery = z.object({
  instalment: z
    .string(WANTED)
    .regex(/^[1-9]\d{0,2}$/, WANTED)
    .meta({ description: 'Which one of the term', pattern: '^[1-9]\\d{0,2}$' }),
});

/** The policies of one kind, each under its id. */
function policiesOf(kind: PolicyKind, policies: PoliciesOfBook) {
  const byId =
    <Rest extends unknown[], Outcome>(method: (ref: TermRef, ...rest: Rest) => Outcome) =>
    (id: number, ...rest: Rest): Outcome =>
      method({ kind, id }, ...rest);
  return {
    list: (request: PolicyListRequest) =>
      policies.list({ ...request, filter: { ...request.filter, kind } }),
    find: (id: number) => policies.find(id, kind),
    asOf: byId(policies.asOf),
    history: byId(policies.history),
    termHistories: byId(policies.termHistories),
    create: (input: PolicyInput, context: CommandContext) => policies.issue(kind, input, context),
    update: byId(policies.update),
    endorse: byId(policies.endorse),
    cancel: byId(policies.cancel),
    reinstate: byId(policies.reinstate),
    insuredMembers: byId(policies.insuredMembers),
    setInsuredMembers: byId(policies.setInsuredMembers),
    instalments: byId(policies.instalments),
    payInstalments: byId(policies.payInstalments),
    takeBackInstalment: byId(policies.takeBackInstalment),
    delete: byId(policies.delete),
  };
}

function routesOfKind(kind: PolicyKind): readonly RestRoute[] {
  const service = ({ policies }: RestServices) => policiesOf(kind, policies);
  const policy = recordRoutes({
    ...policyRecord,
    kind,
    list: policyListOf(kind),
    input: policyInputOf(kind),
    patch: policyPatchOf(kind),
    service,
    shape: POLICY_ANSWERS[kind],
    answers: ({ reminders }, views) => policyAnswers(reminders)(views as readonly PolicyView[]),
    dependsOnDay: true,
    descriptions: {
      read: 'A policy of the other kind is not found here.',
      remove:
        'Out of every list; the history stays. A term that renewed another gives that one back its place.',
    },
  });
  return [
    ...policy.routes,
    {
      method: 'get',
      path: `${policy.path}/:id/terms`,
      access: 'history.read',
      tag: policy.tag,
      view: { entries: HISTORY },
      operationId: `get${nameOfKind(kind, 'PolicyTerms')}`,
      summary: `What happened to every term of a ${kind} policy, oldest first`,
      description: 'Of the whole policy that the term belongs to, deleted terms too.',
      answers: { 200: jsonAnswer('Every term with its history', [{ TermHistory }]) },
      handle: (exchange) => service(exchange.services).termHistories(policy.idOf(exchange)),
    },
    policy.change({
      path: '/renew',
      body: { [`${policy.id}Renewal`]: renewalOf(kind) },
      mayBeEmpty: true,
      operationId: `renew${policy.id}`,
      summary: `Renew a ${kind} policy`,
      description:
        'Makes the next term and answers it. What is absent is as before, for a year from the day after the end.',
      answers: policy.made('The next term'),
      change: (services, id, input, context) => renewTerm(services, { kind, id }, input, context),
    }),
    policy.change({
      path: '/endorse',
      body: { [`${policy.id}Endorsement`]: endorsementOf(kind) },
      operationId: `endorse${policy.id}`,
      summary: `Endorse a ${kind} policy`,
      description: 'Changes the cover from a day on, and keeps what was before.',
      change: (services, number, input, context) =>
        service(services).endorse(number, input, context),
    }),
    policy.change({
      path: '/cancel',
      body: { CancellationInput },
      operationId: `cancel${policy.id}`,
      summary: `Cancel a ${kind} policy`,
      change: (services, number, input, context) =>
        service(services).cancel(number, input, context),
    }),
    ...(kind === 'health'
      ? [
          {
            method: 'get',
            path: `${policy.path}/:id/insured`,
            access: 'policies.read',
            view: 'InsuredMember',
            tag: policy.tag,
            operationId: 'getInsuredMembers',
            summary: 'Whom a health policy covers',
            description: 'None where nobody has said so. Members of other books have no name.',
            answers: {
              200: jsonAnswer('In the order in which they were named', [{ InsuredMember }]),
            },
            handle: (exchange) => service(exchange.services).insuredMembers(policy.idOf(exchange)),
          } satisfies RestRoute,
          policy.change({
            method: 'put',
            path: '/insured',
            body: { InsuredMembersInput },
            operationId: 'setInsuredMembers',
            summary: 'Say whom a health policy covers',
            description:
              'All of them: who is not named is covered no more. Customers of other books stay, and those who are gone go.',
            change: (services, number, input, context) =>
              service(services).setInsuredMembers(number, input, context),
          }),
        ]
      : []),
    {
      method: 'get',
      path: `${policy.path}/:id/instalments`,
      access: 'policies.read',
      view: 'PolicyInstalment',
      tag: policy.tag,
      operationId: `get${nameOfKind(kind, 'PolicyInstalments')}`,
      summary: `The premiums of a ${kind} policy, paid or not`,
      description: 'None where the premium is yearly.',
      answers: { 200: jsonAnswer('In the order of their days', [{ PolicyInstalment }]) },
      handle: (exchange) => service(exchange.services).instalments(policy.idOf(exchange)),
    },
    {
      method: 'get',
      path: `${policy.path}/:id/receipt`,
      // Names the customer, whoever asks.
      access: 'people.read',
      view: PLAIN,
      query: ReceiptQuery,
      tag: policy.tag,
      operationId: `get${nameOfKind(kind, 'PolicyReceipt')}`,
      summary: `That an instalment of a ${kind} policy was paid, as a PDF`,
      answers: { 200: pdfAnswer('What is recorded now') },
      refuses: [409],
      async handle(exchange) {
        const { request, response, services } = exchange;
        const ref = { kind, id: policy.idOf(exchange) };
        const { instalment } = validated(ReceiptQuery, request.query);
        const receipt = await inTurn(String(signedInUser(response).userId), () =>
          services.instalments.receipt(ref, Number(instalment)),
        );
        await sendPdf(request, response, receipt);
      },
    },
    policy.change({
      path: '/pay-instalments',
      body: { PaymentInput },
      operationId: `pay${policy.id}Instalments`,
      summary: `Mark instalments of a ${kind} policy as paid`,
      description: 'The next one, or all up to one.',
      change: (services, number, input, context) =>
        service(services).payInstalments(number, input, context),
    }),
    policy.change({
      path: '/take-back-instalment',
      body: { TakenBackInput },
      mayBeEmpty: true,
      operationId: `takeBack${policy.id}Instalment`,
      summary: `Take back the latest payment of a ${kind} policy`,
      change: (services, number, input, context) =>
        service(services).takeBackInstalment(number, input, context),
    }),
    policy.change({
      path: '/reinstate',
      body: { ReinstatementInput },
      mayBeEmpty: true,
      operationId: `reinstate${policy.id}`,
      summary: `Reinstate a ${kind} policy`,
      description: 'Undoes a cancellation or a lapse.',
      change: (services, number, input, context) =>
        service(services).reinstate(number, input, context),
    }),
  ];
}

/** Policies of both kinds by REST, each kind under a path of its own. */
export const policyRoutes: readonly RestRoute[] = POLICY_KINDS.flatMap(routesOfKind);
