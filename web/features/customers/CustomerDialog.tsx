import { useQuery } from '@apollo/client/react';
import { CustomerDetailsDocument } from '../../data/operations.generated';
import { useRetryAfterSignIn } from '../../session/useRetryAfterSignIn';
import { EditLoader } from '../../ui/record/EditLoader';
import { RecordDialog } from '../../ui/record/RecordDialog';
import type { FormEnds } from '../../ui/record/useRecordForm';
import { CustomerForm } from './CustomerForm';

interface CustomerDialogProps extends Omit<FormEnds, 'noteUnsaved'> {
  /** The customer to edit; null adds one. */
  id: number | null;
}

export const CustomerDialog = ({ id, ...ends }: CustomerDialogProps) => (
  <RecordDialog title={id === null ? 'Add Customer' : 'Edit Customer'} onClose={ends.onClose}>
    {(noteUnsaved) =>
      id === null ? (
        <CustomerForm base={null} {...ends} noteUnsaved={noteUnsaved} />
      ) : (
        <EditForm id={id} {...ends} noteUnsaved={noteUnsaved} />
      )
    }
  </RecordDialog>
);

function EditForm({ id, ...ends }: FormEnds & { id: number }) {
  const { data, error, refetch } = useQuery(CustomerDetailsDocument, { variables: { id } });
  useRetryAfterSignIn(error, refetch);
  return (
    <EditLoader one="customer" record={data?.customer} error={error} onRetry={refetch}>
      {(base) => <CustomerForm base={base} {...ends} />}
    </EditLoader>
  );
}
