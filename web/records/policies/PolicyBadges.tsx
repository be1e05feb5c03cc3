import { labelOf } from '../../ui/labels';
import { Badge } from '../../ui/StatusBadge';
import { type Tone, toneOf } from '../../ui/statusTones';
import { currentStatus, type StatusFields, statusNote } from './policyStatus';

/** A term's status, what its end date asks for, and whether a claim under it is open. */
export function policyBadges(policy: StatusFields): readonly { text: string; tone: Tone }[] {
  const status = currentStatus(policy);
  const note = statusNote(policy);
  const claim = { text: 'Open claim', tone: 'wait' } as const;
  return [
    { text: labelOf(status), tone: toneOf(status) },
    ...(note ? [note] : []),
    ...(policy.openClaim ? [claim] : []),
  ];
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
