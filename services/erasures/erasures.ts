import type { ErasureCheck, ErasureInput } from '@insuremanager/contracts/erasures/erasures';
import type { OwnedKind } from '@insuremanager/contracts/records/records';
import type { CommandContext } from '../platform/commands/command.js';
import type { LogPosition } from '../platform/eventLog/eventLog.js';

/** What an erasure came to. */
export interface Erased {
  /** Where the read models must be to show it, with all that went; null when it was done before. */
  readonly position: LogPosition | null;
  /** False while something of the person is left, which `resume` sees to. */
  readonly isComplete: boolean;
}

/** A record that is or was a customer's. */
export interface RecordEver {
  readonly record: OwnedKind;
  /** Of a policy that of a term. */
  readonly id: number;
  /** It has become another customer's since. */
  readonly isMoved: boolean;
}

/**
 * The capability "erasures": a person is forgotten, their history stays. Every method may raise a
 * Refusal.
 */
export interface Erasures {
  /** What stands in the way, and what would go. @throws not-found */
  check(customerId: number): Promise<ErasureCheck>;
  /**
   * Takes the customer out of every list at once, deletes all records of theirs and their reminders,
   * and destroys the key that everything said of them is sealed with. What a crash breaks
   * off is finished by `resume`.
   * @throws not-found; conflict `customer-has-active-policies`, `customer-has-open-claims`,
   *   `legal-hold`, `retention-runs`
   */
  erase(customerId: number, input: ErasureInput, context: CommandContext): Promise<Erased>;
  /** All records that are or ever were a customer's, deleted or not, as the lists know them. */
  recordsEver(customerId: number): Promise<RecordEver[]>;
  /**
   * The records that were filed under the number of a customer at a moment, deleted since or not, as
   * the lists know them: what a merge takes along, and its undoing gives back.
   */
  recordsFiledUnder(customerId: number, at: Date): Promise<Omit<RecordEver, 'isMoved'>[]>;
  /** Finishes what was broken off; how many. What fails is logged, and keeps no other waiting. */
  resume(signal?: AbortSignal): Promise<number>;
}
