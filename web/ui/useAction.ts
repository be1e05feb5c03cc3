import { useCallback, useState } from 'react';
import { useCommands } from '../data/commands';
import type { Operation } from '../data/operation';
import { sentenceOfAction } from '../data/problems';
import { useToast } from './toaster/Toaster';

/**
 * Commands that buttons send, of which one is under way at most; what failed is said.
 * @param failed is said where the server gives no reason
 */
export function useAction(failed: string) {
  const send = useCommands();
  const showToast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  /** The answer; null: it failed. @param what names the button, which is `busy` meanwhile */
  const act = useCallback(
    async <Data>(
      what: string,
      toSend: (commandId: string) => Operation<Data>,
    ): Promise<Data | null> => {
      setBusy(what);
      const content = JSON.stringify(toSend('').variables);
      const answer = await send(toSend, { subject: what, content });
      setBusy(null);
      if (!answer.failure) return answer.data;
      const { failure } = answer;
      const description = failure.problem?.error ?? sentenceOfAction(failure, failed);
      showToast({ title: 'Error', description, tone: 'destructive' });
      return null;
    },
    [send, showToast, failed],
  );
  return { act, busy };
}
