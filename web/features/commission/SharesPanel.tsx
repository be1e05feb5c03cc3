import { AnchorButton, Button, HTMLSelect, Intent } from '@blueprintjs/core';
import { Document, People, Plus, Trash } from '@blueprintjs/icons';
import { shareFields, shareRecord } from '@insuremanager/contracts/commission/shareViews';
import { monthsBack } from '@insuremanager/contracts/rules/calendar';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  type CommissionShareInput,
  CommissionShareListDocument,
  type CommissionShareListQuery,
  CommissionSharesOfDocument,
  type CommissionSharesOfQuery,
  CreateCommissionShareDocument,
  DeleteCommissionShareDocument,
} from '../../data/operations.generated';
import { CommandDialog } from '../../records/CommandDialog';
import { useOwners } from '../../records/renewals/useOwners';
import { useConfirm } from '../../ui/Confirm';
import { IconButton } from '../../ui/IconButton';
import { usersToChoose } from '../../ui/labels';
import { EmptyState } from '../../ui/list/EmptyState';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/Loaded';
import { SectionCard } from '../../ui/SectionCard';
import { SelectField } from '../../ui/SelectField';
import { useToast } from '../../ui/toaster/Toaster';
import { useAction } from '../../ui/useAction';
import { useAddress } from '../../ui/useAddress';
import { useToday } from '../../ui/useToday';
import { AmountCell, CommissionTable } from './CommissionTable';
import { moneyOf, monthNamed, sumOf } from './money';
import './commission.css';

const ASKED = operation(CommissionShareListDocument, {
  ...{ first: 200, withCount: false, direction: 'asc' as const },
});
type Share = CommissionShareListQuery['commissionShares']['items'][number];

/** What sub-agents get of the commission for their customers' policies. */
export default function SharesPanel() {
  const { params, open, close } = useAddress();
  const { owners, nameOf } = useOwners();
  const { data, error, retry } = useGatewayQuery(ASKED, { fetchPolicy: 'cache-and-network' });
  const showToast = useToast();
  const add = (
    <Button intent={Intent.PRIMARY} icon={<Plus />} onClick={() => open({ add: '1' })}>
      Add Share
    </Button>
  );
  if (error && !data) return <LoadFailure what="shares" error={error} onRetry={retry} />;
  if (!data) return <SkeletonRows height={44} what="shares" />;
  const { items } = (data as CommissionShareListQuery).commissionShares;
  return (
    <div className="commission">
      {items.length === 0 ? (
        <EmptyState
          icon={<People size={20} />}
          text="Get started by adding the share of your first sub-agent"
          action={add}
        />
      ) : (
        <>
          <div className="commission-head">
            <p className="muted">
              Of commission received for customers who are theirs when the month is closed.
            </p>
            {add}
          </div>
          <CommissionTable
            label="Shares"
            columns={[
              { label: 'Sub-agent' },
              { label: 'Valid from' },
              { label: 'Share', isAmount: true },
              { label: 'Actions', isActions: true },
            ]}
          >
            {items.map((share) => (
              <ShareRow
                key={share.id}
                share={share}
                name={nameOf(share.userId) ?? '…'}
                onDeleted={retry}
              />
            ))}
          </CommissionTable>
          <Statement subAgents={[...new Set(items.map(({ userId }) => userId))]} nameOf={nameOf} />
        </>
      )}
      {params.get('add') === '1' && (
        <CommandDialog
          title="Add Share"
          submitLabel="Add Share"
          fields={shareFields}
          schema={shareRecord.input}
          inputs={{
            userId: (value, onChange) => (
              <SelectField
                label="Sub-agent"
                required
                options={[{ value: '', label: 'Choose a user' }, ...usersToChoose(owners)]}
                {...{ value, onChange }}
              />
            ),
          }}
          toSend={({ userId, percent, validFrom }, commandId) => {
            const input: CommissionShareInput = {
              ...{ userId, percent: (percent / 100).toFixed(2), validFrom },
            };
            return operation(CreateCommissionShareDocument, { input, commandId });
          }}
          failed="Failed to save the share. Please try again."
          onSaved={() => {
            retry();
            close('add');
            showToast({
              title: 'Share Added',
              description: 'It counts for months closed from now on.',
            });
          }}
          onClose={() => close('add')}
        />
      )}
    </div>
  );
}

