import { useApolloClient } from '@apollo/client/react';
import type { DocumentNode } from 'graphql';
import { useCallback, useRef } from 'react';
import { newCommandId } from '../../data/commandId';
import { failureOf, isDecided } from '../../data/problems';
import { useToast } from '../toaster/Toaster';

interface DeletedRecord {
  /** The field of the schema that answers one, and what it is called: "customer". */
  one: string;
  /** Its type in the schema, and what it is called at the head of a notice: "Customer". */
  typename: string;
  /** The query of one record. */
  details: DocumentNode;
  /** Functions are memoised. */
  send: (id: number, commandId: string) => Promise<unknown>;
  /** Brings the screen up to date. */
  onDeleted: (id: number) => Promise<void>;
  /** Brings up to date what else is different now; before the record leaves the cache. */
  refresh?: (id: number) => void;
}

/**
 * Asks, then takes the record of an id and a name out of every list. A delete whose answer was lost
 * is the same command when it is tried again.
 */
export function useDeleteRecord({
  one,
  typename,
  details,
  send,
  onDeleted,
  refresh,
}: DeletedRecord) {
  const client = useApolloClient();
  const showToast = useToast();
  const commandIds = useRef(new Map<number, string>());

  return useCallback(
    async (id: number, name: string): Promise<void> => {
      if (!window.confirm(`Delete ${name}? The history of this ${one} is kept.`)) return;
      const commandId = commandIds.current.get(id) ?? newCommandId();
      commandIds.current.set(id, commandId);
      try {
        await send(id, commandId);
        showToast({
          title: `${typename} Deleted`,
          description: `${name} has been taken out of all lists.`,
        });
      } catch (error) {
        const failure = failureOf(error);
        if (isDecided(failure)) commandIds.current.delete(id);
        const reason = failure.problem && isDecided(failure) ? ` ${failure.problem.error}` : '';
        const failed = `Failed to delete ${one}. Please try again.`;
        showToast({ title: 'Error', description: failed + reason, tone: 'destructive' });
        return;
      }
      await onDeleted(id);
      refresh?.(id);
      // Last, when nothing shows it any more.
      client.writeQuery({ query: details, variables: { id }, data: { [one]: null } });
      client.cache.evict({ id: client.cache.identify({ __typename: typename, id }) });
    },
    [one, typename, details, send, onDeleted, refresh, client, showToast],
  );
}
