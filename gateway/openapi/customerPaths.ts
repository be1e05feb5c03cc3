import { CustomerListQuery } from '../rest/customerListQuery.js';
import { ref } from './jsonSchemas.js';
import type { Operation } from './operations.js';
import { queryParameters } from './parameters.js';
import { recordOperations } from './recordOperations.js';

const customer = recordOperations({
  tag: 'Customers',
  id: 'Customer',
  ids: 'Customers',
  noun: 'customer',
  nouns: 'customers',
});

const update = customer.change('update', 'Change a customer', ref('CustomerPatch'), {
  description: 'Fields that are absent stay as they are; null clears.',
});

const setKycStatus: Operation = {
  ...customer.change('', 'Set the KYC status of a customer', ref('KycInput'), {
    description: 'Records the KYC document that it rests on, when one is named.',
  }),
  operationId: 'setKycStatus',
};

export const customerPaths = (): Record<string, Record<string, Operation>> => ({
  '/api/customers': {
    get: customer.list(queryParameters(CustomerListQuery)),
    post: customer.create(),
  },
  '/api/customers/{id}': { get: customer.read(), put: update, delete: customer.remove() },
  '/api/customers/{id}/kyc': { put: setKycStatus },
  '/api/customers/{id}/history': { get: customer.history() },
});
