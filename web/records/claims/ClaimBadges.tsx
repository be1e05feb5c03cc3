import type { ClaimWithCustomerFragment } from '../../data/operations.generated';
import { labelOf } from '../../ui/labels';
import { Badge, StatusBadge } from '../../ui/StatusBadge';
import { useToday } from '../../ui/useToday';

type Stood = Pick<ClaimWithCustomerFragment, 'stage' | 'dueOn'>;

/** The same as texts; as if its insurer were late, which takes the most room. */
export const claimBadges = ({ stage, dueOn }: Stood) => [
  labelOf(stage),
  ...(dueOn === null ? [] : [OVERDUE]),
];

const OVERDUE = 'Insurer overdue';

/** In which stage a claim is, and whether its insurer is past the regulator’s days. */
export function ClaimBadges({ claim: { stage, dueOn } }: { claim: Stood }) {
  const today = useToday();
  return (
    <span className="badges">
      <StatusBadge status={stage} />
      {dueOn !== null && dueOn < today && <Badge tone="bad">{OVERDUE}</Badge>}
    </span>
  );
}
