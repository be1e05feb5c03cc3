import { customerList } from '@insuremanager/contracts/customers/customerViews';
import {
  EXPORT_FORMATS,
  EXPORTED_LISTS,
  type ExportedList,
  type ExportFormat,
  exportPath,
} from '@insuremanager/contracts/exports/exportedLists';
import type { ListDescription } from '@insuremanager/contracts/fields/list';
import { policyListOf } from '@insuremanager/contracts/policies/policyViews';
import { quotationList } from '@insuremanager/contracts/quotations/quotationViews';
import type { z } from 'zod';
import {
  type Column,
  CUSTOMER_COLUMNS,
  POLICY_COLUMNS,
  QUOTATION_COLUMNS,
} from '../exports/exportColumns.js';
import { exportBody, exportQuery } from '../exports/exportRequest.js';
import { XLSX_TYPE } from '../exports/xlsx.js';
import { ref } from './jsonSchemas.js';
import { type Answer, jsonRequest, type Operation, refusals } from './operations.js';
import { queryParameters } from './parameters.js';

type Columns = readonly Pick<Column<never>, 'name'>[];

const LISTS: Readonly<Record<ExportedList, readonly [ListDescription, Columns]>> = {
  customers: [customerList, CUSTOMER_COLUMNS],
  'health-policies': [policyListOf('health'), POLICY_COLUMNS.health],
  'vehicle-policies': [policyListOf('vehicle'), POLICY_COLUMNS.vehicle],
  quotations: [quotationList, QUOTATION_COLUMNS],
};

const FORMATS: Readonly<
  Record<ExportFormat, { name: string; description: string; content: Answer['content'] }>
> = {
  csv: {
    name: 'CSV',
    description:
      'UTF-8 with a byte order mark, by RFC 4180, amounts as decimals, days as YYYY-MM-DD.',
    content: { 'text/csv': { schema: { type: 'string', contentMediaType: 'text/csv' } } },
  },
  xlsx: {
    name: 'a workbook of Excel',
    description:
      'Amounts are numbers, days dates, instants the time in Asia/Kolkata. At most 1,048,575 records.',
    content: { [XLSX_TYPE]: { schema: { type: 'string', contentMediaType: XLSX_TYPE } } },
  },
};

const ALWAYS =
  'Identity numbers are always masked. Recorded before it is sent. At most 30 an hour by a user.';

const inPascalCase = (text: string): string =>
  text
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

const bodyName = (list: ExportedList): string => `ExportOf${inPascalCase(list)}`;

/** The shapes of the bodies, by their names. */
export const exportBodies = (): Record<string, z.ZodType> =>
  Object.fromEntries(EXPORTED_LISTS.map((list) => [bodyName(list), exportBody(...LISTS[list])]));

function exported(list: ExportedList, format: ExportFormat): Record<'get' | 'post', Operation> {
  const [description, columns] = LISTS[list];
  const { name, content, ...form } = FORMATS[format];
  const records = list.replace('-', ' ');
  const suffix = `${inPascalCase(list)}As${inPascalCase(format)}`;
  const common = { tags: ['Exports'], description: `${form.description} ${ALWAYS}` };
  const file = { '200': { description: 'The file', content } };
  return {
    get: {
      ...common,
      operationId: `export${suffix}`,
      summary: `All ${records} that the filter leaves, as ${name}`,
      parameters: queryParameters(exportQuery(description, columns)),
      responses: { ...file, ...refusals(400, 401, 403, 429, 503) },
    },
    post: {
      ...common,
      operationId: `exportChosen${suffix}`,
      summary: `The same without a trace in the address, or ${records} by their numbers`,
      requestBody: jsonRequest(ref(bodyName(list)), false),
      responses: { ...file, ...refusals(400, 401, 403, 413, 415, 429, 503) },
    },
  };
}

export const exportPaths = (): Record<string, Record<string, Operation>> =>
  Object.fromEntries(
    EXPORTED_LISTS.flatMap((list) =>
      EXPORT_FORMATS.map((format) => [exportPath(list, format), exported(list, format)] as const),
    ),
  );
