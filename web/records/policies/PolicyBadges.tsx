import { Badge, StatusBadge } from '../../ui/StatusBadge';
import { currentStatus, type StatusFields, statusNote } from './policyStatus';

/** A term's status, and what its end date asks for. */
export function PolicyBadges({ policy }: { policy: StatusFields }) {
  const note = statusNote(policy);
  return (
    <span className="badges">
      <StatusBadge status={currentStatus(policy)} />
      {note && <Badge tone={note.tone}>{note.text}</Badge>}
    </span>
  );
}
