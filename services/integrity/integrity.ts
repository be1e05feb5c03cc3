import type { HistoryEntry } from '@insuremanager/contracts/history';
import type { Dossier, DossierRecord } from '@insuremanager/contracts/integrity/dossier';
import type {
  LogIntegrity,
  VerificationInput,
} from '@insuremanager/contracts/integrity/integrityViews';
import type { CommandContext } from '../platform/commands/command.js';

export interface DossierRequest {
  readonly record: DossierRecord;
  readonly id: number;
  /** Of a head that somebody has kept. */
  readonly events?: number | undefined;
}

/** The capability "integrity": whether the log is what it was. Methods may raise a Refusal. */
export interface Integrity {
  /** What was signed last, and how the last verification went or goes. */
  view(): Promise<LogIntegrity>;
  /**
   * Begins to compare the log with all that was signed, and with heads that somebody has kept; it goes
   * on by itself. When nothing was touched, the log as it is then is signed. While one goes on, in whichever process, no other begins.
   * @throws `conflict` (`verification-running`)
   */
  verify(input: VerificationInput, context: CommandContext): Promise<LogIntegrity>;
  /**
   * Every event of a record, deleted or not, with the proof that it is in the log as it was signed: by
   * the newest head, or by the one over so many events, of those which that covers.
   * @throws not-found; `conflict` (`log-changed`) when an event is not what it was; `too-many` by one
   *   user within an hour
   */
  dossier(of: DossierRequest, context: CommandContext): Promise<Dossier>;
  /**
   * The same for a reader on paper, which carries the dossier as a file inside.
   * @param asSeen the words of its events, as whoever asks may see them
   * @throws as `dossier`
   */
  dossierPdf(
    of: DossierRequest,
    context: CommandContext,
    asSeen: (history: HistoryEntry[]) => HistoryEntry[],
  ): Promise<{ readonly fileName: string; readonly pdf: Buffer }>;
  /** Breaks off what goes on in this process, and waits for that. */
  stop(): Promise<void>;
}
