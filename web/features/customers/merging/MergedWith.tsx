import { Button } from '@blueprintjs/core';
import { History } from '@blueprintjs/icons';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { operation, useGatewayQuery } from '../../../data/operation';
import {
  MergedCustomersDocument,
  type MergedCustomersQuery,
} from '../../../data/operations.generated';
import { useAllowed } from '../../../ui/allowed';
import { useConfirm } from '../../../ui/Confirm';
import { rareDialog } from '../../../ui/lazyDialog';
import type { Customer } from '../customer';
import { type Named, useMerging } from './useMerging';
import { askUndo } from './words';
import './ofCustomer.css';

const FormerHistory = rareDialog(() => import('./FormerHistory'));

interface MergedWithProps {
  customer: Customer;
  /** Brings the list beside up to date. */
  onChanged: (id: number) => void;
}

/** Those who were merged into a customer: their numbers lead here. */
export default function MergedWith({ customer, onChanged }: MergedWithProps) {
  const canUndo = useAllowed('customers.merge');
  const mayRead = useAllowed('people.read');
  const canLookBack = useAllowed('history.read');
  const { data } = useGatewayQuery(
    operation(MergedCustomersDocument, { customerId: customer.id }),
    {
      skip: !mayRead,
    },
  );
  const ask = useConfirm();
  const { undo } = useMerging();
  const [shown, setShown] = useState<Named | null>(null);
  const [isBusy, setBusy] = useState(false);
  const merged = (data as MergedCustomersQuery | undefined)?.mergedCustomers ?? [];
  if (merged.length === 0) return null;

  const undoMerge = async (duplicate: Named) => {
    if (!(await ask(askUndo(customer, duplicate)))) return;
    setBusy(true);
    const isUndone = await undo(customer, duplicate);
    setBusy(false);
    if (isUndone) onChanged(customer.id);
  };
  return (
    <section className="merge-merged" aria-label="Merged customers">
      <ul>
        {merged.map(({ id, name, mergedAt, mergedBy }) => (
          <li key={id}>
            <span className="merge-merged-text">
              <strong>
                Merged with <bdi>{name ?? 'an erased customer'}</bdi> ({id})
              </strong>
              <span className="muted tabular">
                on {formatDay(kolkataDay(new Date(mergedAt)))} by {mergedBy}
              </span>
            </span>
            {canLookBack && (
              <Button
                size="small"
                variant="minimal"
                icon={<History size={14} />}
                aria-label={`History of customer ${id}`}
                onClick={() => setShown({ id, name: name ?? `Customer ${id}` })}
              >
                History
              </Button>
            )}
            {canUndo && name !== null && (
              <Button
                size="small"
                disabled={isBusy}
                aria-label={`Undo the merge with customer ${id}`}
                onClick={() => void undoMerge({ id, name })}
              >
                Undo
              </Button>
            )}
          </li>
        ))}
      </ul>
      {shown && <FormerHistory of={shown} onClose={() => setShown(null)} />}
    </section>
  );
}
