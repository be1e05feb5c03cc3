import { useApolloClient } from '@apollo/client/react';
import { Callout, Intent } from '@blueprintjs/core';
import { MOST_REASSIGNED } from '@insuremanager/contracts/customers/customerFields';
import { useState } from 'react';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import {
  type CustomerFilter,
  CustomerIdsDocument,
  type CustomerIdsQuery,
  ReassignCustomersDocument,
} from '../../data/operations.generated';
import { sentenceFor, sentenceOf } from '../../data/problems';
import { FormDialog } from '../../ui/FormDialog';
import { useToast } from '../../ui/toaster/Toaster';
import { useReturnFocus } from '../../ui/useReturnFocus';
import { OwnerSelect, useOwners } from './owners';

/** One customer by name, or all that a list shows. */
export type ToGive =
  | { readonly customer: { readonly id: number; readonly name: string } }
  | { readonly filter: CustomerFilter; readonly count: string };

interface GiveDialogProps {
  toGive: ToGive;
  /** After some were given; the one, where it was one. */
  onGiven: (id?: number) => Promise<void>;
  onClose: () => void;
}

const PAGE = 200;
const FAILED = 'Failed to assign the customers. Please try again.';

/** Puts customers, with all that is theirs, into the book of a user. */
export default function GiveDialog({ toGive, onGiven, onClose }: GiveDialogProps) {
  useReturnFocus();
  const client = useApolloClient();
  const send = useCommands();
  const showToast = useToast();
  const { nameOf } = useOwners();
  const [ownerId, setOwnerId] = useState<number | null | undefined>(undefined);
  const [error, setError] = useState<string | undefined>(undefined);
  const [failure, setFailure] = useState<string | null>(null);
  const isOne = 'customer' in toGive;

  /** All that the list shows now: none is left out because others were given meanwhile. */
  const listed = async (): Promise<number[]> => {
    if (isOne) return [toGive.customer.id];
    const ids: number[] = [];
    for (let after: string | null = null; ; ) {
      const page = await client.query({
        ...operation(CustomerIdsDocument, {
          ...{ filter: toGive.filter, sort: 'added', direction: 'asc', first: PAGE, after },
        }),
        fetchPolicy: 'no-cache',
      });
      const { customers } = page.data as CustomerIdsQuery;
      ids.push(...customers.items.map(({ id }) => id));
      after = customers.nextCursor;
      if (after === null) return ids;
    }
  };

  const give = async (to: number | null): Promise<void> => {
    const ids = await listed();
    let given = 0;
    for (let from = 0; from < ids.length; from += MOST_REASSIGNED) {
      const customerIds = ids.slice(from, from + MOST_REASSIGNED);
      const answer = await send(
        (commandId) =>
          operation(ReassignCustomersDocument, { customerIds, ownerId: to, commandId }),
        { subject: from, content: JSON.stringify([customerIds, to]) },
      );
      if (answer.failure) {
        setFailure(sentenceFor(answer.failure, FAILED));
        return;
      }
      given += answer.data.reassignCustomers.customerIds.length;
    }
    await onGiven(isOne ? toGive.customer.id : undefined);
    const who = isOne ? toGive.customer.name : `${given} ${given === 1 ? 'customer' : 'customers'}`;
    const description =
      to === null ? `${who} now has no owner.` : `Assigned ${who} to ${nameOf(to)}.`;
    showToast({ title: 'Owner Changed', description });
    onClose();
  };

  const submit = async () => {
    setFailure(null);
    if (ownerId === undefined) {
      setError('Choose an owner');
      return;
    }
    try {
      await give(ownerId);
    } catch (failed) {
      setFailure(sentenceOf(failed, FAILED));
    }
  };
  return (
    <FormDialog
      title={isOne ? `Assign ${toGive.customer.name} to…` : 'Assign customers to…'}
      submitLabel="Assign"
      onClose={onClose}
      onSubmit={submit}
    >
      {failure !== null && (
        <Callout intent={Intent.DANGER} role="alert">
          {failure}
        </Callout>
      )}
      <p className="give-count">
        {isOne
          ? 'The customer’s policies, quotations, documents and reminders are included.'
          : `All ${toGive.count} in this list, including their policies, quotations, documents and reminders.`}
      </p>
      <OwnerSelect
        label="Owner"
        none="Choose an owner"
        value={ownerId}
        error={error}
        onChange={(value) => {
          setOwnerId(value);
          setError(undefined);
        }}
      />
    </FormDialog>
  );
}
