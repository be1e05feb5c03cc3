import {
  CancellationInput,
  endorsementOf,
  ReinstatementInput,
  renewalOf,
} from '@insuremanager/contracts/policies/policyInputs';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import { policyListOf } from '@insuremanager/contracts/policies/policyViews';
import type { PoliciesOfBook } from '@insuremanager/services/policies/index';
import type { RemindersOfBook } from '@insuremanager/services/reminders/index';
import type { Router } from 'express';
import { policyRecords } from '../policyRecords.js';
import type { ReadModelGate } from '../readYourWrites.js';
import { route } from '../routes.js';
import { policiesPath, policyAnswers } from './policyAnswers.js';
import { addRecordRoutes } from './recordRoutes.js';
import { idInPath } from './restCommands.js';

interface Parts {
  readonly policies: PoliciesOfBook;
  readonly reminders: Pick<RemindersOfBook, 'lastSent'>;
  readonly readModels: ReadModelGate;
}

/** Policies of both kinds by REST, each kind under a path of its own. */
export function policyRoutes(router: Router, parts: Parts): void {
  for (const kind of POLICY_KINDS) routesOfKind(router, kind, parts);
}

function routesOfKind(
  router: Router,
  kind: PolicyKind,
  { policies, reminders, ...parts }: Parts,
): void {
  const path = policiesPath(kind);
  const service = policyRecords(policies, kind);
  const one = addRecordRoutes(router, {
    path,
    description: policyListOf(kind),
    service,
    answers: policyAnswers(reminders),
    dependsOnDay: true,
    ...parts,
  });

  route(router, `${path}/:id/terms`, {
    get: [
      async (request, response) => {
        response.json(await service.termHistories(idInPath(request, service.recordName)));
      },
    ],
  });
  route(router, `${path}/:id/renew`, {
    post: one.change(renewalOf(kind), service.renew, one.answerNew),
  });
  route(router, `${path}/:id/endorse`, { post: one.change(endorsementOf(kind), service.endorse) });
  route(router, `${path}/:id/cancel`, { post: one.change(CancellationInput, service.cancel) });
  route(router, `${path}/:id/reinstate`, {
    post: one.change(ReinstatementInput, service.reinstate),
  });
}
