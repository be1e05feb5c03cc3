import type { BulkTask } from './runBulk';

/** The same change of many records. */
export interface BulkJob {
  /** While it runs: "Setting KYC status". */
  title: string;
  names: { one: string; many: string };
  /** The notice at its end; `what`: "12 customers". */
  done: (what: string) => { title: string; description: string };
  tasks: readonly BulkTask[];
  /** Brings the screen up to date with what was changed. */
  onEnd: (changed: readonly number[]) => Promise<void>;
}