interface ShareRowProps {
  share: Share;
  name: string;
  onDeleted: () => void;
}

function ShareRow({ share: { id, percent, validFrom }, name, onDeleted }: ShareRowProps) {
  const ask = useConfirm();
  const { act } = useAction('Failed to delete the share. Please try again.');
  const remove = async () => {
    const isSure = await ask({
      title: `Delete the share of ${name}?`,
      text: 'Closed months stay as they are.',
      confirm: 'Delete',
    });
    const sent = (commandId: string) => operation(DeleteCommissionShareDocument, { id, commandId });
    if (isSure && (await act(`delete ${id}`, sent))) onDeleted();
  };
  return (
    <tr>
      <th scope="row">{name}</th>
      <td className="tabular">{formatDay(validFrom)}</td>
      <AmountCell>{`${percent.replace(/\.?0+$/, '') || '0'} %`}</AmountCell>
      <td data-actions="true">
        <IconButton
          text={`Delete the share of ${name} from ${formatDay(validFrom)}`}
          icon={<Trash />}
          onClick={() => void remove()}
        />
      </td>
    </tr>
  );
}

interface StatementProps {
  subAgents: readonly number[];
  nameOf: (id: number) => string | null;
}

/** What a sub-agent gets for a month. */
function Statement({ subAgents, nameOf }: StatementProps) {
  const { params, change } = useAddress();
  const months = monthsBack(useToday(), 12).toReversed();
  const month = months.find((one) => one === params.get('month')) ?? months[1] ?? '';
  const userId = subAgents.find((id) => String(id) === params.get('of')) ?? subAgents[0] ?? 0;
  const asked = { userId, month: `${month}-01` };
  const { data, error, retry } = useGatewayQuery(operation(CommissionSharesOfDocument, asked), {
    fetchPolicy: 'cache-and-network',
  });
  const lines = (data as CommissionSharesOfQuery | undefined)?.commissionSharesOf;
  const query = new URLSearchParams({ userId: String(userId), month: asked.month });
  return (
    <SectionCard title="Statement">
      <div className="commission-head">
        <HTMLSelect
          aria-label="Sub-agent"
          value={userId}
          options={subAgents.map((id) => ({ value: id, label: nameOf(id) ?? '…' }))}
          onChange={({ currentTarget }) => change({ of: currentTarget.value })}
        />
        <HTMLSelect
          aria-label="Month"
          value={month}
          options={months.map((one) => ({ value: one, label: monthNamed(one) }))}
          onChange={({ currentTarget }) => change({ month: currentTarget.value })}
        />
        <AnchorButton
          icon={<Document />}
          href={`/api/commission/shares.pdf?${query}`}
          target="_blank"
          rel="noopener"
        >
          PDF
        </AnchorButton>
      </div>
      {error && !lines && <LoadFailure what="the statement" error={error} onRetry={retry} />}
      {lines?.length === 0 && (
        <p className="muted">Nothing was received for their customers in months that are closed.</p>
      )}
      {lines && lines.length > 0 && (
        <CommissionTable
          label="Statement of the sub-agent"
          columns={[
            { label: 'Policy' },
            { label: 'Insurer' },
            { label: 'Commission', isAmount: true },
            { label: 'Share', isAmount: true },
          ]}
          foot={
            <tr>
              <th scope="row" colSpan={2}>
                Total
              </th>
              <AmountCell>{sumOf(lines.map(({ commission }) => commission))}</AmountCell>
              <AmountCell>{sumOf(lines.map(({ share }) => share))}</AmountCell>
            </tr>
          }
        >
          {lines.map(({ statementId, line, policyNumber, insuranceCompany, commission, share }) => (
            <tr key={`${statementId}-${line}`}>
              <th scope="row">{policyNumber ?? '–'}</th>
              <td>
                <bdi>{insuranceCompany}</bdi>
              </td>
              <AmountCell>{moneyOf(commission)}</AmountCell>
              <AmountCell>{moneyOf(share)}</AmountCell>
            </tr>
          ))}
        </CommissionTable>
      )}
    </SectionCard>
  );
}
