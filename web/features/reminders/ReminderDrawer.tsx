import { Button, Intent } from '@blueprintjs/core';
import { Notifications } from '@blueprintjs/icons';
import {
  CHANNEL_LABELS,
  CHANNELS,
  reminderTypeLabel,
} from '@insuremanager/contracts/reminders/reminderKinds';
import { EMAIL_KEPT } from '@insuremanager/contracts/rules/emailKept';
import { formatDay } from '@insuremanager/contracts/rules/kolkataDay';
import { type ReactNode, useRef } from 'react';
import { operation, useGatewayQuery } from '../../data/operation';
import { ReminderDetailsDocument } from '../../data/operations.generated';
import { CustomerLink } from '../../records/customers/CustomerLink';
import { RecordLink } from '../../records/RecordLink';
import { useAllowed } from '../../ui/allowed';
import { Drawer } from '../../ui/Drawer';
import { formatInstant } from '../../ui/format';
import { EmptyState } from '../../ui/list/EmptyState';
import { SkeletonRows } from '../../ui/list/SkeletonRows';
import { type DetailGroup, Details } from '../../ui/record/Details';
import { LoadFailure } from '../../ui/record/Loaded';
import { Badge } from '../../ui/StatusBadge';
import {
  askedBy,
  describeProblem,
  outcomeOf,
  policyNumberOf,
  type Reminder,
  reasonOf,
  takenBy,
} from './reminder';

interface ReminderDrawerProps {
  /** Null: closed. */
  id: number | null;
  onClose: () => void;
  onRemind: (reminder: Reminder) => void;
}

/** A reminder beside the history: what became of it by every channel, in the servers' words too. */
export default function ReminderDrawer({ id, onClose, onRemind }: ReminderDrawerProps) {
  const canSend = useAllowed('reminders.write');
  const { data, error, retry } = useGatewayQuery(
    operation(ReminderDetailsDocument, { id: id ?? 0 }),
    {
      skip: id === null,
    },
  );
  // What was open stays as it was while the drawer slides out.
  const shown = useRef<Reminder | null | undefined>(undefined);
  if (id !== null) shown.current = data?.record as Reminder | null | undefined;
  const reminder = shown.current;
  return (
    <Drawer
      isOpen={id !== null}
      onClose={onClose}
      title={reminder ? policyNumberOf(reminder) : 'Reminder'}
      subtitle={
        reminder && (
          <span className="badges">
            {outcomeOf(reminder).map(({ text, tone }) => (
              <Badge key={text} tone={tone}>
                {text}
              </Badge>
            ))}
          </span>
        )
      }
      actions={
        canSend &&
        reminder?.policy?.status === 'active' && (
          <Button
            icon={<Notifications />}
            intent={reminder.status === 'failed' ? Intent.PRIMARY : Intent.NONE}
            onClick={() => onRemind(reminder)}
          >
            Send Reminder
          </Button>
        )
      }
    >
      {error && <LoadFailure what="the reminder" error={error} onRetry={retry} />}
      {!error && reminder === undefined && <SkeletonRows height={56} what="the reminder" />}
      {reminder === null && (
        <EmptyState icon={<Notifications size={20} />} text="Reminder not found" />
      )}
      {reminder && <Details groups={groupsOf(reminder)} />}
    </Drawer>
  );
}

const groupsOf = (reminder: Reminder): DetailGroup[] => [
  {
    heading: 'Reminder',
    rows: [
      { label: 'Reminder', value: reminderTypeLabel(reminder.reminderType) },
      {
        label: reminder.cover === 'instalment' ? 'Premium due' : 'Ends',
        value: `${formatDay(reminder.dueDate)}${
          reminder.cover === 'third_party' ? ' (third-party cover)' : ''
        }`,
      },
      { label: 'Asked for by', value: askedBy(reminder) },
      { label: 'Asked for', value: formatInstant(reminder.requestedAt) },
      {
        label: 'In the same message',
        value:
          reminder.remindersInNotice > 1 &&
          `${reminder.remindersInNotice} reminders of this customer`,
      },
    ].filter(({ value }) => value !== false),
  },
  {
    heading: 'Delivery',
    rows: [
      { label: 'Sent', value: reminder.sentAt && formatInstant(reminder.sentAt) },
      ...CHANNELS.map((channel) => ({
        label: CHANNEL_LABELS[channel],
        value: channelState(reminder, channel),
      })),
      { label: 'Reason', value: reasonOf(reminder) },
      { label: 'Attempts', value: String(reminder.attempts) },
      {
        label: 'Next attempt',
        value: reminder.nextAttemptAt && formatInstant(reminder.nextAttemptAt),
      },
    ],
  },
  {
    heading: 'Policy',
    rows: [
      {
        label: 'Policy',
        value: reminder.policy && (
          <RecordLink record={{ kind: reminder.policyType, id: reminder.policyId }}>
            {reminder.policy.policyNumber}
          </RecordLink>
        ),
      },
      { label: 'Customer', value: <CustomerLink customer={reminder.customer} /> },
    ],
  },
];

/** What a channel did with it, and what its server said. */
function channelState(reminder: Reminder, channel: (typeof CHANNELS)[number]): ReactNode {
  if (channel === 'email' && reminder.emailKept) return EMAIL_KEPT;
  if (takenBy(reminder).includes(channel)) return 'Sent';
  const problem = reminder.problems.find((one) => one.channel === channel);
  if (!problem) return null;
  return (
    <span className="two-lines">
      <span>
        {describeProblem(problem)}
        {problem.isFinal ? '' : '; it will be retried'}
      </span>
      {problem.reply && <q className="reminder-reply">{problem.reply}</q>}
    </span>
  );
}
