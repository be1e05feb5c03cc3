import { RECORDS } from '@insuremanager/contracts/records/records';
import {
  CHANNEL_LABELS,
  type Channel,
  reminderTypeLabel,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { EMAIL_KEPT } from '@insuremanager/contracts/rules/emailKept';
import type { ReminderWithPolicyFragment } from '../../data/operations.generated';
import { formatInstant } from '../../ui/format';
import type { ListedType } from '../../ui/list/listDesign';
import type { Tone } from '../../ui/statusTones';

export type Reminder = ReminderWithPolicyFragment;

export const policyNumberOf = ({ policy }: Pick<Reminder, 'policy'>): string =>
  policy?.policyNumber ?? 'Deleted policy';

export const REMINDER: ListedType<Reminder> = {
  ...RECORDS.reminder,
  nameOf: (reminder) => `${policyNumberOf(reminder)}, ${reminderTypeLabel(reminder.reminderType)}`,
};

const STATUS_BADGES: Readonly<Record<Reminder['status'], { text: string; tone: Tone }>> = {
  sent: { text: 'Sent', tone: 'good' },
  waiting: { text: 'Waiting', tone: 'wait' },
  failed: { text: 'Failed', tone: 'bad' },
  suppressed: { text: 'Not sent', tone: 'ended' },
};

type Flags = Pick<Reminder, 'status' | 'emailSent' | 'emailKept' | 'smsSent' | 'whatsappSent'>;

/** The channels that took it, in the order in which they are shown. */
export const takenBy = ({
  emailSent,
  smsSent,
  whatsappSent,
}: Omit<Flags, 'status' | 'emailKept'>): Channel[] => {
  const flags: Readonly<Record<Channel, boolean>> = {
    email: emailSent,
    sms: smsSent,
    whatsapp: whatsappSent,
  };
  return (Object.keys(flags) as Channel[]).filter((channel) => flags[channel]);
};

/** What a row says of a reminder: the channels that took it, or what became of it instead. */
export function outcomeOf(reminder: Flags): { text: string; tone: Tone }[] {
  const channels = takenBy(reminder);
  if (channels.length === 0) return [STATUS_BADGES[reminder.status]];
  return channels.map((channel) =>
    channel === 'email' && reminder.emailKept
      ? { text: EMAIL_KEPT, tone: 'wait' }
      : { text: CHANNEL_LABELS[channel], tone: 'good' },
  );
}

const SUPPRESSIONS: Readonly<Record<NonNullable<Reminder['suppression']>, string>> = {
  consent_withdrawn: 'The customer does not want reminders',
  no_contact: 'No address that reminders can be sent to',
  customer_deleted: 'The customer was deleted',
  term_renewed: 'Renewed already',
  term_cancelled: 'The policy was cancelled',
  term_expired: 'The policy has expired',
  term_deleted: 'The policy was deleted',
  term_changed: 'The end date or the policyholder has changed',
  premium_paid: 'Paid already',
  window_passed: 'A later reminder was due before it could be sent',
  too_late: 'It could not be sent within a day',
};

type Problem = Reminder['problems'][number];

const PROBLEMS: Readonly<Record<Problem['problem'], string>> = {
  refused: 'was refused',
  unreachable: 'could not be reached',
  limited: 'is not accepting messages at the moment',
  misconfigured: 'is not set up correctly',
  bad_answer: 'gave an unexpected answer',
};

/** `SMS could not be reached`. */
export const describeProblem = ({ channel, problem }: Pick<Problem, 'channel' | 'problem'>) =>
  `${CHANNEL_LABELS[channel]} ${PROBLEMS[problem]}`;

/** Why it was not sent, not by every channel, or not yet; null when there is nothing to say. */
export function reasonOf(reminder: Reminder): string | null {
  const { suppression, problems, nextAttemptAt, mayBeDoubled, mayHaveGoneOut } = reminder;
  const outcome = mayHaveGoneOut ? 'May still have been delivered' : [];
  if (suppression) {
    const missing = suppression === 'no_contact' ? reminder.policy?.contact?.missing : null;
    return [missing ?? SUPPRESSIONS[suppression], outcome].flat().join('; ');
  }
  const said = [
    ...problems.map(describeProblem),
    nextAttemptAt ? `Next attempt ${formatInstant(nextAttemptAt)}` : [],
    mayBeDoubled ? 'May have been sent twice' : outcome,
  ].flat();
  return said.length > 0 ? said.join('; ') : null;
}

/** By whom, such as "admin", "Automatic" or "Sent in bulk by admin". */
export function askedBy({ trigger, requestedBy }: Pick<Reminder, 'trigger' | 'requestedBy'>) {
  if (trigger === 'schedule' || requestedBy === null) return 'Automatic';
  return trigger === 'bulk' ? `Sent in bulk by ${requestedBy}` : requestedBy;
}
