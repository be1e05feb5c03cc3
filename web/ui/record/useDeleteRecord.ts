import { useCallback, useRef } from 'react';
import { newCommandId } from '../../data/commandId';
import { failureOf, isDecided } from '../../data/problems';
import { useToast } from '../toaster/Toaster';
import type { Toast } from '../toaster/toast';

/** All functions are memoised by the feature. */
export interface DeleteRequests {
  send: (id: number, commandId: string) => Promise<unknown>;
  /** What the browser asks before. */
  question: (name: string) => string;
  /** What is said when it is done. */
  done: (name: string) => Toast;
  /** Such as "Failed to delete customer. Please try again." */
  failed: string;
  /** Brings the screen up to date. */
  onDeleted: (id: number) => Promise<void>;
  /** Takes the record out of the cache: last, when nothing shows it any more. */
  forget: (id: number) => void;
}

/**
 * Asks, then takes a record out of every list. A delete whose answer was lost is the same command
 * when it is tried again.
 */
export function useDeleteRecord(requests: DeleteRequests) {
  const { send, question, done, failed, onDeleted, forget } = requests;
  const showToast = useToast();
  const commandIds = useRef(new Map<number, string>());

  return useCallback(
    async (id: number, name: string): Promise<void> => {
      if (!window.confirm(question(name))) return;
      const commandId = commandIds.current.get(id) ?? newCommandId();
      commandIds.current.set(id, commandId);
      try {
        await send(id, commandId);
        showToast(done(name));
      } catch (error) {
        const failure = failureOf(error);
        if (isDecided(failure)) commandIds.current.delete(id);
        const reason = failure.problem && isDecided(failure) ? ` ${failure.problem.error}` : '';
        showToast({ title: 'Error', description: failed + reason, tone: 'destructive' });
        return;
      }
      await onDeleted(id);
      forget(id);
    },
    [send, question, done, failed, onDeleted, forget, showToast],
  );
}
