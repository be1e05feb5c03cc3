import type { PolicyKind } from '@insuremanager/contracts/policies/policyKinds';
import type {
  Channel,
  DeliveryProblem,
  ReminderCover,
  ReminderStatus,
  ReminderTrigger,
  SuppressionReason,
} from '@insuremanager/contracts/reminders/reminderKinds';
import type { Day } from '@insuremanager/contracts/rules/kolkataDay';
import type { Column, Table } from '../platform/readModels/projector.js';

/** Totals over the history that the database keeps. */
export const REMINDER_SUMMARIES = { byStatus: 'reminders_by_status' } as const;

const WAS_SENT =
  'email_sent_at IS NOT NULL OR sms_sent_at IS NOT NULL OR whatsapp_sent_at IS NOT NULL';

/** When a channel took it, and what stood in its way. */
const channelColumns = (channel: Channel): Record<string, Column> => ({
  [`${channel}_sent_at`]: { type: 'timestamptz', nullable: true },
  [`${channel}_sent`]: { type: 'boolean', generatedAs: `${channel}_sent_at IS NOT NULL` },
  /** `{problem, reply, isFinal}`. */
  [`${channel}_problem`]: { type: 'jsonb', nullable: true },
});

/** What a sort's index goes on with: by it, rows that a filter leaves out are passed unread. */
const NARROWING = 'status, trigger, policy_type, email_sent, sms_sent, whatsapp_sent';

/**
 * One row per reminder, also of those that were suppressed. Nothing of the customer is here but
 * their number, and what servers said, which may repeat an address.
 */
export const remindersTable: Table = {
  name: 'reminders',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    customer_id: { type: 'integer' },
    term_id: { type: 'integer' },
    policy_type: { type: 'text' },
    cover: { type: 'text' },
    reminder_type: { type: 'text' },
    due_date: { type: 'date' },
    trigger: { type: 'text' },
    bulk_id: { type: 'integer', nullable: true },
    notice_id: { type: 'text', nullable: true },
    requested_at: { type: 'timestamptz' },
    requested_by: { type: 'text', nullable: true },
    suppression: { type: 'text', nullable: true },
    ...channelColumns('email'),
    /** It reached a folder, as there was no mail server. */
    email_kept: { type: 'boolean', nullable: true },
    ...channelColumns('sms'),
    ...channelColumns('whatsapp'),
    sent_at: {
      type: 'timestamptz',
      nullable: true,
      generatedAs: 'least(email_sent_at, sms_sent_at, whatsapp_sent_at)',
    },
    /** When a channel last answered. */
    attempted_at: { type: 'timestamptz', nullable: true },
    /** A channel may have taken it without saying so. */
    may_have_gone_out: { type: 'boolean' },
    /** No channel is tried any more. */
    is_done: { type: 'boolean' },
    status: {
      type: 'text',
      generatedAs: `CASE WHEN ${WAS_SENT} THEN 'sent' WHEN suppression IS NOT NULL THEN 'suppressed'
        WHEN is_done THEN 'failed' ELSE 'waiting' END`,
    },
  },
  book: 'customer_id',
  indexes: [
    // With whose they are: of a book, the rows of others are passed by it.
    `(requested_at, id, ${NARROWING}, due_date) INCLUDE (customer_id)`,
    `(due_date, id, ${NARROWING}, requested_at) INCLUDE (customer_id)`,
    '(status, requested_at, id)',
    '(status, due_date, id)',
    '(customer_id, requested_at)',
    '(term_id, requested_at)',
    '(bulk_id, status) WHERE bulk_id IS NOT NULL',
    `(attempted_at, id) WHERE status = 'failed'`,
  ],
  summaries: [{ name: REMINDER_SUMMARIES.byStatus, by: ['status', 'email_sent'] }],
};

/** Of a channel that did not take it. */
export interface ProblemColumn {
  readonly problem: DeliveryProblem;
  readonly reply: string | null;
  readonly isFinal: boolean;
}

