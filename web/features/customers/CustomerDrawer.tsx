import { useQuery } from '@apollo/client/react';
import { Button } from '@blueprintjs/core';
import { Edit, Trash } from '@blueprintjs/icons';
import { type Day, isDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useRef } from 'react';
import { CustomerDetailsDocument, CustomerHistoryDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { Avatar } from '../../ui/Avatar';
import { Drawer } from '../../ui/Drawer';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { LoadFailure } from '../../ui/record/LoadFailure';
import { RecordTabs } from '../../ui/record/RecordTabs';
import { Badge, StatusBadge } from '../../ui/StatusBadge';
import { Tip } from '../../ui/Tip';
import { useAddress } from '../../ui/useAddress';
import { CustomerDetailsPanel } from './CustomerDetailsPanel';
import { CustomerDocumentsPanel } from './CustomerDocumentsPanel';
import { CustomerHistoryPanel } from './CustomerHistoryPanel';
import { CustomerPoliciesPanel } from './CustomerPoliciesPanel';
import { CustomerQuotationsPanel } from './CustomerQuotationsPanel';
import type { CustomerAction } from './CustomerRowMenu';
import type { Customer } from './customerForm';

interface CustomerDrawerProps {
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
  /** Without it the drawer is only to be read. */
  onAction?: (action: CustomerAction, customer: Customer) => void;
  /** Brings the list up to date, after the customer was changed in here. */
  onChanged?: (id: number) => Promise<void>;
}

/** A customer beside the list: the details, all that they hold, and all that happened to them. */
export function CustomerDrawer({ id, onClose, onAction, onChanged }: CustomerDrawerProps) {
  const { params, change } = useAddress();
  const { data, error, refetch, loading } = useQuery(CustomerDetailsDocument, {
    variables: { id: id ?? 0 },
    skip: id === null,
  });
  useRetryAfterSignIn(error, refetch);
  const former = useFormerCustomer(data?.customer === null ? id : null);
  const asof = params.get('asof') ?? '';
  const view = {
    id,
    customer: data?.customer,
    tab: params.get('tab') ?? (data?.customer === null ? 'history' : 'details'),
    day: isDay(asof) ? asof : null,
  };
  // What was open stays as it was while the drawer slides out.
  const kept = useRef(view);
  if (id !== null) kept.current = view;
  const { customer, ...panels } = kept.current;

  return (
    <Drawer
      isOpen={id !== null}
      onClose={onClose}
      title={customer?.name ?? former?.name ?? 'Customer'}
      subtitle={
        customer ? (
          <StatusBadge status={customer.kycStatus} />
        ) : (
          former && <Badge tone="ended">{former.isDeleted ? 'Deleted' : 'Unknown'}</Badge>
        )
      }
      avatar={customer && <Avatar name={customer.name} size="large" />}
      actions={customer && onAction && <Actions customer={customer} onAction={onAction} />}
    >
      {loading && !data && <SkeletonRows height={56} what="the customer" />}
      {error && <LoadFailure what="the customer" error={error} onRetry={refetch} />}
      {customer !== undefined && (
        <Panels
          {...panels}
          customer={customer}
          canAdd={Boolean(onAction)}
          onChange={change}
          onChanged={onChanged}
        />
      )}
    </Drawer>
  );
}

/** Of one who is in no list: what the history still knows. `id` null: nothing is asked for. */
function useFormerCustomer(id: number | null): { name: string; isDeleted: boolean } | null {
  const { data } = useQuery(CustomerHistoryDocument, {
    variables: { id: id ?? 0 },
    skip: id === null,
  });
  if (!data) return null;
  const history = data.customerHistory.toSorted((a, b) => a.version - b.version);
  const names = history.flatMap(({ changes }) => changes).filter(({ field }) => field === 'name');
  return {
    name: names.findLast(({ after }) => after !== null)?.after ?? `Customer ${id}`,
    isDeleted: history.at(-1)?.type === 'CustomerDeleted',
  };
}

const Actions = ({
  customer,
  onAction,
}: Required<Pick<CustomerDrawerProps, 'onAction'>> & { customer: Customer }) => (
  <>
    <Button icon={<Edit />} onClick={() => onAction('edit', customer)}>
      Edit
    </Button>
    <Tip text="Delete">
      <Button
        variant="minimal"
        icon={<Trash />}
        aria-label="Delete"
        onClick={() => onAction('delete', customer)}
      />
    </Tip>
  </>
);

interface PanelsProps {
  id: number | null;
  customer: Customer | null;
  canAdd: boolean;
  tab: string;
  /** The day whose end is looked at; null for now. */
  day: Day | null;
  onChange: (changes: Record<string, string | null>) => void;
  onChanged: CustomerDrawerProps['onChanged'];
}

function Panels({ id, customer, canAdd, tab, day, onChange, onChanged }: PanelsProps) {
  if (id === null) return null;
  const details = (
    <CustomerDetailsPanel
      id={id}
      customer={customer}
      day={day}
      onDay={(asof) => onChange({ asof })}
    />
  );
  return (
    <RecordTabs
      id={`customer-${id}`}
      tabs={[
        { id: 'details', title: 'Details', panel: details },
        {
          id: 'policies',
          title: 'Policies',
          panel: <CustomerPoliciesPanel id={id} canAdd={customer !== null && canAdd} />,
        },
        {
          id: 'documents',
          title: 'Documents',
          panel: (
            <CustomerDocumentsPanel
              id={id}
              name={customer?.name ?? null}
              canAdd={customer !== null && canAdd}
              onChanged={onChanged}
            />
          ),
        },
        {
          id: 'quotations',
          title: 'Quotations',
          panel: <CustomerQuotationsPanel id={id} canAdd={customer !== null && canAdd} />,
        },
        { id: 'history', title: 'History', panel: <CustomerHistoryPanel id={id} /> },
      ]}
      tab={tab}
      onTab={(next) => onChange({ tab: next })}
    />
  );
}
