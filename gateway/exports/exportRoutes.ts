import {
  EXPORT_FORMATS,
  EXPORTED_LISTS,
  type ExportedList,
  type ExportFormat,
  exportPath,
} from '@insuremanager/contracts/exports/exportedLists';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { conflict } from '@insuremanager/services/platform/errors';
import { PLAIN } from '../access/answerViews.js';
import type { Named } from '../openapi/jsonSchemas.js';
import type { Answer } from '../openapi/operations.js';
import { contentDisposition } from '../rest/contentDisposition.js';
import { restCommandContext } from '../rest/restCommands.js';
import { type Exchange, type RestRoute, withBody } from '../rest/restRoute.js';
import { sendContent } from '../rest/sentContent.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { fileOf } from './exportFile.js';
import { LISTS_AS_FILES, pagesOf } from './exportPages.js';
import {
  type ExportWanted,
  exportBody,
  exportQuery,
  wantedByBody,
  wantedByQuery,
} from './exportRequest.js';
import { XLSX_TYPE } from './xlsx.js';

interface Format {
  readonly name: string;
  readonly description: string;
  readonly type: string;
  readonly content: Answer['content'];
}

/** What is said of a file in each format. */
export const FORMATS: Readonly<Record<ExportFormat, Format>> = {
  csv: {
    name: 'CSV',
    description:
      'UTF-8 with a byte order mark, by RFC 4180, amounts as decimals, days as YYYY-MM-DD.',
    type: 'text/csv; charset=utf-8; header=present',
    content: { 'text/csv': { schema: { type: 'string', contentMediaType: 'text/csv' } } },
  },
  xlsx: {
    name: 'a workbook of Excel',
    description:
      'Amounts are numbers, days dates, instants the time in Asia/Kolkata. At most 1,048,575 records.',
    type: XLSX_TYPE,
    content: { [XLSX_TYPE]: { schema: { type: 'string', contentMediaType: XLSX_TYPE } } },
  },
};

const ALWAYS =
  'Identity numbers are always masked. Recorded before it is sent. At most 30 an hour by a user, ' +
  'and of 10,000 records: for more there is `POST /api/exports`.';

const inPascalCase = (text: string): string =>
  text
    .split('-')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join('');

function routesOf(list: ExportedList): RestRoute[] {
  const body = { [`ExportOf${inPascalCase(list)}`]: exportBody(LISTS_AS_FILES[list]) };
  return EXPORT_FORMATS.flatMap((format) => routesAs(list, format, body));
}

function routesAs(
  list: ExportedList,
  format: ExportFormat,
  body: Named<ReturnType<typeof exportBody>>,
): RestRoute[] {
  const exported = LISTS_AS_FILES[list];
  const { name, content, description } = FORMATS[format];
  const suffix = `${inPascalCase(list)}As${inPascalCase(format)}`;
  const nouns = list === 'audit-log' ? 'entries of the audit log' : list.replace('-', ' ');
  const common = {
    path: exportPath(list, format),
    access: ['export', exported.read],
    // Masked before it is written.
    view: PLAIN,
    tag: 'Exports',
    description: `${description} ${ALWAYS}`,
    answers: { 200: { description: 'The file', content } },
    refuses: [409, 429],
  } as const;
  return [
    {
      ...common,
      method: 'get',
      operationId: `export${suffix}`,
      summary: `All ${nouns} that the filter leaves, as ${name}`,
      query: exportQuery(exported),
      handle: (exchange) =>
        sendFile(
          exchange,
          { list, format },
          wantedByQuery(exported, exchange.request.query, signedInUser(exchange.response)),
        ),
    },
    withBody({
      ...common,
      method: 'post',
      operationId: `exportChosen${suffix}`,
      summary: exported.hasNumbers
        ? `The same without a trace in the address, or ${nouns} by their numbers`
        : 'The same without a trace in the address',
      body,
      mayBeEmpty: true,
      handle: ({ input, ...exchange }) =>
        sendFile(
          { ...exchange, input },
          { list, format },
          wantedByBody(exported, input, signedInUser(exchange.response)),
        ),
    }),
  ];
}

/** Lists as files: the whole list that a filter leaves, in its order, or chosen records of it. */
export const exportRoutes: readonly RestRoute[] = EXPORTED_LISTS.flatMap(routesOf);

async function sendFile(
  { request, response, services }: Exchange,
  { list, format }: { list: ExportedList; format: ExportFormat },
  { asked, columns, filters }: ExportWanted,
): Promise<void> {
  const exported = LISTS_AS_FILES[list];
  // Of a past day nothing is made in the background.
  if (!('ids' in asked) && !response.locals.asOf) {
    const { exact } = await exported.sourceIn(services).count(asked.filter);
    if (!exact) throw tooLargeToSend();
  }
  const context = restCommandContext(request, response);
  const { day } = await services.exports.begin({ list, filters }, context);
  const pages = pagesOf(exported, services, { asked, role: signedInUser(response).role });
  const content = fileOf({ list, format }, columns, pages);
  await sendContent(request, response, content, fileHeaders({ list, format }, day));
}

/** What a file is and what it is called, as who saves it is told. */
export const fileHeaders = (
  { list, format }: { list: ExportedList; format: ExportFormat },
  day: Day,
): Readonly<Record<string, string>> => ({
  'Content-Type': FORMATS[format].type,
  'Content-Disposition': contentDisposition('attachment', `${list}-${day}.${format}`),
});

const tooLargeToSend = () =>
  conflict(
    'export-too-large',
    'This list has more than 10,000 records. Export it in the background.',
  );
