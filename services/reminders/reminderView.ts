import type { Reminder } from '@insuremanager/contracts/reminders/reminderEvents';
import { CHANNELS, type Channel } from '@insuremanager/contracts/reminders/reminderKinds';
import type { ReminderView } from '@insuremanager/contracts/reminders/reminderViews';
import { isDelivered, type Notice } from './notice.js';
import type { NoticeColumns, ReminderRow } from './reminderTables.js';

/** A reminder as the stream of its customer says. */
export function viewInNotice(customerId: number, notice: Notice, reminder: Reminder): ReminderView {
  const { outcomes } = notice;
  const isSent = (channel: Channel) => outcomes.get(channel)?.outcome === 'delivered';
  const deliveries = [...outcomes.values()].filter(({ outcome }) => outcome === 'delivered');
  const first = deliveries.map(({ at }) => at.toISOString()).sort()[0];
  return {
    id: reminder.reminderId,
    customerId,
    policyId: reminder.termId,
    policyType: reminder.policyType,
    reminderType: reminder.reminderType,
    cover: reminder.cover,
    dueDate: reminder.dueDate,
    status: statusOf(notice),
    trigger: notice.trigger,
    requestedAt: notice.requestedAt.toISOString(),
    requestedBy: notice.requestedBy,
    sentAt: first ?? null,
    emailSent: isSent('email'),
    smsSent: isSent('sms'),
    whatsappSent: isSent('whatsapp'),
    suppression: null,
    problems: CHANNELS.flatMap((channel) => {
      const { outcome, problem = null, reply = null } = outcomes.get(channel) ?? {};
      return problem === null ? [] : [{ channel, problem, reply, isFinal: outcome === 'failed' }];
    }),
    attempts: notice.attempt,
    nextAttemptAt: notice.nextAttemptAt?.toISOString() ?? null,
    mayBeDoubled: notice.mayBeDoubled,
    mayHaveGoneOut: notice.mayHaveGoneOut,
    noticeId: notice.id,
    remindersInNotice: notice.reminders.length,
    bulkId: notice.bulkId,
  };
}

const statusOf = (notice: Notice): ReminderView['status'] => {
  if (isDelivered(notice)) return 'sent';
  return notice.isDone ? 'failed' : 'waiting';
};

export function viewOfRow(row: ReminderRow & NoticeColumns): ReminderView {
  return {
    id: row.id,
    customerId: row.customer_id,
    policyId: row.term_id,
    policyType: row.policy_type,
    reminderType: row.reminder_type,
    cover: row.cover,
    dueDate: row.due_date,
    status: row.status,
    trigger: row.trigger,
    requestedAt: row.requested_at.toISOString(),
    requestedBy: row.requested_by,
    sentAt: row.sent_at?.toISOString() ?? null,
    emailSent: row.email_sent,
    smsSent: row.sms_sent,
    whatsappSent: row.whatsapp_sent,
    suppression: row.suppression,
    problems: CHANNELS.flatMap((channel) => {
      const problem = row[`${channel}_problem`];
      return problem ? [{ channel, ...problem }] : [];
    }),
    attempts: row.starts ?? 0,
    nextAttemptAt: row.next_attempt_at?.toISOString() ?? null,
    mayBeDoubled: row.may_be_doubled ?? false,
    mayHaveGoneOut: row.may_have_gone_out,
    noticeId: row.notice_id,
    remindersInNotice: row.reminders ?? 0,
    bulkId: row.bulk_id,
  };
}
