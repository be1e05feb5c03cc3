import {
  LARGEST_STATEMENT_FILE,
  MOST_STATEMENT_LINES,
  STATEMENTS_PATH,
} from '@insuremanager/contracts/commission/commissionKinds';
import {
  CommissionRow,
  LineDecisionInput,
  ShareLine,
  StatementCheckView,
  statementRecord,
} from '@insuremanager/contracts/commission/statementViews';
import { requiredDay } from '@insuremanager/contracts/fields/dayFields';
import { reference } from '@insuremanager/contracts/fields/numberFields';
import { optionalText, requiredText } from '@insuremanager/contracts/fields/textFields';
import { invalid } from '@insuremanager/services/platform/errors';
import { z } from 'zod';
import { jsonAnswer } from '../openapi/operations.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { type FileTaker, readUploadForm } from '../uploads/uploadForm.js';
import { validated } from '../validated.js';
import { pdfAnswer, sendPdf } from './pdfAnswers.js';
import { recordRoutes } from './recordRoutes.js';
import { idInPath, restCommandContext, saved } from './restCommands.js';
import type { Exchange, RestRoute } from './restRoute.js';

const statement = recordRoutes({
  ...statementRecord,
  descriptions: { create: 'One for an insurer and a month; several files are added to it.' },
});
const { tag } = statement;
const { read, write } = statementRecord;

const most = MOST_STATEMENT_LINES.toLocaleString('en');
const StatementUpload = z.object({
  file: z.string().meta({
    contentMediaType: 'application/octet-stream',
    description: `CSV, TSV, XLSX or ODS of at most ${most} rows and 10 MB`,
  }),
});

interface ReceivedFile {
  readonly received: string;
  readonly fileName: string;
}

/** Takes an insurer's file in while it arrives, and reads it. */
async function takeStatement({ request, response, services }: Exchange) {
  const { commissionStatements: statements, slots, readModels } = services;
  const id = idInPath(request, statementRecord.one);
  const taker: FileTaker<ReceivedFile> = {
    take: async (fileName, content) => ({ fileName, received: await statements.receive(content) }),
    giveUp: ({ received }) => statements.discard(received),
  };
  await slots.within(signedInUser(response).userId, async () => {
    const context = restCommandContext(request, response);
    const limit = { bytes: LARGEST_STATEMENT_FILE, message: 'The file is larger than 10 MB.' };
    const { file } = await readUploadForm(request, taker, { limit });
    if (file === null) {
      throw invalid([{ field: 'file', code: 'required', message: 'Choose a file.' }]);
    }
    try {
      const result = await statements.addFile(id, file, context);
      await saved(response, readModels, result, result.record);
    } finally {
      await statements.discard(file.received);
    }
  });
}

const LineMatchInput = z.object({
  line: reference('line', { label: 'Line' }).input,
  policyNumber: requiredText({ label: 'Policy number', limit: 60 }).input,
});
const LineDecision = LineDecisionInput.extend({ line: LineMatchInput.shape.line });
const Nothing = z.object({});

/** Statements of insurers by REST: the record, its lines, and what is decided of them. */
export const statementRoutes: readonly RestRoute[] = [
  ...statement.routes,
  {
    ...{ method: 'get', path: `${STATEMENTS_PATH}/:id/lines`, access: read, tag },
    operationId: 'checkCommissionStatement',
    summary: 'The lines of a statement beside what is expected',
    answers: { 200: jsonAnswer('How it stands', { CommissionCheck: StatementCheckView }) },
    refuses: [404],
    handle: ({ request, services }) =>
      services.commissionStatements.check(idInPath(request, statementRecord.one)),
  },
  {
    ...{ method: 'post', path: `${STATEMENTS_PATH}/:id/lines`, access: write, tag },
    command: 'change',
    operationId: 'addCommissionLines',
    summary: 'Add the lines of an insurer’s file',
    description: 'Its columns are found by their names: policy number and commission at least.',
    form: { StatementUpload },
    answers: { 200: statement.saysSaved('Added') },
    refuses: [404, 409, 413, 429],
    handle: takeStatement,
  },
  statement.change({
    path: '/remove-lines',
    body: { CommissionLinesRemoval: Nothing },
    mayBeEmpty: true,
    operationId: 'removeCommissionLines',
    summary: 'Take all lines out again, to read another file',
    change: ({ commissionStatements }, id, _nothing, context) =>
      commissionStatements.removeLines(id, context),
  }),
  statement.change({
    path: '/match',
    body: { CommissionLineMatchInput: LineMatchInput },
    operationId: 'matchCommissionLine',
    summary: 'Say which policy a line is of',
    change: ({ commissionStatements }, id, { line, policyNumber }, context) =>
      commissionStatements.matchLine(id, line, policyNumber, context),
  }),
  statement.change({
    path: '/decide',
    body: { CommissionLineDecision: LineDecision },
    operationId: 'decideCommissionLine',
    summary: 'Accept or dispute a line',
    change: ({ commissionStatements }, id, { line, ...decision }, context) =>
      commissionStatements.decideLine(id, line, decision, context),
  }),
  statement.change({
    path: '/close',
    body: { CommissionClosing: Nothing },
    mayBeEmpty: true,
    operationId: 'closeCommissionStatement',
    summary: 'Close the month: what was expected and received is fixed for good',
    change: ({ commissionStatements }, id, _nothing, context) =>
      commissionStatements.close(id, context),
  }),
];

const ReportQuery = z.object({
  from: requiredDay({ label: 'From' }).input,
  to: requiredDay({ label: 'To' }).input,
  insuranceCompany: optionalText({ label: 'Insurance company', limit: 200 }).input,
});
const ShareQuery = z.object({
  userId: reference('user', { label: 'Sub-agent' }).input,
  month: requiredDay({ label: 'Month' }).input,
});

/** What commission comes to, by REST. */
export const commissionReportRoutes: readonly RestRoute[] = [
  {
    ...{ method: 'get', path: '/api/commission', access: read, tag },
    operationId: 'commissionReport',
    summary: 'Received against expected, by insurer and month',
    query: ReportQuery,
    answers: { 200: jsonAnswer('Newest month first', [{ CommissionRow }]) },
    handle: ({ request, services }) =>
      services.commissionStatements.report(validated(ReportQuery, request.query)),
  },
  {
    ...{ method: 'get', path: '/api/commission/shares', access: read, tag },
    operationId: 'commissionSharesOf',
    summary: 'What a sub-agent gets for a month',
    query: ShareQuery,
    answers: { 200: jsonAnswer('By statement and line', [{ ShareLine }]) },
    handle({ request, services }) {
      const { userId, month } = validated(ShareQuery, request.query);
      return services.commissionStatements.sharesOf(userId, month);
    },
  },
  {
    ...{ method: 'get', path: '/api/commission/shares.pdf', access: read, tag },
    operationId: 'commissionSharesPdf',
    summary: 'The same on the agency’s paper',
    query: ShareQuery,
    answers: { 200: pdfAnswer('The statement of a sub-agent') },
    refuses: [404],
    async handle({ request, response, services }) {
      const { userId, month } = validated(ShareQuery, request.query);
      await sendPdf(
        request,
        response,
        await services.commissionStatements.sharesPdf(userId, month),
      );
    },
  },
];
