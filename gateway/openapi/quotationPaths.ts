import { quotationList } from '@insuremanager/contracts/quotations/quotationViews';
import { ref } from './jsonSchemas.js';
import { type Answer, jsonAnswer, type Operation, refusals } from './operations.js';
import { idParameter, locationHeader, staleHeader } from './parameters.js';
import { recordOperations } from './recordOperations.js';

const quotation = recordOperations({
  tag: 'Quotations',
  id: 'Quotation',
  ids: 'Quotations',
  singular: 'quotation',
  plural: 'quotations',
});
const { tags } = quotation;

const pdf = (description: string): Answer => ({
  description,
  headers: {
    'Content-Disposition': { description: 'inline, with its name', schema: { type: 'string' } },
  },
  content: {
    'application/pdf': { schema: { type: 'string', contentMediaType: 'application/pdf' } },
  },
});

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
      schema: { type: 'string', pattern: '^[1-9]\\d{0,8}(,[1-9]\\d{0,8}){1,3}$' },
    },
  ],
  responses: { '200': pdf('What they say now'), ...refusals(400, 401, 404, 409, 503) },
};

const convert: Operation = {
  ...quotation.change(
    'convert',
    'Make an accepted quotation a policy',
    ref('QuotationConversion'),
    {
      description:
        'Issues a policy of the type of insurance and to the customer that were quoted; once only. `Location` is where the policy is. A warning `quotation-differs` names each of insurer, cover and premium that is not what was quoted. `If-Match` holds against changes of the quotation; that it was emailed since is none.',
    },
  ),
  responses: {
    '201': jsonAnswer('Issued', ref('ConvertedQuotation'), { ...locationHeader, ...staleHeader }),
    ...refusals(400, 401, 403, 404, 409, 412, 413, 415, 503),
  },
};

const sent = quotation.change(
  'email',
  'Send a quotation by email, as a PDF',
  ref('QuotationEmailInput'),
  {
    description:
      '`If-Match` holds against changes of the quotation; that it was emailed since is none.',
  },
);
const email: Operation = {
  ...sent,
  responses: { ...sent.responses, '200': quotation.changed('Sent') },
};

export const quotationPaths = (): Record<string, Record<string, Operation>> => ({
  '/api/quotations/compare.pdf': { get: compare },
  ...quotation.paths('/api/quotations', quotationList, {
    create:
      'The number is the system’s, and the total is always premium plus service charges: one that is sent is ignored.',
    update:
      'Fields that are absent stay as they are; null clears what may be empty. What became a policy does not change any more.',
  }),
  '/api/quotations/{id}/pdf': { get: print },
  '/api/quotations/{id}/convert': { post: convert },
  '/api/quotations/{id}/email': { post: email },
});
