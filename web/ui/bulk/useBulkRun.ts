import { useApolloClient } from '@apollo/client/react';
import { BATCH_HEADER } from '@insuremanager/contracts/bulk';
import { useCallback, useEffect, useRef, useState } from 'react';
import { newCommandId } from '../../data/commands';
import { type Failure, failureOf } from '../../data/problems';
import { useSessionRenewed } from '../../data/useSessionState';
import type { BulkJob } from './bulkJob';
import { type BulkOutcome, type BulkTask, mayPass, runBulk } from './runBulk';

interface BulkState {
  isRunning: boolean;
  /** Of the tasks that run now. */
  total: number;
  ended: number;
  /** Of all attempts. */
  outcome: BulkOutcome;
}

const NOTHING: BulkOutcome = { done: [], failed: [], left: [] };

/**
 * Carries out a bulk change under one batch id. Each record has a command id of its own, which it
 * keeps when it is tried again: what was carried out and not answered is not done twice.
 */
export function useBulkRun({ tasks, onEnd }: BulkJob) {
  const client = useApolloClient();
  const sessionRenewed = useSessionRenewed();
  const [batchId] = useState(newCommandId);
  const [commandIds] = useState(() => new Map(tasks.map(({ id }) => [id, newCommandId()])));
  const [state, setState] = useState<BulkState>({
    ...{ isRunning: true, total: tasks.length, ended: 0, outcome: NOTHING },
  });
  const isStopped = useRef(false);

  const send = useCallback(
    async ({ id, toSend }: BulkTask): Promise<{ data: unknown } | { failure: Failure }> => {
      const { query: mutation, variables } = toSend(commandIds.get(id) ?? newCommandId());
      const context = { headers: { [BATCH_HEADER]: batchId } };
      for (;;) {
        try {
          const { data } = await client.mutate({ mutation, variables, context });
          return { data };
        } catch (error) {
          const failure = failureOf(error);
          if (failure.code !== 'UNAUTHENTICATED') return { failure };
          await sessionRenewed();
        }
      }
    },
    [client, batchId, commandIds, sessionRenewed],
  );

  const run = useCallback(
    async (some: readonly BulkTask[], before: BulkOutcome) => {
      isStopped.current = false;
      setState({ isRunning: true, total: some.length, ended: 0, outcome: before });
      const { done, failed, left } = await runBulk({
        tasks: some,
        send,
        onProgress: (ended) => setState((now) => ({ ...now, ended })),
        isStopped: () => isStopped.current,
      });
      await onEnd(done.map(({ task }) => task.id));
      const outcome = {
        done: [...before.done, ...done],
        failed: [...before.failed, ...failed],
        left: [...before.left, ...left],
      };
      setState((now) => ({ ...now, isRunning: false, outcome }));
    },
    [send, onEnd],
  );

  const begun = useRef(false);
  useEffect(() => {
    if (begun.current) return;
    begun.current = true;
    void run(tasks, NOTHING);
  }, [run, tasks]);

  const { isRunning, outcome } = state;
  useEffect(() => {
    if (!isRunning) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', ask);
    return () => window.removeEventListener('beforeunload', ask);
  }, [isRunning]);

  const again = [
    ...outcome.failed.filter(({ failure }) => mayPass(failure)).map(({ task }) => task),
    ...outcome.left,
  ];
  return {
    ...state,
    /** How many may succeed when they are tried again. */
    repeatable: again.length,
    repeat: () => {
      const failed = outcome.failed.filter(({ failure }) => !mayPass(failure));
      void run(again, { done: outcome.done, failed, left: [] });
    },
    stop: () => {
      isStopped.current = true;
    },
  };
}
