import { customerList } from '@insuremanager/contracts/customers/customerViews';
import { ref } from './jsonSchemas.js';
import type { Operation } from './operations.js';
import { recordOperations } from './recordOperations.js';

const customer = recordOperations({
  tag: 'Customers',
  id: 'Customer',
  ids: 'Customers',
  noun: 'customer',
  nouns: 'customers',
});

const setKycStatus: Operation = {
  ...customer.change('', 'Set the KYC status of a customer', ref('KycInput'), {
    description: 'Records the KYC document that it rests on, when one is named.',
  }),
  operationId: 'setKycStatus',
};

const reassign: Operation = {
  ...customer.change('', 'Put a customer into the book of a user', ref('OwnerInput'), {
    description: 'With all that is theirs. Null: nobody’s.',
  }),
  operationId: 'reassignCustomer',
};

export const customerPaths = (): Record<string, Record<string, Operation>> => ({
  ...customer.paths('/api/customers', customerList),
  '/api/customers/{id}/kyc': { put: setKycStatus },
  '/api/customers/{id}/owner': { put: reassign },
});
