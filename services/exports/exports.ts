import type {
  ALL_EVENTS,
  ExportedList,
  REPORT_FIGURES,
} from '@insuremanager/contracts/exports/exportedLists';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { CommandContext } from '../platform/commands/command.js';

export interface ExportRequest {
  readonly list: ExportedList | typeof ALL_EVENTS | typeof REPORT_FIGURES;
  /** The criteria that narrow it down, without their values. */
  readonly filters: readonly string[];
}

/** The capability "exports": who gets which list as a file. Methods may raise a Refusal. */
export interface Exports {
  /**
   * Records that the user is about to get a list: call it before the first byte.
   * @throws `too-many` by one user within an hour
   */
  begin(request: ExportRequest, context: CommandContext): Promise<{ readonly day: Day }>;
}
