import { labelOf } from '../../ui/labels';
import { Badge } from '../../ui/StatusBadge';
import { type Tone, toneOf } from '../../ui/statusTones';
import { currentStatus, type StatusFields, statusNote } from './policyStatus';

/** A term's status, and what its end date asks for. */
export function policyBadges(policy: StatusFields): readonly { text: string; tone: Tone }[] {
  const status = currentStatus(policy);
  const note = statusNote(policy);
  return [{ text: labelOf(status), tone: toneOf(status) }, ...(note ? [note] : [])];
}

export const PolicyBadges = ({ policy }: { policy: StatusFields }) => (
  <span className="badges">
    {policyBadges(policy).map(({ text, tone }) => (
      <Badge key={text} tone={tone}>
        {text}
      </Badge>
    ))}
  </span>
);
