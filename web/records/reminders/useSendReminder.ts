import { EMAIL_KEPT } from '@insuremanager/contracts/rules/emailKept';
import { useCallback, useRef, useState } from 'react';
import { useCommands } from '../../data/commands';
import { operation } from '../../data/operation';
import { SendReminderDocument, type SendReminderInput } from '../../data/operations.generated';
import { type Failure, needsToast, reasonOf } from '../../data/problems';
import { useToast } from '../../ui/toaster/Toaster';

const FAILED = 'Failed to send reminder. Please try again.';
const SENT = {
  title: 'Reminder Sent',
  description: 'Renewal reminder has been sent successfully.',
};
const SESSION_ENDED = 'Your session has ended. Sign in again, then send once more.';

interface SendingEnds {
  onSent: () => void;
  /** Sent or not: the history has changed. */
  onAsked: () => void;
  /** Why not; null when nobody knows. */
  onFailed: (sentence: string | null) => void;
}

/** Sends a reminder by hand; trying again after a lost answer sends no second one. */
export function useSendReminder({ onSent, onAsked, onFailed }: SendingEnds) {
  const sendCommand = useCommands();
  const showToast = useToast();
  const [isSending, setSending] = useState(false);
  const isBusy = useRef(false);

  const fail = useCallback(
    (failure: Failure) => {
      if (failure.code === 'UNAUTHENTICATED') return onFailed(SESSION_ENDED);
      if (needsToast(failure)) {
        showToast({ title: 'Error', description: FAILED, tone: 'destructive' });
      }
      onFailed(reasonOf(failure));
      onAsked();
    },
    [showToast, onFailed, onAsked],
  );

  const send = useCallback(
    async (input: SendReminderInput) => {
      if (isBusy.current) return;
      isBusy.current = true;
      setSending(true);
      const answer = await sendCommand((commandId) =>
        operation(SendReminderDocument, { input, commandId }),
      );
      isBusy.current = false;
      setSending(false);
      if (answer.failure) return fail(answer.failure);
      const { emailKept, smsSent, whatsappSent } = answer.data.sendReminder.reminder;
      const isDelivered = !emailKept || smsSent || whatsappSent;
      showToast(isDelivered ? SENT : { title: 'Reminder Saved', description: `${EMAIL_KEPT}.` });
      onAsked();
      onSent();
    },
    [sendCommand, showToast, fail, onAsked, onSent],
  );
  return { send, isSending };
}
