import { Badge, StatusBadge } from '../StatusBadge';
import { type Standing, standingNote, standingStatus } from './policyStanding';
import './PolicyBadges.css';

/** A term's status, and what its end date asks for. */
export function PolicyBadges({ policy }: { policy: Standing }) {
  const note = standingNote(policy);
  return (
    <span className="policy-badges">
      <StatusBadge status={standingStatus(policy)} />
      {note && <Badge tone={note.tone}>{note.text}</Badge>}
    </span>
  );
}
