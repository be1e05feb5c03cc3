import { useApolloClient } from '@apollo/client/react';
import type { RevealedField } from '@insuremanager/contracts/customers/revealing';
import { useState } from 'react';
import { newCommandId } from '../../data/commands';
import { operation } from '../../data/operation';
import { RevealIdentityNumberDocument } from '../../data/operations.generated';
import { sentenceOf } from '../../data/problems';
import { ReasonDialog } from '../../ui/ReasonDialog';
import type { Customer } from './customer';

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
  const client = useApolloClient();
  const [commandId] = useState(newCommandId);

  const reveal = async (reason: string): Promise<string | null> => {
    try {
      const asked = { customerId: customer.id, field, reason, commandId };
      const { query: mutation, variables } = operation(RevealIdentityNumberDocument, asked);
      const { data } = await client.mutate({ mutation, variables, fetchPolicy: 'no-cache' });
      if (!data) throw new Error('The answer held nothing');
      onRevealed(data.revealIdentityNumber.value);
      return null;
    } catch (failed) {
      return sentenceOf(failed, `Failed to reveal the ${label}. Please try again.`);
    }
  };
  return (
    <ReasonDialog
      title={`Reveal ${label}`}
      submitLabel="Reveal"
      keyHint="Ctrl+Enter reveals"
      onClose={onClose}
      onSubmit={reveal}
    >
      <p>
        The full number of <bdi>{customer.name}</bdi> is shown for one minute. The reason is
        recorded in the history.
      </p>
    </ReasonDialog>
  );
}
