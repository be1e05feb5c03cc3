import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { useCommands } from '../../../data/commands';
import { ASKED_ANEW, operation } from '../../../data/operation';
import {
  MarkCustomersDistinctDocument,
  MergeCustomersDocument,
  type MergeCustomersMutationVariables,
  UndoMergeDocument,
  UnmarkCustomersDistinctDocument,
} from '../../../data/operations.generated';
import { type Failure, sentenceOfAction } from '../../../data/problems';
import { useOpenRecord } from '../../../records/useOpenRecord';
import { forgetFields } from '../../../ui/record/recordType';
import { useToast } from '../../../ui/toaster/Toaster';
import { CUSTOMER } from '../customer';

/** Somebody who can be named. */
export interface Named {
  readonly id: number;
  readonly name: string;
}

/** Milliseconds that the notification with Undo stays. */
const UNDO_MS = 12_000;

/** Fields of the schema that show something of two customers who become one, or two again. */
const OUTDATED = [
  ...['customers', 'customerHistory', 'customerConsents', 'customerHoldings', 'duplicatePairs'],
  ...['mergedCustomers', 'nominees', 'legalHolds', 'dashboard', 'personRequests'],
  ...['policies', 'documents', 'quotations', 'reminders', 'upcomingRenewals', 'renewalBoard'],
];

const SHOWS_DISTINCT = ['duplicatePairs', 'distinctPairs', 'customerHistory'];

/** Brings what is shown of both up to date. */
async function refresh(client: ApolloClient, ids: readonly number[]): Promise<void> {
  for (const id of ids) {
    client.cache.evict({ id: 'ROOT_QUERY', fieldName: 'customer', args: { id } });
    for (const __typename of ['Customer', 'PolicyCustomer']) {
      client.cache.evict({ id: client.cache.identify({ __typename, id }) });
    }
  }
  forgetFields(client.cache, OUTDATED);
  const asked = ids.map((id) => client.query({ ...CUSTOMER.details(id), ...ASKED_ANEW }));
  // What does not come is asked for where it is shown.
  await Promise.allSettled(asked);
}

/** Merges customers, parts them again, and marks them as distinct; notifications say what became of it. */
export function useMerging() {
  const client = useApolloClient();
  const send = useCommands();
  const showToast = useToast();
  const openRecord = useOpenRecord();

  const fail = useCallback(
    (failure: Failure, failed: string) => {
      const description = sentenceOfAction(failure, failed);
      showToast({ title: 'Error', description, tone: 'destructive' });
    },
    [showToast],
  );

  const undo = useCallback(
    async (into: Named, duplicate: Named): Promise<boolean> => {
      const asked = { intoId: into.id, duplicateId: duplicate.id };
      const { failure } = await send(
        (commandId) => operation(UndoMergeDocument, { ...asked, commandId }),
        { subject: `undo ${into.id} ${duplicate.id}` },
      );
      if (failure) {
        fail(failure, 'Failed to undo the merge. Please try again.');
        return false;
      }
      await refresh(client, [into.id, duplicate.id]);
      showToast({
        title: 'Merge Undone',
        description: `${duplicate.name} (${duplicate.id}) is a customer of their own again.`,
        action: {
          text: 'Open',
          onAction: () => openRecord({ kind: 'customer', id: duplicate.id }),
        },
      });
      return true;
    },
    [client, send, showToast, fail, openRecord],
  );

  /** Null when it was done. */
  const merge = useCallback(
    async (
      into: Named,
      duplicate: Named,
      input: Omit<MergeCustomersMutationVariables['input'], 'duplicateId'>,
      /** Before what is shown of both changes. */
      onDone: () => void,
    ): Promise<Failure | null> => {
      const asked = { intoId: into.id, input: { ...input, duplicateId: duplicate.id } };
      const { failure } = await send(
        (commandId) => operation(MergeCustomersDocument, { ...asked, commandId }),
        { subject: 'merge', content: JSON.stringify(asked) },
      );
      if (failure) return failure;
      onDone();
      await refresh(client, [into.id, duplicate.id]);
      showToast({
        title: 'Customers Merged',
        description: `Customer ${duplicate.id} leads to ${into.name} (${into.id}) from now on.`,
        duration: UNDO_MS,
        action: { text: 'Undo', onAction: () => void undo(into, duplicate) },
      });
      return null;
    },
    [client, send, showToast, undo],
  );

  /** The other way round by the Undo of its notification. */
  const setDistinct = useCallback(
    async (isDistinct: boolean, one: Named, another: Named): Promise<boolean> => {
      const asked = { oneId: one.id, anotherId: another.id };
      const document = isDistinct ? MarkCustomersDistinctDocument : UnmarkCustomersDistinctDocument;
      const { failure } = await send((commandId) => operation(document, { ...asked, commandId }), {
        subject: `${isDistinct ? 'distinct' : 'again'} ${one.id} ${another.id}`,
      });
      if (failure) {
        fail(failure, 'Failed to save this. Please try again.');
        return false;
      }
      forgetFields(client.cache, SHOWS_DISTINCT);
      const both = `${one.name} and ${another.name}`;
      showToast(
        isDistinct
          ? {
              title: 'Marked as Not the Same',
              description: `${both} will not be suggested again.`,
              duration: UNDO_MS,
              action: { text: 'Undo', onAction: () => void setDistinct(false, one, another) },
            }
          : {
              title: 'Compared Again',
              description: `${both} are suggested again where they seem to be one person.`,
            },
      );
      return true;
    },
    [client, send, showToast, fail],
  );

  return { merge, undo, setDistinct };
}
