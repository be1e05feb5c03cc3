import type { Reminder } from '@insuremanager/contracts/reminders/reminderEvents';
import type {
  Channel,
  DeliveryProblem,
  ReminderTrigger,
  SuppressionReason,
} from '@insuremanager/contracts/reminders/reminderKinds';

/** One message to the customer. */
export interface Notice {
  readonly id: string;
  readonly trigger: ReminderTrigger;
  readonly bulkId: number | null;
  readonly requestedAt: Date;
  /** Username; null: the calendar. */
  readonly requestedBy: string | null;
  /** What it was asked for. */
  readonly asked: readonly Reminder[];
  /** Without those that were suppressed since. */
  readonly reminders: readonly Reminder[];
  /** Of the last start; 0 before the first. */
  readonly attempt: number;
  /** Whether an attempt began whose outcome is not known. */
  readonly isUnderWay: boolean;
  /** Nobody knows what became of an attempt. */
  readonly mayHaveGoneOut: boolean;
  /** It was sent again after such an attempt. */
  readonly mayBeDoubled: boolean;
  /** What each channel said last. */
  readonly outcomes: ReadonlyMap<Channel, RecordedOutcome>;
  /** When deferred channels are tried again. */
  readonly nextAttemptAt: Date | null;
  /** Nothing more is to be done about it. */
  readonly isDone: boolean;
}

export interface ChannelOutcome {
  readonly outcome: 'delivered' | 'deferred' | 'failed';
  readonly problem: DeliveryProblem | null;
  /** The server's own words; null when there were none or the customer has been erased. */
  readonly reply: string | null;
  /** It was handed over, and nobody knows what became of it. Absent: no. */
  readonly mayHaveArrived?: boolean;
}

export interface RecordedOutcome extends ChannelOutcome {
  readonly at: Date;
}

export interface SuppressedReminder extends Reminder {
  readonly reason: SuppressionReason;
}

/** Whether a channel has taken it. */
export const isDelivered = ({ outcomes }: Notice): boolean =>
  [...outcomes.values()].some(({ outcome }) => outcome === 'delivered');
