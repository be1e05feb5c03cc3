import type {
  FoundPerson,
  HeldReport,
  PersonOverview,
} from '@insuremanager/contracts/privacy/held';
import type { CommandContext } from '../platform/commands/command.js';

/** Who handles data for the brokerage: mail, text messages, files. */
export interface Processor {
  /** By which host it is known here. */
  readonly name: string;
  /** What of a person it handles, and what for. */
  readonly data: string;
}

/**
 * The capability "personal data": what is held about a person, whichever capability holds it. Methods
 * may raise a Refusal.
 */
export interface PersonalData {
  /**
   * Persons by customer number, also deleted and erased ones; by a part of a name, phone, email,
   * policy number or plate; by a whole PAN or Aadhaar number, which is recorded; deleted ones by
   * name, among those that were deleted last.
   */
  find(text: string, context: CommandContext): Promise<FoundPerson[]>;
  /** Who somebody is, and how much is held about them. @throws not-found */
  overview(customerId: number): Promise<PersonOverview>;
  /**
   * All that is held, whole: it is theirs (DPDP Act 2023, section 11). Recorded before it is
   * answered.
   * @throws not-found; `too-many` by one user within an hour; unavailable
   */
  report(customerId: number, context: CommandContext): Promise<HeldReport>;
  /** The same on the brokerage's paper. */
  reportPdf(customerId: number, context: CommandContext): Promise<Buffer>;
}
