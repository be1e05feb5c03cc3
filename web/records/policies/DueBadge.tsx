import { Time, WarningSign } from '@blueprintjs/icons';
import { URGENT_DAYS } from '@insuremanager/contracts/policies/policyTerm';
import '../../ui/Badge.css';

/** `Due in 12 days`; within 15 days in red and with a sign of warning. */
export function DueBadge({ days }: { days: number }) {
  const isUrgent = days <= URGENT_DAYS;
  return (
    <span className="badge" data-tone={isUrgent ? 'bad' : 'wait'}>
      {isUrgent ? <WarningSign size={12} title="Urgent" /> : <Time size={12} />}
      {formatDue(days)}
    </span>
  );
}

export function formatDue(days: number): string {
  if (days === 0) return 'Due today';
  return `Due in ${days} ${days === 1 ? 'day' : 'days'}`;
}
