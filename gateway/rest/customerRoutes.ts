import { KycInput, OwnerInput } from '@insuremanager/contracts/customers/customerFields';
import { customerList } from '@insuremanager/contracts/customers/customerViews';
import type { CustomersOfBook } from '@insuremanager/services/customers/index';
import type { Identity } from '@insuremanager/services/identity/index';
import type { Router } from 'express';
import { customerRecords } from '../customerRecords.js';
import { requireOwner } from '../owners.js';
import type { ReadModelGate } from '../readYourWrites.js';
import { route } from '../routes.js';
import { addRecordRoutes } from './recordRoutes.js';

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
}
