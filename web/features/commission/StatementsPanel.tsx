import { Button, Intent } from '@blueprintjs/core';
import { Plus, Th } from '@blueprintjs/icons';
import {
  statementFields,
  statementRecord,
} from '@insuremanager/contracts/commission/statementViews';
import { addMonths, monthOf } from '@insuremanager/contracts/rules/calendar';
import { formatDay, isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  CommissionStatementListDocument,
  type CommissionStatementListQuery,
  CreateCommissionStatementDocument,
} from '../../data/operations.generated';
import { CommandDialog } from '../../records/CommandDialog';
import { formatCount } from '../../ui/format';
import { idIn } from '../../ui/list/addressValues';
import { EmptyState } from '../../ui/list/EmptyState';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/Loaded';
import { Badge } from '../../ui/StatusBadge';
import { useAddress } from '../../ui/useAddress';
import { useToday } from '../../ui/useToday';
import { AmountCell, CommissionTable } from './CommissionTable';
import { moneyOf, monthNamed } from './money';
import { StatementPage } from './StatementPage';
import './commission.css';

const ASKED = operation(CommissionStatementListDocument, {
  ...{ first: 200, withCount: false, sort: 'month' as const, direction: 'desc' as const },
});
const COLUMNS = [
  { label: 'Month' },
  { label: 'Insurer' },
  { label: 'Status' },
  { label: 'Lines', isAmount: true },
  { label: 'Paid', isAmount: true },
  { label: 'TDS', isAmount: true },
  { label: 'GST', isAmount: true },
];

/** The statements of insurers; one of them by its address. */
export default function StatementsPanel() {
  const { params } = useAddress();
  const id = idIn(params, 'statement');
  return id === null ? <StatementList /> : <StatementPage key={id} id={id} />;
}

function StatementList() {
  const { params, open, close } = useAddress();
  const today = useToday();
  const { data, error, retry } = useGatewayQuery(ASKED, { fetchPolicy: 'cache-and-network' });
  const add = (
    <Button intent={Intent.PRIMARY} icon={<Plus />} onClick={() => open({ add: '1' })}>
      Add Statement
    </Button>
  );
  if (error && !data) return <LoadFailure what="statements" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={44} what="statements" />;
  const { items } = (data as CommissionStatementListQuery).commissionStatements;
  const wanted = params.get('month') ?? '';
  const month = isDay(wanted) ? wanted : `${monthOf(addMonths(today, -1))}-01`;
  return (
    <div className="commission">
      {items.length === 0 ? (
        <EmptyState
          icon={<Th size={20} />}
          text="Get started by adding the first statement of an insurer"
          action={add}
        />
      ) : (
        <>
          <div className="commission-head commission-head-end">{add}</div>
          <CommissionTable label="Statements" columns={COLUMNS}>
            {items.map((row) => (
              <tr key={row.id}>
                <th scope="row">
                  <Link
                    to={`/commission/statements?statement=${row.id}`}
                    aria-label={`${monthNamed(row.month)}, ${row.insuranceCompany}`}
                  >
                    {monthNamed(row.month)}
                  </Link>
                </th>
                <td>
                  <bdi>{row.insuranceCompany}</bdi>
                </td>
                <td>
                  <Badge tone={row.status === 'closed' ? 'good' : 'wait'}>
                    {row.status === 'closed' ? 'Closed' : 'Open'}
                  </Badge>
                </td>
                <AmountCell>{formatCount(row.lineCount)}</AmountCell>
                <AmountCell>{moneyOf(row.paid)}</AmountCell>
                <AmountCell>{moneyOf(row.tds)}</AmountCell>
                <AmountCell>{moneyOf(row.gst)}</AmountCell>
              </tr>
            ))}
          </CommissionTable>
        </>
      )}
      {params.get('add') === '1' && (
        <CommandDialog
          title="Add Statement"
          submitLabel="Add Statement"
          fields={statementFields}
          schema={statementRecord.input}
          initial={{ insuranceCompany: params.get('insurer') ?? '', month: formatDay(month) }}
          extras={() => ({ month: { hint: 'Any day of the month' } })}
          toSend={({ insuranceCompany, month: day }, commandId) =>
            operation(CreateCommissionStatementDocument, {
              ...{ input: { insuranceCompany, month: day }, commandId },
            })
          }
          fieldOf={{ 'month-taken': 'month' }}
          failed="Failed to save the statement. Please try again."
          onSaved={({ saved }) => {
            retry();
            open({ add: null, insurer: null, month: null, statement: String(saved.record.id) });
          }}
          onClose={() => close('add', 'insurer', 'month')}
        />
      )}
    </div>
  );
}
