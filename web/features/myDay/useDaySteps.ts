import { useApolloClient } from '@apollo/client/react';
import { SET_ASIDE_KINDS } from '@insuremanager/contracts/myDay/dayKinds';
import { type Day, formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { useCallback, useMemo, useState } from 'react';
import { useNavigate } from 'react-router';
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
import { addressOfRecord, OPENED_HERE } from '../../records/addresses';
import { useTaskSteps } from '../../records/tasks/useTaskSteps';
import { useAllowedOf } from '../../ui/allowed';
import { forgetFields } from '../../ui/record/recordType';
import { useToast } from '../../ui/toaster/Toaster';
import { useAction } from '../../ui/useAction';

export type DayItem = MyDayQuery['myDay']['items'][number];

/** The day that was promised; one that has passed cannot be promised again. */
const promised = ({ day }: DayItem, today: Day): Day => (day !== null && day > today ? day : today);
const payAddress = ({ record: kind, recordId: id }: DayItem): string =>
  `${addressOfRecord({ kind, id })}&tab=premiums&edit=${id}&change=pay`;

/**
 * What is done with an item: by the commands of what it is, where there are some; the others are set
 * aside. It leaves the list at once, and comes back where that failed or was taken back.
 */
export function useDaySteps(items: readonly DayItem[], today: Day) {
  const { act } = useAction('Failed to save. Please try again.');
  const showToast = useToast();
  const navigate = useNavigate();
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

  const followUp = useCallback(
    ({ recordId: termId, key }: DayItem, followUpOn: Day | null) =>
      act(`follow-up-${key}`, (commandId) =>
        operation(SetRenewalFollowUpDocument, { termId, input: { followUpOn }, commandId }),
      ),
    [act],
  );

  const move = useCallback(
    ({ recordId: termId, key }: DayItem, to: 'contacted' | 'due') =>
      act(`moved-${key}`, (commandId) => operation(MoveRenewalDocument, { termId, to, commandId })),
    [act],
  );

  /** Says what was done, and takes it back where somebody asks. */
  const undoable = useCallback(
    (
      { key }: DayItem,
      said: { title: string; description?: string },
      undo: () => Promise<unknown>,
    ) =>
      showToast({
        ...said,
        action: {
          text: 'Undo',
          onAction: async () => {
            if (await undo()) hide(key, false);
            refresh();
          },
        },
      }),
    [showToast, hide, refresh],
  );

  const setAside = useCallback(
    async (item: DayItem, until: Day | null): Promise<boolean> => {
      const { key } = item;
      const isAside = await act(`aside-${key}`, (commandId) =>
        operation(SetAsideDayItemDocument, { key, until, commandId }),
      );
      if (!isAside) return false;
      const title = until === null ? 'Done' : `Put off until ${formatDay(until)}`;
      undoable(item, { title }, () =>
        act(`back-${key}`, (commandId) => operation(PutBackDayItemDocument, { key, commandId })),
      );
      return true;
    },
    [act, undoable],
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

  /** A talk about a renewal; that of a promise keeps it. */
  const talked = useCallback(
    async (item: DayItem): Promise<boolean> => {
      const { kind, title } = item;
      const isPromise = kind === 'follow_up';
      if (!(await move(item, 'contacted'))) return false;
      if (isPromise && !(await followUp(item, null))) return false;
      const said = { title: 'Renewal Updated', description: `${title} is in Contacted.` };
      // Whether there was a talk before the promise, nobody knows here: what comes back is the promise.
      undoable(item, said, () =>
        isPromise ? followUp(item, promised(item, today)) : move(item, 'due'),
      );
      return true;
    },
    [move, followUp, undoable, today],
  );

  const comeBack = useCallback(
    async (item: DayItem, until: Day): Promise<boolean> => {
      if (!(await followUp(item, until))) return false;
      const before = item.kind === 'follow_up' ? promised(item, today) : null;
      undoable(item, { title: `Put off until ${formatDay(until)}` }, () => followUp(item, before));
      return true;
    },
    [followUp, undoable, today],
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
    (item: DayItem) => {
      // By what it was paid, somebody has to say.
      if (item.kind === 'premium') return void navigate(payAddress(item), { state: OPENED_HERE });
      return step(item, async () => {
        const { kind, recordId: id, day: dueOn } = item;
        if (kind === 'task') return tasks.finish({ id, dueOn });
        if (kind === 'lead') return leadStep(item, null);
        if (SET_ASIDE_KINDS.includes(kind)) return setAside(item, null);
        return talked(item);
      });
    },
    [step, tasks.finish, leadStep, setAside, talked, navigate],
  );

  const putOff = useCallback(
    (item: DayItem, until: Day) =>
      step(item, async () => {
        const { kind, recordId } = item;
        if (kind === 'task') return tasks.snooze(recordId, until);
        if (kind === 'lead') return leadStep(item, until);
        if (SET_ASIDE_KINDS.includes(kind)) return setAside(item, until);
        return comeBack(item, until);
      }),
    [step, tasks.snooze, leadStep, setAside, comeBack],
  );

  const left = useMemo(() => items.filter(({ key }) => !gone.has(key)), [items, gone]);
  const canDo = ({ kind }: DayItem): boolean =>
    may(kind === 'task' || kind === 'lead' ? kind : 'other');
  return { left, done, putOff, canDo };
}
