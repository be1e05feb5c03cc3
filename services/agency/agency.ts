import type { AgencySettingsInput } from '@insuremanager/contracts/agency/agencyFields';
import type { AgencySettingsView, AgencyView } from '@insuremanager/contracts/agency/agencyViews';
import type { Letterhead } from '@insuremanager/contracts/agency/letterhead';
import type { PublicProfile } from '@insuremanager/contracts/agency/publicProfile';
import type { HistoryEntry } from '@insuremanager/contracts/history';
import type { GstRate } from '@insuremanager/contracts/rules/gst';
import type { Warning } from '@insuremanager/contracts/rules/warning';
import type { CommandContext } from '../platform/commands/command.js';

/** The settings after a change, and what looks wrong about them. */
export interface ChangedAgencySettings {
  readonly settings: AgencySettingsView;
  readonly warnings: readonly Warning[];
  /** True when this commandId had been carried out before. */
  readonly repeated: boolean;
}

/** The picture itself. */
export interface LogoContent {
  readonly mimeType: string;
  readonly bytes: Buffer;
  /** Pixels. */
  readonly width: number;
  readonly height: number;
  /** Hexadecimal digits: the same for the same picture. */
  readonly sha256: string;
}

/** What PDFs begin with. */
export interface Stationery {
  readonly letterhead: Letterhead;
  readonly logo: LogoContent | null;
}

/**
 * The capability "agency": what an admin sets for the whole brokerage. Read from its stream, which
 * is short, at each call: never stale, and one round trip to the event store.
 * Every method may raise a Refusal `unavailable`.
 */
export interface Agency {
  settings(): Promise<AgencySettingsView>;
  /** What every user's screen shows of it. */
  view(): Promise<AgencyView>;
  /** What emails and letters begin or end with. */
  letterhead(): Promise<Letterhead>;
  /** Without a logo that cannot be read. */
  stationery(): Promise<Stationery>;
  /** Rates that the agency has added to the statutory ones. */
  gstRates(): Promise<readonly GstRate[]>;
  /**
   * Whether agents see their own book only. Where the event store cannot be reached, as it was last
   * known here, and true before it was known; never a Refusal.
   */
  ownBook(): Promise<boolean>;
  /** Where the event store cannot be reached, as it was last known here; never a Refusal. */
  publicProfile(): Promise<PublicProfile>;
  /**
   * Changes what the input names, and records only what differs.
   * @throws stale-version, idempotency-key-reused
   */
  change(input: AgencySettingsInput, context: CommandContext): Promise<ChangedAgencySettings>;

  /** Null when there is none. @throws unavailable `file-missing`, `file-damaged` */
  logo(): Promise<LogoContent | null>;
  /**
   * Stores a PNG or JPEG picture of at most LARGEST_LOGO bytes.
   * @throws invalid on `logo`; storage-full; as `change` does.
   */
  changeLogo(bytes: Buffer, context: CommandContext): Promise<ChangedAgencySettings>;
  removeLogo(context: CommandContext): Promise<ChangedAgencySettings>;

  /** Every change in words, the oldest first; none while nobody has changed anything. */
  history(): Promise<HistoryEntry[]>;
}
