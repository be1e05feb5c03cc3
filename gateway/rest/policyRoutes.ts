import {
  CancellationInput,
  endorsementOf,
  policyInputOf,
  policyPatchOf,
  ReinstatementInput,
  renewalOf,
} from '@insuremanager/contracts/policies/policyInputs';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { policyListOf } from '@insuremanager/contracts/policies/policyViews';
import { RECORDS } from '@insuremanager/contracts/records/records';
import { HISTORY } from '../access/answerViews.js';
import { jsonAnswer } from '../openapi/operations.js';
import { policyRecords } from '../policyRecords.js';
import { nameOfKind, policiesPath, policyAnswers } from './policyAnswers.js';
import { changedRecordRoutes, listOf } from './recordRoutes.js';
import type { RestRoute, RestServices } from './restRoute.js';

function routesOfKind(kind: PolicyKind): readonly RestRoute[] {
  const service = ({ policies }: RestServices) => policyRecords(policies, kind);
  const path = policiesPath(kind);
  const policy = changedRecordRoutes({
    ...RECORDS.policy,
    path,
    one: `${kind} policy`,
    many: `${kind} policies`,
    description: policyListOf(kind),
    input: policyInputOf(kind),
    patch: policyPatchOf(kind),
    service,
    answers: ({ reminders }, views) => policyAnswers(reminders)(views),
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
      path: `${path}/:id/terms`,
      access: 'history.read',
      tag: policy.tag,
      view: { entries: HISTORY },
      operationId: `get${nameOfKind(kind, 'PolicyTerms')}`,
      summary: `What happened to every term of a ${kind} policy, oldest first`,
      description: 'Of the whole policy that the term belongs to, deleted terms too.',
      answers: { 200: jsonAnswer('Every term with its history', listOf('TermHistory')) },
      handle: (exchange) => service(exchange.services).termHistories(policy.idOf(exchange)),
    },
    policy.change({
      path: '/renew',
      body: renewalOf(kind),
      mayBeEmpty: true,
      operationId: `renew${policy.id}`,
      summary: `Renew a ${kind} policy`,
      description:
        'Makes the next term and answers it. What is absent is as before, for a year from the day after the end.',
      answers: policy.made('The next term'),
      change: (services, number, input, context) => service(services).renew(number, input, context),
    }),
    policy.change({
      path: '/endorse',
      body: endorsementOf(kind),
      operationId: `endorse${policy.id}`,
      summary: `Endorse a ${kind} policy`,
      description: 'Changes the cover from a day on, and keeps what was before.',
      change: (services, number, input, context) =>
        service(services).endorse(number, input, context),
    }),
    policy.change({
      path: '/cancel',
      body: CancellationInput,
      operationId: `cancel${policy.id}`,
      summary: `Cancel a ${kind} policy`,
      change: (services, number, input, context) =>
        service(services).cancel(number, input, context),
    }),
    policy.change({
      path: '/reinstate',
      body: ReinstatementInput,
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
