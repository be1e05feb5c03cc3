import { Button, Checkbox, Intent } from '@blueprintjs/core';
import { Tick } from '@blueprintjs/icons';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import { type RetentionList, StartRetentionSweepDocument } from '../../data/operations.generated';
import { sentenceFor } from '../../data/problems';
import { countedRecords } from '../../records/countedRecords';
import { useAllowed } from '../../ui/allowed';
import { formatCount } from '../../ui/format';
import { EmptyState } from '../../ui/list/EmptyState';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { ReasonDialog } from '../../ui/ReasonDialog';
import { LoadFailure } from '../../ui/record/Loaded';
import { Badge } from '../../ui/StatusBadge';
import { ViewSwitch } from '../../ui/ViewSwitch';
import { SweepProgress } from './retention/SweepProgress';
import { type Ended, useEndedRetentions, useSweep } from './retention/useRetention';
import '../../ui/plainTable.css';
import './retention/retention.css';

const WAITING = { id: 'waiting', label: 'Can be erased' } as const;
const KEPT = { id: 'kept_back', label: 'Kept back' } as const;

const EMPTY: Readonly<Record<RetentionList, string>> = {
  waiting: 'There is nobody whose retention has ended',
  kept_back: 'Nobody is kept back',
};

const KEPT_BACK = {
  legal_hold: 'Legal hold',
  active_policies: 'Active policy',
} as const;

/** Customers whose records need not be kept any more: erased when an administrator says so. */
export default function RetentionPanel() {
  const [address] = useSearchParams();
  const view = address.get('view') === KEPT.id ? KEPT : WAITING;
  const list = view.id;
  const ended = useEndedRetentions(list);
  const { sweep, begin } = useSweep(ended.reload);
  const [chosen, setChosen] = useState<ReadonlySet<number>>(new Set());
  const [isAsking, setAsking] = useState<'chosen' | 'all' | null>(null);
  const mayErase = useAllowed('customers.erase');
  const { items, count, isExact, years } = ended;
  const isRunning = sweep !== null && sweep.finishedAt === null;
  const canChoose = mayErase && list === 'waiting' && !isRunning;

  // What is gone from the list is not chosen any more.
  const selected = (items ?? []).flatMap(({ customerId: id }) => (chosen.has(id) ? [id] : []));
  const shown = `${formatCount(count)}${isExact ? '' : '+'}`;
  const choose = (id: number, isChosen: boolean) =>
    setChosen((before) => {
      const next = new Set(before);
      if (isChosen) next.add(id);
      else next.delete(id);
      return next;
    });
  const chooseAll = (isChosen: boolean) =>
    setChosen(new Set(isChosen ? items?.map(({ customerId }) => customerId) : []));

  return (
    <div className="retention">
      <div className="retention-head">
        <p className="muted">
          Records must be kept for {years ?? 'ten or more'} years from the last transaction or the
          end of a policy. After that they are no longer needed. Nobody is erased until you say so.
        </p>
        {canChoose && count > 0 && (
          <div className="button-row retention-actions">
            <Button disabled={selected.length === 0} onClick={() => setAsking('chosen')}>
              Erase Selected{selected.length > 0 ? ` (${selected.length})` : ''}
            </Button>
            <Button intent={Intent.DANGER} onClick={() => setAsking('all')}>
              Erase All {shown}
            </Button>
          </div>
        )}
      </div>
      {sweep && <SweepProgress sweep={sweep} />}
      <div className="retention-lists">
        <ViewSwitch views={[WAITING, KEPT]} shown={view} />
      </div>
      {ended.error && !items ? (
        <LoadFailure what="the customers" error={ended.error} onRetry={ended.reload} />
      ) : !items ? (
        <SkeletonRows height={56} what="the customers" />
      ) : items.length === 0 ? (
        <EmptyState icon={<Tick size={20} />} text={EMPTY[list]} />
      ) : (
        <div className="panel-card">
          <table className="plain-table retention-table" data-list={list}>
            <thead>
              <tr>
                {canChoose && (
                  <th scope="col" className="retention-choice">
                    <Checkbox
                      labelElement={<span className="retention-all">Select all shown</span>}
                      checked={selected.length === items.length}
                      indeterminate={selected.length > 0 && selected.length < items.length}
                      onChange={({ currentTarget }) => chooseAll(currentTarget.checked)}
                    />
                  </th>
                )}
                <th scope="col">Customer</th>
                <th scope="col">Last transaction</th>
                <th scope="col">Kept until</th>
                <th scope="col">{list === 'waiting' ? 'What would go' : 'Kept back by'}</th>
              </tr>
            </thead>
            <tbody>
              {items.map((one) => (
                <EndedRow
                  key={one.customerId}
                  ended={one}
                  isChosen={chosen.has(one.customerId)}
                  onChoose={canChoose ? (is) => choose(one.customerId, is) : undefined}
                />
              ))}
            </tbody>
          </table>
          <div className="retention-foot">
            <span className="muted tabular">
              {formatCount(items.length)} of {shown}
            </span>
            {ended.loadMore && (
              <Button size="small" loading={ended.isLoadingMore} onClick={ended.loadMore}>
                Show More
              </Button>
            )}
          </div>
        </div>
      )}
      {isAsking && (
        <SweepDialog
          customerIds={isAsking === 'all' ? null : selected}
          who={isAsking === 'all' ? shown : formatCount(selected.length)}
          isOne={isAsking === 'all' ? count === 1 : selected.length === 1}
          onClose={() => setAsking(null)}
          onBegun={begin}
        />
      )}
    </div>
  );
}

