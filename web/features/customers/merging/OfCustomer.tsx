import { Button } from '@blueprintjs/core';
import { Duplicate, History } from '@blueprintjs/icons';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { Link } from 'react-router';
import { operation, useGatewayQuery } from '../../../data/operation';
import {
  DuplicatesOfCustomerDocument,
  type DuplicatesOfCustomerQuery,
  MergedCustomersDocument,
  type MergedCustomersQuery,
} from '../../../data/operations.generated';
import { PAST_DAY } from '../../../data/pastDay';
import { OPENED_HERE } from '../../../records/addresses';
import { useAllowed } from '../../../ui/allowed';
import { useConfirm } from '../../../ui/Confirm';
import { rareDialog } from '../../../ui/lazyDialog';
import type { Customer } from '../customer';
import { Reasons } from './Reasons';
import { type Named, useMerging } from './useMerging';
import { askUndo, comparisonPath, DUPLICATES_PATH } from './words';
import './ofCustomer.css';

const FormerHistory = rareDialog(() => import('./FormerHistory'));

interface OfCustomerProps {
  customer: Customer;
  /** Brings the list beside up to date. */
  onChanged: (id: number) => void;
}

/** Beside a customer: who seems to be the same person, and who was merged into them; of today alone. */
export default function OfCustomer(props: OfCustomerProps) {
  const mayMerge = useAllowed('customers.merge');
  if (PAST_DAY !== null) return null;
  return (
    <>
      {mayMerge && <Likely customer={props.customer} />}
      <Merged {...props} canUndo={mayMerge} />
    </>
  );
}

/** Nothing where nobody seems to be the same person. */
function Likely({ customer: { id } }: Pick<OfCustomerProps, 'customer'>) {
  const { data } = useGatewayQuery(operation(DuplicatesOfCustomerDocument, { customerId: id }));
  const pairs = (data as DuplicatesOfCustomerQuery | undefined)?.duplicatePairs.pairs ?? [];
  const [pair, ...others] = pairs;
  if (!pair) return null;
  const other =
    pair.firstId === id
      ? { id: pair.secondId, name: pair.secondName }
      : { id: pair.firstId, name: pair.firstName };
  return (
    <aside className="merge-likely" aria-label="Likely duplicate">
      <Duplicate size={16} />
      <div className="merge-likely-text">
        <span>
          May be the same person as{' '}
          <strong>
            <bdi>{other.name}</bdi>
          </strong>{' '}
          ({other.id})
          {others.length > 0 && (
            <>
              {' '}
              and <Link to={DUPLICATES_PATH}>{others.length} more</Link>
            </>
          )}
        </span>
        <Reasons pair={pair} />
      </div>
      <Link
        className="bp6-button bp6-small"
        to={comparisonPath(id, other.id)}
        state={OPENED_HERE}
        aria-label={`Compare with ${other.name}`}
      >
        Compare
      </Link>
    </aside>
  );
}

interface MergedProps extends OfCustomerProps {
  canUndo: boolean;
}

/** Those whose numbers lead here. */
function Merged({ customer, onChanged, canUndo }: MergedProps) {
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
