import type { Reminder, ReminderEvent } from '@insuremanager/contracts/reminders/reminderEvents';
import {
  MANUAL_REMINDER,
  type SuppressionReason,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { kolkataDay } from '@insuremanager/contracts/rules/kolkataDay';
import { systemActor } from '../platform/codec/recordedEvent.js';
import { defineProjector, type Row } from '../platform/readModels/projector.js';
import { IN_HAND_MS, isDecidedBy } from './customerReminders.js';
import {
  bulksTable,
  decisionsTable,
  noticesTable,
  type ProblemColumn,
  remindedTermsTable,
  remindersTable,
} from './reminderTables.js';

const REMINDERS = remindersTable.name;
const NOTICES = noticesTable.name;
const DECISIONS = decisionsTable.name;
const BULKS = bulksTable.name;

/** Events to the history of reminders, and to what is still to be done about them. */
export const reminderProjector = defineProjector<ReminderEvent>()({
  name: 'reminders',
  version: 3,
  tables: [remindersTable, noticesTable, decisionsTable, remindedTermsTable, bulksTable],
  on: {
    ReminderNoticeRequested: ({ data, at, metadata }, rows, context) => {
      const { customerId, noticeId, trigger, bulkId, reminders } = data;
      rows.put(NOTICES, {
        notice_id: noticeId,
        customer_id: customerId,
        requested_at: at,
        reminders: reminders.length,
        starts: 0,
        may_be_doubled: false,
        is_done: false,
        // Whoever asks for one by hand sends it themselves.
        resume_at: trigger === 'agent' ? later(at) : at,
      });
      for (const reminder of reminders) {
        context.allocated('reminder', reminder.reminderId);
        rows.put(REMINDERS, {
          ...reminderColumns(reminder),
          customer_id: customerId,
          trigger,
          bulk_id: bulkId,
          notice_id: noticeId,
          requested_at: at,
          requested_by: trigger === 'schedule' ? null : metadata.actor.username,
          may_have_gone_out: false,
          is_done: false,
        });
        if (trigger === 'schedule') rows.put(DECISIONS, decisionRow(customerId, reminder, at));
      }
    },
    RemindersSuppressed: ({ data, at, metadata }, rows, context) => {
      const { customerId, noticeId, hadGoneOut, reminders } = data;
      const isScheduled = metadata.actor.userId === systemActor.userId;
      for (const { reason, ...reminder } of reminders) {
        const { reminderId, reminderType } = reminder;
        if (noticeId === null) {
          context.allocated('reminder', reminderId);
          rows.put(REMINDERS, {
            ...reminderColumns(reminder),
            customer_id: customerId,
            trigger: isScheduled ? 'schedule' : 'bulk',
            requested_at: at,
            requested_by: isScheduled ? null : metadata.actor.username,
            suppression: reason,
            may_have_gone_out: false,
            is_done: true,
          });
        } else {
          rows.patch(REMINDERS, reminderId, {
            suppression: reason,
            is_done: true,
            ...(hadGoneOut === 'perhaps' && { may_have_gone_out: true }),
          });
          rows.increment(NOTICES, noticeId, { reminders: -1 });
        }
        if (reminderType !== MANUAL_REMINDER && isDecidedBy(reason, hadGoneOut)) {
          rows.put(DECISIONS, decisionRow(customerId, reminder, at, reason));
        }
      }
    },
    ReminderNoticeStarted: ({ data: { noticeId, mayBeDoubled }, at }, rows) => {
      rows.increment(NOTICES, noticeId, { starts: 1 });
      rows.patch(NOTICES, noticeId, {
        next_attempt_at: null,
        resume_at: later(at),
        ...(mayBeDoubled && { may_be_doubled: true }),
      });
    },
    ReminderNoticeAttempted: ({ data, at }, rows) => {
      const { noticeId, outcomes, nextAttemptAt, reminders, personal } = data;
      const isDone = nextAttemptAt === null;
      const next = isDone ? null : new Date(nextAttemptAt);
      rows.patch(NOTICES, noticeId, {
        is_done: isDone,
        next_attempt_at: next,
        resume_at: next,
      });
      const changed: Record<string, Row[string]> = { is_done: isDone, attempted_at: at };
      for (const { channel, outcome, problem, mayHaveArrived } of outcomes) {
        if (mayHaveArrived) changed.may_have_gone_out = true;
        const isDelivered = outcome === 'delivered';
        const said = personal?.replies.find((one) => one.channel === channel)?.reply ?? null;
        // No text in Postgres holds it.
        const reply = said?.replaceAll('\0', '') ?? null;
        if (isDelivered) changed[`${channel}_sent_at`] = at;
        if (isDelivered && channel === 'email') changed.email_kept = data.isEmailKept === true;
        changed[`${channel}_problem`] =
          isDelivered || problem === null
            ? null
            : ({ problem, reply, isFinal: outcome === 'failed' } satisfies ProblemColumn);
      }
      const isSent = outcomes.some(({ outcome }) => outcome === 'delivered');
      for (const { reminderId, termId } of reminders) {
        rows.patch(REMINDERS, reminderId, changed);
        if (isSent) {
          rows.put(remindedTermsTable.name, { term_id: termId, last_day: kolkataDay(at) });
        }
      }
    },
    RemindersErased: ({ data: { noticeIds, reminderIds } }, rows) => {
      for (const id of reminderIds) rows.remove(REMINDERS, id);
      for (const id of noticeIds) rows.remove(NOTICES, id);
    },
    BulkRemindersStarted: ({ data: { bulkId, renewals, bookOwnerId }, at, metadata }, rows) =>
      rows.put(BULKS, {
        id: bulkId,
        started_at: at,
        started_by: metadata.actor.username,
        renewals,
        book_owner_id: bookOwnerId,
        left_out: 0,
        suppressed: 0,
      }),
    BulkRemindersRequested: ({ data: { bulkId, leftOut, suppressed }, at }, rows) =>
      rows.patch(BULKS, bulkId, { finished_at: at, left_out: leftOut, suppressed }),
  },
});

/** When a notice that somebody has in hand is taken up by another one. */
const later = (at: Date): Date => new Date(at.getTime() + IN_HAND_MS);

const reminderColumns = (reminder: Reminder): Row => ({
  id: reminder.reminderId,
  term_id: reminder.termId,
  policy_type: reminder.policyType,
  cover: reminder.cover,
  reminder_type: reminder.reminderType,
  due_date: reminder.dueDate,
});

const decisionRow = (
  customerId: number,
  { termId, cover, dueDate }: Reminder,
  at: Date,
  suppression: SuppressionReason | null = null,
): Row => ({
  end_key: [customerId, termId, cover, dueDate].join(' '),
  customer_id: customerId,
  term_id: termId,
  cover,
  due_date: dueDate,
  decided_on: kolkataDay(at),
  suppression,
});
