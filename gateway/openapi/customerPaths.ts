import { CustomerListQuery } from '../rest/customerListQuery.js';
import { jsonAnswer, jsonRequest, type Operation, type Parameter, refusals } from './operations.js';
import { inlineSchema, type JsonSchema, ref } from './schemas.js';

const tags = ['Customers'];
const text: JsonSchema = { type: 'string' };

const id: Parameter = {
  name: 'id',
  in: 'path',
  required: true,
  schema: { type: 'integer', minimum: 1 },
};
const ifMatch: Parameter = {
  name: 'If-Match',
  in: 'header',
  description: 'The ETag of what you saw: change only that',
  schema: text,
};
const idempotencyKey: Parameter = {
  name: 'Idempotency-Key',
  in: 'header',
  description: 'Your name for this change; sent again with the same key it is carried out once',
  schema: { type: 'string', minLength: 1, maxLength: 200 },
};
const asOf: Parameter = {
  name: 'asOf',
  in: 'query',
  description: 'The customer at the end of that day in Asia/Kolkata',
  schema: { type: 'string', format: 'date' },
};

const ETag = { description: 'The version, for If-Match', schema: text };
const stale = {
  'X-Read-Model-Stale': { description: '1 when lists do not show the change yet', schema: text },
};

/** Every parameter of the list, from the schema that reads them. A query has no null. */
function listParameters(): Parameter[] {
  const { properties } = inlineSchema(CustomerListQuery) as {
    properties: Record<string, JsonSchema>;
  };
  return Object.entries(properties).map(([name, { description, type, ...schema }]) => ({
    name,
    in: 'query',
    ...(typeof description === 'string' ? { description } : {}),
    schema: type ? { ...schema, type: [type].flat()[0] } : schema,
  }));
}

const list = (): Operation => ({
  operationId: 'listCustomers',
  tags,
  summary: 'List customers',
  parameters: listParameters(),
  responses: {
    '200': jsonAnswer(
      'The customers, newest first unless asked otherwise',
      { type: 'array', items: ref('Customer') },
      {
        Link: { description: '`rel="next"`: the following page, when there is one', schema: text },
      },
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
      Location: { description: 'Where the customer is', schema: text },
      ETag,
      ...stale,
    }),
    ...refusals(400, 401, 403, 409, 413, 415, 503),
  },
};

const read: Operation = {
  operationId: 'getCustomer',
  tags,
  summary: 'One customer',
  parameters: [id, asOf],
  responses: {
    '200': jsonAnswer('The customer', ref('Customer'), { ETag }),
    ...refusals(400, 401, 404, 503),
  },
};

const update: Operation = {
  operationId: 'updateCustomer',
  tags,
  summary: 'Change a customer',
  description: 'Fields that are absent stay as they are; null clears.',
  parameters: [id, ifMatch, idempotencyKey],
  requestBody: jsonRequest(ref('CustomerPatch')),
  responses: {
    '200': jsonAnswer('Changed', ref('SavedCustomer'), { ETag, ...stale }),
    ...refusals(400, 401, 403, 404, 409, 412, 413, 415, 503),
  },
};

const remove: Operation = {
  operationId: 'deleteCustomer',
  tags,
  summary: 'Delete a customer',
  description: 'Out of every list; the history stays.',
  parameters: [id, ifMatch, idempotencyKey],
  responses: {
    '204': { description: 'Deleted', headers: stale },
    ...refusals(400, 401, 403, 404, 409, 412, 503),
  },
};

const history: Operation = {
  operationId: 'getCustomerHistory',
  tags,
  summary: 'What happened to a customer, oldest first',
  parameters: [id],
  responses: {
    '200': jsonAnswer('Every event in words', { type: 'array', items: ref('HistoryEntry') }),
    ...refusals(401, 404, 503),
  },
};

export const customerPaths = (): Record<string, Record<string, Operation>> => ({
  '/api/customers': { get: list(), post: create },
  '/api/customers/{id}': { get: read, put: update, delete: remove },
  '/api/customers/{id}/history': { get: history },
});
