import {
  IMPORTS_PATH,
  ImportView as Import,
  LARGEST_SHEET_FILE,
  MOST_IMPORTED_ROWS,
  SHEET_FILE_TOO_LARGE,
} from '@insuremanager/contracts/imports/importViews';
import type { ReceivedSheets } from '@insuremanager/services/imports/index';
import { invalid } from '@insuremanager/services/platform/errors';
import { z } from 'zod';
import { PLAIN } from '../access/answerViews.js';
import { jsonAnswer } from '../openapi/operations.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { type FileTaker, readUploadForm } from '../uploads/uploadForm.js';
import { contentDisposition } from './contentDisposition.js';
import { idInPath, restCommandContext } from './restCommands.js';
import type { Exchange, RestRoute } from './restRoute.js';
import { sendContent } from './sentContent.js';

const COMMON = { access: 'imports.manage', view: PLAIN, tag: 'Imports' } as const;

const SheetUpload = z.object({
  file: z.string().meta({
    contentMediaType: 'application/octet-stream',
    description: `CSV, TSV, XLSX or ODS of at most ${MOST_IMPORTED_ROWS.toLocaleString('en')} rows and 100 MB, or a ZIP of documents and sheets`,
  }),
});

/** Takes a spreadsheet in while it arrives; it is read in the background. */
async function takeSheets({ request, response, services }: Exchange) {
  const { imports, slots } = services;
  const taker: FileTaker<ReceivedSheets> = {
    take: (fileName, content) => imports.receive(fileName, content),
    giveUp: (received) => imports.discard(received),
  };
  return slots.within(signedInUser(response).userId, async () => {
    const context = restCommandContext(request, response);
    const limit = { bytes: LARGEST_SHEET_FILE, message: SHEET_FILE_TOO_LARGE };
    const { file } = await readUploadForm(request, taker, { limit });
    if (file === null) {
      throw invalid([{ field: 'file', code: 'required', message: 'Choose a file.' }]);
    }
    try {
      const begun = await imports.begin(file, context);
      response.location(`${IMPORTS_PATH}/${begun.id}`);
      return begun;
    } catch (error) {
      await imports.discard(file);
      throw error;
    }
  });
}

/** Spreadsheets that become records: what GraphQL cannot carry. */
export const importRoutes: readonly RestRoute[] = [
  {
    ...COMMON,
    method: 'post',
    path: IMPORTS_PATH,
    operationId: 'uploadSheets',
    summary: 'Upload a spreadsheet to be imported',
    description:
      'Its rows are read in the background; nothing is written before that is asked for by GraphQL.',
    command: 'new',
    form: { SheetUpload },
    answers: { 202: jsonAnswer('It is being read', { Import }) },
    refuses: [409, 413, 429],
    handle: takeSheets,
  },
  {
    ...COMMON,
    method: 'get',
    path: `${IMPORTS_PATH}/:id`,
    operationId: 'getImport',
    summary: 'How far an import is',
    answers: { 200: jsonAnswer('The import', { Import }) },
    handle: ({ request, services }) => services.imports.require(idInPath(request, 'import')),
  },
  {
    ...COMMON,
    method: 'get',
    path: `${IMPORTS_PATH}/:id/rejected.csv`,
    operationId: 'downloadRejectedRows',
    summary: 'Rows that were not written, as they came, with the reasons',
    description: 'For who started the import.',
    answers: {
      200: {
        description: 'The rows',
        content: { 'text/csv': { schema: { type: 'string', contentMediaType: 'text/csv' } } },
      },
    },
    refuses: [404, 409],
    async handle({ request, response, services }) {
      const id = idInPath(request, 'import');
      const context = restCommandContext(request, response);
      const { content } = await services.imports.rejected(id, context);
      await sendContent(request, response, content, {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': contentDisposition('attachment', `import-${id}.rejected.csv`),
      });
    },
  },
];
