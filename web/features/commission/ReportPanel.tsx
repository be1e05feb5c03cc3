import { HTMLSelect } from '@blueprintjs/core';
import {
  addMonths,
  financialYearDays,
  financialYearOf,
} from '@insuremanager/contracts/rules/calendar';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  CommissionReportDocument,
  type CommissionReportQuery,
} from '../../data/operations.generated';
import { formatCount } from '../../ui/format';
import { EmptyState } from '../../ui/list/EmptyState';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { PercentIcon } from '../../ui/navIcons';
import { LoadFailure } from '../../ui/record/Loaded';
import { Badge } from '../../ui/StatusBadge';
import { useAddress } from '../../ui/useAddress';
import { useToday } from '../../ui/useToday';
import { AmountCell, CommissionTable } from './CommissionTable';
import { isZero, moneyOf, monthNamed, sumOf } from './money';
import './commission.css';

const COLUMNS = [
  { label: 'Month' },
  { label: 'Insurer' },
  { label: 'Statement' },
  { label: 'Policies', isAmount: true },
  { label: 'Expected', isAmount: true },
  { label: 'Received', isAmount: true },
  { label: 'Difference', isAmount: true },
  { label: 'In dispute', isAmount: true },
  { label: 'TDS', isAmount: true },
  { label: 'GST', isAmount: true },
];
type Row = CommissionReportQuery['commissionReport'][number];

/**
 * The last three financial years: their words in the address, and their days, no later than today,
 * as nothing of a month to come can have been received.
 */
const yearsUntil = (today: Day): { year: string; days: readonly [Day, Day] }[] =>
  [0, -12, -24].map((months) => {
    const day = addMonths(today, months);
    const [from, to] = financialYearDays(day);
    return { year: financialYearOf(day), days: [from, to < today ? to : today] };
  });

/** What insurers owe by month, and what they paid. */
export default function ReportPanel() {
  const { params, change } = useAddress();
  const years = yearsUntil(useToday());
  const shown = years.find(({ year }) => year === params.get('year')) ?? years[0];
  const [from, to] = shown?.days ?? ['', ''];
  const insurer = params.get('insurer');
  const { data, error, retry } = useGatewayQuery(
    operation(CommissionReportDocument, { from, to, insuranceCompany: null }),
    { fetchPolicy: 'cache-and-network' },
  );
  if (error && !data) return <LoadFailure what="commission" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={44} what="commission" />;
  const all = (data as CommissionReportQuery).commissionReport;
  const insurers = [...new Set(all.map(({ insuranceCompany }) => insuranceCompany))].sort();
  const rows = insurer ? all.filter((row) => row.insuranceCompany === insurer) : all;
  return (
    <div className="commission">
      <div className="commission-head">
        <HTMLSelect
          aria-label="Financial year"
          value={shown?.year}
          options={years.map(({ year }) => ({ value: year, label: `April to March ${year}` }))}
          onChange={({ currentTarget }) => change({ year: currentTarget.value })}
        />
        <HTMLSelect
          aria-label="Insurer"
          value={insurer ?? ''}
          options={[
            { value: '', label: 'All insurers' },
            ...insurers.map((name) => ({ value: name, label: name })),
          ]}
          onChange={({ currentTarget }) => change({ insurer: currentTarget.value || null })}
        />
      </div>
      {rows.length === 0 ? (
        <EmptyState
          icon={<PercentIcon size={20} />}
          text="Nothing is expected in this year. Commission follows from policies and rates."
          action={<Link to="/commission/rates">Add Rates</Link>}
        />
      ) : (
        <>
          <CommissionTable
            label="Received against expected"
            columns={COLUMNS}
            foot={<Total rows={rows} />}
          >
            {rows.map((row) => (
              <ReportRow key={`${row.month} ${row.insuranceCompany}`} row={row} />
            ))}
          </CommissionTable>
          <p className="muted commission-note">
            Closed months never change. What is corrected later is expected in the next month.
            {rows.some(({ unsplit }) => unsplit > 0) &&
              ' Of some motor policies own damage and third party are not known: what is paid of these is not in Expected. The statement lists them.'}
          </p>
        </>
      )}
    </div>
  );
}

function ReportRow({ row }: { row: Row }) {
  const { month, insuranceCompany, status, statementId, policies, unsplit, difference } = row;
  const isShort = status === 'closed' && difference.startsWith('-');
  const query = new URLSearchParams({ add: '1', insurer: insuranceCompany, month });
  return (
    <tr>
      <th scope="row">{monthNamed(month)}</th>
      <td>
        <bdi>{insuranceCompany}</bdi>
      </td>
      <td>
        {statementId === null ? (
          <Link to={`/commission/statements?${query}`}>Add</Link>
        ) : (
          <Link
            to={`/commission/statements?statement=${statementId}`}
            aria-label={`${status === 'closed' ? 'Closed' : 'Open'} statement of ${insuranceCompany}, ${monthNamed(month)}`}
          >
            <Badge tone={status === 'closed' ? 'good' : 'wait'}>
              {status === 'closed' ? 'Closed' : 'Open'}
            </Badge>
          </Link>
        )}
      </td>
      <AmountCell>{formatCount(policies)}</AmountCell>
      <AmountCell>
        {moneyOf(row.expected)}
        {unsplit > 0 && (
          <span className="muted commission-more">+ {formatCount(unsplit)} unknown</span>
        )}
      </AmountCell>
      <AmountCell>{moneyOf(row.received)}</AmountCell>
      <AmountCell {...(isShort && { tone: 'bad' as const })}>{moneyOf(difference)}</AmountCell>
      {[row.disputed, row.tds, row.gst].map((amount, at) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: three columns that stay in their places
        <AmountCell key={at}>{isZero(amount) ? '–' : moneyOf(amount)}</AmountCell>
      ))}
    </tr>
  );
}

function Total({ rows }: { rows: readonly Row[] }) {
  const total = (of: 'expected' | 'received' | 'difference' | 'disputed' | 'tds' | 'gst') =>
    sumOf(rows.map((row) => row[of]));
  return (
    <tr>
      <th scope="row" colSpan={4}>
        Total
      </th>
      <AmountCell>{total('expected')}</AmountCell>
      <AmountCell>{total('received')}</AmountCell>
      <AmountCell>{total('difference')}</AmountCell>
      <AmountCell>{total('disputed')}</AmountCell>
      <AmountCell>{total('tds')}</AmountCell>
      <AmountCell>{total('gst')}</AmountCell>
    </tr>
  );
}
