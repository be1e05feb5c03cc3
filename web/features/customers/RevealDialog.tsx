import { useApolloClient } from '@apollo/client/react';
import { Dialog, TextArea } from '@blueprintjs/core';
import { type RevealedField, RevealReason } from '@insuremanager/contracts/customers/revealing';
import { LONGEST_REASON } from '@insuremanager/contracts/rules/reason';
import { useState } from 'react';
import { newCommandId } from '../../data/commands';
import { operation } from '../../data/operation';
import { RevealIdentityNumberDocument } from '../../data/operations.generated';
import { sentenceOf } from '../../data/problems';
import { FormField } from '../../ui/FormField';
import { FormFrame } from '../../ui/record/FormFrame';
import { useReturnFocus } from '../../ui/useReturnFocus';
import type { Customer } from './customer';
import '../../ui/record/RecordDialog.css';

interface RevealDialogProps {
  customer: Pick<Customer, 'id' | 'name'>;
  field: RevealedField;
  label: string;
  onRevealed: (value: string) => void;
  onClose: () => void;
}

/** Asks why a whole number is to be seen; the answer goes nowhere but to who asked. */
export default function RevealDialog(props: RevealDialogProps) {
  const { customer, field, label, onRevealed, onClose } = props;
  useReturnFocus();
  const client = useApolloClient();
  const [commandId] = useState(newCommandId);
  const [reason, setReason] = useState('');
  const [error, setError] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async () => {
    const checked = RevealReason.safeParse(reason);
    setError(checked.error?.issues[0]?.message);
    if (!checked.success || isBusy) return;
    setBusy(true);
    setFailure(null);
    try {
      const asked = { customerId: customer.id, field, reason: checked.data, commandId };
      const { query: mutation, variables } = operation(RevealIdentityNumberDocument, asked);
      const { data } = await client.mutate({ mutation, variables, fetchPolicy: 'no-cache' });
      if (!data) throw new Error('The answer held nothing');
      onRevealed(data.revealIdentityNumber.value);
      onClose();
    } catch (failed) {
      setFailure(sentenceOf(failed, `Failed to reveal the ${label}. Please try again.`));
      setBusy(false);
    }
  };
  return (
    <Dialog isOpen title={`Reveal ${label}`} onClose={onClose} className="record-dialog">
      <FormFrame
        label={`Reveal ${label}`}
        message={failure === null ? null : { text: failure }}
        keyHint="Ctrl+Enter reveals"
        closeLabel="Cancel"
        submitLabel="Reveal"
        isBusy={isBusy}
        onClose={onClose}
        onSubmit={() => void submit()}
      >
        <p>
          The full number of <bdi>{customer.name}</bdi> is shown for one minute. The reason is
          recorded in the history.
        </p>
        <FormField label="Reason" required error={error}>
          {(one) => (
            <TextArea
              {...one}
              fill
              autoFocus
              autoResize
              maxLength={LONGEST_REASON}
              value={reason}
              onChange={({ currentTarget: { value } }) => {
                setReason(value);
                setError(undefined);
              }}
            />
          )}
        </FormField>
      </FormFrame>
    </Dialog>
  );
}
