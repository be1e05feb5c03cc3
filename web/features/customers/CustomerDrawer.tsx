import { Button } from '@blueprintjs/core';
import { Edit, Eraser, Exchange, Trash } from '@blueprintjs/icons';
import { lazy, Suspense, useState } from 'react';
import { DocumentsPanel } from '../../records/documents/DocumentsPanel';
import { Avatar } from '../../ui/Avatar';
import { type Needs, useAllowed, useAllowedOf } from '../../ui/allowed';
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
  /** Brings the list up to date, after the KYC status was set in here. */
  onChanged?: (id: number) => Promise<void>;
}

/** A customer beside the list: the details, all that they hold, and all that happened to them. */
export default function CustomerDrawer({ id, onClose, onAction, onChanged }: CustomerDrawerProps) {
  const may = useAllowedOf(NEEDS);
  const canAct = onAction !== undefined && may('act');
  return (
    <RecordDrawer
      type={CUSTOMER}
      id={id}
      onClose={onClose}
      subtitle={({ kycStatus }) => <StatusBadge status={kycStatus} />}
      avatar={({ name }) => <Avatar name={name} size="large" />}
      actions={(customer) =>
        canAct && (
          <>
            <Actions customer={customer} onAction={onAction} />
            {may('erase') && (
              <EraseButton
                customer={customer}
                onErased={() => {
                  onClose();
                  void onChanged?.(customer.id);
                }}
              />
            )}
          </>
        )
      }
      details={(customer) => <CustomerDetails customer={customer} />}
      tabs={(id, customer) => {
        const isOpen = customer !== null && onAction !== undefined;
        const name = customer?.name ?? `Customer ${id}`;
        const policies = <CustomerPoliciesPanel id={id} canAdd={isOpen && may('addPolicy')} />;
        const quotations = (
          <CustomerQuotationsPanel id={id} canAdd={isOpen && may('addQuotation')} />
        );
        const documents = (
          <DocumentsPanel
            of={{ customer: { id, name } }}
            canAdd={isOpen && may('upload')}
            onKycSet={(customerId) => void onChanged?.(customerId)}
          />
        );
        return [
          { id: 'policies', title: 'Policies', panel: policies },
          ...(may('seeDocuments')
            ? [{ id: 'documents', title: 'Documents', panel: documents }]
            : []),
          { id: 'quotations', title: 'Quotations', panel: quotations },
        ];
      }}
    />
  );
}

const NEEDS = {
  act: 'customers.write',
  addPolicy: 'policies.write',
  addQuotation: 'quotations.write',
  upload: 'documents.write',
  seeDocuments: 'documents.read',
  erase: 'customers.erase',
} as const satisfies Needs<string>;

const EraseDialog = lazy(() => import('./EraseDialog'));

function EraseButton({ customer, onErased }: { customer: Customer; onErased: () => void }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <IconButton text="Erase for ever" icon={<Eraser />} onClick={() => setOpen(true)} />
      {isOpen && (
        <Suspense>
          <EraseDialog customer={customer} onClose={() => setOpen(false)} onErased={onErased} />
        </Suspense>
      )}
    </>
  );
}

function Actions({
  customer,
  onAction,
}: Required<Pick<CustomerDrawerProps, 'onAction'>> & { customer: Customer }) {
  const canGive = useAllowed('customers.reassign');
  return (
    <>
      <Button icon={<Edit />} onClick={() => onAction('edit', customer)}>
        Edit
      </Button>
      {canGive && (
        <IconButton
          text="Give to …"
          icon={<Exchange />}
          onClick={() => onAction('give', customer)}
        />
      )}
      <IconButton text="Delete" icon={<Trash />} onClick={() => onAction('delete', customer)} />
    </>
  );
}
