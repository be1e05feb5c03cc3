import type { Readable } from 'node:stream';
import type {
  ALL_EVENTS,
  ExportedList,
  REPORT_FIGURES,
} from '@insuremanager/contracts/exports/exportedLists';
import type { ExportInput, ExportView } from '@insuremanager/contracts/exports/exportViews';
import type { Role } from '@insuremanager/contracts/identity/permissions';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { CommandContext } from '../platform/commands/command.js';

export interface ExportRequest {
  readonly list: ExportedList | typeof ALL_EVENTS | typeof REPORT_FIGURES;
  /** The criteria that narrow it down, without their values. */
  readonly filters: readonly string[];
}

/** Who asks for an export, and for whose eyes it is made. */
export interface ExportUser {
  readonly userId: number;
  readonly username: string;
  readonly role: Role;
}

/** An export that was asked for, and the names of what narrows it down. */
export interface ExportAsked extends ExportInput {
  readonly filters: readonly string[];
}

/** The file of an export, to be read to its end or destroyed. */
export interface OpenedExport {
  readonly export: ExportView;
  /** The Kolkata day on which it was asked for. */
  readonly day: Day;
  readonly content: Readable;
}

/**
 * The capability "exports": who gets which list as a file. A short one is sent at once; a long one is
 * made in the background (`exporter.ts`), which any process answers for. Exports are nobody's but
 * whose who asked. Methods may raise a Refusal.
 */
export interface Exports {
  /**
   * Records that the user is about to get a list: call it before the first byte.
   * @throws `too-many` by one user within an hour
   */
  begin(request: ExportRequest, context: CommandContext): Promise<{ readonly day: Day }>;
  /**
   * Asks for one in the background, and records that. Asked again by the same command, it is answered
   * as it is now.
   * @throws `too-many` by one user within an hour; conflict `too-many-exports`
   */
  ask(asked: ExportAsked, user: ExportUser, context: CommandContext): Promise<ExportView>;
  /** The user's own, the newest first. */
  list(userId: number): Promise<ExportView[]>;
  /** @throws not-found */
  require(id: number, userId: number): Promise<ExportView>;
  /** Ends one that is not over; of one that is ready, removes the file. @throws not-found */
  cancel(id: number, userId: number): Promise<ExportView>;
  /**
   * Opens the file for whoever asked for it, and records that.
   * @throws not-found; conflict `export-not-ready`, `export-expired`; `forbidden` once the role is
   *   another than the one by which it was masked
   */
  open(id: number, user: ExportUser, context: CommandContext): Promise<OpenedExport>;
  /** Removes files whose time is over, and forgets what was over long ago. */
  expire(signal?: AbortSignal): Promise<void>;
  /**
   * Removes all files, and begins anew what is under way: somebody was erased, of whom one may tell.
   */
  removeAll(): Promise<void>;
  /** Removes stored files that belong to no export; their number. */
  sweep(signal?: AbortSignal): Promise<number>;
}
