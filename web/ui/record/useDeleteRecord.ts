import type { ApolloClient } from '@apollo/client';
import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { useCommands } from '../../data/commands';
import { sentenceOfAction } from '../../data/problems';
import { useConfirm } from '../Confirm';
import { useToast } from '../toaster/Toaster';
import type { RecordType, SavedRecord } from './recordType';

/**
 * Asks, then takes a record out of every list; `afterDelete` brings the screen up to date. A delete
 * whose answer was lost is the same command when it is tried again.
 */
export function useDeleteRecord<Saved extends SavedRecord>(
  type: RecordType<Saved>,
  afterDelete: (id: number) => Promise<void>,
) {
  const client = useApolloClient();
  const showToast = useToast();
  const confirm = useConfirm();
  const send = useCommands();

  return useCallback(
    async (record: Saved): Promise<void> => {
      const { typename, one } = type;
      const { id } = record;
      const name = type.nameOf(record);
      const isSure = await confirm({
        title: `Delete ${name}?`,
        text: `The history of this ${one} is kept.`,
        confirm: 'Delete',
      });
      if (!isSure) return;
      const { failure } = await send((commandId) => type.remove(id, commandId), { subject: id });
      if (failure) {
        const description = sentenceOfAction(failure, `Failed to delete ${one}. Please try again.`);
        showToast({ title: 'Error', description, tone: 'destructive' });
        return;
      }
      showToast({
        title: `${typename} Deleted`,
        description: `${name} has been deleted.`,
      });
      await afterDelete(id);
      forgetDeleted(client, type, id);
    },
    [type, afterDelete, client, confirm, send, showToast],
  );
}

/** Takes a deleted record out of the cache, once no list shows it any more. */
export function forgetDeleted<Saved extends SavedRecord>(
  client: ApolloClient,
  { typename, details, onDeleted }: Pick<RecordType<Saved>, 'typename' | 'details' | 'onDeleted'>,
  id: number,
): void {
  onDeleted?.(client, id);
  // Last, when nothing shows it any more.
  client.writeQuery({ ...details(id), data: { record: null } });
  client.cache.evict({ id: client.cache.identify({ __typename: typename, id }) });
}
