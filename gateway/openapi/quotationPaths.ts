import { QuotationListQuery } from '../rest/quotationListQuery.js';
import { ref } from './jsonSchemas.js';
import { type Answer, jsonAnswer, jsonRequest, type Operation, refusals } from './operations.js';
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

const tags = ['Quotations'];

const changed = (description: string): Answer =>
  jsonAnswer(description, ref('SavedQuotation'), { ...etagHeader, ...staleHeader });

const pdf = (description: string): Answer => ({
  description,
  headers: {
    'Content-Disposition': { description: 'inline, with its name', schema: { type: 'string' } },
  },
  content: {
    'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } },
  },
});

const list = (): Operation => ({
  operationId: 'listQuotations',
  tags,
  summary: 'List quotations',
  parameters: queryParameters(QuotationListQuery),
  responses: {
    '200': jsonAnswer(
      'The quotations, newest first unless asked otherwise',
      { type: 'array', items: ref('Quotation') },
      linkHeader,
    ),
    ...refusals(400, 401, 503),
  },
});

const create: Operation = {
  operationId: 'createQuotation',
  tags,
  summary: 'Add a quotation',
  description:
    'The number is the system’s, and the total is always premium plus service charges: one that is sent is ignored.',
  parameters: [idempotencyKey],
  requestBody: jsonRequest(ref('QuotationInput')),
  responses: {
    '201': jsonAnswer('Added', ref('SavedQuotation'), {
      ...locationHeader,
      ...etagHeader,
      ...staleHeader,
    }),
    ...refusals(400, 401, 403, 409, 413, 415, 503),
  },
};

const read: Operation = {
  operationId: 'getQuotation',
  tags,
  summary: 'One quotation',
  parameters: [idParameter, asOf],
  responses: {
    '200': jsonAnswer('The quotation', ref('Quotation'), etagHeader),
    ...refusals(400, 401, 404, 503),
  },
};

const update: Operation = {
  operationId: 'updateQuotation',
  tags,
  summary: 'Change a quotation',
  description:
    'Fields that are absent stay as they are; null clears what may be empty. What became a policy does not change any more.',
  parameters: [idParameter, ifMatch, idempotencyKey],
  requestBody: jsonRequest(ref('QuotationPatch')),
  responses: {
    '200': changed('Changed'),
    ...refusals(400, 401, 403, 404, 409, 412, 413, 415, 503),
  },
};

const remove: Operation = {
  operationId: 'deleteQuotation',
  tags,
  summary: 'Delete a quotation',
  description: 'Out of every list; the history stays.',
  parameters: [idParameter, ifMatch, idempotencyKey],
  responses: {
    '204': { description: 'Deleted', headers: staleHeader },
    ...refusals(400, 401, 403, 404, 409, 412, 503),
  },
};

const history: Operation = {
  operationId: 'getQuotationHistory',
  tags,
  summary: 'What happened to a quotation, oldest first',
  parameters: [idParameter],
  responses: {
    '200': jsonAnswer('Every event in words', { type: 'array', items: ref('HistoryEntry') }),
    ...refusals(401, 404, 503),
  },
};

const print: Operation = {
  operationId: 'getQuotationPdf',
  tags,
  summary: 'A quotation as a PDF',
  parameters: [idParameter],
  responses: { '200': pdf('What it says now'), ...refusals(401, 404, 409, 503) },
};

const compare: Operation = {
  operationId: 'compareQuotations',
  tags,
  summary: 'Quotations of a customer side by side, as a PDF',
  parameters: [
    {
      name: 'ids',
      in: 'query',
      required: true,
      description: 'Numbers of 2 to 4 quotations of one customer, separated by commas',
      schema: { type: 'string', pattern: '^\\d+(,\\d+)*$' },
    },
  ],
  responses: { '200': pdf('What they say now'), ...refusals(400, 401, 404, 409, 503) },
};

const convert: Operation = {
  operationId: 'convertQuotation',
  tags,
  summary: 'Make an accepted quotation a policy',
  description:
    'Issues a policy of the type of insurance and to the customer that were quoted; once only. `Location` is where the policy is. A warning `differs-from-quotation` names each of insurer, cover and premium that is not what was quoted. `If-Match` holds against changes of the quotation; that it was emailed since is none.',
  parameters: [idParameter, ifMatch, idempotencyKey],
  requestBody: jsonRequest(ref('QuotationConversion')),
  responses: {
    '201': jsonAnswer('Issued', ref('ConvertedQuotation'), { ...locationHeader, ...staleHeader }),
    ...refusals(400, 401, 403, 404, 409, 412, 413, 415, 503),
  },
};

const email: Operation = {
  operationId: 'emailQuotation',
  tags,
  summary: 'Send a quotation by email, as a PDF',
  description:
    '`If-Match` holds against changes of the quotation; that it was emailed since is none.',
  parameters: [idParameter, ifMatch, idempotencyKey],
  requestBody: jsonRequest(ref('QuotationEmailInput')),
  responses: {
    '200': changed('Sent'),
    ...refusals(400, 401, 403, 404, 409, 412, 413, 415, 503),
  },
};

export const quotationPaths = (): Record<string, Record<string, Operation>> => ({
  '/api/quotations': { get: list(), post: create },
  '/api/quotations/compare.pdf': { get: compare },
  '/api/quotations/{id}': { get: read, put: update, delete: remove },
  '/api/quotations/{id}/history': { get: history },
  '/api/quotations/{id}/pdf': { get: print },
  '/api/quotations/{id}/convert': { post: convert },
  '/api/quotations/{id}/email': { post: email },
});
