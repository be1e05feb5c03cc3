import { Button } from '@blueprintjs/core';
import { Edit, Exchange, Trash } from '@blueprintjs/icons';
import { DocumentsPanel } from '../../records/documents/DocumentsPanel';
import { Avatar } from '../../ui/Avatar';
import { IconButton } from '../../ui/IconButton';
import { RecordDrawer } from '../../ui/record/RecordDrawer';
import { StatusBadge } from '../../ui/StatusBadge';
import { CustomerDetails } from './CustomerDetails';
import { CustomerPoliciesPanel } from './CustomerPoliciesPanel';
import { CustomerQuotationsPanel } from './CustomerQuotationsPanel';
import { CUSTOMER, type CustomerAction } from './customer';
import type { Customer } from './customerForm';

interface CustomerDrawerProps {
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
  /** Without it the drawer is only to be read. */
  onAction?: (action: CustomerAction, customer: Customer) => void;
  /** Whether the user may give customers to others. */
  canGive?: boolean;
  /** Brings the list up to date, after the KYC status was set in here. */
  onChanged?: (id: number) => Promise<void>;
}

/** A customer beside the list: the details, all that they hold, and all that happened to them. */
export const CustomerDrawer = ({
  id,
  onClose,
  onAction,
  canGive = false,
  onChanged,
}: CustomerDrawerProps) => (
  <RecordDrawer
    type={CUSTOMER}
    id={id}
    onClose={onClose}
    subtitle={({ kycStatus }) => <StatusBadge status={kycStatus} />}
    avatar={({ name }) => <Avatar name={name} size="large" />}
    actions={(customer) =>
      onAction && <Actions customer={customer} canGive={canGive} onAction={onAction} />
    }
    details={(customer) => <CustomerDetails customer={customer} />}
    tabs={(id, customer) => {
      const canAdd = customer !== null && onAction !== undefined;
      const name = customer?.name ?? `Customer ${id}`;
      const documents = (
        <DocumentsPanel
          of={{ customer: { id, name } }}
          canAdd={canAdd}
          onKycSet={(customerId) => void onChanged?.(customerId)}
        />
      );
      return [
        {
          id: 'policies',
          title: 'Policies',
          panel: <CustomerPoliciesPanel id={id} canAdd={canAdd} />,
        },
        { id: 'documents', title: 'Documents', panel: documents },
        {
          id: 'quotations',
          title: 'Quotations',
          panel: <CustomerQuotationsPanel id={id} canAdd={canAdd} />,
        },
      ];
    }}
  />
);

const Actions = ({
  customer,
  canGive,
  onAction,
}: Required<Pick<CustomerDrawerProps, 'onAction' | 'canGive'>> & { customer: Customer }) => (
  <>
    <Button icon={<Edit />} onClick={() => onAction('edit', customer)}>
      Edit
    </Button>
    {canGive && (
      <IconButton text="Give to …" icon={<Exchange />} onClick={() => onAction('give', customer)} />
    )}
    <IconButton text="Delete" icon={<Trash />} onClick={() => onAction('delete', customer)} />
  </>
);