interface EndedRowProps {
  ended: Ended;
  isChosen: boolean;
  /** Absent: nothing can be chosen now. */
  onChoose: ((isChosen: boolean) => void) | undefined;
}

function EndedRow({ ended, isChosen, onChoose }: EndedRowProps) {
  const { customerId, name, isDeleted, lastTransaction, retainedUntil, keptBack } = ended;
  return (
    <tr data-chosen={isChosen}>
      {onChoose && (
        <td className="retention-choice">
          <Checkbox
            aria-label={`Select ${name}`}
            checked={isChosen}
            onChange={({ currentTarget }) => onChoose(currentTarget.checked)}
          />
        </td>
      )}
      <th scope="row" dir="auto">
        <Link to={`/privacy/people/${customerId}`}>{name}</Link>
        {isDeleted && <Badge tone="ended">Deleted</Badge>}
      </th>
      <td className="tabular" data-label="Last transaction">
        {formatDay(lastTransaction)}
      </td>
      <td className="tabular" data-label="Kept until">
        {formatDay(retainedUntil)}
      </td>
      <td data-label={keptBack ? 'Kept back by' : 'What would go'}>
        {keptBack ? <Badge tone="wait">{KEPT_BACK[keptBack]}</Badge> : wouldGo(ended)}
      </td>
    </tr>
  );
}

/** Such as "2 policies, 1 document". */
const wouldGo = (ended: Ended): string => countedRecords(ended).join(', ') || 'No other records';

interface SweepDialogProps {
  /** Null: all. */
  customerIds: readonly number[] | null;
  who: string;
  isOne: boolean;
  onClose: () => void;
  onBegun: () => void;
}

function SweepDialog({ customerIds, who, isOne, onClose, onBegun }: SweepDialogProps) {
  const send = useCommands();
  const start = async (reason: string): Promise<string | null> => {
    const asked = { customerIds: customerIds && [...customerIds], reason };
    const answer = await send(
      (commandId) => operation(StartRetentionSweepDocument, { ...asked, commandId }),
      { content: JSON.stringify(asked) },
    );
    if (answer.failure) return sentenceFor(answer.failure, 'Failed to begin. Please try again.');
    onBegun();
    return null;
  };
  return (
    <ReasonDialog
      title={`Erase ${who} ${isOne ? 'customer' : 'customers'}`}
      submitLabel="Erase"
      keyHint="Ctrl+Enter erases"
      intent={Intent.DANGER}
      onClose={onClose}
      onSubmit={start}
    >
      <p>
        All data about {isOne ? 'this customer' : 'these customers'} will be deleted, one after
        another, in the background. This cannot be undone. The history remains, without personal
        data. Who is under a legal hold or has an active policy by then is left out.
      </p>
    </ReasonDialog>
  );
}
