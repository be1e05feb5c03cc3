import { useApolloClient } from '@apollo/client/react';
import { Callout, Checkbox, Intent } from '@blueprintjs/core';
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
import { ReasonDialog } from '../../ui/ReasonDialog';
import { useToast } from '../../ui/toaster/Toaster';
import { countedRecords } from '../countedRecords';

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
  const client = useApolloClient();
  const showToast = useToast();
  const send = useCommands();
  const { data } = useGatewayQuery(operation(ErasureCheckDocument, { customerId: customer.id }), {
    fetchPolicy: 'network-only',
  });
  const check = data?.erasureCheck;
  const [overridesRetention, setOverrides] = useState(false);

  const erase = async (reason: string): Promise<string | null> => {
    const asked = { id: customer.id, reason, overridesRetention };
    const answer = await send(
      (commandId) => operation(EraseCustomerDocument, { ...asked, commandId }),
      { content: JSON.stringify(asked) },
    );
    if (answer.failure) {
      return sentenceFor(answer.failure, 'Failed to erase the customer. Please try again.');
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
    return null;
  };
  return (
    <ReasonDialog
      title="Erase permanently"
      submitLabel="Erase"
      keyHint="Ctrl+Enter erases"
      intent={Intent.DANGER}
      onClose={onClose}
      onSubmit={erase}
      below={
        check?.isRetained && (
          <Checkbox
            checked={overridesRetention}
            onChange={({ currentTarget: { checked } }) => setOverrides(checked)}
          >
            Erase even though the records must be kept until {formatDay(check.retainedUntil)}
          </Checkbox>
        )
      }
    >
      <p>
        All data about <bdi>{customer.name}</bdi> will be deleted{check && `, ${goes(check)}`}. This
        cannot be undone. The history remains, without personal data.
      </p>
      {check && check.holds.length > 0 && (
        <Callout intent={Intent.WARNING} icon={null} className="form-alert">
          A customer under a legal hold cannot be erased. Lift it first:
          {check.holds.map(({ since, matter }) => (
            <div key={`${since} ${matter}`}>
              <bdi>{matter}</bdi>, since {formatDay(since)}
            </div>
          ))}
        </Callout>
      )}
      {check && check.activePolicyNumbers.length > 0 && (
        <Callout intent={Intent.WARNING} icon={null} className="form-alert">
          A customer with an active policy cannot be erased. Cancel or delete first:{' '}
          {check.activePolicyNumbers.join(', ')}.
        </Callout>
      )}
      {check && check.openClaimNumbers.length > 0 && (
        <Callout intent={Intent.WARNING} icon={null} className="form-alert">
          A customer with an open claim cannot be erased. Close or delete first:{' '}
          {check.openClaimNumbers.join(', ')}.
        </Callout>
      )}
    </ReasonDialog>
  );
}

/** "with 2 policies and 1 document"; empty when there is nothing else. */
function goes(check: ErasureCheckQuery['erasureCheck']): string {
  const { savedViews } = check;
  const views = savedViews === 1 ? 'saved view that names them' : 'saved views that name them';
  const words = [...countedRecords(check), ...(savedViews === 0 ? [] : [`${savedViews} ${views}`])];
  if (words.length === 0) return 'with no other records';
  return `with ${new Intl.ListFormat('en-IN').format(words)}`;
}
