import type {
  ReportColumn,
  ReportName,
  ReportScope,
} from '@insuremanager/contracts/reports/reports';
import { reportNamed } from '@insuremanager/contracts/reports/reports';
import type {
  ReportCell,
  ReportTable,
  ReportTableRow,
} from '@insuremanager/contracts/reports/reportTable';
import { formatRupees } from '@insuremanager/contracts/rules/money';
import { Link } from 'react-router';
import { formatCount } from '../../ui/format';
import { addressOfMark } from './useOpenMark';

interface ReportFiguresProps {
  name: ReportName;
  scope: ReportScope;
  table: ReportTable;
}

const moneyOf = (amount: string): string => formatRupees(BigInt(amount.replace('.', '')));

/** Columns that stand beside each other under one heading. */
function groupsOf(columns: readonly ReportColumn[]): { title: string; span: number }[] {
  const groups: { title: string; span: number }[] = [];
  for (const { group = '' } of columns) {
    const last = groups.at(-1);
    if (last?.title === group) last.span += 1;
    else groups.push({ title: group, span: 1 });
  }
  return groups;
}

/** All figures of a report, each leading to the list that it counts. */
export function ReportFigures({ name, scope, table }: ReportFiguresProps) {
  const { heading, columns, rates, rows, total } = table;
  const hasGroups = columns.some(({ group }) => group !== undefined);
  const shown = rows.length > 1 ? [...rows, total] : rows;
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls is reached by the keyboard
    <section className="report-table-frame" aria-label="Figures" tabIndex={0}>
      <table className="report-table">
        <caption className="visually-hidden">{reportNamed(name).title}</caption>
        <thead>
          {hasGroups && (
            <tr>
              <td colSpan={1 + rates.length} />
              {groupsOf(columns).map(({ title, span }) => (
                <th key={title} scope="colgroup" colSpan={span} className="report-group">
                  {title}
                </th>
              ))}
            </tr>
          )}
          <tr>
            <th scope="col">{heading}</th>
            {rates.map((label) => (
              <th key={label} scope="col">
                {label}
              </th>
            ))}
            {columns.map(({ key, label }) => (
              <th key={key} scope="col">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {shown.map((row) => (
            <tr key={row.key ?? 'total'} className={row.key === null ? 'report-total' : undefined}>
              <th scope="row">
                <bdi>{row.label}</bdi>
              </th>
              {rates.map((label, place) => (
                <td key={label} className="tabular">
                  {formatRate(row.rates[place] ?? null)}
                </td>
              ))}
              {columns.map((column, place) => (
                <Figure
                  key={column.key}
                  {...{ column, row, cell: row.cells[place] }}
                  to={addressOfMark(name, scope, { column, row: row.key })}
                />
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

const formatRate = (rate: number | null): string => (rate === null ? '–' : `${rate} %`);

interface FigureProps {
  column: ReportColumn;
  row: ReportTableRow;
  cell: ReportCell | undefined;
  to: string | null;
}

function Figure({ column, row, cell, to }: FigureProps) {
  if (!cell || to === null) return <td className="report-nothing">–</td>;
  if (cell.count === 0) return <td className="report-nothing tabular">0</td>;
  const name = [row.label, column.group, column.label].filter(Boolean).join(', ');
  const { count, amount } = cell;
  return (
    <td className="tabular">
      <Link
        className="report-figure"
        to={to}
        aria-label={`${name}: ${formatCount(count)}${amount ? `, ${moneyOf(amount)}` : ''}`}
      >
        {formatCount(count)}
      </Link>
      {amount !== null && (
        <small className="report-amount" aria-hidden="true">
          {moneyOf(amount)}
        </small>
      )}
    </td>
  );
}
