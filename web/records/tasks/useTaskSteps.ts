import { addDays } from '@insuremanager/contracts/rules/calendar';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useCallback } from 'react';
import { operation } from '../../data/operation';
import {
  FinishTaskDocument,
  ReopenTaskDocument,
  SnoozeTaskDocument,
} from '../../data/operations.generated';
import { useToast } from '../../ui/toaster/Toaster';
import { useAction } from '../../ui/useAction';

/** The days until which something is put off. */
export const putOffDays = (today: Day): readonly { text: string; until: Day }[] => [
  { text: 'Tomorrow', until: addDays(today, 1) },
  { text: 'In 3 days', until: addDays(today, 3) },
  { text: 'In a week', until: addDays(today, 7) },
];

interface Doable {
  readonly id: number;
  /** As it was seen: of a repeated one, that of this day is done. */
  readonly dueOn: Day | null;
}

/** What is done with a task from a list or a panel; each can be taken back for a while. */
export function useTaskSteps(onChanged: (id: number) => unknown) {
  const { act, busy } = useAction('Failed to save the task. Please try again.');
  const showToast = useToast();

  const reopen = useCallback(
    async (id: number): Promise<boolean> => {
      const done = await act(`reopen-${id}`, (commandId) =>
        operation(ReopenTaskDocument, { id, commandId }),
      );
      if (done) await onChanged(id);
      return done !== null;
    },
    [act, onChanged],
  );

  const finish = useCallback(
    async ({ id, dueOn }: Doable): Promise<boolean> => {
      const input = { dueOn };
      const done = await act(`finish-${id}`, (commandId) =>
        operation(FinishTaskDocument, { id, input, commandId }),
      );
      if (!done) return false;
      const { record } = done.saved;
      await onChanged(id);
      showToast(
        record.status === 'done'
          ? {
              title: 'Task Done',
              action: { text: 'Undo', onAction: () => void reopen(id) },
            }
          : { title: 'Task Done', description: `Due again on ${formatDay(record.dueOn ?? '')}.` },
      );
      return true;
    },
    [act, onChanged, showToast, reopen],
  );

  const snooze = useCallback(
    async (id: number, until: Day): Promise<boolean> => {
      const input = { until };
      const done = await act(`snooze-${id}`, (commandId) =>
        operation(SnoozeTaskDocument, { id, input, commandId }),
      );
      if (!done) return false;
      await onChanged(id);
      showToast({ title: 'Task Put Off', description: `Until ${formatDay(until)}.` });
      return true;
    },
    [act, onChanged, showToast],
  );

  return { finish, reopen, snooze, busy };
}
