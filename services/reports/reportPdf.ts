import {
  type ReportScope,
  type ReportView,
  reportNamed,
} from '@insuremanager/contracts/reports/reports';
import { type ReportTableRow, reportTable } from '@insuremanager/contracts/reports/reportTable';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { formatRupees } from '@insuremanager/contracts/rules/money';
import type { Agency } from '../agency/index.js';
import type { PdfPrinter } from '../printing/index.js';

/** What reports are printed with. */
export interface ReportPaper {
  readonly printer: Pick<PdfPrinter, 'table'>;
  readonly agency: Pick<Agency, 'stationery'>;
}

const counts = new Intl.NumberFormat('en-IN');

/** A report on the brokerage's paper: each figure, and its amount below it. */
export async function printedReport(
  { printer, agency }: ReportPaper,
  view: ReportView,
  scope: ReportScope,
): Promise<Buffer> {
  const { heading, columns, rates, rows, total } = reportTable(view, scope);
  const { title, about } = reportNamed(view.name);
  const textsOf = ({ label, cells, rates: shares }: ReportTableRow): string[] => [
    label,
    ...cells.map(({ count, amount }) =>
      amount === null ? counts.format(count) : `${counts.format(count)}\n${rupees(amount)}`,
    ),
    ...shares.map((share) => (share === null ? '–' : `${share} %`)),
  ];
  return printer.table({
    ...(await agency.stationery()),
    ...{ title, day: view.today, lines: [about, narrowedTo(view, scope)] },
    headings: [
      heading,
      ...columns.map(({ group, label }) => [group, label].filter(Boolean).join(' ')),
      ...rates,
    ],
    rows: rows.map(textsOf),
    total: rows.length > 1 ? textsOf(total) : null,
  });
}

const rupees = (amount: string): string => formatRupees(BigInt(amount.replace('.', '')));

/** `1 April 2026 to …, vehicle, Star Health`, as of a day. */
function narrowedTo({ name, from, to, today }: ReportView, scope: ReportScope): string {
  const { kind, insurer, ownerId, withoutOwner } = scope;
  const parts = [
    reportNamed(name).hasPeriod && `From ${formatDay(from)} until ${formatDay(to)}`,
    kind && `${kind} only`,
    insurer && `insurer: ${insurer}`,
    ownerId !== null && 'one owner only',
    withoutOwner && 'customers without an owner only',
    `as of ${formatDay(today)}`,
  ];
  return parts.filter(Boolean).join(', ');
}
