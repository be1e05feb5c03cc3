import { useApolloClient } from '@apollo/client/react';
import { Callout, Checkbox, Dialog, Intent, TextArea } from '@blueprintjs/core';
import { ErasureInput } from '@insuremanager/contracts/erasures/erasures';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useState } from 'react';
import { useCommands } from '../../data/commands';
import { operation, useGatewayQuery } from '../../data/operation';
import {
  CustomerOperations,
  EraseCustomerDocument,
  ErasureCheckDocument,
  type ErasureCheckQuery,
} from '../../data/operations.generated';
import { sentenceFor } from '../../data/problems';
import { FormField } from '../../ui/FormField';
import { FormFrame } from '../../ui/record/FormFrame';
import { useToast } from '../../ui/toaster/Toaster';
import { useReturnFocus } from '../../ui/useReturnFocus';
import '../../ui/record/RecordDialog.css';

const ERASED = {
  title: 'Customer Erased',
  description: 'Only the history remains, without personal data.',
};
const BEING_ERASED = {
  title: 'Erasing Customer',
  description: 'The customer is being erased. The remaining data will be removed automatically.',
};

interface EraseDialogProps {
  customer: { id: number; name: string };
  onClose: () => void;
  onErased: () => void;
}

/** Asks for a reason, says what goes, and forgets a person for ever. */
export default function EraseDialog({ customer, onClose, onErased }: EraseDialogProps) {
  useReturnFocus();
  const client = useApolloClient();
  const showToast = useToast();
  const send = useCommands();
  const { data } = useGatewayQuery(operation(ErasureCheckDocument, { customerId: customer.id }), {
    fetchPolicy: 'network-only',
  });
  const check = data?.erasureCheck;
  const [reason, setReason] = useState('');
  const [overridesRetention, setOverrides] = useState(false);
  const [error, setError] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async () => {
    const checked = ErasureInput.safeParse({ reason, overridesRetention });
    setError(checked.error?.issues[0]?.message);
    if (!checked.success || isBusy) return;
    setBusy(true);
    const asked = { id: customer.id, ...checked.data };
    const answer = await send(
      (commandId) => operation(EraseCustomerDocument, { ...asked, commandId }),
      { content: JSON.stringify(asked) },
    );
    setBusy(false);
    if (answer.failure) {
      setFailure(sentenceFor(answer.failure, 'Failed to erase the customer. Please try again.'));
      return;
    }
    onErased();
    showToast(answer.data.eraseCustomer.isComplete ? ERASED : BEING_ERASED);
    // What was theirs goes with the changes that the server reports.
    client.writeQuery({
      ...operation(CustomerOperations.details, { id: customer.id }),
      data: { record: null },
    });
    for (const __typename of ['Customer', 'PolicyCustomer']) {
      client.cache.evict({ id: client.cache.identify({ __typename, id: customer.id }) });
    }
  };
  return (
    <Dialog isOpen title="Erase permanently" onClose={onClose} className="record-dialog">
      <FormFrame
        label="Erase permanently"
        message={failure === null ? null : { text: failure }}
        keyHint="Ctrl+Enter erases"
        closeLabel="Cancel"
        submitLabel="Erase"
        intent={Intent.DANGER}
        isBusy={isBusy}
        onClose={onClose}
        onSubmit={() => void submit()}
      >
        <p>
          All data about <bdi>{customer.name}</bdi> will be deleted{check && `, ${goes(check)}`}.
          This cannot be undone. The history remains, without personal data.
        </p>
        {check && check.activePolicyNumbers.length > 0 && (
          <Callout intent={Intent.WARNING} icon={null} className="form-alert">
            A customer with an active policy cannot be erased. Cancel or delete first:{' '}
            {check.activePolicyNumbers.join(', ')}.
          </Callout>
        )}
        <FormField label="Reason" required error={error}>
          {(one) => (
            <TextArea
              {...one}
              fill
              autoFocus
              autoResize
              maxLength={300}
              value={reason}
              onChange={({ currentTarget: { value } }) => {
                setReason(value);
                setError(undefined);
              }}
            />
          )}
        </FormField>
        {check?.isRetained && (
          <Checkbox
            checked={overridesRetention}
            onChange={({ currentTarget: { checked } }) => setOverrides(checked)}
          >
            Erase even though the records must be kept until {formatDay(check.retainedUntil)}
          </Checkbox>
        )}
      </FormFrame>
    </Dialog>
  );
}

/** "with 2 policies and 1 document"; empty when there is nothing else. */
function goes(check: ErasureCheckQuery['erasureCheck']): string {
  const { policies, quotations, documents, savedViews } = check;
  const counted = [
    [policies, 'policy', 'policies'],
    [quotations, 'quotation', 'quotations'],
    [documents, 'document', 'documents'],
    [savedViews, 'saved view that names them', 'saved views that name them'],
  ] as const;
  const words = counted.flatMap(([count, one, many]) =>
    count === 0 ? [] : [`${count} ${count === 1 ? one : many}`],
  );
  if (words.length === 0) return 'with no other records';
  return `with ${new Intl.ListFormat('en-IN').format(words)}`;
}
