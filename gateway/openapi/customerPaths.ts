import { CustomerListQuery } from '../rest/customerListQuery.js';
import { ref } from './jsonSchemas.js';
import { jsonAnswer, jsonRequest, type Operation, refusals } from './operations.js';
import {
  asOf,
  etagHeader,
  idempotencyKey,
  idParameter,
  ifMatch,
  linkHeader,
  locationHeader,
  queryParameters,
  staleHeader,
} from './parameters.js';

const tags = ['Customers'];
const list = (): Operation => ({
  operationId: 'listCustomers',
  tags,
  summary: 'List customers',
  parameters: queryParameters(CustomerListQuery),
  responses: {
    '200': jsonAnswer(
      'The customers, newest first unless asked otherwise',
      { type: 'array', items: ref('Customer') },
      linkHeader,
    ),
    ...refusals(400, 401, 503),
  },
});

const create: Operation = {
  operationId: 'createCustomer',
  tags,
  summary: 'Add a customer',
  parameters: [idempotencyKey],
  requestBody: jsonRequest(ref('CustomerInput')),
  responses: {
    '201': jsonAnswer('Added', ref('SavedCustomer'), {
      ...locationHeader,
      ...etagHeader,
      ...staleHeader,
    }),
    ...refusals(400, 401, 403, 409, 413, 415, 503),
  },
};

const read: Operation = {
  operationId: 'getCustomer',
  tags,
  summary: 'One customer',
  parameters: [idParameter, asOf],
  responses: {
    '200': jsonAnswer('The customer', ref('Customer'), etagHeader),
    ...refusals(400, 401, 404, 503),
  },
};

const update: Operation = {
  operationId: 'updateCustomer',
  tags,
  summary: 'Change a customer',
  description: 'Fields that are absent stay as they are; null clears.',
  parameters: [idParameter, ifMatch, idempotencyKey],
  requestBody: jsonRequest(ref('CustomerPatch')),
  responses: {
    '200': jsonAnswer('Changed', ref('SavedCustomer'), { ...etagHeader, ...staleHeader }),
    ...refusals(400, 401, 403, 404, 409, 412, 413, 415, 503),
  },
};

const remove: Operation = {
  operationId: 'deleteCustomer',
  tags,
  summary: 'Delete a customer',
  description: 'Out of every list; the history stays.',
  parameters: [idParameter, ifMatch, idempotencyKey],
  responses: {
    '204': { description: 'Deleted', headers: staleHeader },
    ...refusals(400, 401, 403, 404, 409, 412, 503),
  },
};

const setKycStatus: Operation = {
  operationId: 'setKycStatus',
  tags,
  summary: 'Set the KYC status of a customer',
  description: 'Records the KYC document that it rests on, when one is named.',
  parameters: [idParameter, ifMatch, idempotencyKey],
  requestBody: jsonRequest(ref('KycInput')),
  responses: update.responses,
};

const history: Operation = {
  operationId: 'getCustomerHistory',
  tags,
  summary: 'What happened to a customer, oldest first',
  parameters: [idParameter],
  responses: {
    '200': jsonAnswer('Every event in words', { type: 'array', items: ref('HistoryEntry') }),
    ...refusals(401, 404, 503),
  },
};

export const customerPaths = (): Record<string, Record<string, Operation>> => ({
  '/api/customers': { get: list(), post: create },
  '/api/customers/{id}': { get: read, put: update, delete: remove },
  '/api/customers/{id}/kyc': { put: setKycStatus },
  '/api/customers/{id}/history': { get: history },
});
