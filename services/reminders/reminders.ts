import type {
  ReminderSettingsInput,
  SendReminderInput,
} from '@insuremanager/contracts/reminders/reminderInputs';
import type {
  BulkPreview,
  BulkReminders,
  ReminderCards,
  ReminderPreview,
  ReminderSettingsView,
  ReminderView,
  RenewalContact,
  reminderRecord,
} from '@insuremanager/contracts/reminders/reminderViews';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { CommandContext, Written } from '../platform/commands/command.js';
import type { Book, Narrowing } from '../platform/readModels/readTables.js';
import type { ListService } from '../platform/records/recordService.js';

export interface SentReminder extends Written {
  /** As its stream says: never stale. */
  readonly reminder: ReminderView;
}

export interface StartedBulk extends Written {
  readonly bulk: BulkReminders;
}

export interface ChangedSettings extends Written {
  readonly settings: ReminderSettingsView;
}

export interface SendingProgress {
  /** Notices that are neither sent nor given up, deferred ones included. */
  readonly open: number;
  /** Those of them whose time has come. */
  readonly due: number;
  /** Reminders that failed for good within the last 24 hours. */
  readonly failedInADay: number;
  /** How many reminders the list has in each state. */
  readonly byStatus: Readonly<Record<string, number>>;
}

/**
 * The capability "reminders", as gateway, scheduler and notifier call it.
 * Every method may raise a Refusal.
 */
export interface Reminders extends ListService<typeof reminderRecord> {
  /**
   * Reminds of one policy now, by every channel that is available, and resolves when they answered.
   * @throws not-found for a term that does not exist; invalid on `customerId` when it is somebody
   *   else's; conflict `reminder-suppressed` saying why none can be sent, `reminder-under-way`;
   *   unavailable `reminder-channels-missing` where no channel is set up;
   *   unavailable `reminder-not-sent` when it is tried again by itself; invalid `reminder-refused`
   *   with the servers' words when no channel took it.
   */
  send(input: SendReminderInput, context: CommandContext): Promise<SentReminder>;
  /** What `send` would send. @throws not-found, and invalid on `customerId`, as `send` does. */
  preview(input: SendReminderInput): Promise<ReminderPreview>;

  /** How the customers of terms are reached, by the id of the term, as the lists show them. */
  contacts(termIds: readonly number[]): Promise<Map<number, RenewalContact>>;

  /** Whom a bulk would remind that began now. */
  previewBulk(): Promise<BulkPreview>;
  /**
   * Reminds everybody whose cover ends within 30 days, but for those who had one today. Resolves at
   * once; it goes on by itself, also after a restart.
   * @throws conflict `no-renewals` when there are none, `bulk-running` while one is at work;
   *   unavailable `reminder-channels-missing` where no channel is set up.
   */
  startBulk(context: CommandContext): Promise<StartedBulk>;
  /** The last one; null when there never was one. */
  lastBulk(): Promise<BulkReminders | null>;

  settings(): Promise<ReminderSettingsView>;
  changeSettings(input: ReminderSettingsInput, context: CommandContext): Promise<ChangedSettings>;

  cards(): Promise<ReminderCards>;
  /** The Kolkata day on which each of the terms was last reminded of; those that never were are missing. */
  lastSent(termIds: readonly number[]): Promise<Map<number, Day>>;
  /** Takes what was sent to a customer out of the lists, for ever, and sends nothing more. */
  erase(customerId: number, context: CommandContext): Promise<Written>;
  /** How sending gets on, for whoever runs this. */
  progress(): Promise<SendingProgress>;
  /** Failed for good within the last days, newest first. */
  recentFailures(days: number, limit: number, only?: Narrowing): Promise<ReminderView[]>;

  /**
   * Asks for what is due by the calendar, once it is the hour of a day that is not quiet.
   * @returns how many reminders were asked for.
   */
  requestDue(signal?: AbortSignal): Promise<number>;
  /**
   * Sends the notices whose time has come: those just asked for, those put off until now, and those
   * of whoever began an attempt and was not heard of since.
   * @returns how many were sent, and whether it ended before it had looked at all.
   */
  sendDue(signal?: AbortSignal): Promise<{ readonly sent: number; readonly isMore: boolean }>;
  /** Goes on with bulks that are not done. */
  resumeBulks(signal?: AbortSignal): Promise<void>;

  /** Asks what goes on in the background to end, and waits for it. */
  stop(): Promise<void>;

  /**
   * The same for whom only the customers of a book, and what is theirs, exist; bulks are theirs
   * alone, too.
   */
  within(book: Book): RemindersOfBook;
}

/** Without what only scheduler, notifier and whoever runs this ask. */
export type RemindersOfBook = Omit<
  Reminders,
  'within' | 'erase' | 'progress' | 'requestDue' | 'sendDue' | 'resumeBulks' | 'stop'
>;
