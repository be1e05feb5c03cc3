import type { Question } from '../../../ui/Confirm';
import type { Named } from './useMerging';

/** Where two customers are compared. */
export const DUPLICATES_PATH = '/customers/duplicates';
export const comparisonPath = (oneId: number, otherId: number): string =>
  `${DUPLICATES_PATH}/${oneId}/${otherId}`;

/** Before two are marked as distinct. */
export const askDistinct = (one: Named, other: Named): Question => ({
  title: 'Not the same person?',
  text: (
    <>
      <bdi>{one.name}</bdi> ({one.id}) and <bdi>{other.name}</bdi> ({other.id}) will not be
      suggested as duplicates again, to anyone, until somebody compares them again.
    </>
  ),
  confirm: 'Not the Same Person',
  intent: 'primary',
});

/** Before a merge is undone. */
export const askUndo = (into: Named, duplicate: Named): Question => ({
  title: `Undo the merge with customer ${duplicate.id}?`,
  text: (
    <>
      What stands under the number {duplicate.id} goes back to <bdi>{duplicate.name}</bdi>, also
      what came of it since. What was entered for <bdi>{into.name}</bdi> stays, and what somebody
      has changed since is not changed back.
    </>
  ),
  confirm: 'Undo Merge',
  intent: 'primary',
});
