import { KycInput, OwnerInput } from '@insuremanager/contracts/customers/customerFields';
import { customerList } from '@insuremanager/contracts/customers/customerViews';
import { RevealInput } from '@insuremanager/contracts/customers/revealing';
import type { CustomersOfBook } from '@insuremanager/services/customers/index';
import type { Identity } from '@insuremanager/services/identity/index';
import type { Router } from 'express';
import { customerRecords } from '../customerRecords.js';
import { requireOwner } from '../owners.js';
import type { ReadModelGate } from '../readYourWrites.js';
import { route } from '../routes.js';
import { jsonBody } from '../security/jsonBody.js';
import { validated } from '../validated.js';
import { addRecordRoutes } from './recordRoutes.js';
import { idInPath, restCommandContext } from './restCommands.js';

interface Parts {
  readonly customers: CustomersOfBook;
  readonly identity: Pick<Identity, 'activeUsers'>;
  readonly readModels: ReadModelGate;
}

/** Customers by REST: plain arrays and integer ids, versions as ETags. */
export function customerRoutes(router: Router, { customers, identity, ...parts }: Parts): void {
  const path = '/api/customers';
  const service = customerRecords(customers);
  const description = customerList;
  const one = addRecordRoutes(router, { path, description, service, ...parts });
  route(router, `${path}/:id/kyc`, { put: one.change(KycInput, service.setKycStatus) });
  route(router, `${path}/:id/owner`, {
    put: one.change(OwnerInput, async (id, { ownerId }, context) => {
      await requireOwner(identity, ownerId);
      return service.reassign(id, ownerId, context);
    }),
  });
  route(router, `${path}/:id/reveal`, {
    post: [
      jsonBody,
      async (request, response) => {
        const id = idInPath(request, service.recordName);
        const input = validated(RevealInput, request.body);
        const context = restCommandContext(request, response);
        response.json(await customers.revealIdentityNumber(id, input, context));
      },
    ],
  });
}
