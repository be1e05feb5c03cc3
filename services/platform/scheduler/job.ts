import type { Day } from '@insuremanager/contracts/rules/kolkataDay';

/** Something to be done by the calendar of Asia/Kolkata. */
export interface Job {
  /** Its name in logs and metrics, such as `expire-policies`. */
  readonly name: string;
  /**
   * `day`: when this process begins to run jobs, and soon after each midnight. `minute`: then too,
   * and about once a minute.
   */
  readonly every: 'day' | 'minute';
  /**
   * It is not run before jobs have been run for so long without a break: whoever has started on the
   * wrong data still has time to notice. Milliseconds.
   */
  readonly restsMs?: number;
  /**
   * Finds by itself what is due by `today`, also what was missed on earlier days: it may be called
   * again at any time, even by another process, and does nothing twice. Ends at the next good
   * place when the signal is aborted. A throw means: try again.
   */
  run(today: Day, signal: AbortSignal): Promise<void>;
}

/** What this process knows of a job. */
export interface JobStatus {
  readonly name: string;
  readonly every: Job['every'];
  readonly isRunning: boolean;
  /** The end of the last run that succeeded. */
  readonly lastRun: { readonly at: Date; readonly today: Day } | null;
  readonly runs: number;
  readonly failures: number;
  /** 0 after a run that succeeded. */
  readonly failuresInARow: number;
  /** Without anything personal. Kept when a later run succeeds. */
  readonly lastFailure: { readonly at: Date; readonly reason: string } | null;
}
