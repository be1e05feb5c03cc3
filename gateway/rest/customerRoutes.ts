import {
  CustomerInput,
  CustomerPatch,
  KycInput,
} from '@insuremanager/contracts/customers/customerFields';
import type { Customers } from '@insuremanager/services/customers/index';
import type { RequestHandler, Router } from 'express';
import type { ReadModelGate } from '../readYourWrites.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { validated } from '../validated.js';
import { askedFor } from './askedFor.js';
import { customerListRequest } from './customerListQuery.js';
import { answerPage } from './listQuery.js';
import { answerRecord, idInPath, restCommandContext, saved, seen } from './restCommands.js';

interface Parts {
  readonly customers: Customers;
  readonly readModels: ReadModelGate;
  readonly signedInOnly: RequestHandler;
}

/** Customers by REST: plain arrays and integer ids, versions as ETags. */
export function customerRoutes(
  router: Router,
  { customers, readModels, signedInOnly }: Parts,
): void {
  route(router, '/api/customers', {
    get: [
      signedInOnly,
      async (request, response) => {
        answerPage(request, response, await customers.list(customerListRequest(request.query)));
      },
    ],
    post: [
      signedInOnly,
      jsonBody,
      async (request, response) => {
        const input = validated(CustomerInput, request.body);
        const receipt = await customers.register(input, restCommandContext(request, response));
        response.status(201).location(`/api/customers/${receipt.customer.id}`);
        await saved(response, readModels, receipt, receipt.customer);
      },
    ],
  });

  route(router, '/api/customers/:id', {
    get: [
      signedInOnly,
      async (request, response) => {
        const id = idInPath(request, 'customer');
        const customer = await askedFor(request, {
          thing: 'customer',
          id,
          now: () => customers.find(id),
          asOf: (day) => customers.asOf(id, day),
        });
        answerRecord(response, customer);
      },
    ],
    put: [
      signedInOnly,
      jsonBody,
      async (request, response) => {
        const id = idInPath(request, 'customer');
        const patch = validated(CustomerPatch, request.body);
        const receipt = await customers.update(id, patch, restCommandContext(request, response));
        await saved(response, readModels, receipt, receipt.customer);
      },
    ],
    delete: [
      signedInOnly,
      async (request, response) => {
        const id = idInPath(request, 'customer');
        const receipt = await customers.delete(id, restCommandContext(request, response));
        await seen(response, readModels, receipt.position);
        response.status(204).end();
      },
    ],
  });

  route(router, '/api/customers/:id/kyc', {
    put: [
      signedInOnly,
      jsonBody,
      async (request, response) => {
        const id = idInPath(request, 'customer');
        const input = validated(KycInput, request.body);
        const context = restCommandContext(request, response);
        const receipt = await customers.setKycStatus(id, input, context);
        await saved(response, readModels, receipt, receipt.customer);
      },
    ],
  });

  route(router, '/api/customers/:id/history', {
    get: [
      signedInOnly,
      async (request, response) => {
        response.json(await customers.history(idInPath(request, 'customer')));
      },
    ],
  });
}
