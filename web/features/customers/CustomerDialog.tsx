import { useQuery } from '@apollo/client/react';
import { Dialog } from '@blueprintjs/core';
import { useCallback, useRef } from 'react';
import type { Location } from 'react-router';
import { CustomerDetailsDocument } from '../../data/operations.generated';
import { sentenceOf } from '../../data/problems';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { ConfirmUnsaved } from '../../ui/ConfirmUnsaved';
import { ErrorPanel } from '../../ui/list/ErrorPanel';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { useReturnFocus } from '../../ui/useReturnFocus';
import { useUnsavedGuard } from '../../ui/useUnsavedGuard';
import { CustomerForm } from './CustomerForm';
import './CustomerDialog.css';

interface CustomerDialogProps {
  /** The customer to edit; null adds one. */
  id: number | null;
  onSaved: (id: number) => Promise<void>;
  onClose: () => void;
}

/** What of an address keeps this dialog open. */
const placeOf = ({ pathname, search }: Pick<Location, 'pathname' | 'search'>): string => {
  const params = new URLSearchParams(search);
  return JSON.stringify([pathname, params.get('add'), params.get('edit')]);
};

export function CustomerDialog({ id, onSaved, onClose }: CustomerDialogProps) {
  useReturnFocus();
  const hasUnsaved = useRef(false);
  const guard = useUnsavedGuard(
    useCallback(() => hasUnsaved.current, []),
    placeOf,
  );
  const noteUnsaved = useCallback((isUnsaved: boolean) => {
    hasUnsaved.current = isUnsaved;
  }, []);

  return (
    <>
      <Dialog
        isOpen
        title={id === null ? 'Add Customer' : 'Edit Customer'}
        onClose={onClose}
        canOutsideClickClose={false}
        className="customer-dialog"
      >
        {id === null ? (
          <CustomerForm base={null} {...{ onSaved, onClose, noteUnsaved }} />
        ) : (
          <EditForm id={id} {...{ onSaved, onClose, noteUnsaved }} />
        )}
      </Dialog>
      <ConfirmUnsaved isOpen={guard.isAsking} onKeep={guard.stay} onDiscard={guard.leave} />
    </>
  );
}

interface EditFormProps extends Omit<CustomerDialogProps, 'id'> {
  id: number;
  noteUnsaved: (isUnsaved: boolean) => void;
}

function EditForm({ id, ...form }: EditFormProps) {
  const { data, error, refetch } = useQuery(CustomerDetailsDocument, { variables: { id } });
  useRetryAfterSignIn(error, refetch);
  const base = useRef(data?.customer ?? null);
  // The form keeps the version that it began with, whatever reaches the cache later.
  base.current ??= data?.customer ?? null;
  if (base.current) return <CustomerForm base={base.current} {...form} />;
  if (error) {
    return (
      <ErrorPanel
        title="Failed to load the customer"
        message={sentenceOf(error, 'Failed to fetch the customer')}
        onRetry={() => void refetch()}
      />
    );
  }
  if (data) {
    return (
      <ErrorPanel
        title="This customer is not in the lists"
        message="It may have been deleted meanwhile."
        onRetry={() => void refetch()}
      />
    );
  }
  return <SkeletonRows height={56} what="the customer" />;
}
