import { useMutation } from '@apollo/client/react';
import { useCallback, useRef } from 'react';
import { newCommandId } from '../../data/commandId';
import { UpdateQuotationDocument } from '../../data/operations.generated';
import { failureOf, isDecided } from '../../data/problems';
import { useToast } from '../../ui/toaster/Toaster';
import type { Quotation } from './quotation';
import { useLoadNow } from './useSaveQuotation';

/** What a customer says to a quotation. */
export type Answer = 'accepted' | 'rejected';

const FAILED = 'Failed to save quotation. Please try again.';
const CHANGED = 'This quotation was changed meanwhile. Look at it again, then decide.';
const DELETED = 'This quotation has been deleted meanwhile.';

/**
 * Writes down a customer's answer to a quotation as it is shown. An answer of the gateway that was
 * lost is asked for under the same command when one tries again.
 */
export function useAnswerQuotation(onSaved: (id: number) => Promise<void>) {
  const [update] = useMutation(UpdateQuotationDocument);
  const loadNow = useLoadNow();
  const showToast = useToast();
  const commandIds = useRef(new Map<string, string>());

  return useCallback(
    async ({ id, version, quotationNumber }: Quotation, status: Answer): Promise<void> => {
      const command = `${id}-${version}-${status}`;
      const commandId = commandIds.current.get(command) ?? newCommandId();
      commandIds.current.set(command, commandId);
      const variables = { id, input: { status }, expectedVersion: version, commandId };
      try {
        await update({ variables });
        const description = `${quotationNumber} has been ${status}.`;
        showToast({ title: 'Quotation Updated', description });
      } catch (error) {
        const failure = failureOf(error);
        if (isDecided(failure)) commandIds.current.delete(command);
        const isStale = failure.code === 'STALE_VERSION';
        const reason = failure.problem && isDecided(failure) ? ` ${failure.problem.error}` : '';
        // What was refused is not as it is shown here; a failure of this is the next one's.
        const loaded = isDecided(failure) ? await loadNow(id).catch(() => null) : null;
        const isDeleted = loaded !== null && loaded.now === null;
        const description = isDeleted ? DELETED : isStale ? CHANGED : FAILED + reason;
        showToast({ title: 'Error', description, tone: 'destructive' });
        return;
      }
      await onSaved(id);
    },
    [update, loadNow, showToast, onSaved],
  );
}
