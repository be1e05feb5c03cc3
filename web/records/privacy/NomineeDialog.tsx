import { NomineeInput, nomineeFields } from '@insuremanager/contracts/customers/nominees';
import { formatDay, kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { operation } from '../../data/operation';
import { type NomineeShownFragment, RecordNomineeDocument } from '../../data/operations.generated';
import { useToast } from '../../ui/toaster/Toaster';
import { CommandDialog } from '../CommandDialog';

interface NomineeDialogProps {
  customer: { readonly id: number; readonly name: string };
  onSaved: (nominees: readonly NomineeShownFragment[]) => void;
  onClose: () => void;
}

/** Records whom a customer has named. */
export default function NomineeDialog({ customer, onSaved, onClose }: NomineeDialogProps) {
  const showToast = useToast();
  return (
    <CommandDialog
      title="Record nominee"
      submitLabel="Save"
      fields={nomineeFields}
      initial={{ recordedOn: formatDay(kolkataDay(new Date())) }}
      schema={NomineeInput}
      toSend={(input, commandId) =>
        operation(RecordNomineeDocument, { customerId: customer.id, input, commandId })
      }
      failed="Failed to record the nominee. Please try again."
      onSaved={({ saved }, { name }) => {
        onSaved(saved.nominees);
        showToast({ title: 'Nominee Recorded', description: name });
        onClose();
      }}
      onClose={onClose}
    >
      <p>
        Whom <bdi>{customer.name}</bdi> has named to exercise their rights to their personal data on
        death or incapacity. It is no nominee of a policy.
      </p>
    </CommandDialog>
  );
}
