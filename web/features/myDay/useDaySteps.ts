import { useApolloClient } from '@apollo/client/react';
import { SET_ASIDE_KINDS } from '@insuremanager/contracts/myDay/dayKinds';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useCallback, useMemo, useState } from 'react';
import { operation } from '../../data/operation';
import {
  FinishLeadStepDocument,
  MoveRenewalDocument,
  type MyDayQuery,
  PutBackDayItemDocument,
  PutOffLeadDocument,
  SetAsideDayItemDocument,
  SetRenewalFollowUpDocument,
} from '../../data/operations.generated';
import { useTaskSteps } from '../../records/tasks/useTaskSteps';
import { useAllowedOf } from '../../ui/allowed';
import { forgetFields } from '../../ui/record/recordType';
import { useToast } from '../../ui/toaster/Toaster';
import { useAction } from '../../ui/useAction';

export type DayItem = MyDayQuery['myDay']['items'][number];

/**
 * What is done with an item: by the commands of what it is, where there are some; the others are set
 * aside. It leaves the list at once, and comes back where that failed.
 */
export function useDaySteps(items: readonly DayItem[]) {
  const { act } = useAction('Failed to save. Please try again.');
  const showToast = useToast();
  const { cache } = useApolloClient();
  const may = useAllowedOf({ task: 'tasks.write', lead: 'leads.write', other: 'renewals.write' });
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set());
  const refresh = useCallback(() => forgetFields(cache, ['myDay', 'renewalBoard']), [cache]);
  const tasks = useTaskSteps(refresh);

  const hide = useCallback((key: string, isHidden: boolean) => {
    setGone((before) => {
      const after = new Set(before);
      if (isHidden) after.add(key);
      else after.delete(key);
      return after;
    });
  }, []);

  const putBack = useCallback(
    async ({ key }: DayItem) => {
      const back = await act(`back-${key}`, (commandId) =>
        operation(PutBackDayItemDocument, { key, commandId }),
      );
      if (back) hide(key, false);
      refresh();
    },
    [act, hide, refresh],
  );

  const setAside = useCallback(
    async (item: DayItem, until: Day | null): Promise<boolean> => {
      const { key } = item;
      const done = await act(`aside-${key}`, (commandId) =>
        operation(SetAsideDayItemDocument, { key, until, commandId }),
      );
      if (!done) return false;
      showToast({
        title: until === null ? 'Done' : `Put off until ${formatDay(until)}`,
        action: { text: 'Undo', onAction: () => void putBack(item) },
      });
      return true;
    },
    [act, showToast, putBack],
  );

  const leadStep = useCallback(
    async ({ recordId: id, key, title }: DayItem, until: Day | null): Promise<boolean> => {
      const done =
        until === null
          ? await act(`lead-${key}`, (commandId) =>
              operation(FinishLeadStepDocument, { id, commandId }),
            )
          : await act(`lead-${key}`, (commandId) =>
              operation(PutOffLeadDocument, { id, input: { until }, commandId }),
            );
      if (done) {
        showToast(
          until === null
            ? { title: 'Lead Updated', description: `${title} was contacted.` }
            : { title: `Put off until ${formatDay(until)}` },
        );
      }
      return done !== null;
    },
    [act, showToast],
  );

  const followUp = useCallback(
    async ({ recordId: termId, key }: DayItem, followUpOn: Day | null): Promise<boolean> => {
      const input = { followUpOn };
      const done = await act(`follow-up-${key}`, (commandId) =>
        operation(SetRenewalFollowUpDocument, { termId, input, commandId }),
      );
      return done !== null;
    },
    [act],
  );

  const contacted = useCallback(
    async ({ recordId: termId, key, title }: DayItem): Promise<boolean> => {
      const done = await act(`contacted-${key}`, (commandId) =>
        operation(MoveRenewalDocument, { termId, to: 'contacted', commandId }),
      );
      if (done) showToast({ title: 'Renewal Updated', description: `${title} is in Contacted.` });
      return done !== null;
    },
    [act, showToast],
  );

  /** Hidden while it is on its way. */
  const step = useCallback(
    async (item: DayItem, carryOut: () => Promise<boolean>) => {
      hide(item.key, true);
      const isDone = await carryOut();
      if (!isDone) hide(item.key, false);
      refresh();
    },
    [hide, refresh],
  );

  const done = useCallback(
    (item: DayItem) =>
      step(item, async () => {
        const { kind, recordId: id, day: dueOn } = item;
        if (kind === 'task') return tasks.finish({ id, dueOn });
        if (kind === 'lead') return leadStep(item, null);
        if (SET_ASIDE_KINDS.includes(kind)) return setAside(item, null);
        // A promise that was kept is a talk.
        return (await contacted(item)) && (kind === 'renewal' || followUp(item, null));
      }),
    [step, tasks.finish, leadStep, setAside, contacted, followUp],
  );

  const putOff = useCallback(
    (item: DayItem, until: Day) =>
      step(item, async () => {
        const { kind, recordId } = item;
        if (kind === 'task') return tasks.snooze(recordId, until);
        if (kind === 'lead') return leadStep(item, until);
        if (SET_ASIDE_KINDS.includes(kind)) return setAside(item, until);
        const isPutOff = await followUp(item, until);
        if (isPutOff) showToast({ title: `Put off until ${formatDay(until)}` });
        return isPutOff;
      }),
    [step, tasks.snooze, leadStep, setAside, followUp, showToast],
  );

  const left = useMemo(() => items.filter(({ key }) => !gone.has(key)), [items, gone]);
  const canDo = ({ kind }: DayItem): boolean =>
    may(kind === 'task' || kind === 'lead' ? kind : 'other');
  return { left, done, putOff, canDo };
}
