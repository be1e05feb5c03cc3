import { useCallback, useRef, useState } from 'react';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import { SendReminderDocument, type SendReminderInput } from '../../data/operations.generated';
import type { Failure } from '../../data/problems';
import { useToast } from '../../ui/toaster/Toaster';

const FAILED = 'Failed to send reminder. Please try again.';
const SESSION_ENDED = 'Your session has ended. Sign in again, then send once more.';

interface SendingEnds {
  onSent: () => void;
  /** Sent or not: the history has changed. */
  onAsked: () => void;
  /** What the gateway said; null when nothing arrived. */
  onFailed: (sentence: string | null) => void;
}

/** Sends a reminder by hand; trying again after a lost answer sends no second one. */
export function useSendReminder({ onSent, onAsked, onFailed }: SendingEnds) {
  const sendCommand = useCommands();
  const showToast = useToast();
  const [isSending, setSending] = useState(false);
  const isBusy = useRef(false);

  const fail = useCallback(
    ({ code, problem }: Failure) => {
      if (code === 'UNAUTHENTICATED') return onFailed(SESSION_ENDED);
      showToast({ title: 'Error', description: FAILED, tone: 'destructive' });
      onFailed(problem?.error ?? null);
      onAsked();
    },
    [showToast, onFailed, onAsked],
  );

  const send = useCallback(
    async (input: SendReminderInput) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setSending(true);
      const { failure } = await sendCommand((commandId) =>
        operation(SendReminderDocument, { input, commandId }),
      );
      isBusy.current = false;
      setSending(false);
      if (failure) return fail(failure);
      showToast({
        title: 'Reminder Sent',
        description: 'Renewal reminder has been sent successfully.',
      });
      onAsked();
      onSent();
    },
    [sendCommand, showToast, fail, onAsked, onSent],
  );
  return { send, isSending };
}
