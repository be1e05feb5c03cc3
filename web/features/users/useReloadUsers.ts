import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';

/** Asks for the users as they are now, whatever became of a change. */
export function useReloadUsers(): () => Promise<void> {
  const client = useApolloClient();
  return useCallback(async () => {
    // What failed says so in the list itself.
    await client.refetchQueries({ include: ['Users'] }).catch(() => []);
  }, [client]);
}
