import { useState } from 'react';
import { useCommands } from '../../../data/commands';
import type { Operation } from '../../../data/operation';
import { sentenceOfAction } from '../../../data/problems';
import { useToast } from '../../../ui/toaster/Toaster';

/** Changes of a breach by a button, of which one is under way at most; what failed is said. */
export function useBreachChange(breachId: number, onChanged: () => void) {
  const send = useCommands();
  const showToast = useToast();
  const [busy, setBusy] = useState<string | null>(null);
  const change = async (
    what: string,
    toSend: (commandId: string) => Operation<unknown>,
  ): Promise<boolean> => {
    setBusy(what);
    const { failure } = await send(toSend, { subject: `${breachId} ${what}` });
    setBusy(null);
    if (!failure) {
      onChanged();
      return true;
    }
    const description =
      failure.problem?.error ??
      sentenceOfAction(failure, 'Failed to change the breach. Please try again.');
    showToast({ title: 'Error', description, tone: 'destructive' });
    return false;
  };
  return { change, busy };
}
