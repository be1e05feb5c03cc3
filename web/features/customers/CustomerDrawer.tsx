import { Button, Intent, MenuItem } from '@blueprintjs/core';
import { Edit, Eraser, MergeColumns, TickCircle } from '@blueprintjs/icons';
import type { KycStatus } from '@insuremanager/contracts/customers/kycStatuses';
import { isHidden } from '@insuremanager/contracts/rules/masks';
import { useEffect, useState } from 'react';
import { useGatewayQuery } from '../../data/operation';
import { PAST_DAY } from '../../data/pastDay';
import { ClaimsPanel } from '../../records/claims/ClaimsPanel';
import { ConsentPanel } from '../../records/consents/ConsentPanel';
import { useSetKycStatus } from '../../records/customers/useSetKycStatus';
import { DocumentsPanel } from '../../records/documents/DocumentsPanel';
import { DropHint } from '../../records/documents/DropHint';
import { useFileDrop } from '../../records/documents/useFileDrop';
import { HoldBadge, LegalHolds } from '../../records/privacy/LegalHolds';
import { Nominees } from '../../records/privacy/Nominees';
import { TasksPanel } from '../../records/tasks/TasksPanel';
import { Avatar } from '../../ui/Avatar';
import { type Needs, useAllowed, useAllowedOf } from '../../ui/allowed';
import { labelOf } from '../../ui/labels';
import { rareDialog } from '../../ui/lazyDialog';
import { lazyPart, rarePart } from '../../ui/lazyPart';
import { ActionItems, MoreActions } from '../../ui/list/RowMenu';
import { Phone } from '../../ui/Phone';
import { HeadFacts } from '../../ui/record/HeadFacts';
import { RecordDrawer } from '../../ui/record/RecordDrawer';
import { StatusBadge } from '../../ui/StatusBadge';
import { useToast } from '../../ui/toaster/Toaster';
import { useAddress } from '../../ui/useAddress';
import { CustomerDetails } from './CustomerDetails';
import { CustomerPoliciesPanel } from './CustomerPoliciesPanel';
import { CustomerQuotationsPanel } from './CustomerQuotationsPanel';
import { CUSTOMER, CUSTOMER_ACTIONS, type Customer, type CustomerAction } from './customer';

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
  const { params, open } = useAddress();
  const [dropped, setDropped] = useState<readonly File[]>([]);
  const canDrop = id !== null && onAction !== undefined && may('upload') && may('seeDocuments');
  // Where documents are open, they take what is dropped themselves; so do dialogs.
  const isTaken = params.get('tab') === 'documents' || DIALOGS.some((name) => params.has(name));
  const isDropping = useFileDrop((files) => {
    setDropped(files);
    open({ tab: 'documents', upload: '1' });
  }, canDrop && !isTaken);
  const mayMerge = onAction !== undefined && may('merge') && PAST_DAY === null;
  const led = useLed(onAction ? id : null);
  return (
    <>
      <RecordDrawer
        type={CUSTOMER}
        id={id}
        onClose={onClose}
        subtitle={(customer) => <Head customer={customer} />}
        isModal={onAction === undefined}
        avatar={({ name }) => <Avatar name={name} size="large" />}
        actions={(customer) =>
          canAct && (
            <Actions
              customer={customer}
              onAction={onAction}
              onKycSet={() => void onChanged?.(customer.id)}
              onErased={() => {
                onClose();
                void onChanged?.(customer.id);
              }}
            />
          )
        }
        aboveDetails={(customer) => (
          <>
            {led?.to === customer.id && (
              <p className="muted" role="status">
                Customer {led.from} was merged into this one.
              </p>
            )}
            {mayMerge && <LikelyDuplicate key={customer.id} customer={customer} />}
          </>
        )}
        details={(customer) => (
          <>
            <CustomerDetails customer={customer} />
            {onAction && PAST_DAY === null && (
              <MergedWith
                key={`merged-${customer.id}`}
                customer={customer}
                onChanged={(changed) => void onChanged?.(changed)}
              />
            )}
            <Nominees key={`nominees-${customer.id}`} customer={customer} />
            {may('hold') && <LegalHolds key={`holds-${customer.id}`} customer={customer} />}
          </>
        )}
        tabs={(id, customer) => {
          const isOpen = customer !== null && onAction !== undefined;
          const name = customer?.name ?? 'This customer';
          const policies = (
            <>
              <CustomerPoliciesPanel id={id} canAdd={isOpen && may('addPolicy')} />
              {customer && <HouseholdPanel customer={customer} canChange={isOpen && may('act')} />}
            </>
          );
          const quotations = (
            <CustomerQuotationsPanel id={id} canAdd={isOpen && may('addQuotation')} />
          );
          const claims = <ClaimsPanel of={{ customerId: id }} canAdd={isOpen && may('addClaim')} />;
          const notes = (
            <TasksPanel
              of={{ record: 'customer', id }}
              canAdd={isOpen && may('addTask')}
              isGone={customer === null}
            />
          );
          const documents = (
            <DocumentsPanel
              of={{ customer: { id, name } }}
              given={dropped}
              canAdd={isOpen && may('upload')}
              onKycSet={(customerId) => void onChanged?.(customerId)}
            />
          );
          const consent = <ConsentPanel customerId={id} canRecord={isOpen && may('act')} />;
          return [
            { id: 'policies', title: 'Policies', panel: policies },
            ...(may('seeDocuments')
              ? [{ id: 'documents', title: 'Documents', panel: documents }]
              : []),
            { id: 'quotations', title: 'Quotations', panel: quotations },
            { id: 'claims', title: 'Claims', panel: claims },
            { id: 'notes', title: 'Notes', panel: notes },
            ...(may('seePeople') ? [{ id: 'consent', title: 'Consent', panel: consent }] : []),
          ];
        }}
      />
      {isDropping && <DropHint text="Drop files to upload" />}
    </>
  );
}

