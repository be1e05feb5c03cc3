import { customerList } from '@insuremanager/contracts/customers/customerViews';
import { ref } from './jsonSchemas.js';
import { jsonAnswer, jsonRequest, type Operation, refusals } from './operations.js';
import { batchId, idempotencyKey, idParameter } from './parameters.js';
import { recordOperations } from './recordOperations.js';

const customer = recordOperations({
  tag: 'Customers',
  id: 'Customer',
  ids: 'Customers',
  singular: 'customer',
  plural: 'customers',
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

const reveal: Operation = {
  operationId: 'revealIdentityNumber',
  tags: customer.tags,
  summary: 'A whole Aadhaar number or PAN',
  description: 'Who asked and why is recorded before it is answered. At most 30 an hour by a user.',
  parameters: [idParameter, idempotencyKey, batchId],
  requestBody: jsonRequest(ref('RevealInput')),
  responses: {
    '200': jsonAnswer('The number, for this once', ref('RevealedNumber')),
    ...refusals(400, 401, 403, 404, 409, 413, 415, 429, 503),
  },
};

export const customerPaths = (): Record<string, Record<string, Operation>> => ({
  ...customer.paths('/api/customers', customerList),
  '/api/customers/{id}/kyc': { put: setKycStatus },
  '/api/customers/{id}/owner': { put: reassign },
  '/api/customers/{id}/reveal': { post: reveal },
});
