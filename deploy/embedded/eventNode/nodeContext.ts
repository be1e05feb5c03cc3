import type { OpenCalls } from './openCalls.js';
import type { EventStore } from './store.js';

/** What every method of the node works with. */
export interface NodeContext {
  readonly store: EventStore;
  readonly openCalls: OpenCalls;
  /** The most that one append may hold, in bytes. */
  readonly maxAppendBytes: number;
}