type ChannelRow = {
  readonly [Of in Channel as `${Of}_sent`]: boolean;
} & { readonly [Of in Channel as `${Of}_problem`]: ProblemColumn | null };

export interface ReminderRow extends ChannelRow {
  readonly id: number;
  readonly customer_id: number;
  readonly term_id: number;
  readonly policy_type: PolicyKind;
  readonly cover: ReminderCover;
  readonly reminder_type: string;
  readonly due_date: Day;
  readonly trigger: ReminderTrigger;
  readonly bulk_id: number | null;
  readonly notice_id: string | null;
  readonly requested_at: Date;
  readonly requested_by: string | null;
  readonly suppression: SuppressionReason | null;
  readonly sent_at: Date | null;
  readonly email_kept: boolean | null;
  readonly may_have_gone_out: boolean;
  readonly status: ReminderStatus;
}

/** One row per notice: how far its sending is. */
export const noticesTable: Table = {
  name: 'reminder_notices',
  key: 'notice_id',
  columns: {
    notice_id: { type: 'text' },
    customer_id: { type: 'integer' },
    requested_at: { type: 'timestamptz' },
    /** How many reminders it holds, without those that were suppressed since. */
    reminders: { type: 'integer' },
    /** Attempts that began. */
    starts: { type: 'integer' },
    may_be_doubled: { type: 'boolean' },
    is_done: { type: 'boolean' },
    next_attempt_at: { type: 'timestamptz', nullable: true },
    /** From when on it is taken up, unless something happens to it before. */
    resume_at: { type: 'timestamptz', nullable: true },
  },
  book: 'customer_id',
  indexes: ['(resume_at, notice_id) WHERE NOT is_done AND reminders > 0'],
};

/** Of the notice of a reminder; null where it has none. */
export interface NoticeColumns {
  readonly reminders: number | null;
  readonly starts: number | null;
  readonly may_be_doubled: boolean | null;
  readonly next_attempt_at: Date | null;
}

/**
 * What the calendar decided last about an end of a term as it then was: a candidate is found by
 * what is not here.
 */
export const decisionsTable: Table = {
  name: 'reminder_decisions',
  key: 'end_key',
  columns: {
    /** Customer, term, cover and day. */
    end_key: { type: 'text' },
    customer_id: { type: 'integer' },
    term_id: { type: 'integer' },
    cover: { type: 'text' },
    due_date: { type: 'date' },
    /** The Kolkata day. */
    decided_on: { type: 'date' },
    /** Null when it was asked for. */
    suppression: { type: 'text', nullable: true },
  },
  book: 'customer_id',
  indexes: ['(due_date, term_id, cover, customer_id, decided_on, suppression)'],
};

/** One row per term of which a reminder was sent. */
export const remindedTermsTable: Table = {
  name: 'reminder_terms',
  key: 'term_id',
  columns: {
    term_id: { type: 'integer' },
    /** The Kolkata day of the last one. */
    last_day: { type: 'date' },
  },
  book: 'none',
  indexes: [],
};

export const bulksTable: Table = {
  name: 'bulk_reminders',
  key: 'id',
  columns: {
    id: { type: 'integer' },
    started_at: { type: 'timestamptz' },
    started_by: { type: 'text' },
    /** Upcoming when it began. */
    renewals: { type: 'integer' },
    /** The user in whose book they are; null: all books. */
    book_owner_id: { type: 'integer', nullable: true },
    /** Null until all were looked at. */
    finished_at: { type: 'timestamptz', nullable: true },
    left_out: { type: 'integer' },
    suppressed: { type: 'integer' },
  },
  book: 'none',
  indexes: ['(id) WHERE finished_at IS NULL'],
};

export interface BulkRow {
  readonly id: number;
  readonly started_at: Date;
  readonly started_by: string;
  readonly renewals: number;
  readonly finished_at: Date | null;
  readonly left_out: number;
  readonly suppressed: number;
}
