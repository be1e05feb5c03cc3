import type { PersonState } from '../../../data/operations.generated';
import { Badge } from '../../../ui/StatusBadge';

/** An erased person has no name any more. */
export const nameOfPerson = ({ name }: { name: string | null }): string => name ?? 'Erased person';

const BADGES = { deleted: ['wait', 'Deleted'], erased: ['bad', 'Erased'] } as const;

/** Nothing of a customer who is in the lists. */
export function PersonBadge({ state }: { state: PersonState }) {
  if (state === 'existing') return null;
  const [tone, word] = BADGES[state];
  return <Badge tone={tone}>{word}</Badge>;
}
