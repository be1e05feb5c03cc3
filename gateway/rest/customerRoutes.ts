import { CustomerInput, CustomerPatch } from '@insuremanager/contracts/customers/customerFields';
import type { CustomerView, SavedCustomer } from '@insuremanager/contracts/customers/customerViews';
import { isDay } from '@insuremanager/contracts/rules/kolkataDay';
import type { CustomerReceipt, Customers } from '@insuremanager/services/customers/index';
import { invalid, notFound } from '@insuremanager/services/platform/errors';
import type { Request, RequestHandler, Response, Router } from 'express';
import type { ReadModelGate } from '../readYourWrites.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { validated } from '../validated.js';
import { customerListRequest, nextPageLink } from './customerListQuery.js';
import { entityTag, idInPath, restCommandContext, seen } from './restCommands.js';

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
  const saved = async (
    response: Response,
    { customer, warnings, position }: CustomerReceipt,
  ): Promise<void> => {
    await seen(response, readModels, position);
    const body: SavedCustomer = { ...customer, warnings: [...warnings] };
    response.setHeader('ETag', entityTag(customer.version)).json(body);
  };

  route(router, '/api/customers', {
    get: [
      signedInOnly,
      async (request, response) => {
        const { items, nextCursor } = await customers.list(customerListRequest(request.query));
        if (nextCursor !== null) {
          response.setHeader('Link', nextPageLink(request.originalUrl, nextCursor));
        }
        response.json(items);
      },
    ],
    post: [
      signedInOnly,
      jsonBody,
      async (request, response) => {
        const input = validated(CustomerInput, request.body);
        const receipt = await customers.register(input, restCommandContext(request, response));
        response.status(201).location(`/api/customers/${receipt.customer.id}`);
        await saved(response, receipt);
      },
    ],
  });

  route(router, '/api/customers/:id', {
    get: [
      signedInOnly,
      async (request, response) => {
        const customer = await askedFor(customers, request);
        response.setHeader('ETag', entityTag(customer.version)).json(customer);
      },
    ],
    put: [
      signedInOnly,
      jsonBody,
      async (request, response) => {
        const id = idInPath(request, 'customer');
        const patch = validated(CustomerPatch, request.body);
        const context = restCommandContext(request, response);
        await saved(response, await customers.update(id, patch, context));
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

  route(router, '/api/customers/:id/history', {
    get: [
      signedInOnly,
      async (request, response) => {
        response.json(await customers.history(idInPath(request, 'customer')));
      },
    ],
  });
}

/** The customer as it is, or with `?asOf=` as it was at the end of that Kolkata day. */
async function askedFor(customers: Customers, request: Request): Promise<CustomerView> {
  const id = idInPath(request, 'customer');
  const { asOf } = request.query;
  if (asOf === undefined) {
    const customer = await customers.find(id);
    if (customer === null) throw notFound('customer', id);
    return customer;
  }
  if (typeof asOf !== 'string' || !isDay(asOf)) {
    const message = 'asOf must be a day that exists, as YYYY-MM-DD';
    throw invalid([{ field: 'asOf', code: 'not-a-day', message }]);
  }
  const customer = await customers.asOf(id, asOf);
  if (customer === null) throw notFound('customer', id);
  return customer;
}
