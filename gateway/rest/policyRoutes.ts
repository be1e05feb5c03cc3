import {
  CancellationInput,
  endorsementOf,
  ReinstatementInput,
  renewalOf,
} from '@insuremanager/contracts/policies/policyChanges';
import { policyInputOf, policyPatchOf } from '@insuremanager/contracts/policies/policyInputs';
import { POLICY_KINDS, type PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import type { Policies, PolicyReceipt, TermRef } from '@insuremanager/services/policies/index';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { z } from 'zod';
import type { ReadModelGate } from '../readYourWrites.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { validated } from '../validated.js';
import { askedFor } from './askedFor.js';
import { answerPage } from './listQuery.js';
import { policiesPath, policyAnswer } from './policyAnswers.js';
import { policyListRequest } from './policyListQuery.js';
import { answerRecordOfDay, idInPath, restCommandContext, saved, seen } from './restCommands.js';

interface Parts {
  readonly policies: Policies;
  readonly readModels: ReadModelGate;
  readonly signedInOnly: RequestHandler;
}

/** Policies of both kinds by REST, each kind under a path of its own. */
export function policyRoutes(router: Router, parts: Parts): void {
  for (const kind of POLICY_KINDS) routesOfKind(router, kind, parts);
}

function routesOfKind(
  router: Router,
  kind: PolicyKind,
  { policies, readModels, signedInOnly }: Parts,
): void {
  const path = policiesPath(kind);
  const refIn = (request: Request): TermRef => ({ kind, id: idInPath(request, 'policy') });
  const answer = (response: Response, receipt: PolicyReceipt): Promise<void> =>
    saved(response, readModels, receipt, policyAnswer(receipt.policy));
  const answerNew = (response: Response, receipt: PolicyReceipt): Promise<void> =>
    answer(response.status(201).location(`${path}/${receipt.policy.id}`), receipt);

  /** A change of one policy, whose body a schema reads. */
  const change = <Schema extends z.ZodType>(
    schema: Schema,
    carryOut: (
      ref: TermRef,
      input: z.output<Schema>,
      context: CommandContext,
    ) => Promise<PolicyReceipt>,
    respond = answer,
  ): RequestHandler[] => [
    signedInOnly,
    jsonBody,
    async (request, response) => {
      const ref = refIn(request);
      const input = validated(schema, request.body);
      await respond(response, await carryOut(ref, input, restCommandContext(request, response)));
    },
  ];

  route(router, path, {
    get: [
      signedInOnly,
      async (request, response) => {
        const page = await policies.list(policyListRequest(kind, request.query));
        answerPage(request, response, { ...page, items: page.items.map(policyAnswer) });
      },
    ],
    post: [
      signedInOnly,
      jsonBody,
      async (request, response) => {
        const input = validated(policyInputOf(kind), request.body);
        const context = restCommandContext(request, response);
        await answerNew(response, await policies.issue(kind, input, context));
      },
    ],
  });

  route(router, `${path}/:id`, {
    get: [
      signedInOnly,
      async (request, response) => {
        const ref = refIn(request);
        const policy = await askedFor(request, {
          thing: 'policy',
          id: ref.id,
          now: () => policies.find(ref.id, kind),
          asOf: (day) => policies.asOf(ref, day),
        });
        answerRecordOfDay(request, response, policyAnswer(policy));
      },
    ],
    put: change(policyPatchOf(kind), policies.update),
    delete: [
      signedInOnly,
      async (request, response) => {
        const ref = refIn(request);
        const receipt = await policies.delete(ref, restCommandContext(request, response));
        await seen(response, readModels, receipt.position);
        response.status(204).end();
      },
    ],
  });

  route(router, `${path}/:id/history`, {
    get: [
      signedInOnly,
      async (request, response) => {
        response.json(await policies.history(refIn(request)));
      },
    ],
  });

  route(router, `${path}/:id/terms`, {
    get: [
      signedInOnly,
      async (request, response) => {
        response.json(await policies.termHistories(refIn(request)));
      },
    ],
  });

  route(router, `${path}/:id/renew`, {
    post: change(renewalOf(kind), policies.renew, answerNew),
  });
  route(router, `${path}/:id/endorse`, { post: change(endorsementOf(kind), policies.endorse) });
  route(router, `${path}/:id/cancel`, { post: change(CancellationInput, policies.cancel) });
  route(router, `${path}/:id/reinstate`, { post: change(ReinstatementInput, policies.reinstate) });
}
