import { customerList } from '@insuremanager/contracts/customers/customerViews';
import {
  EXPORTED_LISTS,
  type ExportedList,
  exportPath,
} from '@insuremanager/contracts/exports/exportedLists';
import type { ListDescription } from '@insuremanager/contracts/fields/list';
import { policyListOf } from '@insuremanager/contracts/policies/policyViews';
import { quotationList } from '@insuremanager/contracts/quotations/quotationViews';
import { listQuery } from '../listQueries.js';
import { type Operation, refusals } from './operations.js';
import { queryParameters } from './parameters.js';

const LISTS: Readonly<Record<ExportedList, ListDescription>> = {
  customers: customerList,
  'health-policies': policyListOf('health'),
  'vehicle-policies': policyListOf('vehicle'),
  quotations: quotationList,
};

const exported = (list: ExportedList): Operation => ({
  operationId: `export${list
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('')}`,
  tags: ['Exports'],
  summary: `All ${list.replace('-', ' ')} that the filter leaves, as CSV`,
  description:
    'UTF-8 with a byte order mark, by RFC 4180, amounts as decimals, days as YYYY-MM-DD. Identity ' +
    'numbers are always masked. Recorded before it is sent. At most 30 an hour by a user.',
  parameters: queryParameters(listQuery(LISTS[list]).omit({ limit: true })),
  responses: {
    '200': {
      description: 'The file',
      content: { 'text/csv': { schema: { type: 'string', contentMediaType: 'text/csv' } } },
    },
    ...refusals(400, 401, 403, 429, 503),
  },
});

export const exportPaths = (): Record<string, Record<string, Operation>> =>
  Object.fromEntries(EXPORTED_LISTS.map((list) => [exportPath(list), { get: exported(list) }]));