const DIALOGS = ['add', 'edit', 'upload'];

interface Led {
  readonly from: number;
  readonly to: number;
}

/** Goes from the number of a customer who was merged to the one who remains; null: it never did. */
function useLed(id: number | null): Led | null {
  const { change } = useAddress();
  const { data } = useGatewayQuery(CUSTOMER.details(id ?? 0), { skip: id === null });
  const [led, setLed] = useState<Led | null>(null);
  const to = data?.record?.id;
  useEffect(() => {
    if (id === null || to === undefined || to === id) return;
    setLed({ from: id, to });
    change({ [CUSTOMER.one]: String(to) });
  }, [id, to, change]);
  return led;
}

const NEEDS = {
  act: 'customers.write',
  addPolicy: 'policies.write',
  addQuotation: 'quotations.write',
  addClaim: 'claims.write',
  addTask: 'tasks.write',
  upload: 'documents.write',
  seeDocuments: 'documents.read',
  hold: 'privacy.manage',
  seePeople: 'people.read',
  merge: 'customers.merge',
} as const satisfies Needs<string>;

/** How they stand, and how they are reached. */
const Head = ({ customer: { id, kycStatus, phone } }: { customer: Customer }) => (
  <>
    <StatusBadge status={kycStatus} />
    <HoldBadge customerId={id} />
    {!isHidden(phone) && <HeadFacts facts={[<Phone key="phone" number={phone} />]} />}
  </>
);

const HouseholdPanel = rarePart(() => import('../../records/households/HouseholdPanel'));
const EraseDialog = rareDialog(() => import('../../records/customers/EraseDialog'));
const MergeWithDialog = rareDialog(() => import('./merging/MergeWithDialog'));
const LikelyDuplicate = lazyPart(() => import('./merging/LikelyDuplicate'));
const MergedWith = lazyPart(() => import('./merging/MergedWith'));

const IN_MENU: readonly CustomerAction[] = ['give', 'delete'];

interface ActionsProps extends Required<Pick<CustomerDrawerProps, 'onAction'>> {
  customer: Customer;
  onKycSet: () => void;
  onErased: () => void;
}

function Actions({ customer, onAction, onKycSet, onErased }: ActionsProps) {
  const mayErase = useAllowed('customers.erase');
  const [isErasing, setErasing] = useState(false);
  const mayMerge = useAllowed('customers.merge') && PAST_DAY === null;
  const [isMerging, setMerging] = useState(false);
  return (
    <>
      {customer.kycStatus === 'pending' && (
        <VerifyButton key={customer.id} customer={customer} onSet={onKycSet} />
      )}
      <Button icon={<Edit />} onClick={() => onAction('edit', customer)}>
        Edit
      </Button>
      <MoreActions of={customer.name}>
        {mayMerge && (
          <MenuItem text="Merge with…" icon={<MergeColumns />} onClick={() => setMerging(true)} />
        )}
        {mayErase && (
          <MenuItem text="Erase permanently" icon={<Eraser />} onClick={() => setErasing(true)} />
        )}
        <ActionItems
          {...CUSTOMER_ACTIONS}
          actions={IN_MENU}
          onAction={(action) => onAction(action, customer)}
        />
      </MoreActions>
      {isMerging && <MergeWithDialog customer={customer} onClose={() => setMerging(false)} />}
      {isErasing && (
        <EraseDialog customer={customer} onClose={() => setErasing(false)} onErased={onErased} />
      )}
    </>
  );
}

/** The next step of one whose KYC waits; the notification takes it back. */
function VerifyButton({ customer, onSet }: { customer: Customer; onSet: () => void }) {
  const [isBusy, setBusy] = useState(false);
  const showToast = useToast();
  const setStatus = useSetKycStatus({ id: customer.id });
  const set = async (status: KycStatus) => {
    setBusy(true);
    const failure = await setStatus(status);
    setBusy(false);
    if (failure !== null) {
      return showToast({ title: 'Error', description: failure, tone: 'destructive' });
    }
    showToast({
      title: 'Customer Updated',
      description: `KYC of ${customer.name}: ${labelOf(status)}.`,
      ...(status === 'verified' && {
        action: { text: 'Undo', onAction: () => void set('pending') },
      }),
    });
    onSet();
  };
  return (
    <Button
      intent={Intent.PRIMARY}
      icon={<TickCircle />}
      loading={isBusy}
      onClick={({ currentTarget }) => {
        // The button goes, and the focus would go with it.
        currentTarget.closest<HTMLElement>('[role=dialog]')?.focus();
        void set('verified');
      }}
    >
      Verify KYC
    </Button>
  );
}
