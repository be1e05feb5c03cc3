import {
  EXPORT_HOURS,
  ExportView as Export,
  ExportInput,
  MOST_EXPORTED,
  MOST_UNFINISHED_EXPORTS,
} from '@insuremanager/contracts/exports/exportViews';
import type { SignedInUser } from '@insuremanager/services/identity/index';
import type { CommandContext } from '@insuremanager/services/platform/commands/command';
import { requireAccess } from '../access/access.js';
import { PLAIN } from '../access/answerViews.js';
import type { Capabilities } from '../books.js';
import { jsonAnswer } from '../openapi/operations.js';
import { idInPath, restCommandContext } from '../rest/restCommands.js';
import { type RestRoute, withBody } from '../rest/restRoute.js';
import { sendContent } from '../rest/sentContent.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { LISTS_AS_FILES } from './exportPages.js';
import { wantedByText } from './exportRequest.js';
import { FORMATS, fileHeaders } from './exportRoutes.js';

/**
 * Asks for an export in the background.
 * @throws Refusal `invalid`, naming the parameter of the query; `forbidden` where the user may not
 *   read the list, or search it
 */
export async function startExport(
  { exports }: Pick<Capabilities, 'exports'>,
  input: ExportInput,
  user: SignedInUser,
  context: CommandContext,
): Promise<Export> {
  const exported = LISTS_AS_FILES[input.list];
  requireAccess(user, exported.read);
  const { filters } = wantedByText(exported, input.query, user);
  return exports.ask({ ...input, filters }, user, context);
}

const COMMON = { access: 'export', view: PLAIN, tag: 'Exports' } as const;

/** Lists of any length as files, made in the background. */
export const exportJobRoutes: readonly RestRoute[] = [
  {
    ...COMMON,
    method: 'get',
    path: '/api/exports',
    operationId: 'listExports',
    summary: 'One’s own exports in the background, the newest first',
    answers: { 200: jsonAnswer('The exports', [{ Export }]) },
    handle: ({ response, services }) => services.exports.list(signedInUser(response).userId),
  },
  withBody({
    ...COMMON,
    method: 'post',
    path: '/api/exports',
    operationId: 'startExport',
    summary: 'Ask for a list as a file, made in the background',
    description:
      `Of at most ${MOST_EXPORTED.toLocaleString('en')} records, all as they were when it began, masked ` +
      'by the role of who asks. Recorded. The file can be downloaded for ' +
      `${EXPORT_HOURS} hours. At most 30 an hour by a user, and ${MOST_UNFINISHED_EXPORTS} at a time.`,
    command: 'new',
    body: { ExportInput },
    answers: { 202: jsonAnswer('It waits for its turn', { Export }) },
    refuses: [409, 429],
    handle: ({ input, request, response, services }) =>
      startExport(services, input, signedInUser(response), restCommandContext(request, response)),
  }),
  {
    ...COMMON,
    method: 'get',
    path: '/api/exports/:id',
    operationId: 'getExport',
    summary: 'How far an export is',
    description: 'One’s own.',
    answers: { 200: jsonAnswer('The export', { Export }) },
    handle: ({ request, response, services }) =>
      services.exports.require(idInPath(request, 'export'), signedInUser(response).userId),
  },
  {
    ...COMMON,
    method: 'delete',
    path: '/api/exports/:id',
    operationId: 'cancelExport',
    summary: 'Cancel an export, or remove its file',
    description: 'One’s own.',
    answers: { 200: jsonAnswer('The export', { Export }) },
    handle: ({ request, response, services }) =>
      services.exports.cancel(idInPath(request, 'export'), signedInUser(response).userId),
  },
  {
    ...COMMON,
    method: 'get',
    path: '/api/exports/:id/file',
    operationId: 'downloadExport',
    summary: 'The file of an export',
    description:
      'One’s own, until it expires, and as long as one’s role is the one by which it was masked. Recorded each time.',
    answers: {
      200: {
        description: 'The file',
        content: { ...FORMATS.csv.content, ...FORMATS.xlsx.content },
      },
    },
    refuses: [404, 409],
    async handle({ request, response, services }) {
      const context = restCommandContext(request, response);
      const id = idInPath(request, 'export');
      const opened = await services.exports.open(id, signedInUser(response), context);
      const { content, day } = opened;
      await sendContent(request, response, content, {
        ...fileHeaders(opened.export, day),
        'Content-Length': String(opened.export.size),
      });
    },
  },
];
