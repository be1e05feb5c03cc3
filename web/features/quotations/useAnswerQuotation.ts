import { useApolloClient } from '@apollo/client/react';
import { useCallback } from 'react';
import { useCommands } from '../../data/commands';
import { isDecided, sentenceOfAction } from '../../data/problems';
import { loadNow } from '../../ui/record/useSaveRecord';
import { useToast } from '../../ui/toaster/Toaster';
import { QUOTATION, type Quotation, saveQuotation } from './quotation';

/** What a customer says to a quotation. */
export type Answer = 'accepted' | 'rejected';

const FAILED = 'Failed to save quotation. Please try again.';
const CHANGED = 'Someone else changed this quotation. Check it, then try again.';
const DELETED = 'This quotation has been deleted.';

/**
 * Writes down a customer's answer to a quotation as it is shown. An answer of the gateway that was
 * lost is asked for under the same command when one tries again.
 */
export function useAnswerQuotation(onSaved: (id: number) => Promise<void>) {
  const client = useApolloClient();
  const showToast = useToast();
  const send = useCommands();

  return useCallback(
    async (quotation: Quotation, status: Answer): Promise<void> => {
      const { id, version, quotationNumber } = quotation;
      const { failure } = await send(
        (commandId) => saveQuotation(quotation, { status }, commandId),
        {
          subject: `${id}-${version}-${status}`,
        },
      );
      if (failure) {
        const isStale = failure.code === 'STALE_VERSION';
        // What was refused is not as it is shown here; a failure of this is the next one's.
        const loaded = isDecided(failure)
          ? await loadNow(client, QUOTATION, id).catch(() => null)
          : null;
        const isDeleted = loaded !== null && loaded.now === null;
        const description = isDeleted
          ? DELETED
          : isStale
            ? CHANGED
            : sentenceOfAction(failure, FAILED);
        return showToast({ title: 'Error', description, tone: 'destructive' });
      }
      const description = `${quotationNumber} has been ${status}.`;
      showToast({ title: 'Quotation Updated', description });
      await onSaved(id);
    },
    [client, send, showToast, onSaved],
  );
}
