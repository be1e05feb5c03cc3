import { useState } from 'react';
import { useNavigate } from 'react-router';
import type { CustomerChoiceFragment } from '../../../data/operations.generated';
import { CustomerPicker } from '../../../records/customers/CustomerPicker';
import { FormDialog } from '../../../ui/FormDialog';
import { FormField } from '../../../ui/FormField';
import type { Customer } from '../customer';
import { comparisonPath } from './words';

interface MergeWithDialogProps {
  customer: Pick<Customer, 'id' | 'name'>;
  onClose: () => void;
}

/** Chooses whom a customer is compared with, where nothing suggests that they are one person. */
export default function MergeWithDialog({ customer, onClose }: MergeWithDialogProps) {
  const navigate = useNavigate();
  const [other, setOther] = useState<CustomerChoiceFragment | null>(null);
  const [error, setError] = useState<string | undefined>(undefined);
  const submit = async () => {
    if (!other) return setError('Choose a customer');
    if (other.id === customer.id) return setError('Choose another customer than this one');
    onClose();
    await navigate(comparisonPath(customer.id, other.id));
  };
  return (
    <FormDialog
      title={`Merge ${customer.name} with…`}
      submitLabel="Compare"
      onClose={onClose}
      onSubmit={submit}
    >
      <FormField label="Customer who is the same person" error={error}>
        {(field) => (
          <CustomerPicker
            {...field}
            autoFocus
            customerId={other?.id ?? null}
            onChange={(next) => {
              setOther(next);
              setError(undefined);
            }}
          />
        )}
      </FormField>
      <p className="muted">Nothing is merged yet: both are shown beside each other first.</p>
    </FormDialog>
  );
}
