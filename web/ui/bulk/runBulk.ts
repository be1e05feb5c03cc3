import type { Operation } from '../../data/operation';
import type { Failure } from '../../data/problems';

/** One record of a bulk change. */
export interface BulkTask {
  id: number;
  /** Of the record. */
  name: string;
  /** The ordinary change of one record. */
  toSend: (commandId: string) => Operation<unknown>;
  /** What takes it back, by what it answered. */
  undo?: (data: unknown) => (commandId: string) => Operation<unknown>;
}

export interface BulkDone {
  task: BulkTask;
  data: unknown;
}
export interface BulkFailed {
  task: BulkTask;
  failure: Failure;
}

interface BulkRun {
  tasks: readonly BulkTask[];
  /** Sends the change of one record, waiting for a session where there is none. */
  send: (task: BulkTask) => Promise<{ data: unknown } | { failure: Failure }>;
  /** After each, how many there were. */
  onProgress: (ended: number) => void;
  /** Whether somebody has stopped it: what is under way is ended, no more is begun. */
  isStopped: () => boolean;
}

export interface BulkOutcome {
  done: readonly BulkDone[];
  failed: readonly BulkFailed[];
  /** Not begun, because it was stopped. */
  left: readonly BulkTask[];
}

/** Changes under way at a time. */
const AT_ONCE = 4;

/** Changes records one by one, some at a time; what fails keeps none of the others from being done. */
export async function runBulk({
  tasks,
  send,
  onProgress,
  isStopped,
}: BulkRun): Promise<BulkOutcome> {
  const done: BulkDone[] = [];
  const failed: BulkFailed[] = [];
  const left = [...tasks];
  const work = async () => {
    while (!isStopped()) {
      const task = left.shift();
      if (!task) return;
      const answer = await send(task);
      if ('failure' in answer) failed.push({ task, failure: answer.failure });
      else done.push({ task, data: answer.data });
      onProgress(done.length + failed.length);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return { done, failed, left };
}

/** Codes of failures that may be gone when it is tried again. */
const PASSING = new Set(['NETWORK', 'UNAVAILABLE', 'INTERNAL_SERVER_ERROR', 'TOO_MANY_REQUESTS']);

export const mayPass = ({ code }: Failure): boolean => PASSING.has(code);

/** Why one record was not changed. */
export const reasonOf = ({ code, problem }: Failure): string => {
  if (code === 'NETWORK') return 'The server could not be reached.';
  if (code === 'STALE_VERSION') return 'Somebody else has just changed it.';
  return problem?.error ?? 'It could not be changed.';
};
