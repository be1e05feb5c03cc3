import type { BoundedCount, Page } from '@insuremanager/contracts/lists';
import type {
  EndedRetention,
  RetentionList,
  RetentionSweep,
  SweepInput,
} from '@insuremanager/contracts/privacy/retention';
import type { CommandContext } from '../platform/commands/command.js';

/** Erasing customers whose time is over is begun by a person, and goes on by itself. */
export interface Retention {
  /** Customers whose retention has ended, the one with the oldest last transaction first. */
  ended(list: RetentionList, cursor?: string | null): Promise<Page<EndedRetention>>;
  /** For how many years from the last transaction records are kept. */
  years(): Promise<number>;
  /** How many those are, as far as they are counted. */
  count(list: RetentionList, most?: number): Promise<BoundedCount>;
  /** The last sweep; null: there was none. */
  lastSweep(): Promise<RetentionSweep | null>;
  /**
   * Has customers erased in the background, each by the command of an erasure and under an id of
   * their own: what is begun twice happens once. Nobody is erased under a hold, with an active
   * policy or before the retention has ended, whoever was chosen.
   * @throws invalid; conflict `nobody-to-erase`, `sweep-running`
   */
  startSweep(input: SweepInput, context: CommandContext): Promise<RetentionSweep>;
  /** Goes on with sweeps that were broken off. */
  resumeSweeps(signal?: AbortSignal): Promise<void>;
  /** Ends what is under way in this process; `resumeSweeps` goes on with it. */
  stop(): Promise<void>;
}
