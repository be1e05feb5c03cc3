import { useCallback, useState } from 'react';
import { useCommands } from '../../data/commands';
import type { Operation } from '../../data/operation';
import { sentenceOfAction } from '../../data/problems';
import { useToast } from '../../ui/toaster/Toaster';

/** Changes an import. Answers what came back; null where it failed, which a notification says. */
export type ChangeImport = <Data>(
  toSend: (commandId: string) => Operation<Data>,
  /** Said where the server gives no reason. */
  failed: string,
) => Promise<Data | null>;

export function useImportChange(): { change: ChangeImport; isBusy: boolean } {
  const send = useCommands();
  const showToast = useToast();
  const [underWay, setUnderWay] = useState(0);
  const change = useCallback<ChangeImport>(
    async (toSend, failed) => {
      setUnderWay((before) => before + 1);
      // Each is about something else, and is never taken for the one before.
      const answer = await send(toSend, { subject: crypto.randomUUID?.() ?? Math.random() });
      setUnderWay((before) => before - 1);
      if (!answer.failure) return answer.data;
      if (answer.failure.code !== 'UNAUTHENTICATED') {
        const description = sentenceOfAction(answer.failure, failed);
        showToast({ title: 'Error', description, tone: 'destructive' });
      }
      return null;
    },
    [send, showToast],
  );
  return { change, isBusy: underWay > 0 };
}
