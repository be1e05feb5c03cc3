import { Worker } from 'node:worker_threads';
import { Refusal } from '../errors.js';

export interface WorkerPoolOptions {
  /** The compiled module that each thread runs: it answers every message with one `Answer`. */
  readonly file: URL;
  /** Threads at most; each is started when there is work for it. */
  readonly maxThreads: number;
  /** Tasks that may wait; more are refused. */
  readonly maxQueue: number;
  /** For one task, from its start; then its thread is stopped. */
  readonly timeoutMs: number;
  /** What a person reads when too many tasks wait. */
  readonly busy: string;
  /**
   * Tasks that nobody can vouch for, such as files of strangers: each has a thread of its own, which
   * says nothing to the outside but its answer, and is not tried again. Absent: threads are kept.
   */
  readonly alone?: {
    /** Of JavaScript's own objects; what lies beside them (`Uint8Array`), threads count themselves. */
    readonly heapMb: number;
  };
}

/** A thread took too long over its task, or died over it as often as it was tried. */
export class ThreadFailure extends Error {
  constructor(
    readonly isLate: boolean,
    message: string,
    cause?: unknown,
  ) {
    super(message, { cause });
  }
}

/** What a thread sends back for a task. */
export type Answer<Result> = { readonly result: Result } | { readonly error: unknown };

export interface WorkerPool<Task, Result> {
  /**
   * Has a task done in a thread. A thread that dies over it is replaced, and the task tried once
   * more.
   * @throws what the thread answered; Refusal `unavailable` when too many tasks wait; ThreadFailure
   *   when threads died over it twice, or when it took too long; Error after `close`.
   */
  run(task: Task): Promise<Result>;
  /** Stops the threads; what was waiting fails. */
  close(): Promise<void>;
}

interface Job<Task, Result> {
  readonly task: Task;
  readonly resolve: (result: Result) => void;
  readonly reject: (error: unknown) => void;
  deaths: number;
}

interface Thread<Task, Result> {
  readonly worker: Worker;
  job: Job<Task, Result> | null;
  /** Runs out when its job takes too long. */
  timer: NodeJS.Timeout | undefined;
  isLate: boolean;
}

/** Threads for work that would block the main one. They do not keep the process up. */
export function openWorkerPool<Task, Result>(options: WorkerPoolOptions): WorkerPool<Task, Result> {
  const { alone } = options;
  const tries = alone ? 1 : 2;
  const waiting: Job<Task, Result>[] = [];
  const threads = new Set<Thread<Task, Result>>();
  let isClosed = false;

  const start = (): Thread<Task, Result> => {
    // Compiled code, also where the process itself was told to run sources, as tests do.
    const worker = new Worker(options.file, {
      execArgv: [],
      ...(alone && {
        resourceLimits: { maxOldGenerationSizeMb: alone.heapMb },
        ...{ env: {}, stdout: true, stderr: true },
      }),
    });
    const thread: Thread<Task, Result> = { worker, job: null, timer: undefined, isLate: false };
    if (alone) for (const said of [worker.stdout, worker.stderr]) said.resume();
    let cause: unknown;
    threads.add(thread);
    worker.unref();
    worker.on('message', (answer: Answer<Result>) => {
      const job = take(thread);
      if ('result' in answer) job?.resolve(answer.result);
      else job?.reject(answer.error);
      if (alone) void worker.terminate();
      else pump();
    });
    worker.on('error', (error) => {
      cause = error;
    });
    worker.on('exit', () => {
      threads.delete(thread);
      const job = take(thread);
      if (job) afterDeath(job, thread.isLate, cause);
      pump();
    });
    return thread;
  };

  /** The job that a thread is done with, one way or the other. */
  const take = (thread: Thread<Task, Result>): Job<Task, Result> | null => {
    const { job } = thread;
    clearTimeout(thread.timer);
    thread.job = null;
    thread.worker.unref();
    return job;
  };

  const afterDeath = (job: Job<Task, Result>, isLate: boolean, cause: unknown): void => {
    job.deaths += 1;
    if (isClosed) job.reject(closed());
    else if (isLate) job.reject(new ThreadFailure(true, LATE));
    else if (job.deaths < tries) waiting.unshift(job);
    else job.reject(new ThreadFailure(false, DIED, cause));
  };

  const give = (thread: Thread<Task, Result>, job: Job<Task, Result>): void => {
    thread.job = job;
    thread.timer = setTimeout(() => {
      thread.isLate = true;
      void thread.worker.terminate();
    }, options.timeoutMs);
    // While somebody waits for the answer, the process waits with them.
    thread.worker.ref();
    thread.worker.postMessage(job.task);
  };

  const pump = (): void => {
    while (waiting.length > 0 && !isClosed) {
      const free = alone ? undefined : [...threads].find((thread) => thread.job === null);
      const thread = free ?? (threads.size < options.maxThreads ? start() : undefined);
      const job = thread && waiting.shift();
      if (!job) return;
      give(thread, job);
    }
  };

  return {
    run: (task) =>
      new Promise((resolve, reject) => {
        if (isClosed) return reject(closed());
        if (waiting.length >= options.maxQueue) return reject(queueFull(options.busy));
        waiting.push({ task, resolve, reject, deaths: 0 });
        pump();
      }),
    async close() {
      isClosed = true;
      for (const job of waiting.splice(0)) job.reject(closed());
      await Promise.all([...threads].map(({ worker }) => worker.terminate()));
    },
  };
}

const closed = (): Error => new Error('The worker threads were closed.');

const LATE = 'A worker thread took too long and was stopped.';
const DIED = 'A worker thread died over the same task as often as it was tried.';

const queueFull = (message: string): Refusal =>
  new Refusal('unavailable', {
    code: 'unavailable',
    message,
    retryAfterSeconds: 5,
  });
