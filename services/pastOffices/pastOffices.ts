import type { PastOffice } from '@insuremanager/contracts/pastOffices/pastOfficeViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { CommandContext } from '../platform/commands/command.js';

/**
 * The capability "past offices": all that the product shows, as it was at the end of a Kolkata day.
 * Each is read models of their own, made of the log until then, and kept while somebody uses them.
 */
export interface PastOffices<Capabilities> {
  /**
   * Begins to make the office of a day, which goes on by itself, or finds it.
   * @throws `invalid` when the day is not over; `conflict` (`too-many-past-offices`)
   */
  open(day: Day, context: CommandContext): Promise<PastOffice>;
  /** Null where it is not there. */
  find(day: Day): Promise<PastOffice | null>;
  /** The one that was used last comes first. */
  list(): Promise<PastOffice[]>;
  /**
   * What can be asked of it, by a user who has opened it.
   * @throws `conflict` (`past-office-not-open`)
   */
  of(day: Day, userId: number): Promise<Capabilities>;
  /** Those that nobody has used for an hour, and those that show somebody who was erased since. */
  dropUnused(): Promise<void>;
  /** Breaks off what is made in this process, and waits for that. */
  stop(): Promise<void>;
}
