import { Readable } from 'node:stream';
import { REPORT_FIGURES } from '@insuremanager/contracts/exports/exportedLists';
import {
  type ReportFilter,
  type ReportName,
  reportList,
  reportNamed,
  scopeOf,
  USUAL_REPORT,
} from '@insuremanager/contracts/reports/reports';
import { type ReportTableRow, reportTable } from '@insuremanager/contracts/reports/reportTable';
import { omit } from '@insuremanager/contracts/rules/objects';
import type { z } from 'zod';
import { requireAccess } from '../access/access.js';
import { PLAIN } from '../access/answerViews.js';
import { csvFile } from '../exports/csv.js';
import type { Column } from '../exports/exportColumns.js';
import { XLSX_TYPE, xlsxFile } from '../exports/xlsx.js';
import { listQuery } from '../listQueries.js';
import { signedInUser } from '../sessions/signedInUser.js';
import { validated } from '../validated.js';
import { contentDisposition } from './contentDisposition.js';
import { restCommandContext } from './restCommands.js';
import type { Exchange, RestRoute } from './restRoute.js';
import { sendContent } from './sentContent.js';

type Reports = Exchange['services']['reports'];

interface Asked {
  readonly name: ReportName;
  readonly filter: ReportFilter;
}

interface Format {
  readonly described: string;
  readonly type: string;
  /** For OpenAPI, without parameters. */
  readonly media: string;
  made(reports: Reports, asked: Asked): Promise<Readable>;
}

/** The figures of a report as rows and columns of a file. */
async function fileOf(reports: Reports, { name, filter }: Asked) {
  const view = await reports.report(name, filter);
  const { heading, columns, rates, rows } = reportTable(view, scopeOf(name, filter, view.today));
  const { amount = '' } = reportNamed(name);
  const all: Column<ReportTableRow>[] = [
    {
      ...{ name: 'row', heading, kind: heading === 'Day' ? 'day' : 'text' },
      cellOf: ({ key, label }) => (heading === 'Day' ? key : label),
    },
    ...columns.flatMap(({ key, label, group, hasAmount }, at): Column<ReportTableRow>[] => {
      const called = [group, label].filter(Boolean).join(' ');
      return [
        {
          ...{ name: key, heading: called, kind: 'number' },
          cellOf: ({ cells }) => cells[at]?.count ?? 0,
        },
        ...(hasAmount
          ? [
              {
                ...{ name: `${key}_amount`, heading: `${called}: ${amount}` },
                ...{ kind: 'amount', cellOf: ({ cells }) => cells[at]?.amount ?? null },
              } satisfies Column<ReportTableRow>,
            ]
          : []),
      ];
    }),
    ...rates.map(
      (label, at): Column<ReportTableRow> => ({
        ...{ name: `rate_${at}`, heading: `${label}, percent`, kind: 'number' },
        cellOf: (row) => row.rates[at] ?? null,
      }),
    ),
  ];
  return { columns: all, pages: onePage(rows) };
}

async function* onePage<Row>(rows: readonly Row[]): AsyncGenerator<readonly Row[]> {
  yield rows;
}

const FORMATS: Readonly<Record<'csv' | 'xlsx' | 'pdf', Format>> = {
  csv: {
    ...{ described: 'as CSV', media: 'text/csv' },
    type: 'text/csv; charset=utf-8; header=present',
    made: async (reports, asked) => {
      const { columns, pages } = await fileOf(reports, asked);
      return Readable.from(csvFile(columns, pages));
    },
  },
  xlsx: {
    ...{ described: 'as a workbook of Excel', media: XLSX_TYPE, type: XLSX_TYPE },
    made: async (reports, asked) => {
      const { columns, pages } = await fileOf(reports, asked);
      return xlsxFile(columns, pages, { sheet: 'Report' });
    },
  },
  pdf: {
    ...{ described: 'on the paper of the brokerage' },
    ...{ media: 'application/pdf', type: 'application/pdf' },
    made: async (reports, { name, filter }) => Readable.from([await reports.pdf(name, filter)]),
  },
};

/** That of the screen's address. */
const query = listQuery(reportList).omit({
  sort: true,
  direction: true,
  limit: true,
  cursor: true,
});

const routeOf = ([format, { described, media, type, made }]: [string, Format]): RestRoute => ({
  method: 'get',
  path: `/api/reports.${format}`,
  access: ['export', 'reports.read'],
  // Figures, and no persons.
  view: PLAIN,
  tag: 'Reports',
  operationId: `exportReportAs${format.charAt(0).toUpperCase()}${format.slice(1)}`,
  summary: `The figures of a report ${described}`,
  description:
    'Needs the permission that the lists behind it need. Recorded before it is sent. At most 30 an hour by a user.',
  query,
  answers: {
    200: {
      description: 'The file',
      content: { [media]: { schema: { type: 'string', contentMediaType: media } } },
    },
  },
  refuses: [429],
  async handle({ request, response, services }) {
    const asked: z.output<typeof query> = validated(query, request.query);
    const { report: name = USUAL_REPORT, ...filter } = asked as ReportFilter & {
      report?: ReportName;
    };
    const user = signedInUser(response);
    requireAccess(user, reportNamed(name).access);
    const used = Object.entries(omit(filter as Record<string, unknown>, ['measure']));
    const { day } = await services.exports.begin(
      {
        list: REPORT_FIGURES,
        filters: [name, ...used.flatMap(([one, value]) => (value ? [one] : []))],
      },
      restCommandContext(request, response),
    );
    await sendContent(request, response, await made(services.reports, { name, filter }), {
      'Content-Type': type,
      'Content-Disposition': contentDisposition(
        'attachment',
        `${name.replaceAll('_', '-')}-${day}.${format}`,
      ),
    });
  },
});

/** The figures of reports as files. */
export const reportRoutes: readonly RestRoute[] = Object.entries(FORMATS).map(routeOf);
